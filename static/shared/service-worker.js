// The service worker: caches static files and the last seen pages, and shows them when the server does not answer.
// It handles only pages and files; forms, streams and requests of scripts go to the server.

const { files, offline } = self.shell;
const FILES = "files";
const PAGES = "pages";
const PATIENCE_MS = 3000;
const MOST_PAGES = 50;

const root = new URL(self.registration.scope).pathname;
// The list of matches; and for a match its table, wall, winner, rounds, and the page that enters the next round.
const KEPT = /^(?:(matches\/\d+)(?:\/(?:wall|winner|rounds\/(?:new|\d+)))?)?$/;
const MATCH = /^matches\/\d+/;
const NEXT_ROUND = /href="([^"]+\/rounds\/new)"/;
const REFUSED = [401, 403, 404, 410];

const pathOf = (address) => new URL(address).pathname.slice(root.length);
const isKept = (address) => KEPT.test(pathOf(address));
const marked = (html, seen) => html.replace("<html", `<html data-seen="${seen}"`);

function page(html, seen, headers) {
  const changedHeaders = new Headers(headers);
  // These headers describe the body as it was sent, which is changed here.
  for (const name of ["Content-Encoding", "Content-Length", "ETag"]) changedHeaders.delete(name);
  return new Response(marked(html, seen), { headers: changedHeaders });
}

async function keep(address, html, headers) {
  const pages = await caches.open(PAGES);
  await pages.put(address, page(html, Date.now(), headers));
  // The newest are last.
  const kept = await pages.keys();
  for (const request of kept.slice(0, -MOST_PAGES)) await pages.delete(request);
  const next = NEXT_ROUND.exec(html);
  if (next) await visit(new URL(next[1], address).href);
}

async function forget(isMeant) {
  const pages = await caches.open(PAGES);
  for (const request of await pages.keys()) if (isMeant(pathOf(request.url))) await pages.delete(request);
}

/** Cache a page that arrived, or delete pages that the device may not see any more. */
async function learn(address, answer) {
  const path = pathOf(address);
  const { ok, redirected, status, type, headers } = answer;
  const refused = REFUSED.includes(status);
  // Without the PIN no page may be seen; a link that has ended does not say to which match it led.
  if (path === "pin" || (refused && path.startsWith("join/"))) return caches.delete(PAGES);
  const [match] = MATCH.exec(path) ?? [];
  if (refused && (match || path === "")) return forget((other) => isOf(other, match));
  if (!KEPT.test(path)) return;
  const open = !/no-store/.test(headers.get("Cache-Control"));
  if (ok && !redirected && open) {
    const html = await answer.text();
    if (address === self.registration.scope) await forgetUnlisted(html);
    return keep(address, html, headers);
  }
  if (ok || type === "opaqueredirect") return forget((other) => other === path);
}

/** Whether a page shows a match: its own pages do, and so may the list of matches. */
const isOf = (path, match) => path === "" || `${path}/`.startsWith(`${match}/`);

/** Check whether cached matches that are not on this list may still be seen. */
async function forgetUnlisted(html) {
  // The searches of older lists.
  await forget((other) => other === "");
  const pages = await caches.open(PAGES);
  const kept = (await pages.keys()).map(({ url }) => MATCH.exec(pathOf(url))?.[0]);
  for (const match of new Set(kept)) if (match && !html.includes(`/${match}"`)) await visit(self.registration.scope + match);
}

/** Load a page to cache it. */
async function visit(address) {
  const answer = await fetch(address).catch(() => null);
  if (answer) await learn(address, answer);
}

const late = () => new Promise((_, fail) => setTimeout(fail, PATIENCE_MS));

async function shownPage(event) {
  const { url } = event.request;
  const copy = isKept(url) && (await (await caches.open(PAGES)).match(url));
  const asked = fetch(event.request);
  const learnt = asked.then((answer) => learn(url, isKept(url) ? answer.clone() : answer));
  event.waitUntil(learnt.catch(() => {}));
  try {
    return await (copy ? Promise.race([asked, late()]) : asked);
  } catch {
    if (copy) return copy;
    const sorry = await caches.match(offline);
    return page(await sorry.text(), "", sorry.headers);
  }
}

async function file(request) {
  const cache = await caches.open(FILES);
  // The address of a file changes with its content.
  const same = await cache.match(request, { ignoreVary: true });
  if (same) return same;
  const copy = await cache.match(request, { ignoreVary: true, ignoreSearch: true });
  if (!copy) return fetch(request);
  return Promise.race([fetch(request), late()]).catch(() => copy);
}

const isFile = (path) => /^(?:static|words)\//.test(path);

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  if (request.mode === "navigate") event.respondWith(shownPage(event));
  else if (isFile(pathOf(request.url))) event.respondWith(file(request));
});

// A live page sends what it shows now; a page that was swapped in may not be cached yet.
async function changed({ address, html }) {
  const [shown] = address.split("#");
  if (!isKept(shown)) return;
  const copy = await (await caches.open(PAGES)).match(shown);
  await (copy ? keep(shown, html, copy.headers) : visit(shown));
}

addEventListener("message", (event) => event.waitUntil(changed(event.data)));

async function install() {
  const cache = await caches.open(FILES);
  await cache.addAll(files);
  await self.skipWaiting();
}

async function activate() {
  const cache = await caches.open(FILES);
  const current = files.map((address) => new URL(address, location).href);
  for (const request of await cache.keys()) if (!current.includes(request.url)) await cache.delete(request);
  await clients.claim();
  // Take over pages opened before the worker was installed.
  const pages = await caches.open(PAGES);
  for (const { url } of await clients.matchAll({ type: "window" })) {
    const address = url.split("#")[0];
    if (isKept(address) && !(await pages.match(address))) await visit(address);
  }
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
