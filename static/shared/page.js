// Runs on every page. Not deferred: preferences apply before anything is drawn, and the first tap is noticed.

import "./preferences.js";
import "./double-taps.js";
import "./back-and-forward.js";
import "./install.js";
import "./sheets.js";
