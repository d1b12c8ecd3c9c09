// Chooses the two ends of a tile.

import { nameOf, endsOf } from "./tile-text.js";
import { face } from "./tile-faces.js";
import { element } from "../shared/element.js";
import { phrase } from "../shared/i18n.js";

export function createEnds(highest) {
  const place = element("div", { className: "ends-of", hidden: true });
  let ends = [0, 0];

  function row(side, legend, chosen) {
    const group = element("div", { className: "end" });
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", legend);
    for (let end = 0; end <= highest; end += 1) {
      const made = element("button", { type: "button", className: "btn", textContent: end });
      made.setAttribute("aria-pressed", ends[side] === end);
      made.addEventListener("click", () => {
        ends[side] = end;
        for (const other of group.children) other.setAttribute("aria-pressed", other === made);
        place.querySelector(".tile").innerHTML = face(...ends);
        chosen(nameOf(...ends));
      });
      group.append(made);
    }
    return group;
  }

  function button(words, press) {
    const made = element("button", { type: "button", className: "btn", textContent: words });
    made.addEventListener("click", press);
    return made;
  }

  function close() {
    place.hidden = true;
    place.parentElement?.removeAttribute("data-choosing");
  }

  return {
    element: place,
    close,
    /** Choose the ends of a tile: `chosen` gets its name at each tap and at the end; `gone` removes the tile. */
    open(tile, chosen, gone) {
      // The higher end first, as the tiles are drawn.
      ends = endsOf(tile.name).reverse();
      const shown = element("span", { className: "tile", innerHTML: face(...ends) });
      const two = element("div", { className: "two" });
      const done = button(phrase("Done"), () => {
        close();
        chosen(nameOf(...ends));
      });
      two.append(button(phrase("Not a tile"), gone), done);
      place.replaceChildren(shown, row(0, phrase("One end"), chosen), row(1, phrase("The other end"), chosen), two);
      place.hidden = false;
      place.parentElement.dataset.choosing = "";
      place.querySelector('[aria-pressed="true"]').focus();
    },
  };
}
