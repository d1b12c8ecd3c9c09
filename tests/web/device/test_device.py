"""What a device is called and reads, what makes an app of its pages, and the PIN of a house."""

import json
import re
import shutil

import pytest

from scorekeeper.access.devices import guess_name
from scorekeeper.config import folder
from scorekeeper.i18n import LANGUAGES
from scorekeeper.pages.device import pwa
from scorekeeper.web.hosts import local_address
from scorekeeper.web.static_files import only_imported, version_of
from tests.support.access import give, joined, links, renew
from tests.web.visitor import HEAVY, Visitor, tiles


def call(device, name):
    return device.send(device.open("/device"), {"name": name})


NAMES = {
    "  Ana’s \t phone ": "Ana’s phone",
    "<b>Ana</b>": "<b>Ana</b>",
    "A\x00n\u202ea": "A n a",
    "\x07": "",
    " ": "",
    # These are refused.
    "x" * 41: None,
    "x" * 50_000: None,
}


def test_a_name_is_cleaned_and_shown_as_it_is_or_refused_where_it_is_too_long(visitor):
    for name, kept in NAMES.items():
        assert call(visitor, "Before").leads_to == "/"
        answer = call(visitor, name)
        assert answer.status == (422 if kept is None else 303)
        assert answer.problems == ["Enter a name of at most 40 characters."] * (kept is None)
        assert visitor.open("/device").form["name"] == ("Before" if kept is None else kept)


CALLED = {
    "Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605": "iPad",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)": "iPhone",
    "Mozilla/5.0 (Linux; Android 15; Pixel 9)": "Android",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64)": "Windows",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)": "Mac",
    "Mozilla/5.0 (X11; Linux x86_64)": "Linux",
    **dict.fromkeys(("curl/8", ""), "a device"),
}


def test_a_device_without_a_name_is_called_what_it_is():
    assert {user_agent: guess_name(user_agent) for user_agent in CALLED} == CALLED


def test_whatever_is_done_is_noted_with_the_device(app, visitor):
    def devices(table):
        lines = visitor.open(f"{table.address}/edit").texts("ol", "log", "li")
        known = ("The tablet", "Bea’s phone", "iPad")
        return [name for line in lines for name in known if name in line]

    call(visitor, "The tablet")
    table = visitor.start("Ana", "Bea", goal="50")
    other, nameless = Visitor(app), Visitor(app)
    call(other, "Bea’s phone")
    other.play(table, "", "66")
    other.send(other.open(f"{table.address}/undo"))
    renew(visitor, table, "watch")
    nameless.client.environ_base["HTTP_USER_AGENT"] = next(iter(CALLED))
    nameless.play(table, "", HEAVY)
    assert devices(table) == ["iPad", "The tablet", "Bea’s phone", "Bea’s phone", "The tablet"]
    rematch = other.follow(other.send(other.open(f"{table.address}/winner")))
    assert devices(rematch) == ["Bea’s phone"]


PREFERRED = {
    "": "en",
    "hu": "hu",
    "pt-BR,en;q=0.5": "pt",
    "de, it;q=0.8": "it",
    "de": "en",
    ";;q=x,": "en",
    "de,es;q=0.8,en;q=0.9": "en",
    "de,hu;q=0.1": "hu",
}


def test_the_language_is_the_one_the_browser_prefers_until_another_is_chosen(app, visitor, table):
    for asked, given in PREFERRED.items():
        page = Visitor(app, asked).open("/offline")
        assert page.root.get("lang") == page.answer.headers["Content-Language"] == given
    for language in LANGUAGES:
        choice = visitor.open("/language", came_from=table.address)
        answer = visitor.post("/language", {**choice.form, "language": language})
        assert answer.leads_to == table.address
        # Nobody reads what a redirect says, which is English.
        assert "Content-Language" not in answer.answer.headers
        for address in (table.address, "/nothing"):
            assert visitor.open(address).root.get("lang") == language


ELSEWHERE = (
    *("https://elsewhere.example/", "//elsewhere.example", "", "matches/1", "x", "javascript:x"),
    *("/\\elsewhere.example", "\\\\elsewhere.example", "/\t/elsewhere.example"),
    *("/\n/elsewhere.example", "/ /"),
)


def test_an_address_of_another_site_is_none_to_go_to():
    assert {local_address(elsewhere) for elsewhere in ELSEWHERE} == {"/"}


def test_every_page_names_its_words_and_the_manifest_in_its_language(app, client):
    for language in LANGUAGES:
        page = Visitor(app, language).open("/offline")
        [link] = [each for each in page.all("link") if each.get("rel") == "manifest"]
        answer = client.get(link.get("href"))
        assert answer.mimetype == "application/manifest+json"
        said = json.loads(answer.text)
        assert said["lang"] == language
        assert (said["name"], said["display"]) == ("Scorekeeper", "standalone")
        # English is written in the scripts themselves.
        if language != "en":
            scripts = [script.get("src") for script in page.all("script")]
            [address] = [each for each in scripts if each.startswith(f"/words/{language}.js?v=")]
            answer = client.get(address)
            assert answer.mimetype == "text/javascript"
            assert "immutable" in answer.headers["Cache-Control"]
    for address in ("/manifest/xx.webmanifest", "/words/xx.js"):
        assert client.get(address).status_code == 404
    said = client.get("/manifest/en.webmanifest", base_url="http://localhost/scores").json
    assert said["start_url"] == said["scope"] == "/scores/"
    assert all(icon["src"].startswith("/scores/static/") for icon in said["icons"])


def kept_files(client, language=""):
    script = client.get("/sw.js", headers={"Accept-Language": language}).text
    [written] = re.findall(r"^self\.shell = (.*);\nimportScripts", script)
    shell = json.loads(written)
    assert shell["offline"] in shell["files"]
    return list(shell["files"])


def test_the_worker_keeps_every_file_of_the_pages_as_it_is_now_in_the_language_of_the_device(
    client, tmp_path, monkeypatch
):
    answer = client.get("/sw.js")
    assert answer.mimetype == "text/javascript"
    # It is asked for again every time.
    assert answer.cache_control.no_cache
    same = client.get("/sw.js", headers={"If-None-Match": answer.headers["ETag"]})
    assert same.status_code == 304
    kept, spanish = kept_files(client), kept_files(client, "es")
    assert kept[-1] != spanish[-1]
    assert any(each.startswith("/words/es.js?v=") for each in spanish)
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
    # A new file is kept by itself.
    shutil.copytree(folder("static"), tmp_path / "static")
    (tmp_path / "static/round/new.js").write_text("// New.")
    monkeypatch.setattr(pwa, "folder", tmp_path.joinpath)
    new = {*kept_files(client)} - {*kept}
    assert [each.partition("?")[0] for each in new] == ["/static/round/new.js"]


@pytest.fixture
def house(visitor, app):
    """Return a table in a house that asks for a PIN since."""
    table = visitor.start("Ana", "Bea")
    app.config["PIN"] = "Dos77"
    give(visitor, "Dos77")
    return table


@pytest.fixture
def stranger(house, app):
    """Return a device that was not asked yet, in that house."""
    del house
    return Visitor(app)


def test_a_new_device_is_asked_first_and_then_gets_where_it_was_going(app, stranger):
    # What is no page, and what pages load, is not guarded.
    assert stranger.open("/nothing").status == 404
    with stranger.client.get("/static/shared/base.css") as loaded:
        assert loaded.status_code == 200
    for address in ("/", "/matches/1", "/matches/1/rounds/new?entry=pips", "/bin"):
        device = Visitor(app)
        asked = device.follow(device.open(address))
        assert asked.heading == "Enter the PIN"
        assert device.send(asked, {"pin": "Dos77"}).leads_to == address
        assert device.open(address).status == 200
        assert device.open("/pin").leads_to == "/"
    # The PIN cannot be read from a cookie.
    cookie = device.client.get_cookie("session")
    with app.test_request_context(headers={"Cookie": f"session={cookie.value}"}) as request:
        assert "Dos77" not in str(dict(request.session))
        assert len(request.session["pin"]) > 20
    # Nobody is sent to another site.
    for elsewhere in ("", "//elsewhere.example", "/%09/elsewhere.example"):
        assert give(Visitor(app), "Dos77", f"/pin?next={elsewhere}").leads_to == "/"


def test_a_wrong_pin_opens_nothing_and_what_was_typed_before_is_not_recorded(
    stranger, visitor, house, unchanged
):
    for pin in ("", "dos77", "Dos7", "Dos777", "0000", "\x00", "é", "9" * 5000):
        refused = give(stranger, pin)
        assert refused.status == 422
        assert refused.problems == ["That is not the PIN. Ask the person who runs this scorebook."]
        assert not pin or pin not in refused.answer.text
        assert stranger.open(house.address).status == 303
    with unchanged():
        refused = stranger.send(visitor.open_round(house), tiles("", "66"))
    assert (refused.status, refused.heading) == (403, "Enter the PIN first")
    assert refused.links["Enter the PIN"] == "/pin"


def test_a_match_that_a_device_started_or_has_a_link_to_needs_no_pin(app, visitor, house):
    other = visitor.start("Ciro", "Dani")
    guest, watcher = (joined(app, links(visitor, house)[kind]) for kind in ("score", "watch"))
    assert guest.play(house, "", "66").status == 303
    assert guest.open(other.address).leads_to == f"/pin?next={other.address}"
    assert guest.open("/").leads_to == "/pin?next=/"
    assert "Enter round 2" not in watcher.open(house.address).links
    # Once the PIN is another, whoever was in is asked again.
    assert visitor.open("/").status == 200
    app.config["PIN"] = "5555"
    assert visitor.open(house.address).status == 200
    assert visitor.open("/").leads_to == "/pin?next=/"
