// What every page runs. Not deferred: what was chosen on this device is there before anything is drawn, and a tap is
// heard from the first on.

import "./preferences.js";
import "./double-taps.js";
import "./coming-back.js";
import "./install.js";
import "./sheets.js";
