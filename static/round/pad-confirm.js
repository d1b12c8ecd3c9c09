// Confirmations on the pad, one question at a time: nothing changes before the answer.

import { bold } from "./message-line.js";
import { element } from "../shared/element.js";
import { pieces } from "../shared/i18n.js";

/** Ask in the `line`; once a question is gone, `resume` says what comes next. */
export function createAsking({ seats, line, withdraw }, resume) {
  const [yes, no, ...beside] = ["move", "leave", "went-out", "clear"].map((id) => document.getElementById(id));
  let pending = null;

  function show() {
    yes.hidden = no.hidden = pending === null;
    for (const button of beside) button.hidden = pending !== null;
  }

  function drop() {
    pending = null;
    show();
  }

  function answer(act) {
    const { from } = pending;
    drop();
    from?.focus();
    resume();
    act();
  }

  /** Ask a question; `label` is the button that does it, `from` is the button pressed before. */
  function ask(question, label, act, from) {
    withdraw();
    pending = { act, from };
    yes.textContent = yes.dataset[label];
    show();
    line.ask(...question);
    yes.focus();
  }

  yes.addEventListener("click", () => answer(pending.act));
  no.addEventListener("click", () => answer(() => {}));

  return {
    ask,
    drop,
    get isOpen() {
      return pending !== null;
    },
    /** Replace a hand, if there is one; if it is finished, only after a confirmation. */
    replacing(seat, act, from, soft = seat?.pick && !seat.out ? [seat.pick.ariaLabel] : []) {
      if (!seat || !seats.isFinished(seat)) return act();
      const name = bold(seat);
      const about = element("small", {});
      about.append(...soft);
      const question = seat.out ? pieces("%(name)s went out. Replace?", { name }) : pieces("%(name)s’s hand is full. Replace?", { name });
      ask([about, ...question], "yes", act, from);
    },
  };
}
