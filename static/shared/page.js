// What every page runs.

import "./coming-back.js";
import "./install.js";
import "./sheets.js";
