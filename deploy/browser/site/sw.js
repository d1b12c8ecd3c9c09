// The service worker of the browser edition: gives the shell to whoever opens an address, and hands what the pages in its
// frame ask for to the worker that has Python, wherever that runs.

importScripts("files.js");

const { version, files } = self.edition;
const root = self.registration.scope;
// Other sites may be in other folders of this host.
const OURS = `scorekeeper ${root} `;
const CACHE = `${OURS}${version}`;
const ALL = Object.values(files).reduce((sum, [bytes]) => sum + bytes, 0);
const TYPES = { mjs: "text/javascript", wasm: "application/wasm" };
const BODILESS = ["GET", "HEAD"];
const EMPTY = [204, 301, 302, 303, 304];

// What was asked and is not answered yet, by a number that no other service worker gives.
const waiting = new Map();
const channel = new BroadcastChannel(OURS);
channel.onmessage = ({ data }) => {
  // A worker that has just begun: what the one before did not answer is asked again; a form is recorded once.
  if (data.ready) for (const [id, { request }] of waiting) channel.postMessage({ id, request });
  waiting.get(data.answers)?.answered(data);
};

/** Ask the worker; while there is none this waits until there is. */
async function ask(request) {
  const id = crypto.randomUUID();
  const answer = await new Promise((answered) => {
    waiting.set(id, { request, answered });
    channel.postMessage({ id, request });
  });
  waiting.delete(id);
  const { status, headers, body } = answer;
  return new Response(EMPTY.includes(status) ? null : body, { status, headers });
}

async function described(request) {
  const { method, url, referrer } = request;
  // What browsers say to the network only; some of it some of them say here, too.
  const { languages, userAgent } = navigator;
  const headers = new Headers(request.headers);
  for (const [name, value] of [["Referer", referrer], ["Accept-Language", languages.join()], ["User-Agent", userAgent]]) headers.set(name, value);
  // A form of another site has another referrer.
  if (new URL(referrer || url).origin === location.origin) headers.set("Origin", location.origin);
  return { method, url, headers: [...headers], body: BODILESS.includes(method) ? null : await request.arrayBuffer() };
}

/** Keep a file of the program with the edition: its address changes with its content. */
async function lasting(request) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request.url);
  if (found) return found;
  const answer = await ask(await described(request));
  // Without room for it, it is asked for again.
  if (answer.status === 200) await cache.put(request.url, answer.clone()).catch(() => {});
  return answer;
}

async function shell() {
  const page = await (await own("index.html", `${root}index.html`)).text();
  // Its files are in the folder of the edition, whatever the address of the page is.
  const html = page.replace("<head>", `<head><base href="${root}">`);
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

addEventListener("fetch", (event) => {
  const { request } = event;
  if (!request.url.startsWith(root)) return;
  const name = request.url.slice(root.length).split(/[?#]/)[0];
  if (request.mode === "navigate" && request.destination === "document") event.respondWith(shell());
  else if (name in files || `${name}.gz` in files) event.respondWith(own(name, request));
  else if (/^(static|words)\/.*\?v=/.test(request.url.slice(root.length))) event.respondWith(lasting(request));
  else event.respondWith(described(request).then(ask));
});

const own = async (name, request) => (await caches.match(root + name, { cacheName: CACHE })) ?? fetch(request);

let got = 0;

/** Read a file of the folder, and tell the shell how much of all has come. */
async function content(answer) {
  const parts = [];
  for (const reader = answer.body.getReader(); ; ) {
    const { value, done } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    parts.push(value);
    got += value.length;
    channel.postMessage({ got, all: ALL });
  }
}

/** Keep a file as it is used; one that was compressed for its way is not any more. */
async function take(cache, name) {
  const [, digest] = files[name];
  const answer = await fetch(root + name, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const bytes = await content(answer);
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  // Somebody may be putting another version there just now.
  if ([...found].some((byte, at) => byte !== parseInt(digest.slice(2 * at, 2 * at + 2), 16))) throw new Error(`${name} is of another version`);
  if (!name.endsWith(".gz")) return cache.put(root + name, new Response(bytes, { headers: answer.headers }));
  const plain = name.slice(0, -3);
  const unpacked = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  await cache.put(root + plain, new Response(unpacked, { headers: { "Content-Type": TYPES[plain.split(".").pop()] ?? "application/octet-stream" } }));
}

/** Fetch everything. Of an update nothing is used before all of it is here. */
async function install() {
  try {
    const cache = await caches.open(CACHE);
    await Promise.all(Object.keys(files).map((name) => take(cache, name)));
  } catch (error) {
    channel.postMessage({ failed: error.name });
    await caches.delete(CACHE);
    throw error;
  }
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
  await clients.claim();
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
// Pages of the program tell of themselves here too; only the shell, as it starts, lets an update begin.
addEventListener("message", ({ data }) => data === "begin" && self.skipWaiting());
