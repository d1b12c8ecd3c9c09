// Nothing typed is lost: this tab keeps the fields of the form until the match is started.

import { recallGame } from "./games.js";
import { recallPairs } from "./seats.js";

const KEY = "new match";
// Older drafts are forgotten.
const LASTS_MS = 12 * 60 * 60 * 1000;
// These belong to one page, and are not kept.
const OWN = ["csrf_token", "entry_key", "rules_of"];

const form = document.querySelector("form.new");

const fieldsOf = () => [...form.elements].filter(({ type, name, id }) => !["submit", "button", "fieldset"].includes(type) && (name || id) && !OWN.includes(name));
const isOn = ({ type, checked }) => checked || !["radio", "checkbox"].includes(type);

export function keepDraft(started = false) {
  const fields = fieldsOf().filter(isOn).map(({ name, id, value }) => [name || id, value]);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ fields, started, at: Date.now() }));
  } catch {
    // Storage is full or switched off: the browser may still restore the fields.
  }
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

function fill([name, value]) {
  const field = form.elements.namedItem(name);
  if (field instanceof RadioNodeList) field.value = value;
  else if (field?.type === "checkbox") field.checked = true;
  else if (field) field.value = value;
}

const isNew = () => performance.getEntriesByType("navigation")[0].type === "navigate";
const isSent = ([name]) => form.elements.namedItem(name)?.name !== "";

/** Rules without a name are only on a page requested with them. */
function askForRules(fields) {
  const { agreed_rules, game } = Object.fromEntries(fields);
  const asked = new URLSearchParams({ agreed_rules, game });
  if (game === "agreed" && agreed_rules !== form.elements.agreed_rules.value && !location.search) location.replace(`?${asked}`);
}

function restore(fields) {
  askForRules(fields);
  // A link preselects a game only once.
  const asked = form.hasAttribute("data-wanted") && isNew();
  form.elements.partners.checked = false;
  for (const field of fields) if (!(asked && field[0] === "game")) fill(field);
  recallPairs();
  if (fields.some(([name, value]) => name.startsWith("names-") && value)) recallGame();
}

/** Fill in the form as it was left. */
export function restoreDraft() {
  const { fields, started, at } = kept() ?? { fields: [], started: true, at: 0 };
  if (isNew() && form.hasAttribute("data-sent")) {
    // The page shows what was sent; add the other fields.
    for (const field of fields) if (!isSent(field)) fill(field);
    return keepDraft();
  }
  // Do not fill in a match that was started already.
  if (Date.now() - at > LASTS_MS || (isNew() && started)) return keepDraft();
  restore(fields);
}

/** Fill in a page restored from the browser's cache: it may miss the last change. */
export function catchUp() {
  const draft = kept();
  if (draft && !draft.started) restore(draft.fields);
}

const STAYS = /^rules$/;
form.addEventListener("submit", ({ submitter }) => keepDraft(!STAYS.test(submitter?.value)));
