// Entering a round: the pad over the typed fields, the score while typing, and a draft that outlives the page.

import { padOf } from "./pad.js";
import { previewer } from "./preview.js";

const form = document.getElementById("record");
const toggle = document.getElementById("toggle");
const typed = [...form.querySelectorAll('[name^="hands-"]')];
const draftKey = `${location.pathname}#${form.elements.round_no?.value}`;

const preview = previewer(form, document.getElementById("live"), (asks) => {
  const asked = asks.split(" ");
  for (const box of form.querySelectorAll(".lightest")) {
    box.hidden = !asked.includes(box.dataset.seat) && !box.querySelector("input").value;
  }
});

function changed() {
  saveDraft();
  preview.later();
}

function saveDraft() {
  const values = Object.fromEntries(typed.map((field) => [field.name, field.value]));
  try {
    sessionStorage.setItem(draftKey, JSON.stringify({ ...readDraft(), ...values }));
  } catch {
    // Storage is full or switched off: the page itself still holds everything.
  }
}

function readDraft() {
  try {
    return JSON.parse(sessionStorage.getItem(draftKey)) ?? {};
  } catch {
    return {};
  }
}

function restoreDraft() {
  if (typed.some((field) => field.value)) return;
  const draft = readDraft();
  for (const field of typed) field.value = draft[field.name] ?? "";
}

restoreDraft();
if (typed.some((field) => field.value)) preview.later();
form.dataset.js = "";
document.getElementById("other-entry").hidden = false;
const pad = form.querySelector(".pad") && padOf(form, changed);

function work(mode) {
  form.dataset.mode = mode;
  toggle.textContent = mode === "pad" ? "Type instead" : "Tap instead";
  pad.show(mode === "pad");
}

if (pad) {
  toggle.hidden = false;
  toggle.addEventListener("click", () => work(form.dataset.mode === "pad" ? "type" : "pad"));
  for (const link of document.querySelectorAll('.errors a[href^="#hands-"]')) {
    link.addEventListener("click", () => work("type"));
  }
  addEventListener("pageshow", (event) => event.persisted && work(form.dataset.mode));
  work("pad");
}

form.addEventListener("input", changed);
// Enter goes on to the next field instead of recording a half-typed round.
form.addEventListener("keydown", (event) => {
  const here = typed.indexOf(event.target);
  if (event.key !== "Enter" || here < 0) return;
  event.preventDefault();
  typed.slice(here + 1).find((field) => field.offsetParent)?.focus();
});
form.addEventListener("submit", (event) => {
  if (navigator.onLine) return sessionStorage.removeItem(draftKey);
  event.preventDefault();
  preview.say("No connection: what you tapped is kept on this page.");
});
