// The draft of the round on this page, stored on the device at every tap. Its parts are the hands, the points in play,
// the points of the sides, and the rest.

import { forget, load, store } from "./draft-storage.js";

const NOT_KEPT = ["csrf_token", "entry_key", "round_no", "entry", "overruled", "was", "earlier", "action"];

/** The part that a field belongs to, by its name. */
export function partOf(name) {
  if (/-tally$|^(order|keys)$/.test(name)) return "tally";
  if (/^(side-|nobody$)/.test(name)) return "points";
  return /^hands-\d+/.exec(name)?.[0] ?? "rest";
}
const isTicked = ({ type }) => type === "checkbox" || type === "radio";
const isKept = ({ name, type }) => name && !["submit", "button"].includes(type) && !NOT_KEPT.includes(name);

/** Fill in the stored draft, and store what is entered; a part is a list of names with their values. */
export function createDraft(form) {
  const url = form.dataset.draft;
  const fields = [...form.elements].filter(isKept);
  const names = [...new Set(fields.map(({ name }) => partOf(name)))];
  const kept = load(url);
  const read = (part) => [...new FormData(form)].filter(([name]) => !NOT_KEPT.includes(name) && partOf(name) === part);
  const known = {};
  // A page shown offline may be older than the stored draft.
  const newer = kept.at > Number(document.documentElement.dataset.seen ?? Infinity);

  function learn(part) {
    known[part] = JSON.stringify(read(part));
  }

  function write(part, pairs) {
    for (const field of fields.filter(({ name }) => partOf(name) === part)) {
      const own = pairs.filter(([name]) => name === field.name).map(([, value]) => value);
      if (isTicked(field)) field.checked = own.includes(field.value);
      else field.value = own[0] ?? "";
    }
  }

  function save() {
    kept.at = Date.now();
    for (const part of names) {
      const pairs = read(part);
      if (JSON.stringify(pairs) === known[part]) continue;
      kept.parts[part] = { pairs, unsent: true };
      learn(part);
    }
    store(url, kept);
  }

  names.forEach(learn);
  for (const [part, { pairs, unsent }] of Object.entries(kept.parts)) {
    // A form that the server refused and sent back is newer than the stored draft; a draft of the server is not.
    if ((unsent || newer) && form.dataset.sent === undefined) write(part, pairs);
    else kept.parts[part] = { pairs: read(part), unsent };
    learn(part);
  }
  // Store the fields as the server filled them in.
  if (form.dataset.sent !== undefined) store(url, kept);

  return {
    url,
    save,
    /** The parts that the server does not have yet, each with its name. */
    get unsent() {
      return Object.keys(kept.parts).filter((part) => kept.parts[part].unsent).map((part) => [part, kept.parts[part].pairs]);
    },
    isUnsent: (part) => Boolean(kept.parts[part]?.unsent),
    /** Note that the server has a part as it was sent, unless it was changed here since. */
    acknowledge(part, pairs) {
      if (kept.parts[part]?.pairs === pairs) kept.parts[part].unsent = false;
      store(url, kept);
    },
    /** Fill in a part entered on another device; return whether that changed anything. */
    take(part, entered) {
      write(part, Object.entries(entered).flatMap(([name, values]) => values.map((value) => [name, value])));
      const before = known[part];
      learn(part);
      kept.parts[part] = { pairs: read(part), unsent: false };
      store(url, kept);
      return known[part] !== before;
    },
    /** Fill in what was entered for another round. */
    use({ parts }) {
      for (const [part, { pairs }] of Object.entries(parts)) write(part, pairs);
      save();
    },
    /** Empty all fields. */
    clear() {
      // Plays have no order without the seat that leads: it stays.
      const leader = form.elements.entry.value === "plays" && [...new FormData(form)].filter(([name]) => name === "opener");
      for (const part of names) write(part, (part === "rest" && leader) || []);
      save();
    },
    /** The seat whose hand is being entered on this device. */
    get active() {
      return kept.active;
    },
    set active(number) {
      kept.active = number;
      store(url, kept);
    },
    /** The round that is on its way to the server, if it is: its address and its pairs. */
    get sending() {
      return kept.sending;
    },
    set sending(sending) {
      kept.sending = sending;
      store(url, kept);
    },
    /** Forget the draft: its round is recorded. */
    drop() {
      Object.assign(kept, { parts: {}, sending: undefined, active: undefined });
      forget(url);
    },
  };
}
