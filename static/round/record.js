// The page that enters a round: a pad over the typed fields, a preview of the score, and a draft.

import { createDraft } from "./round-draft.js";
import { otherDrafts } from "./draft-storage.js";
import { createLine } from "./message-line.js";
import { createMore } from "./more-button.js";
import { createNotices } from "./notices.js";
import { createOutbox } from "./outbox.js";
import { createPreview } from "./preview.js";
import { createQuestions } from "./questions.js";
import { createSeats } from "./seats.js";
import { createSync } from "./sync.js";
import { createUndo } from "./undo.js";
import { element } from "../shared/element.js";
import { phrase } from "../shared/i18n.js";
import "../shared/tablet.js";

const byId = (id) => document.getElementById(id);
const [form, live, send, stop] = ["record", "live", "send", "stop"].map(byId);
const anyway = byId("anyway") ?? element("button", { id: "anyway", type: "submit", name: "action", value: "record", className: "btn", hidden: true });
send.after(anyway);
const typed = [...form.querySelectorAll('input[name^="hands-"]:not([type="checkbox"]), input[name^="side-"], input:is([name="plays"], [name="boneyard"])')];
const ways = document.querySelector(".seg");
// For browsers without scripts.
form.querySelector(".photo-form")?.remove();

const draft = createDraft(form);
const notices = createNotices(byId("notices"));
const questions = createQuestions(form, live, changed);
const seats = createSeats(form);
const line = createLine();
createMore(form);
const undo = createUndo(form, seats, changed);
const entry = { form, seats, line, undo, changed, turned, withdraw: () => preview.withdraw() };
let pad;
let swap;

const preview = createPreview(form, live, {
  answered(answer) {
    questions.ask(answer);
    pad.showCount?.(answer);
    showActions(answer);
  },
  along: (ask) => sync.along(ask),
});

/** Another hand is being entered here: remember it for when the page opens again. */
function turned() {
  draft.active = seats.current.card.dataset.seat;
}

/** A field was changed here. */
function changed() {
  turned();
  draft.save();
  sync.soon();
  preview.later();
}

/** Fields were filled in from elsewhere. */
function refilled() {
  questions.showAnswered();
  pad.refresh?.();
  preview.later();
}

/** All hands were filled in again. */
function openAgain() {
  seats.openAt();
  pad.turnTo?.(seats.active);
  refilled();
}

/** Show the pad, or the fields: `mode` is "pad" or "type". */
function showMode(mode) {
  form.dataset.mode = mode;
  showWay();
  form.querySelector(".work").hidden = mode !== "pad";
  pad.show(mode === "pad");
}

/** With doubts, the main button leads back to the tiles, and another one records `anyway`. */
function showActions({ record = send.dataset.record, anyway: label, checks } = {}) {
  const check = label || checks !== undefined;
  send.value = check ? "check" : "record";
  send.textContent = check ? send.dataset.check : record;
  anyway.textContent = label;
  anyway.hidden = !label;
}

/** Go through the hands again, from the first that has tiles. */
function checkTiles() {
  pad.turnTo?.((seats.all.find(({ out }) => !out) ?? seats.current).index);
  form.querySelector(".seats").scrollIntoView({ block: "nearest" });
}

/** Say what another device entered: a hand, the points, or what else counts. */
function enteredOn(device, name, part) {
  if (part === "points" && !device) return phrase("The points were entered on another device.");
  if (part === "points") return phrase("The points were entered on %(device)s.", { device });
  if (!name && !device) return phrase("What else counts was entered on another device.");
  if (!name) return phrase("What else counts was entered on %(device)s.", { device });
  if (!device) return phrase("%(name)s’s hand was entered on another device.", { name });
  return phrase("%(name)s’s hand was entered on %(device)s.", { name, device });
}

/** Celebrate a win that another device recorded, over the form; what is entered here stays. */
async function followWin(table) {
  const elsewhere = await import("./won-on-another-device.js").catch(() => null);
  elsewhere?.followWin(table);
}

const sync = createSync(form, draft, {
  entered(parts) {
    for (const { part } of parts) undo.accept(part);
    refilled();
    const { part, device } = parts[0];
    const seat = seats.all.find(({ card }) => `hands-${card.dataset.seat}` === part);
    line.mention(enteredOn(device, seat?.name, part));
  },
  recorded({ text, ...link }) {
    notices.clear("begun");
    notices.say("recorded", text, { link });
  },
  won: followWin,
  refused: (sentence) => notices.say("refused", sentence),
});

/** Nothing in a round may change while it is being sent. */
function lock(on) {
  for (const place of form.querySelectorAll(".seats, .typed-plays, .work, .extras, .choices")) place.inert = on;
  send.disabled = on;
  sync.pause(on);
}

/** Say what is missing before anything is sent. */
form.addEventListener("submit", (event) => {
  const answered = seats.all.find(({ wentOut }) => wentOut && wentOut.name === event.submitter?.name);
  // Not every browser sends the pressed button.
  if (answered) seats.setOut(answered, true);
  if (event.submitter && event.submitter !== send) return;
  // One question at a time.
  pad.dropQuestion?.();
  const checks = send.value === "check";
  if (checks || preview.refuses()) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (checks) checkTiles();
  } else if (matchMedia("(prefers-reduced-motion: no-preference)").matches) navigator.vibrate?.(30);
});

/** Show the page in the answer; an edit may lead to the form of another one, which is loaded. */
async function leave(to, html) {
  if (form.dataset.edits !== undefined) return location.assign(to);
  const { swapIn } = await swap;
  await swapIn(html, to);
}

const outbox = createOutbox(form, draft, {
  busy() {
    lock(true);
    // While the round is on its way; without a network it is tried again.
    byId("table-sheet").disabled = false;
    swap ??= import("../shared/swap.js").catch(() => (swap = undefined));
    anyway.hidden = true;
    send.textContent = phrase("Recording…");
  },
  waits(sentence) {
    preview.say(sentence);
    stop.hidden = !send.disabled;
    send.hidden = send.disabled;
  },
  idle() {
    lock(false);
    showActions();
    send.hidden = false;
    stop.hidden = true;
    preview.later();
  },
  recorded: (to, html) => leave(to, html).catch(() => location.assign(to)),
  done: (number) => notices.say("done", phrase("Round %(number)s, which was kept here, is recorded.", { number })),
});

const isPage = (way) => ["pips", "points"].includes(way);

/** Press the button of the way to enter. */
function showWay() {
  const entered = form.elements.entry.value;
  const way = isPage(entered) ? entered : form.dataset.mode === "pad" ? "tap" : "type";
  for (const button of document.querySelectorAll("[data-way]")) button.setAttribute("aria-pressed", button.dataset.way === way);
}

/** Switch to another method: counting pips, or points alone, is a page of its own, and so is the way back. */
function changeWay(way) {
  if (!isPage(way) && !isPage(form.elements.entry.value)) return showMode(way === "type" ? "type" : "pad");
  const other = [...form.querySelectorAll("button.other")].find(({ value }) => (isPage(way) ? value === way : !isPage(value)));
  if (way === "type") other.formAction = "?typed";
  form.requestSubmit(other);
}

function offerWays() {
  if (!ways) return;
  ways.hidden = false;
  // Typing is in the menu too.
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-way]");
    if (button?.getAttribute("aria-pressed") === "false") changeWay(button.dataset.way);
  });
  for (const link of document.querySelectorAll('.errors a:is([href^="#hands-"], [href="#plays"], [href="#boneyard"])')) {
    link.addEventListener("click", () => ways.querySelector('[aria-pressed="false"][data-way="type"]')?.click());
  }
}

/** The Enter key goes to the next field, from the last to the button: it must not record a half-typed round. */
function nextField(event) {
  const here = typed.indexOf(event.target);
  if (event.key !== "Enter" || here < 0) return;
  event.preventDefault();
  (typed.slice(here + 1).find((field) => field.offsetParent) ?? send).focus();
}

async function turnToOwnHand() {
  if (!/[?&]hand=\d/.test(location.search)) return;
  const { showOwnHand } = await import("./own-hand.js");
  showOwnHand(entry, () => sync.now());
}

/** Empty the form; undo brings everything back. */
function offerFreshStart() {
  byId("afresh").addEventListener("click", () => {
    if (form.dataset.edits !== undefined) {
      // An edited round starts over as it was recorded, which the server knows.
      draft.drop();
      form.requestSubmit(form.querySelector("button.afresh"));
      return;
    }
    notices.clear("begun");
    undo.remember();
    draft.clear();
    changed();
    openAgain();
    line.mention(phrase("Started over. Undo brings the hands back."));
  });
}

/** A round begun here may have been recorded by others. */
async function showOldDraft() {
  const old = form.dataset.sent === undefined && otherDrafts(form).find((other) => !other.sending);
  if (!old) return;
  const { offerOldDraft } = await import("./old-draft.js");
  offerOldDraft(old, entry, draft, notices, openAgain);
}

/** Start the page with the pad of its method of entry. */
export async function recordRound(createPad) {
  pad = createPad(entry);
  form.dataset.js = "";
  offerWays();
  await turnToOwnHand();
  const late = form.dataset.sent !== undefined && otherDrafts(form)[0]?.active;
  seats.openAt(draft.active || late || form.dataset.latest);
  showMode(location.search === "?typed" && !isPage(form.elements.entry.value) ? "type" : "pad");
  // Reloading a page that was sent does not send it again.
  if (form.dataset.address) history.replaceState(null, "", form.dataset.address);
  if (typed.some((field) => field.value) || seats.all.some(({ out }) => out)) preview.later();
  form.addEventListener("input", changed);
  form.addEventListener("keydown", nextField);
  stop.addEventListener("click", outbox.stop);
  addEventListener("pageshow", (event) => {
    if (!event.persisted || !form.isConnected) return;
    seats.leaveFinished();
    showMode(form.dataset.mode);
    outbox.stop();
  });
  offerFreshStart();
  if (form.dataset.won) followWin(form.dataset.won);
  showOldDraft();
  outbox.resume();
  return { entry, pad };
}
