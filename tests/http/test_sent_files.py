"""What is sent: static files with what they import, headers, and the cookie of a session."""

from datetime import timedelta

import pytest
from flask import Flask, session, url_for
from flask.sessions import SecureCookieSessionInterface

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


def test_a_page_may_load_nothing_from_elsewhere(client):
    headers = client.get("/").headers
    assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self';")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


def test_over_https_the_cookie_is_secure_and_hsts_is_set(app):
    app.config["WTF_CSRF_ENABLED"] = True
    for address, secure in (("https://localhost/", True), ("http://localhost/", False)):
        client = app.test_client()
        answer = client.get("/device", base_url=address)
        cookie = client.get_cookie("session")
        assert cookie is not None
        assert cookie.secure is secure
        assert ("Strict-Transport-Security" in answer.headers) is secure


def test_a_session_lasts_a_year_and_scripts_cannot_read_it(app):
    @app.get("/sit-down")
    def sit_down():
        session["name"] = "Ana"
        return ""

    client, signer = app.test_client(), SecureCookieSessionInterface().get_signing_serializer(app)
    client.get("/sit-down")
    cookie = client.get_cookie("session")
    assert cookie is not None
    assert cookie.expires is not None
    assert signer is not None
    _, signed_at = signer.loads(cookie.value, return_timestamp=True)
    assert abs(cookie.expires - signed_at - YEAR) < timedelta(minutes=1)
    assert cookie.http_only
    assert cookie.same_site == "Lax"
