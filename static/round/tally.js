// Points made in play: buttons that add them to the tally of a seat.

/** Add points to a seat's tally; a tally of nothing is an empty field. */
export function addToTally({ undo, changed }, seat, points) {
  undo.remember();
  seat.tally.value = (Number(seat.tally.value) || 0) + points || "";
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
