// The line above the pad: what to tap next, what was done, or a question.

import { element } from "../shared/element.js";

/** The name of a seat, to stand in a message. */
export const bold = (seat) => element("b", { className: seat.colour, textContent: seat.name });

export function createLine() {
  const line = document.getElementById("line");
  const write = (parts, asks) => {
    line.classList.toggle("ask", asks);
    line.replaceChildren(...parts);
  };
  return {
    say: (...parts) => write(parts, false),
    ask: (...parts) => write(parts, true),
    /** Say something that is less important than a question. */
    mention(text) {
      if (!line.classList.contains("ask")) write([text], false);
    },
  };
}
