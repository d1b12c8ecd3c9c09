// Python with the program, in the one tab that has it: answers one request after the other.

import createPyodideModule from "./python/pyodide.asm.mjs";
import { loadPyodide } from "./python/pyodide.mjs";
import { keep } from "./kept.js";

const root = new URL(".", location).href;
const NOT_KEPT = new TextEncoder().encode("There is no room left on this device.");
const channel = new BroadcastChannel(`scorekeeper ${root} `);
let edition;
let kept;
let python;

async function start() {
  const app = fetch(`${root}python/app.zip`).then((answer) => answer.arrayBuffer());
  python = await loadPyodide({ indexURL: `${root}python/`, stdLibURL: `${root}python/python.zip`, createPyodideModule });
  postMessage({ step: 1 });
  unzip(python.FS, new Uint8Array(await app), "/app");
  kept = await keep(python.FS, `scorekeeper ${root}`);
  postMessage({ step: 2, how: kept.how });
  python.runPython("import sys; sys.path.insert(0, '/app')");
  edition = python.pyimport("edition");
  postMessage({ step: 3 });
  edition.start(root);
  await kept.save();
  postMessage({ step: 4 });
}

/** Put a zip file that is not compressed into a folder. */
function unzip(FS, zip, folder) {
  const view = new DataView(zip.buffer);
  const text = new TextDecoder();
  let at = view.getUint32(zip.length - 6, true);
  for (let count = view.getUint16(zip.length - 12, true); count > 0; count -= 1) {
    const [size, start] = [view.getUint32(at + 24, true), view.getUint32(at + 42, true)];
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const path = `${folder}/${text.decode(zip.subarray(at + 46, at + 46 + name))}`;
    const content = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, zip.subarray(content, content + size), { canOwn: true });
    at += 46 + name + extra + comment;
  }
}

function asked({ method, url, headers, body }) {
  const answer = edition.answer(method, url, python.toPy(headers), python.toPy(new Uint8Array(body ?? 0)));
  const [status, given, content] = answer.toJs();
  answer.destroy();
  return { status, headers: given, body: content };
}

async function respond({ id, request }) {
  let answer;
  try {
    answer = asked(request);
    // No form is answered before it is kept; pages and files are there also where nothing can be.
    await kept.save().catch((error) => request.body && Promise.reject(error));
  } catch (error) {
    log(error);
    answer = { status: 503, headers: [["Content-Type", "text/plain"], ["Retry-After", "5"]], body: NOT_KEPT };
  }
  channel.postMessage({ answers: id, ...answer });
  if (kept.refused) postMessage({ refused: true });
  kept.refused = false;
  try {
    edition.finish();
    await kept.save();
  } catch (error) {
    log(error);
  }
}

/** Log what one request failed of; where Python itself broke, nothing more can be asked of it. */
function log(error) {
  if (error.pyodide_fatal_error) throw error;
  console.error(String(error).slice(-2000));
}

/** Do something once all before it is done; what fails here leaves nobody to answer. */
function next(act) {
  turn = turn.then(act);
  turn.catch((error) => postMessage({ broken: String(error).trim().split("\n").pop() }));
}

let turn = Promise.resolve();
next(start);
channel.onmessage = ({ data }) => {
  if (data.request) next(() => respond(data));
};
// What was asked before there was anybody to answer is asked again.
channel.postMessage({ ready: true });
