// Sounds a tune after a round or a match that was just recorded on this device.

import { matchWon, roundWon } from "./sounds.js";

const [opened] = performance.getEntriesByType("navigation");
const recorded = /\/rounds\/new$/.test(new URL(document.referrer || location.href).pathname);

// Not when the page is reloaded or gone back to.
if (recorded && opened?.type === "navigate") (location.pathname.endsWith("/winner") ? matchWon : roundWon)();
