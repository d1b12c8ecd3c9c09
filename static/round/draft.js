// What is entered, in parts: a hand each, and the rest. The device keeps it at every tap, until the round is recorded.

const NOT_KEPT = ["csrf_token", "entry_key", "round_no", "entry", "overruled", "was", "action"];
const PREFIX = "draft:";

const partOf = (name) => /^hands-\d+/.exec(name)?.[0] ?? "rest";
const ticked = ({ type }) => type === "checkbox" || type === "radio";
const blank = ({ pairs }) => pairs.every(([, value]) => !value);

/** What the device keeps under an address: parts, whether each is known to the server, and what is being sent. */
function load(url) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + url)) ?? { parts: {} };
  } catch {
    return { parts: {} };
  }
}

function store(url, kept) {
  const parts = Object.values(kept.parts);
  try {
    if (!kept.sending && parts.every((part) => blank(part) && !part.unsent)) localStorage.removeItem(PREFIX + url);
    else localStorage.setItem(PREFIX + url, JSON.stringify(kept));
  } catch {
    // Storage is full or switched off: the page itself still holds everything.
  }
}

/** Forget what the device keeps under an address. */
export const forget = (url) => store(url, { parts: {} });

/** The other drafts of the same match on this device, the latest round first. */
export function othersOf(form) {
  const [, match, number] = /^(.*\/rounds\/)(\d+)\//.exec(form.dataset.draft);
  const amends = form.dataset.amends !== undefined;
  const found = [];
  for (const name of Object.keys(localStorage)) {
    const url = name.slice(PREFIX.length);
    const other = url.startsWith(match) && name.startsWith(PREFIX) && /^(\d+)\/draft$/.exec(url.slice(match.length))?.[1];
    // What is amended is what was begun; what is entered comes after it.
    if (other && (amends ? other === number : Number(other) < Number(number))) found.push({ url, number: Number(other), ...load(url) });
  }
  return found.sort((a, b) => b.number - a.number);
}

export function draftOf(form) {
  const url = form.dataset.draft;
  const fields = [...form.elements].filter(({ name, type }) => name && !["submit", "button"].includes(type) && !NOT_KEPT.includes(name));
  const names = [...new Set(fields.map(({ name }) => partOf(name)))];
  const kept = load(url);
  const read = (part) => [...new FormData(form)].filter(([name]) => !NOT_KEPT.includes(name) && partOf(name) === part);
  const known = {};
  // A copy of the page that was kept here knows nothing of what was entered after it was seen.
  const newer = kept.at > Number(document.documentElement.dataset.seen ?? Infinity);

  function learn(part) {
    known[part] = JSON.stringify(read(part));
  }

  function write(part, pairs) {
    for (const field of fields.filter(({ name }) => partOf(name) === part)) {
      const own = pairs.filter(([name]) => name === field.name).map(([, value]) => value);
      if (ticked(field)) field.checked = own.includes(field.value);
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
    // What was just sent from here and came back is newer than what was kept; a draft of the server's is not.
    if ((unsent || newer) && form.dataset.sent === undefined) write(part, pairs);
    else kept.parts[part] = { pairs: read(part), unsent };
    learn(part);
  }

  return {
    url,
    save,
    get unsent() {
      return Object.keys(kept.parts).filter((part) => kept.parts[part].unsent).map((part) => [part, kept.parts[part].pairs]);
    },
    isUnsent: (part) => Boolean(kept.parts[part]?.unsent),
    /** The server has a part as it was sent; it may have been changed here since. */
    acknowledge(part, pairs) {
      if (kept.parts[part]?.pairs === pairs) kept.parts[part].unsent = false;
      store(url, kept);
    },
    /** Fill a part in as another device entered it; say whether that changed anything. */
    take(part, entered) {
      write(part, Object.entries(entered).flatMap(([name, values]) => values.map((value) => [name, value])));
      const before = known[part];
      learn(part);
      kept.parts[part] = { pairs: read(part), unsent: false };
      store(url, kept);
      return known[part] !== before;
    },
    /** Put what was entered for another round here. */
    use({ parts }) {
      for (const [part, { pairs }] of Object.entries(parts)) write(part, pairs);
      save();
    },
    clear() {
      // Whose turn is counted from is no entry of the plays: without it they have no order.
      const led = form.elements.entry.value === "plays" && [...new FormData(form)].filter(([name]) => name === "opener");
      for (const part of names) write(part, (part === "rest" && led) || []);
      save();
    },
    get sending() {
      return kept.sending;
    },
    set sending(sending) {
      kept.sending = sending;
      store(url, kept);
    },
    drop() {
      Object.assign(kept, { parts: {}, sending: undefined });
      forget(url);
    },
  };
}
