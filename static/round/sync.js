// Brings the parts of a draft to the server as soon as it can be, and those of other devices here.

const SOON_MS = 300;
const EVERY_MS = 2000;
const PATIENCE_MS = 8000;
// A field that was typed into just now is somebody's, even where the server knows it already.
const TYPING_MS = 5000;

const quoted = (tag) => ({ "If-None-Match": `"${tag}"` });

/** `tell` hears what others `entered`, that the round was `recorded`, and why something was `refused`. */
export function syncOf(form, draft, tell) {
  let { tag } = form.dataset;
  // The page shows the parts up to this revision already, or what was sent from it since.
  let base = Number(tag.split(".")[1]);
  let revisions = {};
  let version = tag.split(".")[0];
  let timer;
  let busy = false;
  let refused = false;
  let paused = false;
  let typedAt = -Infinity;

  const typing = (part) => document.activeElement?.name?.startsWith(`${part}-`) && performance.now() - typedAt < TYPING_MS;

  function ask(sent) {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    if (!sent.length) return fetch(draft.url, { headers: quoted(tag), cache: "no-store", signal });
    const body = new URLSearchParams([["csrf_token", form.elements.csrf_token?.value ?? ""]]);
    for (const [part, pairs] of sent) {
      body.append("part", part);
      for (const [name, value] of pairs) body.append(name, value);
    }
    return fetch(draft.url, { method: "POST", body, signal, keepalive: true });
  }

  function learn(state, sent) {
    tag = state.tag;
    if (tag.split(".")[0] !== version) {
      [version] = tag.split(".");
      revisions = {};
      base = 0;
    }
    for (const [part, pairs] of sent) draft.acknowledge(part, pairs);
    if (state.recorded) {
      paused = true;
      return tell.recorded(state.recorded);
    }
    const own = new Map(sent);
    const entered = [];
    for (const [part, { fields, revision, device }] of Object.entries(state.parts)) {
      if (revision <= (revisions[part] ?? base) || draft.isUnsent(part)) continue;
      if (!own.has(part) && typing(part)) {
        tag = "";
        continue;
      }
      revisions[part] = revision;
      if (!own.has(part) && draft.take(part, fields)) entered.push({ part, device });
    }
    if (entered.length) tell.entered(entered);
  }

  async function turn() {
    clearTimeout(timer);
    if (busy || paused) return;
    busy = true;
    const sent = refused ? [] : draft.unsent;
    try {
      const response = await ask(sent);
      if (paused) return;
      if (response.ok) learn(await response.json(), sent);
      else if ([400, 404, 422].includes(response.status)) {
        refused = true;
        tell.refused((await response.json()).error);
      }
    } catch {
      // No network, or no server: what it does not know is kept here, and tried again.
    } finally {
      busy = false;
      wait(EVERY_MS);
    }
  }

  // What was tapped last is still sent when the page goes away; without an answer it stays unsent here.
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
    soon() {
      refused = false;
      wait(SOON_MS);
    },
    now: turn,
    pause(on) {
      paused = on;
      if (!on) wait(SOON_MS);
    },
  };
}
