// A round by the keyboard alone: while a hand or the pad has the focus, digits pick tiles.

import { element } from "./seats.js";
import { nameOf } from "./tile-text.js";
import { phrase } from "../shared/i18n.js";

const DIGIT = /^\d$/;

export function keyboardOf(form, desk) {
  const byId = (id) => document.getElementById(id);
  const pad = form.querySelector(".pad");
  // Ends beyond nine take two digits each: 0312 is 3-12.
  const width = pad.querySelectorAll(".row").length > 10 ? 2 : 1;
  const seats = form.querySelector(".seats");
  let typed = "";

  function explain() {
    const textContent =
      width > 1
        ? phrase("Keys: four digits pick a tile, 0312 is 3-12. Tab: the next hand. Backspace: undo. Enter on a hand: record.")
        : phrase("Keys: two digits pick a tile, 35 is 3-5. Tab: the next hand. Backspace: undo. Enter on a hand: record.");
    seats.before(element("p", { className: "keyhelp hint", id: "keyhelp", textContent }));
    seats.setAttribute("aria-describedby", "keyhelp");
  }

  function type(digit) {
    typed += digit;
    if (typed.length < 2 * width) return desk.say(`${typed} …`);
    const name = nameOf(Number(typed.slice(0, width)), Number(typed.slice(width)));
    typed = "";
    const tile = pad.querySelector(`[data-tile="${name}"]`);
    if (tile) tile.click();
    else desk.prompt();
  }

  function takeBack() {
    if (typed) {
      typed = "";
      desk.prompt();
    } else if (!byId("undo").hidden) byId("undo").click();
  }

  /** Record what the page says the round comes to; a fault or a doubt is to be read first. */
  function record() {
    const said = byId("preview");
    const sure = said.dataset.record !== undefined && !said.matches(".fault, :has(.doubts)");
    if (sure) byId("send").click();
    return sure;
  }

  function press(event) {
    if (DIGIT.test(event.key)) {
      // What is typed at a hand is that hand's, whosever turn it was.
      if (event.target.matches(".pick") && event.target !== desk.seat.pick) event.target.click();
      type(event.key);
    } else if (event.key === "Backspace") takeBack();
    else if (event.key !== "Enter" || !event.target.matches(".pick") || !record()) return;
    event.preventDefault();
    // Who goes on from hand to hand goes on from the one that is entered now.
    if (event.target.matches(".pick")) desk.seat.pick.focus();
  }

  form.addEventListener("keydown", (event) => {
    const { target, ctrlKey, metaKey, altKey, key } = event;
    if (target.matches("input:not([type=radio], [type=checkbox])")) return;
    if ((ctrlKey || metaKey) && key === "z") {
      event.preventDefault();
      takeBack();
    } else if (!ctrlKey && !metaKey && !altKey && target.closest(".seats, .work")) press(event);
  });
  explain();
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (typed && !relatedTarget?.closest(".seats, .work")) typed = "";
  });
  // Where there is no finger the keys are at hand at once.
  if (matchMedia("(hover: hover)").matches && document.activeElement === document.body && !document.querySelector("[autofocus]")) {
    desk.seat.pick.focus({ preventScroll: true });
  }
}
