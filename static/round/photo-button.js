// The button that opens the camera. What shows the photo is loaded only then.

import { element } from "../shared/element.js";
import { phrase } from "../shared/i18n.js";

/** Offer to fill hands from a photo; where only one's own hand is entered, beside its tools. */
export function offerPhotos(entry, pad) {
  const { form, seats } = entry;
  const main = form.parentElement;
  const input = element("input", { type: "file", accept: "image/*", hidden: true });
  main.append(input);
  let open = false;

  /** Ask for a picture: from the camera, or one that is there. */
  function ask(fromCamera) {
    if (fromCamera) input.setAttribute("capture", "environment");
    else input.removeAttribute("capture");
    input.value = "";
    input.click();
  }

  async function start(opener) {
    if (open) return;
    open = true;
    // Asked at once: a browser opens the camera only for a tap.
    ask(true);
    const { openPhoto } = await import("./photo.js");
    openPhoto({ main, input, ask, form, seats, pad }, () => {
      open = false;
      opener.focus();
    });
  }

  let button = document.getElementById("photo");
  if (seats.ownOnly) {
    const icon = button.querySelector("svg").cloneNode(true);
    button = element("button", { type: "button", className: "btn shot" });
    button.setAttribute("aria-label", phrase("Photo"));
    button.append(icon);
    document.getElementById("undo").before(button);
  }
  button.addEventListener("click", () => start(button));
}
