// Plays a tune after a round or match was recorded on this device: runs once, on the page that shows it.

import { matchWon, roundWon } from "./sounds.js";

(location.pathname.endsWith("/winner") ? matchWon : roundWon)();
