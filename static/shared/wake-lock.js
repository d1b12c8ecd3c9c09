// Keeps the screen on while a match is played, where the browser lets a page do that.

/** Browsers ask for https. */
export const canStayAwake = isSecureContext && "wakeLock" in navigator;

let lock;

// A match that was over may be played on: what the page says now counts.
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
    // The battery is low: it is asked again when the page comes back.
  }
}

/** Stay awake while there is a match on the page. */
export function stayAwake() {
  if (!canStayAwake) return;
  document.addEventListener("visibilitychange", watch);
  // A live page is brought up to date under its version.
  new MutationObserver(watch).observe(document.getElementById("main"), { attributes: true });
  watch();
}
