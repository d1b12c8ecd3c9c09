// The editor of house rules: shows one group at a time, or a search; the server checks each change at once.

import { openDialogs } from "./dialogs.js";
import { morph } from "../table/morph.js";

const WAIT_MS = 250;

const form = document.getElementById("rules");
const seek = document.getElementById("seek");
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

let group = location.hash;
let timer;
let asked = 0;

function show() {
  const words = plain(seek.value).split(/\s+/).filter(Boolean);
  const sections = [...form.querySelectorAll(".set")];
  if (!sections.some(({ id }) => `#${id}` === group)) group = `#${sections[0].id}`;
  for (const section of sections) {
    for (const rule of section.querySelectorAll(".rule")) rule.hidden = !words.every((word) => plain(rule.textContent).includes(word));
    section.hidden = words.length ? !section.querySelector(".rule:not([hidden])") : `#${section.id}` !== group;
  }
  document.getElementById("none").hidden = !words.length || sections.some(({ hidden }) => !hidden);
  for (const link of form.querySelectorAll(".groups a")) {
    if (!words.length && link.hash === group) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

/** Let the server check the rules; ask again if they changed meanwhile. */
async function ask(button) {
  clearTimeout(timer);
  const sent = new FormData(form);
  sent.set(button?.name ?? "action", button?.value ?? "rules");
  const own = ++asked;
  const answer = await fetch(form.getAttribute("action"), { method: "POST", body: sent }).catch(() => null);
  if (!answer || own !== asked) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("rules");
  if (!fresh || own !== asked) return;
  for (const open of form.querySelectorAll(".rule details[open]")) fresh.querySelector(`#${open.closest(".rule").id} details`)?.setAttribute("open", "");
  const { id } = document.activeElement;
  const words = seek.value;
  morph(document.getElementById("main"), page.getElementById("main"));
  for (const field of form.elements) if (field.localName === "select") field.value = [...field.options].find(({ defaultSelected }) => defaultSelected)?.value ?? field.value;
  for (const field of form.querySelectorAll("input:not([type=search])")) field.value = field.defaultValue;
  seek.value = words;
  show();
  if (id) document.getElementById(id)?.focus({ preventScroll: true });
}

function changed(wait) {
  asked++;
  clearTimeout(timer);
  timer = setTimeout(ask, wait);
}

openDialogs();
show();
addEventListener("hashchange", () => {
  group = location.hash;
  show();
});
form.addEventListener("input", ({ target }) => {
  if (target === seek) show();
});
form.addEventListener("change", ({ target }) => {
  if (target === seek || target.closest("dialog")) return;
  if (target.id === "of") form.querySelector("[value=rules]").click();
  else changed(0);
});
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches("dialog input, [type=search]")) return;
  event.preventDefault();
  // In the dialog it presses what the dialog is for, and not the first button of the form.
  event.target.closest("dialog")?.querySelector("[type=submit]:last-child").click();
});
form.addEventListener("click", (event) => {
  const step = event.target.closest("[data-by]");
  const usual = event.target.closest("[name=usual]");
  const link = event.target.closest(".groups a");
  if (step) {
    const field = step.parentElement.querySelector("input");
    field.value = Number(field.value) + Number(step.dataset.by);
    changed(WAIT_MS);
  }
  if (usual) {
    event.preventDefault();
    ask(usual);
  }
  if (link) {
    event.preventDefault();
    seek.value = "";
    group = link.hash;
    show();
    scrollTo(0, 0);
  }
});
