// The preview: asks the server what the round would come to, after every change.

import { element } from "../shared/element.js";
import { phrase } from "../shared/i18n.js";

const WAIT_MS = 120;
// Half a hand may be impossible where the whole one is not: a doubt waits until the tapping pauses.
const SETTLE_MS = 900;

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Show answers in `region`; `answered` gets the data of each. */
export function createPreview(form, region, answered) {
  let timer;
  let asking;
  let current = false;

  function write(text) {
    const line = element("p", { className: "say", textContent: text });
    const box = element("div", { id: "preview", className: "fault" });
    box.append(line);
    region.replaceChildren(box);
  }

  async function fetchPreview(signal) {
    const body = new URLSearchParams(new FormData(form));
    const response = await fetch(form.dataset.preview, { method: "POST", body, signal });
    const text = await response.text();
    if (text.includes('class="doubts"')) await pause(SETTLE_MS);
    if (signal.aborted) return;
    if (!text.includes('id="preview"')) throw new Error(response.status);
    region.innerHTML = text;
    current = true;
    answered({ ...region.firstElementChild.dataset });
  }

  async function ask() {
    asking = new AbortController();
    try {
      await fetchPreview(asking.signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      write(
        error instanceof TypeError
          ? phrase("No connection: what you tapped is kept on this page.")
          : phrase("The score cannot be shown just now: what you tapped is kept on this page."),
      );
    }
  }

  function cancel() {
    current = false;
    clearTimeout(timer);
    asking?.abort();
  }

  /** Ask as soon as nothing has changed for a moment. */
  function later() {
    cancel();
    timer = setTimeout(ask, WAIT_MS);
  }

  /** Say something instead of an answer, even of one that is on its way. */
  function say(text) {
    cancel();
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

  region.addEventListener("click", (event) => {
    if (!event.target.closest("[data-back]")) return;
    event.preventDefault();
    region.querySelector(".at-record").hidden = true;
  });
  return { later, say, refuses };
}
