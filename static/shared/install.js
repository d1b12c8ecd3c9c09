// Installs the service worker, and tells it what a live page shows now.

const { serviceWorker } = navigator;
const { seen } = document.documentElement.dataset;
// The current script is only known while it runs.
const { src } = document.currentScript;

// After the page has loaded.
addEventListener("DOMContentLoaded", () => {
  // The browser edition has its own. With storage switched off none can be installed.
  if (serviceWorker && !serviceWorker.controller) serviceWorker.register(new URL("../../sw.js", src)).catch(() => {});
  if (seen !== undefined) import("./offline-banner.js");
});
// Over plain http browsers have no service workers: then pages are not shown offline.
if (serviceWorker) {
  addEventListener("pageupdate", ({ detail: html }) => serviceWorker.controller?.postMessage({ address: location.href, html }));
}
