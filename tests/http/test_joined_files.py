"""Scripts and stylesheets are sent with what they import in them."""

from pathlib import Path

import pytest
from flask import Flask, url_for

from scorekeeper.web import static_files
from scorekeeper.web.joined_files import only_imported


@pytest.fixture
def site(tmp_path: Path) -> Flask:
    """Return an application whose static files are those in `tmp_path`."""
    app = Flask(__name__, static_folder=tmp_path)
    static_files.init_app(app)
    return app


def address_of(site: Flask, name: str) -> str:
    with site.test_request_context():
        return url_for("static", filename=name)


def sent(site: Flask, name: str) -> str:
    with site.test_client().get(address_of(site, name)) as response:
        return response.get_data(as_text=True)


def test_a_script_has_what_it_imports_before_it(site: Flask, tmp_path: Path) -> None:
    (tmp_path / "table").mkdir()
    (tmp_path / "table/page.js").write_text(
        'import { a } from "./one.js";\nimport "../two.js";\n\nalert(a);\n'
    )
    (tmp_path / "table/one.js").write_text(
        'import { b } from "../two.js";\nexport const a = b;\nexport async function c() {}\n'
    )
    (tmp_path / "two.js").write_text("export const b = 1;\n")
    assert (
        sent(site, "table/page.js")
        == """const modules = (globalThis.modules ??= {});
modules["two.js"] ??= (() => {
const b = 1;
return { b };
})();
modules["table/one.js"] ??= (() => {
const { b } = modules["two.js"];
const a = b;
async function c() {}
return { a, c };
})();
modules["table/page.js"] ??= (() => {
const { a } = modules["table/one.js"];

alert(a);
return true;
})();
"""
    )


def test_a_script_that_is_loaded_later_is_one_of_its_own(site: Flask, tmp_path: Path) -> None:
    (tmp_path / "table").mkdir()
    (tmp_path / "table/page.js").write_text('import "../two.js";\n')
    (tmp_path / "two.js").write_text('import("./later.js");\nimport("./none.js");\n')
    (tmp_path / "later.js").write_text("export function a() {}\n")
    _, _, version = address_of(site, "later.js").partition("?")
    assert f'import("./../later.js?{version}");' in sent(site, "table/page.js")
    assert 'import("./none.js");' in sent(site, "table/page.js")
    assert 'export const { a } = modules["later.js"];' in sent(site, "later.js")
    assert {path.name for path in only_imported(tmp_path)} == {"two.js"}


def test_a_script_that_is_no_module_is_sent_as_it_is(site: Flask, tmp_path: Path) -> None:
    (tmp_path / "worker.js").write_text("const a = 1;\n")
    assert sent(site, "worker.js") == "const a = 1;\n"


def test_an_address_changes_with_whatever_is_loaded(site: Flask, tmp_path: Path) -> None:
    (tmp_path / "page.js").write_text('import { a } from "./one.js";\nimport("./later.js");\n')
    (tmp_path / "one.js").write_text("export const a = 1;\n")
    addresses = set()
    # They may load each other, as long as that is later.
    for later in ("alert(1);\n", 'import("./page.js");\n', 'import { a } from "./one.js";\n'):
        (tmp_path / "later.js").write_text(later)
        addresses.add(address_of(site, "page.js"))
    (tmp_path / "one.js").write_text("export const a = 2;\n")
    assert len({*addresses, address_of(site, "page.js")}) == 4


def test_a_stylesheet_is_sent_with_all_that_it_imports(site: Flask, tmp_path: Path) -> None:
    (tmp_path / "table").mkdir()
    (tmp_path / "table/page.css").write_text('/* All. */\n@import "../tiles.css";\nb { top: 0 }\n')
    (tmp_path / "tiles.css").write_text('@import "ink.css";\n@import "none.css";\n')
    addresses = set()
    for ink in ("i { color: red }\n", "i { color: blue }\n"):
        (tmp_path / "ink.css").write_text(ink)
        text = f'/* All. */\n{ink}@import "none.css";\nb {{ top: 0 }}\n'
        assert sent(site, "table/page.css") == text
        addresses.add(address_of(site, "table/page.css"))
    assert len(addresses) == 2
