// Guards against double taps: a control that appears under the finger after an action does nothing for half a second,
// and looks so.

const HELD_MS = 500;
// How far from the first tap a second one may land, in pixels.
const REACH = 40;
// Within this distance nobody means to tap another control.
const SLIP = 12;
// How long an answer may still change the page after a tap; another page may take longer.
const WATCHED_MS = 3000;
const NEXT_PAGE_MS = 15_000;
const KEPT = "pressed";
const CONTROLS = "a[href], button, summary, label, dialog[open], input:is([type=submit], [type=button], [type=image], [type=checkbox], [type=radio], [type=file])";
// Controls for which every tap counts: digits, points in play, the next page, and whatever is marked so.
const REPEATED = "[data-repeats], [data-key]:not([data-key=next]), [data-step], [data-by-hand], [rel=next], [rel=prev]";

/** The latest taps: where, when, what else was there before, and the controls held since. */
let presses = [];
let timer;
let soon = null;
// A tap on a label is followed by a click on its control.
let labelled = null;
let lastKey = {};

const now = () => performance.now();
// When the tap happened, even if it is handled late; not every browser counts from the same moment.
const timeOf = ({ timeStamp }) => (Math.abs(timeStamp - now()) < WATCHED_MS ? timeStamp : now());
// Choosing a radio button twice does no harm.
const isRepeated = (control) => Boolean(control?.closest(REPEATED)) || (control?.control ?? control)?.type === "radio";
// A form may have a field that is called `matches`.
const isField = (element) => ["input", "select", "textarea"].includes(element.localName) && !element.matches(CONTROLS);

/** The control that an element is part of: labels count for checkboxes, not for fields. */
function controlOf(element) {
  if (isField(element)) return null;
  const found = element.closest?.(CONTROLS);
  const control = found?.closest("label") ?? found ?? null;
  return control?.localName !== "label" || control.control?.matches(CONTROLS) ? control : null;
}

const wordsOf = (control) =>
  [control.localName, control.getAttribute("aria-label") ?? control.textContent.trim(), control.getAttribute("href"), control.value].join("|");

function distance({ x, y }, { left, right, top, bottom }) {
  return Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0));
}

/** Whether nothing covers the part of a control nearest to a press. */
function isOnTop(control, { x, y }, { left, right, top, bottom }) {
  const within = (place, least, most) => Math.min(Math.max(place, least + 1), most - 1);
  return control.contains(document.elementFromPoint(within(x, left, right), within(y, top, bottom)));
}

/** All possible controls, with their places. */
const placed = () => [...document.querySelectorAll(CONTROLS)].map((control) => ({ control, box: control.getBoundingClientRect() }));

/** The controls within reach of a press, with their words; whether they are covered takes longer to check. */
function near(press, all) {
  const within = all.filter(({ control, box }) => box.width && distance(press, box) <= REACH && controlOf(control) === control);
  return within.map(({ control, box }) => ({ control, box, words: wordsOf(control), left: box.left, top: box.top }));
}

const isLying = ({ control, box }, press) => "held" in control.dataset || isOnTop(control, press, box);

const isSame = (one, other) => one.words === other.words && Math.hypot(one.left - other.left, one.top - other.top) < SLIP;

/** Hold controls that appeared near a press, and release those that were held long enough. */
function look() {
  cancelAnimationFrame(soon);
  soon = null;
  const at = now();
  const [last] = presses.slice(-1);
  presses = presses.filter((press) => at < press.at + (press === last ? WATCHED_MS : 2 * HELD_MS));
  const watched = presses.filter(({ isLeft }) => !isLeft);
  const controls = watched.length ? placed() : [];
  for (const press of watched) {
    for (const found of near(press, controls)) {
      const isKnown = press.before.some((other) => isSame(found, other)) || press.held.get(found.control)?.words === found.words;
      if (!isKnown && isLying(found, press)) press.held.set(found.control, { words: found.words, until: at + HELD_MS });
    }
  }
  show(at);
}

const heldAt = (at) => new Set(presses.flatMap(({ held }) => [...held].flatMap(([control, { until }]) => (at < until ? [control] : []))));

function show(at) {
  const held = heldAt(at);
  for (const control of document.querySelectorAll("[data-held]")) if (!held.has(control)) delete control.dataset.held;
  // The controls in a dialog are held one by one.
  for (const control of held) if (control.localName !== "dialog") control.dataset.held = "";
  watcher.takeRecords();
  clearTimeout(timer);
  const ends = presses.flatMap(({ held: each }) => [...each.values()].map(({ until }) => until)).filter((until) => until > at);
  if (ends.length) timer = setTimeout(look, Math.min(...ends) - at + 1);
}

// Once a frame, however many changes there are.
const watcher = new MutationObserver(() => presses.length && (soon ??= requestAnimationFrame(look)));

/** The element under a tap: held controls let taps through, but are found nevertheless. */
function touched({ target, clientX, clientY }, at) {
  if (soon) look();
  const held = heldAt(at);
  if (!held.size) return target;
  for (const control of held) delete control.dataset.held;
  const under = document.elementFromPoint(clientX, clientY);
  show(now());
  return under && held.has(controlOf(under)) ? under : target;
}

/** Whether a tap is the second half of an accidental double tap. */
function isHeld(control, event) {
  const at = timeOf(event);
  if (control && heldAt(at).has(control)) return true;
  const [last] = presses.slice(-1);
  if (!last || last.isLeft || isRepeated(control) || at >= last.at + HELD_MS) return false;
  return Math.hypot(last.x - event.clientX, last.y - event.clientY) <= (control ? SLIP : REACH);
}

/** The same for the keyboard, where the focus is the place. */
function isHeldKey(control, at) {
  if (isRepeated(control)) return false;
  return lastKey.repeat || at < lastKey.pressed + HELD_MS;
}

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function remember({ x, y, before, isKey }) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ x, y, before, isKey, at: Date.now() }));
  } catch {
    // If it cannot be stored, it applies to this page only.
  }
}

/** After a press on another control, release the earlier one if it is unchanged. */
function release(control) {
  for (const { own, words, held } of presses) {
    const entry = held.get(own);
    if (entry && own !== control && entry.words === words) entry.until = 0;
  }
}

/** Before an action, note which controls are near it. */
function press(control, { x, y }, at, isKey) {
  release(control);
  const own = isRepeated(control) ? null : control;
  const pressed = { x, y, at, isKey, own, words: own && wordsOf(own), held: new Map() };
  const before = near(pressed, placed()).filter((found) => found.control !== own && isLying(found, pressed));
  pressed.before = before.map(({ words, left, top }) => ({ words, left, top }));
  if (own) pressed.held.set(own, { words: pressed.words, until: at + HELD_MS });
  presses.push(pressed);
  remember(pressed);
  show(now());
}

function clicked(event) {
  if (!event.isTrusted || event.target === labelled) return;
  const isKey = event.detail === 0;
  const at = timeOf(event);
  const element = isKey ? event.target : touched(event, at);
  if (isField(element)) return;
  const control = controlOf(element);
  if (isKey ? isHeldKey(control, at) : isHeld(control, event)) return stop(event);
  const { left, top, width, height } = element.getBoundingClientRect();
  press(control, isKey ? { x: left + width / 2, y: top + height / 2 } : { x: event.clientX, y: event.clientY }, at, isKey);
  if (isKey) lastKey.pressed = at;
  labelled = control?.control ?? null;
  setTimeout(() => (labelled = null));
}

/** A tap that does nothing must not move the focus. */
function pointed(event) {
  const element = touched(event, timeOf(event));
  const control = controlOf(element);
  if (control && isHeld(control, event)) stop(event);
}

/** Watch the place of the last press on the previous page, from the first frame of this one. */
function arrive() {
  let kept;
  try {
    kept = JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    // Nothing is stored.
  }
  if (!kept || Date.now() - kept.at > NEXT_PAGE_MS) return;
  const press = { ...kept, at: now(), held: new Map() };
  presses = [press];
  lastKey = { pressed: kept.isKey ? press.at : undefined };
  soon ??= requestAnimationFrame(look);
  requestAnimationFrame(() => {
    press.at = now();
    for (const entry of press.held.values()) entry.until = press.at + HELD_MS;
    show(press.at);
  });
}

addEventListener("click", clicked, true);
addEventListener("mousedown", pointed, true);
addEventListener("keydown", ({ key, repeat }) => {
  // After any other key, Enter or the space bar is meant.
  if (!["Enter", " "].includes(key)) lastKey.pressed = undefined;
  lastKey.repeat = repeat;
}, true);
addEventListener("keyup", () => (lastKey.repeat = false), true);
addEventListener("scroll", () => presses.length && look(), { capture: true, passive: true });
// After scrolling or turning the device, taps are meant.
for (const moved of ["touchmove", "wheel", "resize"]) addEventListener(moved, () => presses.forEach((each) => (each.isLeft = true)), { capture: true, passive: true });
addEventListener("pageshow", ({ persisted }) => persisted && arrive());
addEventListener("pagechange", arrive);
watcher.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
arrive();
