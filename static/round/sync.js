// Keeps the draft the same on all devices: sends its parts to the server, and fills in those of other devices. The
// preview sends most of them.

import { partOf } from "./round-draft.js";
import { EVERY_MS } from "../shared/interval.js";

const SOON_MS = 300;
const PATIENCE_MS = 8000;
// A field that was typed into just now is not overwritten.
const TYPING_MS = 5000;

/** `page` shows what others `entered`, that the round is `recorded`, who has `won`, and why a part was `refused`. */
export function createSync(form, draft, page) {
  let { tag } = form.dataset;
  // The page came with the parts up to this revision.
  let base = Number(tag.split(".")[1]);
  let revisions = {};
  let version = tag.split(".")[0];
  let timer;
  let busy = false;
  let refused = false;
  let paused = false;
  let typedAt = -Infinity;
  let won = form.dataset.won ?? null;

  const field = () => document.activeElement?.name;
  const isTyping = (part) => field() && partOf(field()) === part && performance.now() - typedAt < TYPING_MS;

  function ask(sent) {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    if (!sent.length) return fetch(draft.url, { headers: { "If-None-Match": `"${tag}"` }, cache: "no-store", signal });
    const body = new URLSearchParams([["csrf_token", form.elements.csrf_token?.value ?? ""]]);
    for (const [part, pairs] of sent) {
      body.append("part", part);
      for (const [name, value] of pairs) body.append(name, value);
    }
    return fetch(draft.url, { method: "POST", body, signal, keepalive: true });
  }

  /** A new version of a draft has new revisions of its parts. */
  function noteVersion() {
    if (tag.split(".")[0] === version) return;
    [version] = tag.split(".");
    revisions = {};
    base = 0;
  }

  /** Fill in newer parts from the server; return those that changed. */
  function takeParts(parts, own) {
    const entered = [];
    for (const [part, { fields, revision, device }] of Object.entries(parts)) {
      if (revision <= (revisions[part] ?? base) || draft.isUnsent(part)) continue;
      if (!own.has(part) && isTyping(part)) {
        // The part will be asked for again.
        tag = "";
        continue;
      }
      revisions[part] = revision;
      if (!own.has(part) && draft.take(part, fields)) entered.push({ part, device });
    }
    return entered;
  }

  function learn(state, sent) {
    tag = state.tag;
    noteVersion();
    for (const [part, pairs] of sent) draft.acknowledge(part, pairs);
    if (state.won !== won) page.won(state.won);
    won = state.won;
    if (state.recorded) {
      paused = true;
      return page.recorded(state.recorded);
    }
    const entered = takeParts(state.parts, new Map(sent));
    if (entered.length) page.entered(entered);
  }

  /** Exchange drafts with the server; `send` gets what is unsent, and returns the answer. */
  async function exchange(send) {
    clearTimeout(timer);
    busy = true;
    const sent = refused ? [] : draft.unsent;
    let next = EVERY_MS;
    try {
      const state = await send(sent);
      if (!state || paused) return;
      if (state.error) {
        refused = true;
        page.refused(state.error);
      } else learn(state, sent);
      // Send what was changed meanwhile.
      if (!refused && draft.unsent.length) next = SOON_MS;
    } finally {
      busy = false;
      wait(next);
    }
  }

  async function fetchState(sent) {
    const response = await ask(sent);
    return response.ok || [400, 404, 422].includes(response.status) ? response.json() : null;
  }

  async function turn() {
    clearTimeout(timer);
    // No network, or no server: what is unsent is kept, and tried again.
    if (!busy && !paused) await exchange(fetchState).catch(() => {});
  }

  // The last taps are sent when the page is left; without an answer they stay unsent.
  function leave() {
    if (!paused && !refused && draft.unsent.length) ask(draft.unsent).catch(() => {});
  }

  function wait(milliseconds) {
    clearTimeout(timer);
    if (!paused && !document.hidden) timer = setTimeout(turn, milliseconds);
  }

  form.addEventListener("input", () => (typedAt = performance.now()));
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : turn()));
  addEventListener("online", turn);
  wait(draft.unsent.length ? 0 : EVERY_MS);

  return {
    /** Send what has changed, after a moment. */
    soon() {
      refused = false;
      wait(SOON_MS);
    },
    now: turn,
    /** Let `send` send the unsent parts too; it gets their names, and returns the answer. */
    along(send) {
      const none = busy || paused || refused || !draft.unsent.length;
      return none ? send([]) : exchange((sent) => send(sent.map(([part]) => part)));
    },
    pause(on) {
      paused = on;
      if (!on) wait(SOON_MS);
    },
  };
}
