// The questions of a round: those that the server asks, and the open ends of the line.

import { element } from "../shared/element.js";

/** Hide a question, and keep its place: nothing may move while tiles are tapped. */
const hide = (place, on) => place.classList.toggle("unasked", on);

function show(place) {
  place.hidden = false;
  hide(place, false);
}

/** The open ends, if the game asks for them: typed, tapped, or as the preview offers. */
function createEnds(form, preview, changed) {
  const place = form.querySelector(".ends");
  if (!place) return undefined;
  const field = place.querySelector("input");
  const row = element("div", { className: "toggles numbers" });
  let declined = false;

  function show(asked) {
    hide(place, !asked && !declined && !field.value);
  }

  // Two taps name the two ends; a third begins anew.
  function name(end) {
    const named = field.value.trim().split(/\s+/).filter(Boolean);
    field.value = [...(named.length > 1 ? [] : named), end].join(" ");
    changed();
  }

  function answer(ends) {
    field.value = ends;
    declined = !ends;
    show(false);
    if (ends) changed();
    else row.firstElementChild.focus();
  }

  for (let end = 0; end <= Number(place.dataset.highest); end += 1) {
    const button = element("button", { type: "button", className: "btn", textContent: end });
    button.addEventListener("click", () => name(end));
    row.append(button);
  }
  place.append(row);
  show(false);
  preview.addEventListener("click", ({ target }) => {
    const offered = target.closest("[data-ends]");
    if (offered) answer(offered.dataset.ends);
  });
  return { show };
}

/** Let the answer to a question of the preview fill its field in, without recording. */
function settle(form, event) {
  const answer = event.target.closest("[data-settles]");
  if (!answer) return;
  event.preventDefault();
  const field = form.querySelector(`input[name="${answer.name}"]`);
  if (field.type === "checkbox") field.checked = true;
  else field.value = answer.value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

export function createQuestions(form, preview, changed) {
  const ends = createEnds(form, preview, changed);
  const correction = form.querySelector(".correction");

  /** Show the answers that a draft has brought. */
  function showAnswered() {
    if ([...correction.querySelectorAll("input")].some((field) => field.type !== "radio" && field.value)) correction.open = true;
    for (const row of form.querySelectorAll("[data-question]:has(:checked)")) show(row);
  }

  for (const row of form.querySelectorAll("[data-possible][hidden]")) {
    row.hidden = false;
    hide(row, true);
  }

  showAnswered();
  preview.addEventListener("click", (event) => settle(form, event));
  return {
    showAnswered,
    /** Ask what the preview says is needed. */
    ask({ asks = "", questions = "", asksEnds }) {
      const seats = asks.split(" ");
      for (const box of form.querySelectorAll(".lightest")) {
        box.hidden = !seats.includes(box.dataset.seat) && !box.querySelector("input").value;
      }
      const asked = questions.split(" ");
      for (const box of form.querySelectorAll("[data-question]")) {
        if (asked.includes(box.dataset.question)) show(box);
      }
      ends?.show(asksEnds !== undefined);
    },
  };
}
