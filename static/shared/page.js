// What every page runs.

import "./install.js";
import "./sheets.js";
