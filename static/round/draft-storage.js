// The drafts in the storage of this device, by their address on the server.

const PREFIX = "draft:";

const isBlank = ({ pairs }) => pairs.every(([, value]) => !value);

/** The stored draft of a round: its parts, whether the server has each, and what is being sent. */
export function load(url) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + url)) ?? { parts: {} };
  } catch {
    return { parts: {} };
  }
}

/** Store a draft, or remove it if it is empty. */
export function store(url, draft) {
  const parts = Object.values(draft.parts);
  try {
    if (!draft.sending && parts.every((part) => isBlank(part) && !part.unsent)) localStorage.removeItem(PREFIX + url);
    else localStorage.setItem(PREFIX + url, JSON.stringify(draft));
  } catch {
    // Storage is full or switched off: the fields of the page still hold everything.
  }
}

/** Whether a draft of a round is stored. */
export function isKept(url) {
  try {
    return localStorage.getItem(PREFIX + url) !== null;
  } catch {
    return false;
  }
}

export const forget = (url) => store(url, { parts: {} });

/** The other drafts of the same match, the latest round first. */
export function otherDrafts(form) {
  const [, match, number] = /^(.*\/rounds\/)(\d+)\//.exec(form.dataset.draft);
  const edits = form.dataset.edits !== undefined;
  const found = [];
  for (const key of Object.keys(localStorage)) {
    const url = key.slice(PREFIX.length);
    const other = key.startsWith(PREFIX + match) && /^(\d+)\/draft$/.exec(url.slice(match.length))?.[1];
    // Others have recorded the round since: it is edited here, or comes before this round.
    if (other && (edits ? other === number : Number(other) < Number(number))) found.push({ url, number: Number(other), ...load(url) });
  }
  return found.sort((a, b) => b.number - a.number);
}
