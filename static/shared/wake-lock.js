// Keeps the screen on while a match is played, if the browser can.

/** Browsers require https. */
export const canStayAwake = isSecureContext && "wakeLock" in navigator;

let lock;

// Asked each time: a match that was over may be played on.
const playing = () => !document.hidden && document.querySelector("[data-playing]");

async function watch() {
  if (!playing()) {
    lock?.release();
    lock = undefined;
    return;
  }
  if (lock && !lock.released) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    // The battery may be low: try again when the page is shown again.
  }
}

/** Keep the screen on while there is a match on the page. */
export function stayAwake() {
  if (!canStayAwake) return;
  document.addEventListener("visibilitychange", watch);
  // A live page gets a new version whenever it is updated.
  new MutationObserver(watch).observe(document.getElementById("main"), { attributes: true });
  watch();
}
