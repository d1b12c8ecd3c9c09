// Installs the service worker, and tells it what a live page shows now.

const { serviceWorker } = navigator;
const { seen } = document.documentElement.dataset;

// Over plain http browsers have none: then pages are not shown offline.
if (serviceWorker) {
  // The browser edition has its own. Where storage is switched off none can be installed.
  if (!serviceWorker.controller) serviceWorker.register(new URL("../../sw.js", import.meta.url)).catch(() => {});
  addEventListener("pageupdate", ({ detail: html }) => serviceWorker.controller?.postMessage({ address: location.href, html }));
}

if (seen !== undefined) import("./offline-banner.js");
