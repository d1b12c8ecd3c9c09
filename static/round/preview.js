// The preview: asks the server what the round would come to. One request at a time, which takes the draft along.

import { element } from "../shared/element.js";
import { phrase } from "../shared/i18n.js";

// A tap after a rest is sent at once; while a finger goes on tapping, what it tapped is sent when it rests.
const REST_MS = 150;
// It is sent now and then, however long the tapping goes on.
const LONGEST_MS = 500;
const PATIENCE_MS = 8000;
// Half a hand may be impossible where the whole one is not: a doubt waits until the tapping pauses.
const SETTLE_MS = 900;

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Show answers in `region`; `answered` gets the data of each. `along` is given what sends the form: with the parts of
 * the draft that are to be kept, it returns what the server says of them.
 */
export function createPreview(form, region, { answered, along }) {
  let timer;
  let asking = false;
  // When it is asked next, and when it was asked last.
  let due = Infinity;
  let askedAt = 0;
  let changedAt = -Infinity;
  let changes = 0;
  let current = false;
  let shown = "";

  function write(text) {
    const words = element("div", { className: "words" });
    words.append(element("p", { className: "say long", textContent: text }));
    const box = element("div", { id: "preview", className: "fault" });
    box.append(words);
    region.replaceChildren(box);
    region.ariaBusy = "false";
  }

  /** Show an answer, unless what it is about has changed since. */
  async function show(html, change) {
    if (html.includes('class="doubts"')) await pause(SETTLE_MS);
    // The same once more would hide what is asked since the round was to be recorded.
    if (change !== changes || (current && html === shown)) return;
    region.innerHTML = shown = html;
    region.ariaBusy = "false";
    current = true;
    answered({ ...region.firstElementChild.dataset });
  }

  async function send(parts, change) {
    const body = new URLSearchParams(new FormData(form));
    for (const part of parts) body.append("part", part);
    const response = await fetch(form.dataset.preview, { method: "POST", body, signal: AbortSignal.timeout(PATIENCE_MS) });
    // Where nothing can be kept just now, the score may be shown all the same.
    if (response.status === 503 && parts.length) return send([], change);
    const isJson = response.headers.get("Content-Type") === "application/json";
    const { preview, draft } = isJson ? await response.json() : { preview: await response.text() };
    if (!preview.includes('id="preview"')) throw new Error(response.status);
    show(preview, change);
    return draft;
  }

  function fail(error) {
    write(
      error instanceof TypeError || error.name === "TimeoutError"
        ? phrase("No connection: what you tapped is kept on this page.")
        : phrase("The score cannot be shown just now: what you tapped is kept on this page."),
    );
  }

  async function ask() {
    // What is due by then is asked when the answer is there.
    if (asking) return;
    const change = changes;
    asking = true;
    due = Infinity;
    askedAt = performance.now();
    try {
      await along((parts) => send(parts, change));
    } catch (error) {
      if (change === changes) fail(error);
    }
    asking = false;
    if (due <= performance.now()) ask();
  }

  /** Ask at once, or when the finger rests. */
  function later() {
    const now = performance.now();
    const rested = now - changedAt >= REST_MS;
    changedAt = now;
    changes += 1;
    current = false;
    // What it says is about the tap before.
    region.ariaBusy = "true";
    if (due > now) due = rested ? now : Math.min(now + REST_MS, askedAt + LONGEST_MS);
    clearTimeout(timer);
    timer = setTimeout(ask, due - now);
  }

  /** Say something instead of an answer, even of one that is on its way. */
  function say(text) {
    clearTimeout(timer);
    due = Infinity;
    changes += 1;
    current = false;
    write(text);
  }

  /** Say what speaks against recording, as the server said with the last answer; false where nothing does. */
  function refuses() {
    const refusal = current && region.querySelector(".at-record");
    if (!refusal) return false;
    refusal.hidden = false;
    refusal.focus({ preventScroll: true });
    return true;
  }

  /** Ask no more what was asked when the round was to be recorded. */
  function withdraw() {
    const refusal = region.querySelector(".at-record");
    if (refusal) refusal.hidden = true;
  }

  region.addEventListener("click", (event) => {
    if (!event.target.closest("[data-back]")) return;
    event.preventDefault();
    withdraw();
  });
  return { later, say, refuses, withdraw };
}
