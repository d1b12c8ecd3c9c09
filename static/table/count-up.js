// Counts the scores of an open page up to their new values. Screen readers get only the new score: it is the text
// all the time, and the counting is drawn over it.

const COUNT_MS = 300;

const still = matchMedia("(prefers-reduced-motion: reduce), (forced-colors: active)");
const begun = new WeakMap();

const scores = () => [...document.querySelectorAll("main .digits")];
const valueOf = ({ firstChild }) => Number(firstChild.data.replace("−", "-").replace(/[^\d-]/g, ""));

function count(score, from, to) {
  const start = performance.now();
  begun.set(score, start);
  const step = (now) => {
    // The score has changed again.
    if (begun.get(score) !== start) return;
    if (now - start >= COUNT_MS) return score.removeAttribute("data-counting");
    const part = Math.max(0, now - start) / COUNT_MS;
    score.dataset.counting = String(Math.round(from + part * (to - from))).replace("-", "−");
    requestAnimationFrame(step);
  };
  step(start);
}

/** Remember the scores of the page; return a function that counts from them to the scores then. */
export function counter() {
  const before = scores().map(valueOf);
  return () => {
    if (still.matches) return;
    scores().forEach((score, place) => {
      const [from, to] = [before[place], valueOf(score)];
      // A new score is not counted up to.
      if (from !== to && Number.isFinite(from)) count(score, from, to);
    });
  };
}
