// Shows another page in place of this one without loading it: scripts and styles stay loaded, and full screen stays on.

import { morph } from "../table/morph.js";
import { read } from "./storage.js";

// A stylesheet that failed before fires no event again.
const PATIENCE_MS = 3000;

const sheetsOf = (page) => [...page.head.querySelectorAll('link[rel="stylesheet"]')];

const loaded = (sheet) =>
  new Promise((resolve, reject) => {
    if (sheet.sheet || sheet.disabled) return resolve();
    sheet.addEventListener("load", resolve);
    sheet.addEventListener("error", reject);
    setTimeout(reject, PATIENCE_MS);
  });

/** Add a stylesheet that does not apply yet. */
function add(sheet) {
  const added = document.importNode(sheet);
  added.media = "not all";
  added.dataset.later = sheet.media;
  document.head.append(added);
  return added;
}

/** Load the missing stylesheets of a page; return a function that applies exactly those of that page. */
async function dress(page) {
  const here = sheetsOf(document);
  const wanted = sheetsOf(page).map((sheet) => here.find(({ href }) => href === sheet.href) ?? add(sheet));
  // Which of them apply depends on the preferences of this device.
  dispatchEvent(new Event("storage"));
  // Do not wait for print stylesheets.
  await Promise.all(wanted.filter(({ dataset }) => dataset.later !== "print").map(loaded));
  return () => {
    for (const sheet of here) if (!wanted.includes(sheet)) sheet.remove();
    for (const link of wanted.filter(({ dataset }) => dataset.later !== undefined)) {
      const { later } = link.dataset;
      // Setting the attribute would load the stylesheet again.
      if (link.sheet) link.sheet.media.mediaText = later;
      else link.media = later;
    }
  };
}

/** Replace only the header and the content of the page. */
function fill(page) {
  for (const part of [...document.body.children]) {
    const other = part.matches(".top, main") && page.querySelector(part.localName);
    if (other) {
      part.replaceChildren();
      morph(part, other);
    } else if (!part.matches(".skip")) part.remove();
  }
}

/** Show the page at an address, as after following a link. Scripts run that did not run yet. */
export async function swapIn(html, address) {
  const page = new DOMParser().parseFromString(html, "text/html");
  // After an update all files have changed.
  if (sheetsOf(page)[0].href !== sheetsOf(document)[0].href) return location.assign(address);
  const wear = await dress(page);
  history.pushState(null, "", address);
  delete document.documentElement.dataset.seen;
  document.title = page.title;
  wear();
  fill(page);
  scrollTo(0, 0);
  document.getElementById("main").focus({ preventScroll: true });
  dispatchEvent(new Event("pagechange"));
  for (const { src } of page.querySelectorAll("head script[type=module]")) import(src);
  dispatchEvent(new CustomEvent("pageupdate", { detail: html }));
  if (read("sounds") === "on") import("./sound-once.js");
}
