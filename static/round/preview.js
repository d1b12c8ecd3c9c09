// The preview: asks the server for the score of the round. One request at a time, which also sends the draft.

import { element } from "../shared/element.js";
import { phrase } from "../shared/i18n.js";

// A tap after a pause is sent at once; during quick taps the request waits for a pause.
const REST_MS = 150;
// Send it now and then, however long the tapping goes on.
const LONGEST_MS = 500;
const PATIENCE_MS = 8000;
// Half a hand may be impossible though the whole one is not: a doubt waits until the tapping pauses.
const SETTLE_MS = 900;

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Show answers in `region`; `answered` gets the data of each. `along` is called with a function that sends the form
 * with the parts of the draft to keep, and returns the server's answer about them.
 */
export function createPreview(form, region, { answered, along }) {
  let timer;
  let asking = false;
  // The timer of the next request, and the time of the last one.
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

  /** Show an answer, unless the form has changed since. */
  async function show(html, change) {
    if (html.includes('class="doubts"')) await pause(SETTLE_MS);
    // Showing the same answer again would hide the questions shown by an attempt to record.
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
    // If nothing can be stored just now, the score can still be shown.
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
    // A request due by then is sent after the answer.
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

  /** Ask at once, or when the taps pause. */
  function later() {
    const now = performance.now();
    const rested = now - changedAt >= REST_MS;
    changedAt = now;
    changes += 1;
    current = false;
    // The answer on its way is about the tap before.
    region.ariaBusy = "true";
    if (due > now) due = rested ? now : Math.min(now + REST_MS, askedAt + LONGEST_MS);
    clearTimeout(timer);
    timer = setTimeout(ask, due - now);
  }

  /** Show a message instead of an answer, even one that is on its way. */
  function say(text) {
    clearTimeout(timer);
    due = Infinity;
    changes += 1;
    current = false;
    write(text);
  }

  /** Show what prevents recording, from the last answer of the server; false if nothing does. */
  function refuses() {
    const refusal = current && region.querySelector(".at-record");
    if (!refusal) return false;
    refusal.hidden = false;
    refusal.focus({ preventScroll: true });
    return true;
  }

  /** Remove the questions shown by an attempt to record. */
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
