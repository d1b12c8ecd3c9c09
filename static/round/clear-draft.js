// The round stands as it was entered here: there is nothing left to keep of it.

import { forget } from "./draft.js";

forget(document.querySelector("[data-settled]").dataset.settled);
