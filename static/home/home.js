// The home page: loads older matches below the others.

const older = document.getElementById("older");

async function pageAt(address) {
  const response = await fetch(address);
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** Add months below those shown; a month that continues takes the new matches into its list. */
function add(months) {
  const last = [...document.querySelectorAll(".month")].pop();
  const [first, ...others] = months;
  if (first.dataset.month === last.dataset.month) last.querySelector("ul").append(...first.querySelectorAll("li"));
  else last.after(first);
  [...document.querySelectorAll(".month")].pop().after(...others);
}

/** Show the link to still older matches, if there are any. */
function offer(next) {
  if (next) older.href = next.href;
  else (older.previousElementSibling ? older : older.parentElement).remove();
}

let asked = false;

async function addOlder() {
  const page = await pageAt(older.href);
  const months = [...page.querySelectorAll(".month")];
  const newest = months[0].querySelector("a");
  add(months);
  offer(page.getElementById("older"));
  newest.focus({ preventScroll: true });
}

older?.addEventListener("click", async (event) => {
  // With a modifier key the browser opens another tab.
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (asked) return;
  asked = true;
  // If loading fails, open the page: there is no network, or the matches are gone.
  await addOlder().catch(() => location.assign(older.href));
  asked = false;
});
