// Sends the round until the server has answered: what is sent twice is recorded once, by its entry key.

import { forget, othersOf } from "./draft.js";
import { phrase } from "../shared/i18n.js";

const PATIENCE_MS = 12_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const AWAY = [502, 503, 504];

/** The page shows what `at` says: that it is `busy`, why it `waits`, that it is `idle`, what was `done`. */
export function senderOf(form, draft, at) {
  let stop = null;
  let wake = () => {};

  const token = () => form.elements.csrf_token?.value ?? "";
  // The very pairs that were sent first, so that they are known again; only the token may be newer.
  const again = (pairs) => pairs.map(([name, value]) => [name, name === "csrf_token" ? token() : value]);

  async function attempt({ address, pairs }, { signal }) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
    signal.addEventListener("abort", () => patience.abort());
    try {
      const response = await fetch(address, { method: "POST", body: new URLSearchParams(again(pairs)), signal: patience.signal });
      if (AWAY.includes(response.status)) return { waits: phrase("Not saved: the scorebook cannot be written just now. Your round is kept and sent again by itself.") };
      return response.ok && response.redirected ? { to: response.url } : {};
    } catch {
      return { waits: phrase("No connection: your round is kept and will be sent by itself.") };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Let the browser send it: a page that refuses is to be read, and corrected. */
  function submit({ address, pairs }) {
    const sent = Object.assign(document.createElement("form"), { method: "post", hidden: true });
    sent.setAttribute("action", address);
    for (const [name, value] of again(pairs)) sent.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    document.body.append(sent);
    HTMLFormElement.prototype.submit.call(sent);
  }

  const pause = (milliseconds) =>
    new Promise((done) => {
      wake = done;
      setTimeout(done, milliseconds);
    });

  /** Send a round until it is answered, and say where it led; nothing where it was refused or stopped. */
  async function persist(sending, control) {
    for (let wait = FIRST_PAUSE_MS; !control.signal.aborted; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
      const { to, waits } = await attempt(sending, control);
      if (control.signal.aborted) return;
      if (!waits) return { to };
      at.waits(waits);
      await pause(wait);
    }
  }

  async function send(sending, kept) {
    stop = new AbortController();
    at.busy();
    const answered = await persist(sending, stop);
    if (!answered) return;
    kept.drop(Boolean(answered.to));
    if (!answered.to) submit(sending);
    else if (kept.number) {
      rest();
      at.done(kept.number);
    } else location.assign(answered.to);
  }

  function rest() {
    stop?.abort();
    stop = null;
    wake();
    at.idle();
  }

  function drop(recorded) {
    if (!recorded) {
      draft.sending = undefined;
      return;
    }
    draft.drop();
    if (form.dataset.late) forget(form.dataset.late);
  }

  form.addEventListener("submit", (event) => {
    const recording = (event.submitter?.value ?? "record") === "record";
    if (!recording && !stop && navigator.onLine) return;
    event.preventDefault();
    if (stop) return;
    if (!recording) return at.waits(phrase("No connection: what you tapped is kept on this page."));
    draft.save();
    draft.sending = { address: location.pathname + location.search, pairs: [...new FormData(form, event.submitter)] };
    send(draft.sending, { drop });
  });
  addEventListener("online", () => wake());
  document.addEventListener("visibilitychange", () => document.hidden || wake());

  return {
    /** Go on with what was on its way when the page was closed. */
    resume() {
      if (draft.sending) return send(draft.sending, { drop });
      const late = othersOf(form).find((other) => other.sending);
      if (late) send(late.sending, { number: late.number, drop: () => forget(late.url) });
    },
    stop() {
      draft.sending = undefined;
      rest();
    },
  };
}
