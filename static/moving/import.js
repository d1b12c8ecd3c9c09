// A choice reads the file again; during the import a bar shows the progress.

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
    // The next page is loading, or there is no network: ask again.
  }
}

form.addEventListener("submit", () => {
  bar.hidden = false;
  form.querySelector("[type=submit]").hidden = true;
  setInterval(look, EVERY_MS);
});
// Back from the next page.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
