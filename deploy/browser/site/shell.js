// The shell of the browser edition: starts what answers, and shows the pages in a frame. The address, the title and what is
// gone back over are those of the page in the frame.

const root = new URL(".", document.baseURI).href;
const NAME = `scorekeeper ${root} `;
const languages = [keptLanguage(), ...navigator.languages.map((each) => each.split("-")[0]), "en"];
const words = self.words[languages.find((each) => each in self.words)];
const [main, line, bar, about] = ["main", "aside", "progress", "#about"].map((each) => document.querySelector(each));
// Of the bar, how much is for what is fetched, and how many steps follow.
const FETCHED = 0.75;
const STEPS = 4;
// Safari breaks Python now and then, and a tablet may be short of memory.
let startsLeft = 4;
let fetched = 0;
let failed = "";
// The page that is seen, and the one that is on its way.
let frame;
let coming;

function keptLanguage() {
  try {
    return localStorage.getItem("language");
  } catch {
    // Where nothing may be kept, not even this may be asked.
    return null;
  }
}

function tell(step, amount = "") {
  [...document.querySelectorAll("#step span")].forEach((part, at) => (part.textContent = [step, amount][at]));
}

/** Say something above the page, or in place of it, with buttons for what can be done. */
function say(sentence, ...actions) {
  line.hidden = false;
  line.querySelector("p").textContent = sentence;
  for (const button of line.querySelectorAll("button")) button.hidden = !actions.includes(button.name);
}

function fail(sentence, ...actions) {
  bar.hidden = true;
  tell("");
  about.textContent = "";
  main.hidden = false;
  say(sentence, ...actions);
}

/** Hear what the service worker says while it is installed. */
function heard({ data: { got, all, failed: why } }) {
  failed = why ?? failed;
  // An update comes beside what runs.
  if (!got || navigator.serviceWorker.controller) return;
  const [done, whole] = [got, all].map((bytes) => Math.round(bytes / 1e6));
  fetched = FETCHED;
  bar.value = (FETCHED * got) / all;
  tell(words.fetching, words.megabytes.replace("{got}", done).replace("{all}", whole));
  about.textContent = words.first;
}

/** Have a service worker that hands requests over; a version that waits begins now, unless another tab is open. */
async function serviceWorker() {
  const { serviceWorker: workers } = navigator;
  new BroadcastChannel(NAME).onmessage = heard;
  const known = await workers.getRegistration(root);
  const { held } = await navigator.locks.query();
  if (known?.waiting && !held.some(({ name }) => name === NAME)) {
    known.waiting.postMessage("begin");
    await new Promise((yes) => workers.addEventListener("controllerchange", yes, { once: true }));
    return location.reload();
  }
  // Loaded past it, as by Shift and reload.
  if (known?.active && !workers.controller) return location.reload();
  // An update is looked for, and not waited for: there may be no network.
  // What it imports says of which version it is: that comes from the network, too.
  const registration = known ?? (await workers.register(`${root}sw.js`, { updateViaCache: "none" }));
  known?.update().catch(() => {});
  if (!workers.controller) await taken(registration, workers);
}

function taken({ installing }, workers) {
  return new Promise((yes, no) => {
    workers.addEventListener("controllerchange", yes, { once: true });
    installing?.addEventListener("statechange", () => installing.state === "redundant" && no(new Error("It could not be installed.")));
  });
}

/** Run Python here once no other tab does, for as long as this tab is open. */
function own() {
  startPython();
  return new Promise(() => {});
}

/** Start Python, and again where it breaks: the next one has the scorebook, and is asked what was not answered. */
function startPython() {
  startsLeft -= 1;
  const worker = new Worker(`${root}worker.js`, { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.step) {
      bar.value = fetched + ((1 - fetched) * data.step) / (STEPS + 1);
      tell(words.starting);
    }
    if (data.how) say(words[data.how], "download");
    if (data.refused) say(words["not kept"], "download");
    if (data.broken) broke(worker, data.broken);
  };
}

function broke(worker, why) {
  worker.onmessage = null;
  worker.terminate();
  if (startsLeft) startPython();
  else fail(`${words.broken} ${why}`, "again");
}

/**
 * Let a page come in a frame of its own, which then takes the place of the one before: what a new frame opens first is no
 * entry of the history. So all entries are the shell's, which leads back to them also after it was reloaded.
 */
function frameFor(entry) {
  if (!coming) {
    coming = Object.assign(document.createElement("iframe"), { name: `page-${crypto.randomUUID()}`, title: "Scorekeeper", hidden: true });
    coming.allow = "fullscreen; screen-wake-lock; camera; clipboard-write";
    coming.addEventListener("load", ({ target }) => loaded(target));
    document.body.append(coming);
  }
  coming.entry = entry;
  return coming;
}

/** Show the page at the address of the shell; a match that is handed over is behind a hash, which no server gets. */
function show(state) {
  frameFor(state ?? {}).src = location.href.replace(/index\.html(?=$|[?#])/, "").replace(`${root}#match=`, `${root}moving/handed-over?match=`);
}

addEventListener("popstate", ({ state }) => show(state));

function loaded(which) {
  const inside = which.contentWindow;
  // What was downloaded, or is not there yet.
  if (!which.contentDocument || inside.location.href === "about:blank") return;
  if (which === coming) takePlace(inside);
  else history.replaceState(history.state, "", inside.location.href);
  follow();
  inside.history.pushState = (state, _title, address) => {
    inside.history.replaceState(state, "", address);
    leave(inside.location.href);
  };
  for (const event of ["pagechange", "hashchange"]) inside.addEventListener(event, follow);
  inside.document.addEventListener("click", aim, true);
  inside.document.addEventListener("submit", ({ target }) => (target.target = frameFor().name), true);
  if (/\/matches\/\d/.test(inside.location.pathname)) navigator.storage?.persist?.();
  inside.focus();
}

function takePlace(inside) {
  const { entry } = coming;
  const { href } = inside.location;
  if (entry || href === location.href) history.replaceState(entry ?? history.state, "", href);
  else leave(href);
  frame?.remove();
  frame = coming;
  coming = undefined;
  main.hidden = true;
  frame.hidden = false;
  if (entry?.top) inside.scrollTo(0, entry.top);
}

/** Go on to an address, and remember how far down the page was that is left. */
function leave(address) {
  history.replaceState({ top: frame?.contentWindow.scrollY }, "");
  history.pushState({}, "", address);
}

function follow() {
  const { location: at, document: page } = frame.contentWindow;
  history.replaceState(history.state, "", at.href);
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang;
  localStorage.setItem("language", page.documentElement.lang);
}

/** Say where a link leads: to a file, within the page, into the next frame, or, to another site, out of here. */
function aim(event) {
  const link = event.target.closest("a[href]");
  if (!link || link.download || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.hasAttribute("download")) {
    event.preventDefault();
    save(link.href);
  } else if (link.origin !== location.origin) link.target = "_blank";
  else if (!link.hash || link.href.split("#")[0] !== location.href.split("#")[0]) link.target = frameFor().name;
  else {
    event.preventDefault();
    frame.contentWindow.location.replace(link.href);
  }
}

/** Save what a link leads to: not every browser asks a service worker for what it downloads. */
async function save(address) {
  const answer = await fetch(address);
  // A page says why not.
  if (!answer.ok) return void (frameFor().src = address);
  const [, name] = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition"));
  Object.assign(document.createElement("a"), { href: URL.createObjectURL(await answer.blob()), download: name }).click();
}

const WHY = { SecurityError: "private", QuotaExceededError: "no room" };
const ACTS = { download: () => save(`${root}moving/backup`), again: () => location.reload() };

async function begin() {
  for (const button of line.querySelectorAll("button")) {
    button.textContent = words[button.name];
    button.addEventListener("click", ACTS[button.name]);
  }
  tell(words.starting);
  if (!navigator.serviceWorker) return fail(words.private);
  try {
    await serviceWorker();
  } catch (error) {
    console.error(error);
    return fail(words[WHY[failed || error.name]] ?? words["fetch failed"], "again");
  }
  navigator.locks.request(NAME, own);
  show(history.state);
}

begin();
