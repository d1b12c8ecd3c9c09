"""The files in static/: none is dead, and all that is imported is there."""

import re
from pathlib import Path

import pytest
import tree_sitter_javascript
from tree_sitter import Language, Parser

from scorekeeper.config import folder
from scorekeeper.pages.device import pwa
from scorekeeper.web.static_files import joined, only_imported, version_of

STATIC, TEMPLATES = folder("static").resolve(), folder("templates")
FILES = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}
IN_SCRIPTS = re.compile(r"""(?:\bfrom|\bimport\(?|\bload\()\s*["'](\.[^"']+)["']""")
# What only stands in a whole module, and not in a function.
OF_MODULES = {"import_statement", "export_statement", "await_expression"}
IN_STYLESHEETS = re.compile(r"""(?:@import|url\()\s*["']?([^"')]+)["')]""")
IN_TEMPLATES = re.compile(r"""["']([\w-]+/[\w-]+\.(?:css|js|png|svg))["']""")


def imported():
    """Yield what each script and stylesheet imports, with the name of the importer."""
    for name in FILES:
        found = {".js": IN_SCRIPTS, ".css": IN_STYLESHEETS}.get(Path(name).suffix)
        for address in found.findall((STATIC / name).read_text()) if found else ():
            path = (STATIC / name).parent / address
            yield name, path.resolve().relative_to(STATIC.resolve()).as_posix()


def loaded():
    """Yield what each template, and the app that a device installs, names of static/."""
    for path in (*TEMPLATES.rglob("*.html"), Path(pwa.__file__)):
        for name in IN_TEMPLATES.findall(path.read_text()):
            if not (TEMPLATES / name).is_file():
                yield path.name, name


def test_every_static_file_that_is_named_is_there_and_every_one_is_named():
    named = {name: where for where, name in (*imported(), *loaded())}
    assert {name: named[name] for name in named.keys() - FILES} == {}
    assert FILES - named.keys() == set()


def test_no_page_asks_for_what_another_file_has_in_it():
    inside = only_imported(STATIC, version_of(STATIC))
    assert inside
    asked = {(where, name) for where, name in loaded() if name in inside}
    assert not asked


@pytest.mark.parametrize("name", sorted(name for name in FILES if name.endswith(".js")))
def test_a_script_imports_and_exports_as_scripts_are_joined(name):
    # A circle of imports would have no order.
    text = joined(STATIC, name, version_of(STATIC))
    assert text
    root = Parser(Language(tree_sitter_javascript.language())).parse(text.encode()).root_node
    assert not root.has_error
    *lines, last = (node.type for node in root.children if node.type != "comment")
    assert not OF_MODULES & {*lines}
    assert last not in OF_MODULES or "export const {" in text
