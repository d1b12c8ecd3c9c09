// Asks the server what the round would score, after every change; the latest question wins.

import { phrase } from "../shared/i18n.js";

const WAIT_MS = 120;
// Half a hand breaks laws that the whole one keeps: a doubt waits until the tapping pauses.
const SETTLE_MS = 900;

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export function previewer(form, region, answered) {
  let timer;
  let asking;

  function write(text) {
    const line = Object.assign(document.createElement("p"), { className: "say", textContent: text });
    const box = Object.assign(document.createElement("div"), { id: "preview", className: "fault" });
    box.append(line);
    region.replaceChildren(box);
  }

  async function ask() {
    asking = new AbortController();
    const { signal } = asking;
    try {
      const response = await fetch(form.dataset.preview, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        signal,
      });
      const text = await response.text();
      if (text.includes('class="doubts"')) await pause(SETTLE_MS);
      if (signal.aborted) return;
      if (!text.includes('id="preview"')) throw new Error(response.status);
      region.innerHTML = text;
      answered({ ...region.firstElementChild.dataset });
    } catch (error) {
      if (error.name === "AbortError") return;
      write(
        error instanceof TypeError
          ? phrase("No connection: what you tapped is kept on this page.")
          : phrase("The score cannot be shown just now: what you tapped is kept on this page."),
      );
    }
  }

  function hush() {
    clearTimeout(timer);
    asking?.abort();
  }

  function later() {
    hush();
    timer = setTimeout(ask, WAIT_MS);
  }

  /** Say something in the place of an answer that may be on its way. */
  function say(text) {
    hush();
    write(text);
  }
  return { later, say };
}
