// Over https the device keeps what it takes to show the pages seen last while the network is gone.

const { serviceWorker } = navigator;
const { seen } = document.documentElement.dataset;

// Over plain http browsers have none, and nothing is missing but this.
if (serviceWorker) {
  // Where a device keeps nothing, pages are as they are over http.
  serviceWorker.register(new URL("../../sw.js", import.meta.url)).catch(() => {});
  // A page that changed by itself is what was seen last.
  addEventListener("shown", ({ detail }) => serviceWorker.controller?.postMessage(detail));
}

if (seen !== undefined) import("./offline-banner.js");
