"""Static files under addresses that change with their content, so that browsers can cache them.

A script names those it imports by their path alone; it is sent with their addresses. So its own
address changes with whatever it imports, and a page seen before asks for no script again. A page
may name what its script imports, so that a browser asks for all of it at once. A stylesheet is sent
with what it imports in it: a page asks for one, whatever it is made of.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from functools import lru_cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask, Response, request, url_for

MAX_AGE = timedelta(days=365)
# A part of a file is read while it is sent.
WHOLE = (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED)
# What a script loads: "./name.js" or "../folder/name.js".
IMPORTED = re.compile(r'(?<=")\.[^"\s]*\.js(?=")')
# What it loads before it runs: import "./name.js", or … from "./name.js".
LOADED_FIRST = re.compile(r'(?:import|from) "(\.[^"\s]*\.js)"')
# What a stylesheet imports: "name.css" or "../folder/name.css".
IMPORTED_SHEET = re.compile(r'@import "([^"\s]+\.css)";\n')


def init_app(app: Flask) -> None:
    """Add `?v=` to the address of every static file; with it, a response is cached for a year."""
    static = Path(app.static_folder or "").resolve()

    @app.url_defaults
    def add_fingerprint(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and (path := static / values["filename"]).is_file():
            values.setdefault("v", fingerprint(path))

    @app.template_global()
    def imported_by(*names: str) -> tuple[str, ...]:
        """Return the addresses of all files that some scripts load before they run."""
        addresses = tuple(url_for("static", filename=name) for name in names)
        return _imported_by(static, names, addresses)

    @app.after_request
    def read_file(response: Response) -> Response:
        if request.endpoint == "static" and response.status_code in WHOLE:
            if response.status_code == HTTPStatus.OK:
                response.direct_passthrough = False
                _send(response, static / (request.view_args or {})["filename"])
            # Closed at once: compressed as a stream, or where the client is gone, it stays open.
            response.close()
        return response

    @app.after_request
    def cache(response: Response) -> Response:
        if request.endpoint == "static" and "v" in request.args and response.status_code < 400:
            response.cache_control.no_cache = None
            response.cache_control.max_age = int(MAX_AGE.total_seconds())
            response.cache_control.immutable = True
        return response


def fingerprint(path: Path) -> str:
    """Hash the content of a file and of all that it imports, 12 hex digits."""
    contents = "".join(_known(each).digest for each in sorted(_needed(path, set())))
    return sha256(contents.encode()).hexdigest()[:12]


@lru_cache
def with_addresses(path: Path, _fingerprint: str) -> str:
    """Return a script with the addresses of what it imports, each with its fingerprint.

    Its own fingerprint is part of the key of the cache.
    """

    def address(name: re.Match[str]) -> str:
        imported = (path.parent / name[0]).resolve()
        return f"{name[0]}?v={fingerprint(imported)}" if imported.is_file() else name[0]

    return IMPORTED.sub(address, path.read_text())


@lru_cache
def with_imports(path: Path, _fingerprint: str) -> str:
    """Return a stylesheet with each that it imports in the place where it is named."""

    def content(name: re.Match[str]) -> str:
        imported = path.parent / name[1]
        return with_imports(imported, fingerprint(imported)) if imported.is_file() else name[0]

    return IMPORTED_SHEET.sub(content, path.read_text())


@lru_cache
def _imported_by(
    static: Path, scripts: tuple[str, ...], _addresses: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the addresses of what scripts load first; their own change with each of them."""
    found: set[Path] = set()
    for each in scripts:
        _first(static / each, found)
    names = (path.relative_to(static).as_posix() for path in sorted(found))
    return tuple(url_for("static", filename=each) for each in names if each not in scripts)


class _Known(NamedTuple):
    """What is remembered of a file until it changes."""

    digest: str
    imports: tuple[Path, ...]
    first: tuple[Path, ...]


def _send(response: Response, path: Path) -> None:
    if kind := KINDS.get(path.suffix):
        response.close()
        response.set_data(kind.sent(path, fingerprint(path)))
    else:
        response.make_sequence()


def _needed(path: Path, found: set[Path]) -> set[Path]:
    """Add to `found` a file and all that it imports; two scripts may import each other."""
    if path not in found:
        found.add(path)
        for imported in _known(path).imports:
            _needed(imported, found)
    return found


def _first(path: Path, found: set[Path]) -> set[Path]:
    """Add to `found` a script and all that it loads before it runs."""
    if path not in found:
        found.add(path)
        for imported in _known(path).first:
            _first(imported, found)
    return found


def _known(path: Path) -> _Known:
    return _read(path, path.stat().st_mtime_ns)


@lru_cache
def _read(path: Path, _modified_ns: int) -> _Known:
    content, kind = path.read_bytes(), KINDS.get(path.suffix)
    imports, first = (
        tuple(
            imported
            for name in (named.findall(content.decode()) if named else ())
            if (imported := (path.parent / name).resolve()).is_file()
        )
        for named in (kind and kind.imports, kind and kind.first)
    )
    return _Known(sha256(content).hexdigest(), imports, first)


class _Kind(NamedTuple):
    """A kind of file that imports others: how it names them, and what is sent in its place."""

    imports: re.Pattern[str]
    first: re.Pattern[str]
    sent: Callable[[Path, str], str]


KINDS = {
    ".js": _Kind(IMPORTED, LOADED_FIRST, with_addresses),
    ".css": _Kind(IMPORTED_SHEET, IMPORTED_SHEET, with_imports),
}
