// Keyboard shortcuts: while a seat or the pad has the focus, digits pick tiles.

import { nameOf } from "./tile-text.js";
import { element } from "../shared/element.js";
import { phrase } from "../shared/i18n.js";

const DIGIT = /^\d$/;
// A key pressed again this soon, or held down, counts once.
const AGAIN_MS = 500;

export function addShortcuts({ form, seats, line, undo }, prompt) {
  const byId = (id) => document.getElementById(id);
  const pad = form.querySelector(".pad");
  // Ends beyond nine take two digits each: 0312 is 3-12.
  const width = pad.querySelectorAll(".row").length > 10 ? 2 : 1;
  const hands = form.querySelector(".seats");
  let typed = "";
  let wentOutAt = -Infinity;

  function explain() {
    const textContent =
      width > 1
        ? phrase("Keys: four digits pick a tile, 0312 is 3-12. x: went out. Tab: the next hand. Backspace: undo. Enter on a hand: record.")
        : phrase("Keys: two digits pick a tile, 35 is 3-5. x: went out. Tab: the next hand. Backspace: undo. Enter on a hand: record.");
    hands.before(element("p", { className: "keyhelp hint", id: "keyhelp", textContent }));
    hands.setAttribute("aria-describedby", "keyhelp");
  }

  function type(digit) {
    typed += digit;
    if (typed.length < 2 * width) return line.say(`${typed} …`);
    const name = nameOf(Number(typed.slice(0, width)), Number(typed.slice(width)));
    typed = "";
    const tile = pad.querySelector(`[data-tile="${name}"]`);
    if (tile) tile.click();
    else prompt();
  }

  /** Typing at a seat is about its hand. */
  function turnTo(target) {
    if (target.matches(".pick") && target !== seats.current.pick) target.click();
  }

  function takeBack() {
    if (typed) {
      typed = "";
      prompt();
    } else if (!undo.button.hidden) undo.button.click();
  }

  /** Record the round, unless the preview shows a fault or a doubt, which must be read first. */
  function record() {
    const preview = byId("preview");
    const isClear = preview.dataset.record !== undefined && !preview.matches(".fault, :has(.doubts)");
    if (isClear) byId("send").click();
    return isClear;
  }

  function wentOut(target) {
    turnTo(target);
    byId("went-out").click();
  }

  function press(event) {
    const isAgain = event.timeStamp < wentOutAt + AGAIN_MS;
    wentOutAt = event.key === "x" ? event.timeStamp : -Infinity;
    if (DIGIT.test(event.key)) {
      turnTo(event.target);
      type(event.key);
    } else if (event.key === "Backspace") takeBack();
    else if (event.key === "x") isAgain || wentOut(event.target);
    else if (event.key !== "Enter" || !event.target.matches(".pick") || !record()) return;
    event.preventDefault();
    // A full hand made another current: Tab goes on from there.
    if (event.target.matches(".pick")) seats.current.pick.focus();
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
  // With a mouse there is a keyboard: its keys work at once.
  if (matchMedia("(hover: hover)").matches && document.activeElement === document.body && !document.querySelector("[autofocus]")) {
    seats.current.pick.focus({ preventScroll: true });
  }
}
