// Sharing a match: a link is copied, or shared by the device's own sheet.

import { phrase } from "../shared/i18n.js";

const SHOWN_MS = 2500;

/** Copy the text of a field; over plain http only its selection can be copied. */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const said = button.querySelector("span");
  const words = said.textContent;
  said.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    const copied = await copy(document.getElementById(button.dataset.copy));
    said.textContent = copied ? phrase("Copied") : phrase("Now copy the selected link");
    button.classList.add("said");
    setTimeout(() => {
      said.textContent = words;
      button.classList.remove("said");
    }, SHOWN_MS);
  });
}

for (const button of document.querySelectorAll("[data-send]")) {
  const { title, send } = button.dataset;
  button.hidden = !navigator.share;
  // Closing the sheet is not an error.
  button.addEventListener("click", () => {
    navigator.share({ title, url: document.getElementById(send).value }).catch(() => {});
  });
}

/** Mark which link is shown. */
function tell() {
  for (const kind of document.querySelectorAll(".kinds a")) {
    if (kind.hash === (location.hash || "#watch")) kind.setAttribute("aria-current", "true");
    else kind.removeAttribute("aria-current");
  }
}

addEventListener("hashchange", tell);
tell();
