// The questions of a round, in the bar one at a time: those of the server, and the open ends of the line.

import { element } from "../shared/element.js";

/** Tied hands: the lightest tile of each is typed. */
function createTie(form, choices) {
  const tie = element("div", { className: "choice tie", hidden: true });
  for (const box of form.querySelectorAll(".lightest")) {
    const field = box.querySelector(".field");
    field.dataset.seat = box.dataset.seat;
    tie.append(field);
  }
  if (tie.children.length) choices.append(tie);
  return {
    place: tie,
    asks({ asks = "" }) {
      const seats = asks.split(" ");
      for (const field of tie.children) field.hidden = !seats.includes(field.dataset.seat) && !field.querySelector("input").value;
      return asks !== "";
    },
  };
}

/** The open ends, if the game asks for them: two taps name them, a third begins again. */
function createEnds(place, changed) {
  const field = place.querySelector("input");
  const named = () => field.value.trim().split(/\s+/).filter(Boolean);
  const row = element("div", { className: "toggles numbers" });

  function name(end) {
    field.value = [...(named().length > 1 ? [] : named()), end].join(" ");
    changed();
  }

  for (let end = 0; end <= Number(place.dataset.highest); end += 1) {
    const button = element("button", { type: "button", className: "btn", textContent: end });
    button.addEventListener("click", () => name(end));
    row.append(button);
  }
  place.append(row);
  return {
    place,
    fill(ends) {
      field.value = ends;
      if (ends) changed();
    },
    /** They may help, but are not required. */
    offered: ({ asksEnds }) => asksEnds !== undefined,
    asks() {
      const ends = named();
      for (const button of row.children) button.setAttribute("aria-pressed", ends.includes(button.textContent));
      return ends.length === 1;
    },
  };
}

/** A question with a radio button for each answer; with plays, the leader must be known before the first tile. */
function createRadios(place, form) {
  const { plays } = form.elements;
  const { question } = place.dataset;
  return {
    place,
    asks: ({ questions = "" }) => questions.split(" ").includes(question) || Boolean(plays && question === "opener" && !plays.value),
  };
}

const isAnswered = ({ place }) =>
  [...place.querySelectorAll("input")].some(({ type, checked, value }) => (type === "radio" ? checked : value));

/** Fill the field of a question in the preview with its answer, without recording. */
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
  const choices = form.querySelector(".choices");
  const ends = choices.querySelector(".ends") && createEnds(choices.querySelector(".ends"), changed);
  const radios = [...choices.querySelectorAll("[data-question]")].map((place) => createRadios(place, form));
  const all = [...radios, ends, createTie(form, choices)].filter(Boolean);
  const correction = form.querySelector(".correction");
  let answer = {};
  // Asked again from "More", or if the page guessed wrong.
  let again;

  /** Show the questions one after another, and any that has the focus of a keyboard. */
  function show() {
    const asked = all.filter((each) => each.asks(answer) || each === again);
    const shown = all.find(({ place }) => place.querySelector(":focus-visible")) ?? asked[0];
    for (const each of all) {
      each.place.hidden = each !== shown;
      each.button.hidden = !isAnswered(each) && !each.offered?.(answer);
    }
  }

  function ask(question) {
    again = question;
    show();
  }

  for (const each of all) {
    const textContent = each.place.querySelector("legend, label")?.textContent.trim();
    each.button = element("button", { type: "button", className: "btn", textContent });
    each.button.addEventListener("click", () => ask(each));
    document.getElementById("rest").prepend(each.button);
    each.place.addEventListener("focusout", () => setTimeout(show));
  }
  form.querySelector(".says").append(choices);
  preview.addEventListener("click", ({ target }) => {
    const offered = target.closest("[data-ends]");
    if (!offered) return;
    ends.fill(offered.dataset.ends);
    ask(offered.dataset.ends ? undefined : ends);
  });
  preview.addEventListener("click", (event) => settle(form, event));
  show();
  return {
    /** Show the answers from a draft. */
    showAnswered() {
      if ([...correction.querySelectorAll("input")].some((field) => field.type !== "radio" && field.value)) correction.open = true;
      show();
    },
    /** Ask the questions that the preview needs. */
    ask(found) {
      answer = found;
      ask(undefined);
    },
  };
}
