// Compiles what is in WORK/app, and the standard library into WORK/python.zip, by the Python that will run it; makes the
// first scorebook and the words of the shell: `node compile.mjs WORK`.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const work = fs.realpathSync(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(`${work}/node_modules/pyodide/pyodide.mjs`));
const python = await loadPyodide({ args: ["-X", "no_debug_ranges"] });
python.FS.mkdirTree("/work");
python.FS.mount(python.FS.filesystems.NODEFS, { root: work }, "/work");
try {
  python.runPython(fs.readFileSync(new URL("compile.py", import.meta.url), "utf8"));
} catch ({ message }) {
  // Without this Node shows all of Pyodide's source.
  console.error(message);
  process.exit(1);
}
