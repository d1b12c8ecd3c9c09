// Forgets the draft of a round that is recorded.

import { forget } from "./draft-storage.js";

forget(document.querySelector("[data-recorded]").dataset.recorded);
