// What else counts: the questions a round cannot do without, and the open ends of the line.

import { element } from "./seats.js";

export function extrasOf(form, live, changed) {
  const ends = form.querySelector(".ends");
  const looked = ends?.querySelector("input");
  const correction = form.querySelector(".correction");
  let declined = false;

  function showEnds(asked) {
    ends.hidden = !asked && !declined && !looked.value;
  }

  // Two taps name the two ends; a third begins anew.
  function name(end) {
    const named = looked.value.trim().split(/\s+/).filter(Boolean);
    looked.value = [...(named.length > 1 ? [] : named), end].join(" ");
    changed();
  }

  if (ends) {
    const row = element("div", { className: "toggles numbers" });
    for (let end = 0; end <= Number(ends.dataset.highest); end += 1) {
      const button = element("button", { type: "button", className: "btn", textContent: end });
      button.addEventListener("click", () => name(end));
      row.append(button);
    }
    ends.append(row);
    showEnds(false);
    live.addEventListener("click", ({ target }) => {
      const answer = target.closest("[data-ends]");
      if (!answer) return;
      looked.value = answer.dataset.ends;
      declined = !looked.value;
      showEnds(false);
      if (looked.value) changed();
      else row.firstElementChild.focus();
    });
  }

  // What a draft brought back is there to be seen.
  function shown() {
    if ([...correction.querySelectorAll("input")].some((field) => field.type !== "radio" && field.value)) correction.open = true;
    for (const row of form.querySelectorAll("[data-question]:has(:checked)")) row.hidden = false;
  }

  shown();
  return {
    shown,
    /** Ask what the answered preview cannot do without. */
    ask({ asks = "", questions = "", asksEnds }) {
      const seats = asks.split(" ");
      for (const box of form.querySelectorAll(".lightest")) {
        box.hidden = !seats.includes(box.dataset.seat) && !box.querySelector("input").value;
      }
      const asked = questions.split(" ");
      for (const box of form.querySelectorAll("[data-question]")) {
        if (asked.includes(box.dataset.question)) box.hidden = false;
      }
      if (ends) showEnds(asksEnds !== undefined);
    },
  };
}
