// Entering a round: a pad over the typed fields, the score while typing, and a draft that outlives the page.

import { deskOf } from "./seats.js";
import { draftOf, forget, othersOf } from "./draft.js";
import { extrasOf } from "./questions.js";
import { numberPad } from "./number-pad.js";
import { ago, noticesOf } from "./notices.js";
import { handsPad } from "./pad.js";
import { playsPad } from "./plays.js";
import { previewer } from "./preview.js";
import { senderOf } from "./outbox.js";
import { syncOf } from "./sync.js";
import { phrase } from "../shared/i18n.js";

const PADS = { tiles: handsPad, plays: playsPad, pips: numberPad, totals: numberPad };

const byId = (id) => document.getElementById(id);
const [form, live, send, stop, toggle, otherEntry] = ["record", "live", "send", "stop", "toggle", "other-entry"].map(byId);
const label = send.textContent;
const typed = [...form.querySelectorAll('input[name^="hands-"], input[name="plays"]')];

const draft = draftOf(form);
const notices = noticesOf(byId("notices"));
const extras = extrasOf(form, live, changed);
const preview = previewer(form, live, (answer) => {
  extras.ask(answer);
  pad.counted?.(answer);
  send.textContent = answer.record ?? label;
});
const desk = deskOf(form, changed);
const pad = (PADS[form.elements.entry.value] ?? handsPad)(form, desk, changed);

function changed() {
  draft.save();
  sync.soon();
  preview.later();
}

/** Show what was filled in by nobody's finger here. */
function refilled() {
  extras.shown();
  pad.refresh?.();
  preview.later();
}

function work(mode) {
  form.dataset.mode = mode;
  toggle.textContent = mode === "pad" ? phrase("Type instead") : phrase("Tap instead");
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
if (/[?&]hand=\d/.test(location.search)) {
  const { ownHand } = await import("./own-hand.js");
  ownHand(form, desk, () => sync.now());
}
work("pad");
if (desk.seat.pick) {
  const keys = () => import("./shortcuts.js").then(({ keyboardOf }) => keyboardOf(form, desk));
  // Where there is a mouse there are keys; else they are waited for.
  if (matchMedia("(hover: hover)").matches) keys();
  else addEventListener("keydown", keys, { once: true });
}
if (typed.some((field) => field.value)) preview.later();

form.addEventListener("input", changed);
// Enter goes on to the next field instead of recording a half-typed round.
form.addEventListener("keydown", (event) => {
  const here = typed.indexOf(event.target);
  if (event.key !== "Enter" || here < 0) return;
  event.preventDefault();
  typed.slice(here + 1).find((field) => field.offsetParent)?.focus();
});

/** Say what was entered elsewhere: a hand, or what else counts. */
function enteredOn(device, name) {
  if (!name && !device) return phrase("What else counts was entered on another device.");
  if (!name) return phrase("What else counts was entered on %(device)s.", { device });
  if (!device) return phrase("%(name)s’s hand was entered on another device.", { name });
  return phrase("%(name)s’s hand was entered on %(device)s.", { name, device });
}

const sync = syncOf(form, draft, {
  entered(parts) {
    for (const { part } of parts) desk.accept(part);
    refilled();
    const { part, device } = parts[0];
    const seat = desk.seats.find(({ card }) => `hands-${card.dataset.seat}` === part);
    desk.mention(enteredOn(device, seat?.name));
  },
  recorded({ text, ...link }) {
    notices.clear("begun");
    notices.say("recorded", text, { link });
  },
  refused: (sentence) => notices.say("refused", sentence),
});

/** While the round is on its way nothing in it may change. */
function lock(on) {
  for (const place of form.querySelectorAll(".seats, .typed-plays, .work, .extras")) place.inert = on;
  send.disabled = on;
  sync.pause(on);
}

const sender = senderOf(form, draft, {
  busy() {
    lock(true);
    send.textContent = phrase("Recording …");
  },
  waits(sentence) {
    preview.say(sentence);
    stop.hidden = !send.disabled;
    send.hidden = send.disabled;
  },
  idle() {
    lock(false);
    send.textContent = label;
    send.hidden = false;
    stop.hidden = true;
    preview.later();
  },
  done: (number) => notices.say("done", phrase("Round %(number)s, which was kept here, is recorded.", { number })),
});
stop.addEventListener("click", sender.stop);
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  work(form.dataset.mode);
  sender.stop();
});

notices.onPress("begun", (event) => {
  // What is amended begins again as it was recorded, which the server knows.
  if (form.dataset.amends !== undefined) return draft.drop();
  event.preventDefault();
  desk.remember();
  draft.clear();
  changed();
  refilled();
  desk.mention(phrase("Started afresh. Undo brings the hands back."));
});
const left = form.dataset.sent === undefined && othersOf(form).find((other) => !other.sending);
if (left) {
  const buttons = {
    [phrase("Use what you entered")]: () => {
      desk.remember();
      draft.use(left);
      forget(left.url);
      changed();
      refilled();
    },
    [phrase("Discard")]: () => forget(left.url),
  };
  const facts = { number: left.number, ago: ago(left.at) };
  notices.say("left", phrase("You had begun round %(number)s here %(ago)s; it has been recorded since.", facts), { buttons });
}
sender.resume();
