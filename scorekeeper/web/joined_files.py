"""Scripts and stylesheets with what they import in them, so that a page asks for one of each.

A stylesheet has what it imports in the place where it is named. A script has it before its own
lines: each module is a function there, which is called once on a page, however many of its scripts
have that module in them. What a script loads later, by import("./name.js"), is another script.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

# What a script loads, now or later: "./name.js" or "../folder/name.js".
LOADED = re.compile(r'(?<=")\.[^"\s]*\.js(?=")')
# What it imports: import { a, b } from "./name.js"; or import "./name.js";
IMPORTED = re.compile(r'^import (?:(?P<names>\{[^}]*\}) from )?"(?P<file>\.[^"\s]*\.js)";\n', re.M)
# What it exports: export function name, or export const name.
EXPORTED = re.compile(r"^export (?P<kind>(?:async )?function|const) (?P<name>\w+)", re.M)
# What a stylesheet imports: "name.css" or "../folder/name.css".
IMPORTED_SHEET = re.compile(r'^@import "(?P<file>[^"\s]+\.css)";\n', re.M)

_MODULES = "const modules = (globalThis.modules ??= {});\n"
# So many files are remembered, as they are and as they are sent.
MOST_FILES = 1024


class _Known(NamedTuple):
    """What is remembered of a file until it changes: all that it loads, and what it imports."""

    digest: str
    loads: tuple[Path, ...]
    imports: tuple[Path, ...]


class _Kind(NamedTuple):
    """A kind of file that imports others: how it names what it loads and imports; what is sent."""

    loaded: re.Pattern[str]
    imported: re.Pattern[str]
    joined: Callable[[Path, Path, str], str]


def fingerprint(path: Path) -> str:
    """Hash a file, all that it loads, and how they are joined: 12 hex digits."""
    files = [*sorted(_needed(path, set())), Path(__file__)]
    contents = "".join(_known(each).digest for each in files)
    return sha256(contents.encode()).hexdigest()[:12]


def joined(static: Path, path: Path) -> str | None:
    """Return a script or stylesheet with what it imports; None for any other file.

    `static` is the folder that all of them are in.
    """
    kind = _KINDS.get(path.suffix)
    return kind and kind.joined(static, path, fingerprint(path))


def only_imported(static: Path) -> set[Path]:
    """Return the files that only others have in them: no page asks for one of those."""
    files = [path for path in static.rglob("*.*") if path.suffix in _KINDS]
    imported = {part for path in files for part in _known(path).imports}
    later = {part for path in files for part in {*_known(path).loads} - {*_known(path).imports}}
    return imported - later


@lru_cache(MOST_FILES)
def _script(static: Path, path: Path, _fingerprint: str) -> str:
    """Return a script after the modules that it imports; one that is no module as it is.

    Its fingerprint is part of the key of the cache.
    """
    modules, text = _in_order(path, {}), path.read_text()
    exported = _exported(text)
    if len(modules) == 1 and not exported:
        return _with_addresses(text, path, path.parent)
    own = f"export const {exported} = {_module(static, path)};\n" if exported else ""
    return _MODULES + "".join(_function(static, each, path.parent) for each in modules) + own


def _in_order(path: Path, found: dict[Path, None]) -> dict[Path, None]:
    """Add to `found` a script after all that it imports. Raise RecursionError for a circle."""
    if path not in found:
        for imported in _known(path).imports:
            _in_order(imported, found)
        found[path] = None
    return found


def _function(static: Path, path: Path, folder: Path) -> str:
    """Write a module as a function, called unless another script of the page did so."""

    def names(statement: re.Match[str]) -> str:
        module = _module(static, path.parent / statement["file"])
        return f"const {statement['names']} = {module};\n" if statement["names"] else ""

    text = path.read_text()
    returned = _exported(text) or "true"
    text = _with_addresses(IMPORTED.sub(names, text), path, folder)
    text = EXPORTED.sub(r"\g<kind> \g<name>", text)
    return f"{_module(static, path)} ??= (() => {{\n{text}return {returned};\n}})();\n"


def _module(static: Path, path: Path) -> str:
    """Return where the page keeps what a module exports."""
    return f'modules["{path.resolve().relative_to(static).as_posix()}"]'


def _exported(text: str) -> str:
    """Return what a script exports, as JavaScript writes an object of it; "" for nothing."""
    names = ", ".join(found["name"] for found in EXPORTED.finditer(text))
    return names and f"{{ {names} }}"


def _with_addresses(text: str, path: Path, folder: Path) -> str:
    """Return a script's text with the addresses of what it loads later, as seen from a folder."""

    def address(name: re.Match[str]) -> str:
        loaded = (path.parent / name[0]).resolve()
        if not loaded.is_file():
            return name[0]
        return f"./{os.path.relpath(loaded, folder)}?v={fingerprint(loaded)}"

    return LOADED.sub(address, text)


@lru_cache(MOST_FILES)
def _sheet(static: Path, path: Path, _fingerprint: str) -> str:
    """Return a stylesheet with each that it imports in the place where it is named."""

    def content(name: re.Match[str]) -> str:
        imported = path.parent / name["file"]
        if not imported.is_file():
            return name[0]
        return _sheet(static, imported, fingerprint(imported))

    return IMPORTED_SHEET.sub(content, path.read_text())


def _needed(path: Path, found: set[Path]) -> set[Path]:
    """Add to `found` a file and all that it loads; two scripts may load each other."""
    if path not in found:
        found.add(path)
        for loaded in _known(path).loads:
            _needed(loaded, found)
    return found


def _known(path: Path) -> _Known:
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(MOST_FILES)
def _read(path: Path, _modified_ns: int) -> _Known:
    content, kind = path.read_bytes(), _KINDS.get(path.suffix)
    digest = sha256(content).hexdigest()
    if kind is None:
        return _Known(digest, (), ())
    text = content.decode()
    imports = (found["file"] for found in kind.imported.finditer(text))
    return _Known(digest, _there(path, kind.loaded.findall(text)), _there(path, imports))


def _there(path: Path, names: Iterable[str]) -> tuple[Path, ...]:
    """Return the files of some names in a file, but for those that are not there."""
    files = ((path.parent / name).resolve() for name in names)
    return tuple(file for file in files if file.is_file())


_KINDS = {
    ".js": _Kind(LOADED, IMPORTED, _script),
    ".css": _Kind(IMPORTED_SHEET, IMPORTED_SHEET, _sheet),
}
