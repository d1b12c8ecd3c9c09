// A photo of the tiles left in a hand: taken, read by the server, corrected here, and written into the pad.

import { createFound } from "./photo-found.js";
import { createLive } from "./photo-live.js";
import { createShot } from "./photo-shot.js";
import { element } from "../shared/element.js";
import { phrase, phrases } from "../shared/i18n.js";

// The server shrinks larger ones anyway; small ones arrive sooner.
const LONGEST_SIDE = 2000;
const PATIENCE_MS = 30_000;
const LAY = phrase("Lay the tiles flat, face up and not touching. Take the photo from above.");

const button = (textContent, press, className = "btn") => {
  const made = element("button", { type: "button", className, textContent });
  made.addEventListener("click", press);
  return made;
};

/** Draw a picture upright and small enough; this drops the place and time of the photo. */
async function drawn(source) {
  const picture = await createImageBitmap(source);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = element("canvas", { width, height });
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  return canvas;
}

const jpegOf = (canvas) => new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));

/** Send a picture, and the tiles of other hands; return what was read, or the message why nothing was. */
async function read(form, canvas, taken, signal) {
  const body = new FormData();
  body.append("csrf_token", form.elements.csrf_token?.value ?? "");
  body.append("taken", taken.join(" "));
  body.append("photo", await jpegOf(canvas), "photo.jpg");
  const answer = await fetch(form.dataset.photo, { method: "POST", body, signal, cache: "no-store" });
  if (answer.headers.get("Content-Type")?.startsWith("application/json")) return answer.json();
  if (answer.status === 403) return { error: phrase("This device can no longer keep score of this match: ask the person keeping score for a new link.") };
  return { error: phrase("Other photos are being read just now. Try again in a moment.") };
}

/** The message why a browser cannot draw a file. */
const undrawn = ({ name = "", type }) =>
  /hei[cf]/i.test(name + type)
    ? phrase("This is a HEIC photo, which cannot be read here. Take the photo from this page, or let your camera save JPEG.")
    : phrase("This photo cannot be read: send a JPEG, PNG or WebP.");

/** Write tiles into hands, a seat and its tiles each, and the open ends; a tile that another holds moves. */
function fill({ form, seats, undo, changed }, pad, hands, ends) {
  const taken = hands.flatMap(([, names]) => names);
  undo.remember();
  for (const seat of seats.all) {
    const hand = pad.handOf(seat) ?? [];
    const left = hand.filter((name) => !taken.includes(name));
    if (left.length < hand.length) pad.write(seat, left);
  }
  for (const [seat, names] of hands) {
    pad.write(seat, names);
    seats.setOut(seat, false);
  }
  if (ends && !form.elements.ends.value) form.elements.ends.value = ends;
  changed();
  pad.turnTo(seats.nextUntouched ?? seats.active);
}

/** Open the page of the photo over the form, with a viewfinder if it `looks`; `closed` is called when it is gone. */
export function openPhoto({ main, input, ask, entry, pad, looks }, closed) {
  const { form, seats } = entry;
  const behind = [form, document.querySelector(".top"), document.getElementById("notices")].filter(Boolean);
  const heading = element("h2", { id: "photo-heading", tabIndex: -1 });
  const say = element("p", { className: "photo-says" });
  const found = createFound(entry, pad, () => show());
  const shot = createShot((tile) => found.correct(tile));
  const use = button("", () => finish(), "btn primary use");
  const add = button(phrase("Add a tile"), () => found.add());
  const choose = button(phrase("Choose a photo"), () => ask(false));
  const again = button("", () => (looks ? look() : ask(true)));
  const live = createLive();
  const shutter = button(phrase("Take photo"), () => take(live.video), "btn primary use");
  const page = element("section", { className: `photo ${seats.current.colour}` });
  let waiting = new AbortController();
  let note = "";

  function build() {
    page.setAttribute("role", "dialog");
    page.setAttribute("aria-modal", "true");
    page.setAttribute("aria-labelledby", heading.id);
    say.setAttribute("role", "status");
    const top = element("header", { className: "photo-top" });
    top.append(heading, element("p", { className: "photo-hint", textContent: phrase("tap a tile to change it") }), button(phrase("Cancel"), close));
    const two = element("div", { className: "two" });
    two.append(again, choose, add);
    const panel = element("div", { className: "found" });
    panel.append(say, ...found.parts, use, shutter, two);
    shot.figure.append(live.video);
    const body = element("div", { className: "photo-body" });
    body.append(shot.figure, panel);
    page.append(top, body);
    main.append(page);
  }

  /** Say what will be filled in: whose tiles, or only the open ends. */
  function label(hands, ends) {
    if (hands.length > 1) return phrases("Use this tile", "Use these %(num)s tiles", hands.flatMap(([, names]) => names).length);
    if (!hands.length) return ends ? phrase("Use the ends %(one)s and %(other)s", { one: ends.split(" ")[0], other: ends.split(" ")[1] }) : phrase("Use these tiles");
    const [[{ name }, { length }]] = hands;
    return phrases("Use %(name)s’s tile", "Use %(name)s’s %(num)s tiles", length, { name });
  }

  function show() {
    const { groups, tiles } = found;
    const asks = found.asks();
    const [hands, ends] = [groups.hands(), groups.ends()];
    const full = hands.find(([seat, names]) => names.length > seat.dealt)?.[0];
    shot.mark(tiles, groups.drawn());
    if (tiles.length) heading.textContent = phrases("Photo: %(num)s tile", "Photo: %(num)s tiles", tiles.length);
    use.textContent = label(hands, ends);
    // While there is a question, the button scrolls to it.
    use.classList.toggle("primary", !asks);
    use.disabled = !asks && (Boolean(full) || !(hands.length || ends));
    if (full) say.textContent = phrase("%(number)s tiles at most: %(name)s cannot hold more.", { number: full.dealt, name: full.name });
    else if (page.dataset.state === "read") say.textContent = groups.isAsRead() ? note : "";
  }

  function state(name, sentence) {
    page.dataset.state = name;
    say.textContent = sentence;
    add.hidden = name !== "read";
    use.hidden = name !== "read";
    shutter.hidden = name !== "live";
    again.hidden = name === "live";
    again.textContent = name === "empty" ? phrase("Take a photo") : phrase("Take another");
    choose.hidden = name === "read";
    if (name !== "read") heading.textContent = phrase("%(name)s’s tiles", { name: seats.current.name });
  }

  /** Show what the camera sees, if it may be used. */
  async function look() {
    waiting.abort();
    waiting = new AbortController();
    found.set([]);
    state("live", LAY);
    shutter.disabled = true;
    try {
      await live.start();
      shutter.disabled = false;
      shutter.focus();
    } catch {
      looks = false;
      if (page.dataset.state === "live") state("empty", phrase("The camera cannot be used here. Take a photo with the button below, or choose one."));
    }
  }

  /** Switch the camera off when the page is hidden. */
  function rest() {
    if (document.hidden) live.stop();
    else if (page.dataset.state === "live") look();
  }

  async function take(source) {
    if (!source) return;
    waiting.abort();
    const { signal } = (waiting = new AbortController());
    const late = setTimeout(() => waiting.abort(), PATIENCE_MS);
    found.set([]);
    state("reading", phrase("Reading the tiles…"));
    try {
      const canvas = await drawn(source).catch(() => null);
      live.stop();
      if (!canvas) return state("trouble", undrawn(source));
      shot.show(canvas);
      const others = seats.all.filter((seat) => seat !== seats.current).flatMap((seat) => pad.handOf(seat) ?? []);
      const answer = await read(form, canvas, others, signal);
      if (waiting.signal !== signal) return;
      if (answer.error) return state("trouble", answer.error);
      note = answer.note;
      state("read", note);
      found.set(answer.tiles, answer.groups);
    } catch {
      if (waiting.signal === signal) state("trouble", phrase("No connection: the photo was not read. Try again."));
    } finally {
      clearTimeout(late);
    }
  }

  const takeFile = () => take(input.files[0]);

  function finish() {
    if (found.asks()) return found.ask();
    const [hands, ends] = [found.groups.hands(), found.groups.ends()];
    close();
    const finished = hands.map(([seat]) => seat).find(seats.isFinished);
    pad.replacing(finished, () => fill(entry, pad, hands, ends));
  }

  function close() {
    waiting.abort();
    live.stop();
    input.removeEventListener("change", takeFile);
    document.removeEventListener("visibilitychange", rest);
    for (const part of behind) part.inert = false;
    page.remove();
    closed();
  }

  document.getElementById("photo-sheet").disabled = false;
  build();
  for (const part of behind) part.inert = true;
  page.addEventListener("keydown", (event) => {
    // Keep keys from the pad behind the dialog.
    event.stopPropagation();
    if (event.key === "Escape") close();
  });
  input.addEventListener("change", takeFile);
  document.addEventListener("visibilitychange", rest);
  state("empty", LAY);
  heading.focus();
  if (looks) look();
  else takeFile();
}
