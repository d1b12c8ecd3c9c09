// Asks once on this device whether there are to be sounds; the page about this device changes it later.

import { element } from "../shared/element.js";
import { phrase } from "../shared/i18n.js";
import { keep, read } from "../shared/storage.js";

const offer = element("p", { className: "offer" });
const yes = element("button", { className: "btn", type: "button", textContent: phrase("Sounds on?") });
const no = element("button", { className: "btn", type: "button", textContent: "×" });
no.setAttribute("aria-label", phrase("No sounds"));

yes.addEventListener("click", async () => {
  keep("sounds", "on");
  const { roundWon } = await import("../shared/sounds.js");
  roundWon();
});
offer.addEventListener("click", () => {
  // The focus goes on to what comes next.
  document.querySelector(".menu summary").focus();
  offer.remove();
});
offer.append(yes, no);
keep("sounds-offered", "yes");
// Where that cannot be kept it would be asked on every page.
if (read("sounds-offered")) document.querySelector(".menu").before(offer);
