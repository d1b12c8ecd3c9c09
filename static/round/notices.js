// Notices above the form, each with a name: a new one replaces an old one of the same name.

import { element } from "../shared/element.js";

const button = (label, press) => {
  const made = element("button", { type: "button", className: "btn", textContent: label });
  made.addEventListener("click", press);
  return made;
};

export function createNotices(place) {
  const find = (name) => place.querySelector(`[data-notice="${name}"]`);

  function clear(name) {
    find(name)?.remove();
  }

  return {
    clear,
    /** Show a notice, with buttons (a label and what it does) and a link. */
    say(name, text, { buttons = {}, link } = {}) {
      const notice = element("div", { className: "notice" });
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
  };
}
