// An old draft: its round was recorded by others meanwhile.

import { forget } from "./draft-storage.js";
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

/** Offer to use what was entered in it, or to discard it. */
export function offerOldDraft(old, { undo, changed }, draft, notices, refilled) {
  function use() {
    undo.remember();
    draft.use(old);
    forget(old.url);
    changed();
    refilled();
  }
  const buttons = { [phrase("Use what you entered")]: use, [phrase("Discard")]: () => forget(old.url) };
  const facts = { number: old.number, ago: timeAgo(old.at) };
  notices.say("left", phrase("You started round %(number)s here %(ago)s; it has been recorded since.", facts), { buttons });
}
