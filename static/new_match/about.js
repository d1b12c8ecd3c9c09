// How a game is played, in a dialog: what the guide says about it in short, and an example round.

const dialog = document.getElementById("about");
const body = dialog.querySelector(".body");
const guide = dialog.querySelector("a");
const play = document.getElementById("play-this");

/** The parts of the game's page that say the most. */
async function partsOf(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelectorAll("main > .sprite, .summary, [aria-labelledby=play]");
}

/** Explain a game; without a connection the browser opens its page and says so. */
export async function tellOf({ name, summary, address }, choose) {
  try {
    body.replaceChildren(summary, ...(await partsOf(address)));
  } catch {
    location.assign(address);
    return;
  }
  document.getElementById("about-title").textContent = name;
  guide.href = address;
  play.onclick = choose;
  dialog.showModal();
  body.scrollTop = 0;
}
