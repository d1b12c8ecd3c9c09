// Entering a round: a pad over the typed fields, the score while typing, and a draft that outlives the page.

import { deskOf } from "./desk.js";
import { draftOf } from "./draft.js";
import { extrasOf } from "./extras.js";
import { numberPad } from "./keys.js";
import { handsPad } from "./pad.js";
import { playsPad } from "./plays.js";
import { previewer } from "./preview.js";

const PADS = { tiles: handsPad, plays: playsPad, pips: numberPad, totals: numberPad };

const form = document.getElementById("record");
const live = document.getElementById("live");
const send = document.getElementById("send");
const toggle = document.getElementById("toggle");
const otherEntry = document.getElementById("other-entry");
const typed = [...form.querySelectorAll('input[name^="hands-"], input[name="plays"]')];

const draft = draftOf(form);
if (draft.blank) draft.restore();

const extras = extrasOf(form, live, changed);
const preview = previewer(form, live, (answer) => {
  extras.ask(answer);
  pad.counted?.(answer);
  send.textContent = answer.record ?? "Record round";
});
const desk = deskOf(form, changed);
const pad = (PADS[form.elements.entry.value] ?? handsPad)(form, desk, changed);

function changed() {
  draft.save();
  preview.later();
}

function work(mode) {
  form.dataset.mode = mode;
  toggle.textContent = mode === "pad" ? "Type instead" : "Tap instead";
  form.querySelector(".work").hidden = mode !== "pad";
  pad.show(mode === "pad");
}

form.dataset.js = "";
if (otherEntry) {
  otherEntry.hidden = false;
  otherEntry.addEventListener("click", (event) => {
    event.preventDefault();
    // The form carries what was tapped; the address alone would not.
    form.requestSubmit(form.querySelector("button.other"));
  });
}
// A number pad needs no other mode: its fields are there to be typed into.
if (form.querySelector(".pad")) {
  toggle.hidden = false;
  toggle.addEventListener("click", () => work(form.dataset.mode === "pad" ? "type" : "pad"));
  for (const link of document.querySelectorAll('.errors a[href^="#hands-"], .errors a[href="#plays"]')) {
    link.addEventListener("click", () => work("type"));
  }
}
addEventListener("pageshow", (event) => event.persisted && work(form.dataset.mode));
work("pad");
if (!draft.blank) preview.later();

form.addEventListener("input", changed);
// Enter goes on to the next field instead of recording a half-typed round.
form.addEventListener("keydown", (event) => {
  const here = typed.indexOf(event.target);
  if (event.key !== "Enter" || here < 0) return;
  event.preventDefault();
  typed.slice(here + 1).find((field) => field.offsetParent)?.focus();
});
form.addEventListener("submit", (event) => {
  if (navigator.onLine) return draft.drop();
  event.preventDefault();
  preview.say("No connection: what you tapped is kept on this page.");
});
