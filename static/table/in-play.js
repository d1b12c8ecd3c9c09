// Points in play: each tap is stored on this device until the server has it. A lost answer is sent again with the same
// entry key, so it counts once.

import { phrase } from "../shared/i18n.js";
import { keep, read } from "../shared/storage.js";

const AGAIN_MS = 2000;
const PATIENCE_MS = 8000;
const PLACE = `in-play:${location.pathname}`;
// Delays shorter than this are not shown.
const QUIET_MS = 1000;

const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].map((number) => number.toString(16)).join("");

/** Send each tap; `show` gets the updated page, and `line` shows what is not sent yet. */
export function sendPoints(show, line) {
  const waiting = JSON.parse(read(PLACE) || "[]");
  let sending = false;
  line.hidden = true;
  let slow;

  const store = () => keep(PLACE, waiting.length ? JSON.stringify(waiting) : "");

  function tell() {
    line.hidden = !waiting.length;
    line.textContent = phrase("Not sent yet: %(what)s", { what: waiting.map(({ words }) => words).join(" · ") });
  }

  async function send({ url, fields }) {
    const body = new URLSearchParams(fields);
    const response = await fetch(url, { method: "POST", body, signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.status >= 500) throw new Error(response.status);
    return response;
  }

  /** The match has gone on, or this device may not score any more: the page from the server says which. */
  async function answered(response) {
    if (!response.ok) return location.reload();
    if (new URL(response.url).searchParams.has("late")) location.hash = "went-on";
    show(await response.text());
  }

  async function sendAll() {
    if (sending || !waiting.length) return;
    sending = true;
    slow ??= setTimeout(tell, QUIET_MS);
    try {
      while (waiting.length) {
        const response = await send(waiting[0]);
        waiting.shift();
        store();
        await answered(response);
      }
      clearTimeout(slow);
      slow = undefined;
      tell();
    } catch {
      tell();
      setTimeout(sendAll, AGAIN_MS);
    } finally {
      sending = false;
    }
  }

  addEventListener("submit", (event) => {
    if (event.target.id !== "in-play") return;
    event.preventDefault();
    const { value, ariaLabel, textContent } = event.submitter;
    // A tap being sent counts already; one not sent yet is dropped.
    const seen = Number(event.target.elements.seen.value) + waiting.length;
    if (!value && waiting.length > 1) waiting.pop();
    else waiting.push({ url: event.target.action, fields: { seen, points: value, key: newKey() }, words: ariaLabel ?? textContent.trim() });
    store();
    sendAll();
  });
  addEventListener("online", sendAll);
  sendAll();
}
