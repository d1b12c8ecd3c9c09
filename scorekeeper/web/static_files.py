"""Static files under addresses that change with their content, so that browsers can cache them.

Scripts and stylesheets are bundled with their imports, so that a page asks for one of each. An
import in a stylesheet is replaced by the imported file. In a script, imported modules come first:
each is a function that runs once on a page, even if several scripts contain it. A script loaded
later with import("./name.js") stays separate.

Only the forms below are recognized; a test checks all scripts with a parser.
"""

from __future__ import annotations

import posixpath
import re
from datetime import timedelta
from functools import lru_cache
from hashlib import sha256
from mimetypes import guess_type
from os.path import isfile
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask, Response, abort, request
from werkzeug.security import safe_join

MAX_AGE = timedelta(days=365)
# What a stylesheet imports: "name.css" or "../folder/name.css".
IMPORTED_SHEET = re.compile(r'^@import "(?P<file>[^"\s]+\.css)";\n', re.M)
# A stylesheet is sent without comments and the white space that only readers need,
SHEET_COMMENT = re.compile(r"/\*.*?\*/\n?", re.S)
SHEET_SPACE = re.compile(r"\s*([{};,])\s*|(?<=:) ")
# a script without comments on lines of their own and without indentation.
SCRIPT_EXTRA = re.compile(r"^ *(?://.*\n|/\*\*(?:[^*]|\*(?!/))*\*/\n)?", re.M)

# import { one, other } from "./name.js"; or import "./name.js"; on lines of their own.
IMPORT = re.compile(r'^import (?:(?P<names>\{[^}]*\}) from )?"(?P<file>\.[^"\n]+)";$', re.M)
# export function name() …, export async function name() … or export const name = …
EXPORT = re.compile(r"^export (?=(?:(?:async )?function|const) (?P<name>\w+))", re.M)
# import("./name.js"), or load("./name.js"), which does the same.
LATER = re.compile(r'\b(?P<call>import|load)\("(?P<file>\.[^"\n]+)"\)')
_MODULES = "const modules = (globalThis.modules ??= {});\n"
# How many bundled files are cached.
MOST_FILES = 1024


def init_app(app: Flask) -> None:
    """Add `?v=` to the address of every static file; with it, a response is cached for a year."""
    static = Path(app.static_folder or "").resolve()

    @app.url_defaults
    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values.setdefault("v", version_of(static, lasting=not app.debug))

    def send(filename: str) -> Response:
        found = safe_join(str(static), filename)
        # False also for a name that the system cannot have.
        if found is None or not isfile(found):  # noqa: PTH113 # Path.is_file raises there
            abort(404)
        name = Path(found).relative_to(static).as_posix()
        text = joined(static, name, version_of(static, lasting=not app.debug))
        content = Path(found).read_bytes() if text is None else text
        response = Response(content, mimetype=guess_type(name)[0])
        response.cache_control.no_cache = True
        if "v" in request.args:
            response.cache_control.no_cache = None
            response.cache_control.max_age = int(MAX_AGE.total_seconds())
            response.cache_control.immutable = True
        response.add_etag()
        response.make_conditional(request)
        return response

    app.view_functions["static"] = send


def version_of(static: Path, *, lasting: bool = True) -> str:
    """Hash all static files and how they are bundled; only once if they are `lasting`."""
    return _lasting_version(static) if lasting else _version(static)


def _version(static: Path) -> str:
    digest = sha256(Path(__file__).read_bytes())
    for path in sorted(path for path in static.rglob("*") if path.is_file()):
        digest.update(path.relative_to(static).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


_lasting_version = lru_cache(_version)


class Script(NamedTuple):
    """A script turned into the body of a function: exports are returned.

    `imports` and `later` are the names of other scripts in the static folder.
    """

    text: str
    exports: tuple[str, ...]
    imports: tuple[str, ...]
    later: tuple[str, ...]

    @property
    def exported(self) -> str:
        """Return the exports as a JavaScript object; "" for none."""
        return f"{{ {', '.join(self.exports)} }}" if self.exports else ""


def joined(static: Path, name: str, version: str) -> str | None:
    """Return a script or stylesheet bundled with its imports; None for any other file.

    `static` is the static folder, in which each file is in a folder of its own; `version` changes
    whenever any of them does.
    """
    match Path(name).suffix:
        case ".js":
            return _joined_script(static, name, version)
        case ".css":
            return SHEET_SPACE.sub(r"\1", _joined_sheet(static, name))
    return None


def only_imported(static: Path, version: str) -> set[str]:
    """Return the names of files that are only imported: no page asks for them."""
    names = [path.relative_to(static).as_posix() for path in static.rglob("*.*")]
    scripts = [_read(static, name, version) for name in names if name.endswith(".js")]
    later = {name for script in scripts for name in script.later}
    sheets = {
        _named(name, found["file"])
        for name in names
        if name.endswith(".css")
        for found in IMPORTED_SHEET.finditer((static / name).read_text())
    }
    return sheets | {name for script in scripts for name in script.imports} - later


@lru_cache(MOST_FILES)
def _joined_script(static: Path, name: str, version: str) -> str:
    """Return a script after the modules it imports; one that is no module stays as it is."""
    own, modules = _read(static, name, version), _in_order(static, name, version, {})
    if len(modules) == 1 and not own.exports:
        return own.text
    functions = (
        f"{_module(each)} ??= (() => {{\n{script.text}return {script.exported or 'true'};\n}})();\n"
        for each, script in modules.items()
    )
    last = f"export const {own.exported} = {_module(name)};\n" if own.exports else ""
    return _MODULES + "".join(functions) + last


def _in_order(static: Path, name: str, version: str, found: dict[str, Script]) -> dict[str, Script]:
    """Add a script to `found`, after all that it imports. Raise RecursionError for a circle."""
    if name not in found:
        script = _read(static, name, version)
        for imported in script.imports:
            _in_order(static, imported, version, found)
        found[name] = script
    return found


@lru_cache(MOST_FILES)
def _read(static: Path, name: str, version: str) -> Script:
    text = SCRIPT_EXTRA.sub("", (static / name).read_text())
    imports = tuple(dict.fromkeys(_named(name, found["file"]) for found in IMPORT.finditer(text)))
    exports = tuple(found["name"] for found in EXPORT.finditer(text))
    later = {
        found["file"]: _named(name, found["file"])
        for found in LATER.finditer(text)
        if (static / _named(name, found["file"])).is_file()
    }

    def taken(found: re.Match[str]) -> str:
        module = _module(_named(name, found["file"]))
        return f"const {found['names']} = {module};" if found["names"] else ""

    def loaded(found: re.Match[str]) -> str:
        script = later.get(found["file"])
        return f'{found["call"]}("../{script}?v={version}")' if script else found[0]

    text = LATER.sub(loaded, EXPORT.sub("", IMPORT.sub(taken, text)))
    return Script(text, exports, imports, tuple(later.values()))


def _module(name: str) -> str:
    """Return the JavaScript expression that holds the exports of a module on a page."""
    return f'modules["{name}"]'


def _named(name: str, address: str) -> str:
    """Return the name of a file, given as an address in another file."""
    return posixpath.normpath(f"{posixpath.dirname(name)}/{address}")


def _joined_sheet(static: Path, name: str) -> str:
    """Return a stylesheet with its imports in place, without comments."""
    return IMPORTED_SHEET.sub(
        lambda found: _joined_sheet(static, _named(name, found["file"])),
        SHEET_COMMENT.sub("", (static / name).read_text()),
    )
