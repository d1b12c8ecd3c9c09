// What is said above the form, until it is answered: what was begun here or elsewhere, and what happened meanwhile.

import { element } from "./seats.js";
import { phrase, phrases } from "../shared/i18n.js";

const MINUTE_MS = 60_000;
const UNITS = [
  [1440, (num) => phrases("%(num)s day ago", "%(num)s days ago", num)],
  [60, (num) => phrases("%(num)s hour ago", "%(num)s hours ago", num)],
  [1, (num) => phrases("%(num)s minute ago", "%(num)s minutes ago", num)],
];

/** How long ago something was, in words. */
export function ago(at) {
  const past = Math.floor((Date.now() - at) / MINUTE_MS);
  const [minutes, said] = UNITS.find(([size]) => past >= size) ?? [];
  return minutes ? said(Math.floor(past / minutes)) : phrase("just now");
}

const button = (label, press) => {
  const made = element("button", { type: "button", className: "btn", textContent: label });
  made.addEventListener("click", press);
  return made;
};

/** The notices of a page; each has a name, under which another takes its place. */
export function noticesOf(place) {
  const find = (name) => place.querySelector(`[data-notice="${name}"]`);

  function clear(name) {
    find(name)?.remove();
  }

  return {
    clear,
    /** Say something, with buttons (a label and what it does) and a link. */
    say(name, text, { buttons = {}, link } = {}) {
      const notice = element("div", { className: "kept" });
      notice.dataset.notice = name;
      notice.append(element("p", { textContent: text }));
      for (const [label, press] of Object.entries(buttons)) {
        notice.append(
          button(label, () => {
            clear(name);
            press();
          }),
        );
      }
      if (link) notice.append(element("a", { className: "btn", href: link.url, textContent: link.label }));
      clear(name);
      place.append(notice);
    },
    /** Answer a notice that came with the page. */
    onPress(name, press) {
      find(name)?.querySelector("button").addEventListener("click", (event) => {
        press(event);
        if (event.defaultPrevented) clear(name);
      });
    },
  };
}
