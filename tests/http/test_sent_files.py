"""Scripts and stylesheets are sent with what they import in them."""

from collections.abc import Callable

import pytest
from flask import Flask, url_for

from scorekeeper.web import static_files
from scorekeeper.web.static_files import only_imported

Site = Callable[..., Flask]


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
} from '../shared/two.js'
export const a = "import { b } from", e = b;
export async function c() {} // export const d
""",
        shared_two_js="export const b = 1;\n",
    )
    assert (
        sent(made, "table/page.js")
        == """const modules = (globalThis.modules ??= {});
modules["shared/two.js"] ??= (() => {
const b = 1;
return { b };
})();
modules["table/one.js"] ??= (() => {
const {
  b,
} = modules["shared/two.js"];
const a = "import { b } from", e = b;
async function c() {} // export const d
return { a, e, c };
})();
modules["table/page.js"] ??= (() => {
const { a } = modules["table/one.js"];


alert(a);
return true;
})();
"""
    )


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


def test_a_script_that_is_no_module_is_sent_as_it_is(site):
    assert sent(site(shared_worker_js="const a = 1;\n"), "shared/worker.js") == "const a = 1;\n"


def test_a_stylesheet_is_sent_with_all_that_it_imports(site):
    made = site(
        table_page_css='/* All. */\n@import "../shared/tiles.css";\nb { top: 0 }\n',
        shared_tiles_css='@import "ink.css";\n',
        shared_ink_css="i { color: red }\n",
    )
    text = "/* All. */\ni { color: red }\nb { top: 0 }\n"
    assert sent(made, "table/page.css") == text


def test_an_address_changes_with_any_file(site):
    files = {"table_page_js": 'import "./one.js";\n', "table_one_js": "alert(1);\n"}
    before = address_of(site(**files), "table/page.js")
    after = address_of(site(**files, shared_ink_css="i { color: red }\n"), "table/page.js")
    assert before != after
