// Points in play: buttons that add a score to the tally of a seat, as in 2+3+1.

export function addToTally({ form, undo, changed }, seat, points) {
  undo.remember();
  const before = seat.tally.value.trim();
  seat.tally.value = before + (before && points > 0 ? "+" : "") + points;
  form.elements.order.value += ` ${seat.card.dataset.seat}`;
  changed();
}

/** Let the step buttons add points to the current seat; `added` is called after each. */
export function showSteps(entry, added = () => {}) {
  const steps = entry.form.querySelector(".steps");
  if (!steps) return;
  steps.hidden = false;
  steps.addEventListener("click", ({ target }) => {
    const step = target.closest("[data-step]");
    if (!step) return;
    addToTally(entry, entry.seats.current, Number(step.dataset.step));
    added();
  });
}
