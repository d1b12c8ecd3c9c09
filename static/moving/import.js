// A choice looks at the file once more; while it is imported a bar says how far it is.

const EVERY_MS = 500;
const asked = document.querySelector(".asked");
const form = document.querySelector("[data-progress]");
const bar = form.querySelector("progress");

asked?.addEventListener("change", () => asked.requestSubmit());

async function look() {
  try {
    const answer = await fetch(form.dataset.progress);
    bar.value = (await answer.json()).done;
  } catch {
    // The page that follows is on its way, or the network is not there: it is asked again.
  }
}

form.addEventListener("submit", () => {
  bar.hidden = false;
  form.querySelector("[type=submit]").hidden = true;
  setInterval(look, EVERY_MS);
});
// Back from the page that follows.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
