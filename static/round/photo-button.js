// The button that opens the camera. The code that shows the photo is loaded only then.

import { element } from "../shared/element.js";

/** Whether the page itself may use a camera; if not, the system's camera takes the photo. */
async function canLook() {
  const { mediaDevices, permissions } = navigator;
  // Missing if the page is not secure.
  if (!mediaDevices?.getUserMedia) return false;
  const devices = await mediaDevices.enumerateDevices().catch(() => []);
  const camera = await permissions?.query({ name: "camera" }).catch(() => null);
  return camera?.state !== "denied" && devices.some(({ kind }) => kind === "videoinput");
}

/** Offer to fill in hands from a photo; on the page of one's own hand, beside its tools. */
export function offerPhotos(entry, pad) {
  const { form, seats } = entry;
  const main = form.parentElement;
  const input = element("input", { type: "file", accept: "image/*", hidden: true });
  main.append(input);
  let open = false;
  // Ask before the tap, which must not wait: some browsers take long to list their cameras.
  let looks = false;
  const findOut = async () => {
    looks = await canLook();
  };
  findOut();

  /** Ask for a picture: from the camera, or an existing one. */
  function ask(fromCamera) {
    if (fromCamera) input.setAttribute("capture", "environment");
    else input.removeAttribute("capture");
    input.value = "";
    input.click();
  }

  async function start(opener) {
    if (open) return;
    open = true;
    const itself = looks;
    if (!itself) ask(true);
    const { openPhoto } = await import("./photo.js");
    openPhoto({ main, input, ask, entry, pad, looks: itself }, () => {
      open = false;
      findOut();
      opener.focus();
    });
  }

  let button = document.getElementById("photo");
  if (seats.ownOnly) {
    const own = element("button", { type: "button", className: "btn shot" });
    own.setAttribute("aria-label", button.textContent.trim());
    own.append(button.querySelector("svg"));
    // Remove it at once: the stylesheet that hides it may load later.
    button.remove();
    button = own;
    document.getElementById("undo").before(button);
  }
  button.disabled = false;
  button.addEventListener("click", () => start(button));
}
