// Notices about drafts: one that the page goes on with, and one whose round was recorded by others.

import { forget, otherDrafts } from "./draft-storage.js";
import { phrase, phrases } from "../shared/i18n.js";

const MINUTE_MS = 60_000;
const UNITS = [
  [1440, (num) => phrases("%(num)s day ago", "%(num)s days ago", num)],
  [60, (num) => phrases("%(num)s hour ago", "%(num)s hours ago", num)],
  [1, (num) => phrases("%(num)s minute ago", "%(num)s minutes ago", num)],
];

/** How long ago something was, in words. */
function timeAgo(at) {
  const past = Math.floor((Date.now() - at) / MINUTE_MS);
  const [minutes, inWords] = UNITS.find(([size]) => past >= size) ?? [];
  return minutes ? inWords(Math.floor(past / minutes)) : phrase("just now");
}

/** Let the draft that this page goes on with be started afresh. */
export function offerFreshStart({ form, line, undo, changed }, draft, notices, refilled) {
  notices.onPress("begun", (event) => {
    // The server knows what was recorded, with which an amended round begins again.
    if (form.dataset.amends !== undefined) return draft.drop();
    event.preventDefault();
    undo.remember();
    draft.clear();
    changed();
    refilled();
    line.mention(phrase("Started afresh. Undo brings the hands back."));
  });
}

/** Offer what was entered here for a round that others have recorded since. */
export function offerOldDraft({ form, undo, changed }, draft, notices, refilled) {
  const old = form.dataset.sent === undefined && otherDrafts(form).find((other) => !other.sending);
  if (!old) return;
  function use() {
    undo.remember();
    draft.use(old);
    forget(old.url);
    changed();
    refilled();
  }
  const buttons = { [phrase("Use what you entered")]: use, [phrase("Discard")]: () => forget(old.url) };
  const facts = { number: old.number, ago: timeAgo(old.at) };
  notices.say("left", phrase("You had begun round %(number)s here %(ago)s; it has been recorded since.", facts), { buttons });
}
