"""The folder of the browser edition: built where it can be, and served as any static files."""

import shutil
import subprocess
import sys
import threading
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

from tests.databases import leave_out
from tests.quality.size import ROOT

REQUIRED = "TESTS_REQUIRE_EDITION"
BUILD = ROOT / "deploy" / "browser" / "build"
INPUTS = ("deploy/browser", "scorekeeper", "static", "templates", "pyproject.toml", "uv.lock")
# It stands in a folder of its own on its site, as on most.
UNDER = "games/score"


def fingerprint():
    """Say what the edition is made of, so that it is built once."""
    digest = sha256()
    files = [path for name in INPUTS for path in (ROOT / name, *(ROOT / name).rglob("*"))]
    for path in sorted(path for path in files if path.is_file()):
        if path.suffix not in (".pyc", ".po", ".md"):
            digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def built(kept):
    """Return the folder of the edition, from those that are kept; skip where it cannot be built."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            leave_out(f"The browser edition was not built: install {program}.", REQUIRED)
    made = kept / fingerprint()
    if not made.exists():
        for old in kept.iterdir():
            shutil.rmtree(old)
        command = [sys.executable, BUILD, kept / "draft"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.stderr.startswith("npm failed"):
            leave_out("No browser edition: run it where npm reaches its registry.", REQUIRED)
        assert done.returncode == 0, done.stderr
        (kept / "draft").rename(made)
    return made


def another_version(folder, target):
    """Copy an edition as a later version of it, whose shell says so."""
    shutil.copytree(folder, target)
    with (target / "shell.css").open("a") as sheet:
        sheet.write("h1::after { content: ' 2'; }\n")
    (target / "files.js").unlink()
    loader = SourceFileLoader("build", str(BUILD))
    spec = spec_from_loader("build", loader)
    assert spec is not None
    build = module_from_spec(spec)
    loader.exec_module(build)
    build.describe(target)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextmanager
def served(folder, site):
    """Serve a folder as `python3 -m http.server` does; yield where it is, and how to swap it."""
    (site / UNDER).parent.mkdir(parents=True)
    (site / UNDER).symlink_to(folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{UNDER}/"
    finally:
        server.shutdown()
        server.server_close()
