"""Headers of pages and static files, and the cookie of the session."""

from datetime import timedelta

from flask import Flask, session, url_for
from flask.sessions import SecureCookieSessionInterface

from scorekeeper.web import static_files

STYLESHEET = "shared/base.css"


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


def test_a_static_file_is_cached_for_a_year_under_an_address_with_its_hash(app):
    with app.test_request_context():
        address = url_for("static", filename=STYLESHEET)
    assert "?v=" in address
    with app.test_client().get(address) as response:
        assert response.cache_control.max_age == timedelta(days=365).total_seconds()
        assert response.cache_control.immutable
        assert "Cookie" not in response.vary


def test_a_static_file_without_its_hash_is_revalidated(client):
    with client.get(f"/static/{STYLESHEET}") as response:
        assert response.cache_control.no_cache


def test_the_address_of_an_edited_file_changes(tmp_path):
    app = Flask(__name__, static_folder=tmp_path)
    # Otherwise files are taken to be as they were when the program was started.
    app.debug = True
    static_files.init_app(app)
    addresses = set()
    for content in ("a { color: red }", "a { color: blue }"):
        (tmp_path / "page.css").write_text(content)
        with app.test_request_context():
            addresses.add(url_for("static", filename="page.css"))
    assert len(addresses) == 2


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
    assert abs(cookie.expires - signed_at - timedelta(days=365)) < timedelta(minutes=1)
    assert cookie.http_only
    assert cookie.same_site == "Lax"
