"""The files in static/: none is dead, all that is imported is there, and sent with what asks."""

import re
from pathlib import Path

import pytest
import tree_sitter_javascript
from flask import Flask, url_for
from tree_sitter import Language, Parser

from scorekeeper.config import folder
from scorekeeper.pages.device import pwa
from scorekeeper.web import static_files
from scorekeeper.web.static_files import (
    EXPORT,
    IMPORT,
    SCRIPT_EXTRA,
    SHEET_SPACE,
    joined,
    only_imported,
    version_of,
)

STATIC, TEMPLATES = folder("static").resolve(), folder("templates")
FILES = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}
JAVASCRIPT = Language(tree_sitter_javascript.language())
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
    root = Parser(JAVASCRIPT).parse(text.encode()).root_node
    assert not root.has_error
    *lines, last = (node.type for node in root.children if node.type != "comment")
    assert not OF_MODULES & {*lines}
    assert last not in OF_MODULES or "export const {" in text


@pytest.mark.parametrize("name", sorted(name for name in FILES if name.endswith(".js")))
def test_what_a_script_imports_and_exports_is_found_as_a_parser_finds_it(name):
    text = (STATIC / name).read_text()
    nodes = Parser(JAVASCRIPT).parse(text.encode()).root_node.children
    starts = {
        kind: [node.start_byte for node in nodes if node.type == f"{kind}_statement"]
        for kind in ("import", "export")
    }
    for kind, pattern in (("import", IMPORT), ("export", EXPORT)):
        found = [len(text[: each.start()].encode()) for each in pattern.finditer(text)]
        assert found == starts[kind]


@pytest.fixture
def site(tmp_path):
    """Return what makes an application whose static files are those that are given."""

    def make(**files):
        for name, text in files.items():
            folder, _, rest = name.partition("_")
            path = tmp_path / folder / rest.replace("_", ".")
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        app = Flask(__name__, static_folder=tmp_path)
        static_files.init_app(app)
        return app

    return make


def address_of(site, name):
    site.debug = True
    with site.test_request_context():
        return url_for("static", filename=name)


def sent(site, name):
    return site.test_client().get(address_of(site, name)).get_data(as_text=True)


def test_a_script_has_what_it_imports_before_it(site):
    made = site(
        table_page_js='import { a } from "./one.js";\nimport "../shared/two.js";\n\nalert(a);\n',
        table_one_js="""import {
  b,
} from "../shared/two.js";
export const a = "import { b } from";
export async function c() {} // export const d
""",
        shared_two_js="export const b = 1;\n",
    )
    two, one, page = sent(made, "table/page.js").split(" ??= (() => {\n")[1:]
    assert two.startswith("const b = 1;\nreturn { b };")
    assert one.startswith('const {\nb,\n} = modules["shared/two.js"];\nconst a = "import { b }')
    assert "return { a, c };" in one
    assert page.startswith('const { a } = modules["table/one.js"];')


def test_a_script_that_is_loaded_later_is_one_of_its_own(site, tmp_path):
    made = site(
        table_page_js='import "../shared/two.js";\n',
        shared_two_js='import("./later.js");\nimport("./none.js");\n',
        shared_later_js="export function a() {}\n",
    )
    _, _, version = address_of(made, "shared/later.js").partition("?")
    assert f'import("../shared/later.js?{version}");' in sent(made, "table/page.js")
    assert 'import("./none.js");' in sent(made, "table/page.js")
    assert 'export const { a } = modules["shared/later.js"];' in sent(made, "shared/later.js")
    assert only_imported(tmp_path, "now") == {"shared/two.js"}


def test_a_stylesheet_is_sent_with_what_it_imports_without_comments_and_no_module_as_it_is(site):
    made = site(
        shared_worker_js="const a = 1;\n",
        table_page_css='/* All. */\n@import "../shared/tiles.css";\nb { top: 0 } /* 1\n2 */\n',
        shared_tiles_css='@import "ink.css";\n',
        shared_ink_css="i { color: red }\n",
    )
    assert sent(made, "table/page.css") == "i{color:red}b{top:0}"
    assert sent(made, "shared/worker.js") == "const a = 1;\n"


def test_an_address_changes_with_any_file(site):
    files = {"table_page_js": 'import "./one.js";\n', "table_one_js": "alert(1);\n"}
    edited = files | {"table_one_js": "alert(2);\n"}
    more = edited | {"shared_ink_css": "i { color: red }\n"}
    addresses = {address_of(site(**each), "table/page.js") for each in (files, edited, more)}
    assert len(addresses) == 3


SHEETS = sorted(name for name in FILES if name.endswith(".css"))
# Of all stylesheets together: on paper, over what is held, and for what is hidden.
MOST_IMPORTANT = 15
# Where people tap.
TAPPED = ("round/", "shared/", "table/")
HAS_WITHIN = re.compile(r":has\(.*\).*[ >~+(](?::not\([^()]*\)|\*)\)?(?=,| \{)")


def test_a_line_of_a_stylesheet_has_one_declaration_and_is_no_longer_than_a_window():
    faults = []
    for name in SHEETS:
        lines = read(name).splitlines()
        plain = re.sub(r'/\*.*?\*/|"[^"\n]*"|\([^()\n]*\)', "", read(name), flags=re.S).splitlines()
        faults += [f"{name}: {line}" for line in plain if line.count(";") > 1]
        faults += [f"{name}: {line}" for line in lines if len(line) > 120]
    assert faults == []
    assert sum(read(name).count("!important") for name in SHEETS) <= MOST_IMPORTANT


def test_a_has_names_what_it_styles():
    """One that styles any element makes Chromium look at the whole page again at each change."""
    found = [
        f"{name}: {line}"
        for name in SHEETS
        if name.startswith(TAPPED)
        for line in read(name).splitlines()
        if HAS_WITHIN.search(line)
    ]
    assert found == []


def read(name):
    return (STATIC / name).read_text()


def test_scripts_and_stylesheets_lose_nothing_of_what_they_say_on_their_way():
    for name in FILES:
        if name.endswith(".js"):
            inside = strings(Parser(JAVASCRIPT).parse(read(name).encode()).root_node)
            assert [text for text in inside if SCRIPT_EXTRA.sub("", f"x{text}") != f"x{text}"] == []
    for name in SHEETS:
        inside = re.findall(r'"[^"\n]*"|url\\([^)]*\\)', read(name))
        assert [text for text in inside if SHEET_SPACE.search(text)] == [], name


def strings(node):
    if node.type in ("string", "template_string", "regex"):
        return [node.text.decode()]
    return [text for child in node.children for text in strings(child)]
