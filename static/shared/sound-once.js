// Sounds a tune after a round or a match that was just recorded on this device: it runs once, on the page that shows it.

import { matchWon, roundWon } from "./sounds.js";

(location.pathname.endsWith("/winner") ? matchWon : roundWon)();
