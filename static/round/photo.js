// A photo of what is left in a hand: taken, read by the server, corrected here, and written into the pad.

import { createFound } from "./photo-found.js";
import { createShot } from "./photo-shot.js";
import { element } from "../shared/element.js";
import { phrase, phrases } from "../shared/i18n.js";

// The server makes larger ones smaller too; what is small arrives sooner.
const LONGEST_SIDE = 2000;
const PATIENCE_MS = 30_000;

const button = (textContent, press, className = "btn") => {
  const made = element("button", { type: "button", className, textContent });
  made.addEventListener("click", press);
  return made;
};

/** Draw a file upright and small enough: what is known of where and when it was taken stays on the device. */
async function drawn(file) {
  const picture = await createImageBitmap(file);
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

/** Send a picture; return what was read, or the sentence that says why nothing was. */
async function read(form, canvas, signal) {
  const body = new FormData();
  body.append("csrf_token", form.elements.csrf_token?.value ?? "");
  body.append("photo", await jpegOf(canvas), "photo.jpg");
  const answer = await fetch(form.dataset.photo, { method: "POST", body, signal, cache: "no-store" });
  if (answer.headers.get("Content-Type")?.startsWith("application/json")) return answer.json();
  if (answer.status === 403) return { error: phrase("This device may not score this match now: ask whoever keeps the score for a new link.") };
  return { error: phrase("Other photos are being read just now. Try again in a moment.") };
}

/** Open the page of the photo over the form; `closed` is called when it is gone. */
export function openPhoto({ main, input, ask, form, seats, pad }, closed) {
  const behind = [form, document.querySelector(".top"), document.getElementById("notices")].filter(Boolean);
  const heading = element("h2", { id: "photo-heading", tabIndex: -1, textContent: phrase("%(name)s’s tiles", { name: seats.current.name }) });
  const say = element("p", { className: "photo-says" });
  const found = createFound({ form, seats, pad }, () => show());
  const shot = createShot((tile) => found.correct(tile));
  const use = button("", () => finish(), "btn primary use");
  const add = button(phrase("Add a tile"), () => found.add());
  const page = element("section", { className: `photo ${seats.current.colour}` });
  let waiting = new AbortController();

  function build() {
    page.setAttribute("role", "dialog");
    page.setAttribute("aria-modal", "true");
    page.setAttribute("aria-labelledby", heading.id);
    say.setAttribute("role", "status");
    const top = element("header", { className: "photo-top" });
    top.append(heading, element("p", { className: "photo-hint", textContent: phrase("tap a tile to correct it") }), button(phrase("Cancel"), close));
    const two = element("div", { className: "two" });
    two.append(button(phrase("Take a photo"), () => ask(true)), button(phrase("Choose a picture"), () => ask(false)), add);
    const panel = element("div", { className: "found" });
    panel.append(say, ...found.parts, use, two);
    const body = element("div", { className: "photo-body" });
    body.append(shot.figure, panel);
    page.append(top, body);
    main.append(page);
  }

  function show() {
    const { used, full } = found.summary();
    shot.mark(found.tiles);
    use.textContent = used ? phrases("Use this tile", "Use these %(num)s tiles", used) : phrase("Use these tiles");
    use.disabled = !used || Boolean(full);
    if (full) say.textContent = phrase("%(number)s tiles at most: %(name)s cannot hold more.", { number: full.dealt, name: full.name });
    else if (found.tiles.length) say.textContent = "";
  }

  function state(name, sentence) {
    page.dataset.state = name;
    say.textContent = sentence;
    add.hidden = name !== "read";
    use.hidden = name !== "read";
  }

  async function take() {
    const [file] = input.files;
    if (!file) return;
    waiting.abort();
    const { signal } = (waiting = new AbortController());
    const late = setTimeout(() => waiting.abort(), PATIENCE_MS);
    found.set([]);
    state("reading", phrase("Reading the tiles …"));
    try {
      const canvas = await drawn(file).catch(() => null);
      if (!canvas) return state("trouble", phrase("This is no picture that can be read: send a JPEG, PNG or WebP."));
      shot.show(canvas);
      const { error, tiles } = await read(form, canvas, signal);
      if (waiting.signal !== signal) return;
      if (error) return state("trouble", error);
      state("read", "");
      found.set(tiles);
      show();
    } catch {
      if (waiting.signal === signal) state("trouble", phrase("No connection: the photo was not read. Try again."));
    } finally {
      clearTimeout(late);
    }
  }

  function finish() {
    const hands = found.hands();
    close();
    pad.fill(hands);
  }

  function close() {
    waiting.abort();
    input.removeEventListener("change", take);
    for (const part of behind) part.inert = false;
    page.remove();
    closed();
  }

  document.getElementById("photo-sheet").disabled = false;
  build();
  for (const part of behind) part.inert = true;
  page.addEventListener("keydown", (event) => {
    // The keys of the pad behind are not meant.
    event.stopPropagation();
    if (event.key === "Escape") close();
  });
  input.addEventListener("change", take);
  state("empty", phrase("Lay the tiles flat, face up and without touching. Take the photo from above."));
  heading.focus();
  if (input.files.length) take();
}
