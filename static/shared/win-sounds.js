// Sounds that a round or a match is won, to those who have just recorded it here.

import { matchWon, roundWon } from "./sounds.js";

const [opened] = performance.getEntriesByType("navigation");
const recorded = /\/rounds\/new$/.test(new URL(document.referrer || location.href).pathname);

// Not when it is looked at again.
if (recorded && opened?.type === "navigate") (location.pathname.endsWith("/winner") ? matchWon : roundWon)();
