"""What a device is told to make an app of the pages."""

import json
import re
import shutil

from scorekeeper.config import folder
from scorekeeper.i18n import LANGUAGES
from scorekeeper.pages.device import pwa
from scorekeeper.web.static_files import only_imported, version_of
from tests.web.visitor import Visitor


def kept_files(client, language=""):
    """Read what the service worker keeps."""
    script = client.get("/sw.js", headers={"Accept-Language": language}).text
    found = re.match(r"self\.shell = (.*);\nimportScripts", script)
    assert found is not None
    shell = json.loads(found[1])
    assert shell["offline"] in shell["files"]
    return list(shell["files"])


def test_every_page_names_the_manifest_in_its_language(app):
    for language in LANGUAGES:
        page = Visitor(app, language).open("/")
        [link] = [each for each in page.all("link") if each.get("rel") == "manifest"]
        answer = app.test_client().get(link.get("href", ""))
        assert answer.mimetype == "application/manifest+json"
        said = json.loads(answer.text)
        assert said["lang"] == language
        assert (said["start_url"], said["scope"], said["display"]) == ("/", "/", "standalone")
        assert said["name"] == said["short_name"] == "Scorekeeper"
        assert said["description"]


def test_there_is_no_manifest_in_a_language_nobody_chose(client):
    assert client.get("/manifest/xx.webmanifest").status_code == 404


def test_the_manifest_follows_the_folder_the_site_is_in(client):
    said = client.get("/manifest/en.webmanifest", base_url="http://localhost/scores").json
    assert said is not None
    assert said["start_url"] == said["scope"] == "/scores/"
    assert all(icon["src"].startswith("/scores/static/") for icon in said["icons"])


def test_the_worker_is_asked_for_again_every_time(client):
    answer = client.get("/sw.js")
    assert answer.mimetype == "text/javascript"
    assert answer.cache_control.no_cache
    same = client.get("/sw.js", headers={"If-None-Match": answer.headers["ETag"]})
    assert same.status_code == 304


def test_the_worker_keeps_every_file_of_the_pages_as_it_is_now(client):
    kept = kept_files(client)
    names = {each.partition("?")[0].removeprefix("/static/").lstrip("/") for each in kept}
    static = folder("static").resolve()
    files = {path.relative_to(static).as_posix() for path in static.rglob("*") if path.is_file()}
    # The device itself keeps the icons of an app; other files have their parts in them.
    icons = {name for name in files if name.endswith(".png")}
    inside = only_imported(static, version_of(static))
    assert names == files - icons - inside - {"shared/service-worker.js"} | {"offline"}
    for address in kept:
        with client.get(address) as answer:
            assert answer.status_code == 200, address
            assert "?v=" in address


def test_the_worker_keeps_a_new_file_by_itself(client, tmp_path, monkeypatch):
    before = kept_files(client)
    shutil.copytree(folder("static"), tmp_path / "static")
    (tmp_path / "static/round/new.js").write_text("// New.")
    monkeypatch.setattr(pwa, "folder", tmp_path.joinpath)
    new = {*kept_files(client)} - {*before}
    assert [each.partition("?")[0] for each in new] == ["/static/round/new.js"]


def test_the_worker_is_another_in_another_language(client):
    english, spanish = kept_files(client), kept_files(client, "es")
    assert english[-1] != spanish[-1]
    assert any(each.startswith("/words/es.js?v=") for each in spanish)
