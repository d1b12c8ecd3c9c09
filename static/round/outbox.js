// Sends a round until the server answers. A round sent twice is recorded once, thanks to its entry key.

import { forget, otherDrafts } from "./draft-storage.js";
import { element } from "../shared/element.js";
import { phrase } from "../shared/i18n.js";

const PATIENCE_MS = 12_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const UNAVAILABLE = [502, 503, 504];
// The link has ended, or there is a PIN now.
const FORBIDDEN = 403;
// The server answers with the page itself, not with a redirect.
const PREFER_PAGE = { Prefer: "return=representation" };

/**
 * `page` shows that a round is on its way (`busy`), why it `waits`, that none is (`idle`), and that one kept here is
 * `done`; `recorded` gets the address that the server leads to, and the page there.
 */
export function createOutbox(form, draft, page) {
  let stop = null;
  let wake = () => {};

  const token = () => form.elements.csrf_token?.value ?? "";
  // Send the same fields again, so that the server recognises them; only the token may be newer.
  const again = (pairs) => pairs.map(([name, value]) => [name, name === "csrf_token" ? token() : value]);

  async function attempt({ address, pairs }, { signal }) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
    signal.addEventListener("abort", () => patience.abort());
    try {
      const body = new URLSearchParams(again(pairs));
      const response = await fetch(address, { method: "POST", headers: PREFER_PAGE, body, signal: patience.signal });
      if (UNAVAILABLE.includes(response.status)) return { waits: phrase("Not saved: the scorebook cannot be written just now. Your round is kept and sent again by itself.") };
      if (response.status === FORBIDDEN) return { waits: phrase("Not saved: ask for a new link and open it here, or enter the PIN. Your round is kept and sent again by itself.") };
      const to = response.headers.get("Content-Location") ?? (response.redirected && response.url);
      return response.ok && to ? { to, html: await response.text() } : {};
    } catch {
      return { waits: phrase("No connection: your round is kept and will be sent by itself.") };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Let the browser send it, to show the page that refuses it. */
  function submit({ address, pairs }) {
    const sent = element("form", { method: "post", hidden: true });
    sent.setAttribute("action", address);
    for (const [name, value] of again(pairs)) sent.append(element("input", { type: "hidden", name, value }));
    document.body.append(sent);
    HTMLFormElement.prototype.submit.call(sent);
  }

  const pause = (milliseconds) =>
    new Promise((done) => {
      wake = done;
      setTimeout(done, milliseconds);
    });

  /** Send a round until there is an answer: `to` is where that led, if it was recorded, and `html` the page there.
   * Returns nothing if it was stopped. */
  async function persist(sending, control) {
    for (let wait = FIRST_PAUSE_MS; !control.signal.aborted; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
      const answered = await attempt(sending, control);
      if (control.signal.aborted) return;
      if (!answered.waits) return answered;
      page.waits(answered.waits);
      await pause(wait);
    }
  }

  async function send(sending, kept) {
    stop = new AbortController();
    // Start sending before the page changes, which is slow on slow devices.
    const persisted = persist(sending, stop);
    page.busy();
    const answered = await persisted;
    if (!answered) return;
    kept.drop(Boolean(answered.to));
    if (!answered.to) submit(sending);
    else if (kept.number) {
      rest();
      page.done(kept.number);
    } else page.recorded(answered.to, answered.html);
  }

  function rest() {
    stop?.abort();
    stop = null;
    wake();
    page.idle();
  }

  function drop(recorded) {
    if (!recorded) {
      draft.sending = undefined;
      return;
    }
    draft.drop();
    form.dataset.late?.trim().split(" ").forEach(forget);
  }

  form.addEventListener("submit", (event) => {
    // A button without an action answers a question, and records.
    const recording = event.submitter?.name !== "action" || event.submitter.value === "record";
    if (!recording && !stop && navigator.onLine) return;
    event.preventDefault();
    if (stop) return;
    if (!recording) return page.waits(phrase("No connection: what you tapped is kept on this page."));
    draft.save();
    const address = form.getAttribute("action") ?? location.pathname + location.search;
    draft.sending = { address, pairs: [...new FormData(form, event.submitter)] };
    send(draft.sending, { drop });
  });
  addEventListener("online", () => wake());
  document.addEventListener("visibilitychange", () => document.hidden || wake());

  return {
    /** Go on with a round that was being sent when its page was closed. */
    resume() {
      if (draft.sending) return send(draft.sending, { drop });
      const late = otherDrafts(form).find((other) => other.sending);
      if (late) send(late.sending, { number: late.number, drop: () => forget(late.url) });
    },
    stop() {
      draft.sending = undefined;
      rest();
    },
  };
}
