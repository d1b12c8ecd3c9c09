"""What is sent: static files with what they import, headers, and the cookie of a session."""

from datetime import timedelta

import pytest
from flask import Flask, url_for

from scorekeeper.web import static_files
from scorekeeper.web.static_files import only_imported

YEAR = timedelta(days=365)


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
    two, one, page = sent(made, "table/page.js").split(" ??= (() => {\n")[1:]
    assert two.startswith("const b = 1;\nreturn { b };")
    assert one.startswith('const {\n  b,\n} = modules["shared/two.js"];\nconst a = "import { b }')
    assert "return { a, e, c };" in one
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


def test_a_stylesheet_is_sent_with_all_that_it_imports_and_what_is_no_module_as_it_is(site):
    made = site(
        shared_worker_js="const a = 1;\n",
        table_page_css='/* All. */\n@import "../shared/tiles.css";\nb { top: 0 }\n',
        shared_tiles_css='@import "ink.css";\n',
        shared_ink_css="i { color: red }\n",
    )
    text = "/* All. */\ni { color: red }\nb { top: 0 }\n"
    assert sent(made, "table/page.css") == text
    assert sent(made, "shared/worker.js") == "const a = 1;\n"


def test_an_address_changes_with_any_file(site):
    files = {"table_page_js": 'import "./one.js";\n', "table_one_js": "alert(1);\n"}
    edited = files | {"table_one_js": "alert(2);\n"}
    more = edited | {"shared_ink_css": "i { color: red }\n"}
    addresses = {address_of(site(**each), "table/page.js") for each in (files, edited, more)}
    assert len(addresses) == 3


def test_a_static_file_is_cached_for_a_year_only_under_an_address_with_its_hash(app):
    with app.test_request_context():
        address = url_for("static", filename="shared/base.css")
    assert "?v=" in address
    with app.test_client().get(address) as response:
        assert response.cache_control.max_age == YEAR.total_seconds()
        assert response.cache_control.immutable
        assert "Cookie" not in response.vary
    with app.test_client().get("/static/shared/base.css") as response:
        assert response.cache_control.no_cache


def test_a_page_may_load_nothing_from_elsewhere_and_stands_in_no_other(client):
    # tests/web/every_page holds that every page has what there is of them.
    headers = client.get("/").headers
    assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self';")
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


def test_a_session_lasts_a_year_scripts_cannot_read_it_and_over_https_it_is_secure(app):
    app.config["WTF_CSRF_ENABLED"] = True
    for address, secure in (("https://localhost/", True), ("http://localhost/", False)):
        client = app.test_client()
        answer = client.get("/device", base_url=address)
        cookie = client.get_cookie("session")
        assert cookie is not None
        assert cookie.expires is not None
        assert (cookie.http_only, cookie.same_site, cookie.secure) == (True, "Lax", secure)
        assert ("Strict-Transport-Security" in answer.headers) is secure
    assert app.permanent_session_lifetime == YEAR
