"""The files in static/: none is dead, and all that is imported is there."""

import re
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.config import folder
from scorekeeper.pages.device import pwa

STATIC, TEMPLATES = folder("static"), folder("templates")
FILES = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}
IN_SCRIPTS = re.compile(r"""(?:\bfrom|\bimport\(?|\bload\()\s*["'](\.[^"']+)["']""")
IN_STYLESHEETS = re.compile(r"""(?:@import|url\()\s*["']?([^"')]+)["')]""")
IN_TEMPLATES = re.compile(r"""["']([\w-]+/[\w-]+\.(?:css|js|png|svg))["']""")


def imported() -> Iterator[tuple[str, str]]:
    """Yield what each script and stylesheet imports, with the name of the importer."""
    for name in FILES:
        found = {".js": IN_SCRIPTS, ".css": IN_STYLESHEETS}.get(Path(name).suffix)
        for address in found.findall((STATIC / name).read_text()) if found else ():
            path = (STATIC / name).parent / address
            yield name, path.resolve().relative_to(STATIC.resolve()).as_posix()


def loaded() -> Iterator[tuple[str, str]]:
    """Yield what each template, and the app that a device installs, names of static/."""
    for path in (*TEMPLATES.rglob("*.html"), Path(pwa.__file__)):
        for name in IN_TEMPLATES.findall(path.read_text()):
            if not (TEMPLATES / name).is_file():
                yield path.name, name


def test_every_static_file_that_is_named_is_there() -> None:
    missing = {(where, name) for where, name in (*imported(), *loaded()) if name not in FILES}
    assert not missing


def test_every_static_file_is_used() -> None:
    used = {name for _, name in (*imported(), *loaded())}
    assert used == FILES
