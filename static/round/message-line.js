// The message line in the bar: from the pad (what to tap next, what was done, a question), or about the round.

import { element } from "../shared/element.js";

/** The name of a seat, to stand in a message. */
export const bold = (seat) => element("b", { className: seat.colour, textContent: seat.name });

// A question about the round, or an error in it.
const ASKED = ".expected, .doubts, #preview.fault, .at-record:not([hidden])";
const LONG = 60;

export function createLine() {
  const line = document.getElementById("line");
  const live = document.getElementById("live");
  const bar = line.closest(".bar");
  let last = "round";

  // When entering tile by tile there is always a next tile.
  const byPlays = document.getElementById("pass") !== null;

  /** The last message counts, but never replaces a question; while the round is open, the pad's counts. */
  function speaker() {
    if (line.classList.contains("ask")) return "pad";
    if (bar.querySelector(".choices > :not([hidden])")) return "choice";
    if (live.querySelector(ASKED)) return "round";
    return byPlays || live.querySelector(".open") ? "pad" : last;
  }

  function speak(voice = last) {
    last = voice;
    bar.dataset.speaks = speaker();
  }

  function write(parts, asks) {
    const said = element("p", {});
    said.append(...parts);
    line.classList.toggle("ask", asks);
    // Do not draw the same message again, or have it read aloud again.
    if (line.innerHTML !== said.innerHTML) line.replaceChildren(...said.childNodes);
    line.classList.toggle("long", line.textContent.length > LONG);
    speak("pad");
  }

  new MutationObserver(() => speak("round")).observe(live, { childList: true, subtree: true, attributeFilter: ["hidden"] });
  new MutationObserver(() => speak()).observe(bar.querySelector(".choices"), { childList: true, subtree: true, attributeFilter: ["hidden"] });
  return {
    say: (...parts) => write(parts, false),
    ask: (...parts) => write(parts, true),
    /** Show a message that is less important than a question. */
    mention(text) {
      if (!line.classList.contains("ask")) write([text], false);
    },
  };
}
