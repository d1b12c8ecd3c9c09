// Follows the changes of a page by a stream. Without a stream the page polls, and says since when it is not live. Each
// keep-alive is the event "alive", each failure "missed".

import { clock } from "./clock.js";
import { phrase } from "./i18n.js";
import { EVERY_MS } from "./interval.js";

// A stream sends something every five seconds.
const SILENT_MS = 12000;
// A stream that was refused, because there are too many, is tried again.
const STREAM_AGAIN_MS = 30000;

/** Call `on` for each event of the stream at `address()`, by its name; without a stream call `ask(heard)`. */
export function follow(address, on, ask) {
  const lost = document.createElement("p");
  lost.className = "pill";
  lost.hidden = true;
  document.querySelector(".top").append(lost);
  let stream;
  let timer;
  // A page shown offline was live when it was last seen.
  const { seen } = document.documentElement.dataset;
  let heardAt = Number(seen ?? Date.now());
  let streamedAt = -Infinity;

  function heard() {
    heardAt = Date.now();
    lost.hidden = true;
    // Only after the page is updated.
    queueMicrotask(() => dispatchEvent(new Event("alive")));
  }

  function missed() {
    lost.textContent = phrase("Not live: last updated %(time)s", { time: clock(heardAt) });
    lost.hidden = false;
    dispatchEvent(new Event("missed"));
  }

  function listen() {
    stream?.close();
    streamedAt = performance.now();
    stream = new EventSource(address());
    for (const name of new Set(["open", "alive", ...Object.keys(on)])) {
      stream.addEventListener(name, ({ data }) => {
        heard();
        on[name]?.(data);
      });
    }
  }

  const streaming = () => stream.readyState === EventSource.OPEN && Date.now() - heardAt < SILENT_MS;

  async function turn() {
    if (!streaming()) {
      await ask(heard).catch(missed);
      if (performance.now() - streamedAt > STREAM_AGAIN_MS) listen();
    }
    wait();
  }

  function wait() {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(turn, EVERY_MS);
  }

  // A hidden page has no stream: browsers allow six to one site.
  function restart() {
    stream?.close();
    clearTimeout(timer);
    if (document.hidden) return;
    listen();
    wait();
  }

  document.addEventListener("visibilitychange", restart);
  addEventListener("pageshow", (event) => event.persisted && restart());
  if (seen) missed();
  restart();
}
