"""The program as it is served: by gunicorn, and by waitress as on Windows.

What both do with what is sent, and write to their output; and what only gunicorn has: streams,
counts of all processes, a backup each day, and an end when it is asked for. At the end, how long
static files are kept, headers, and the cookie of a session, which any server sends.
"""

import json
import os
import re
import signal
import socket
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlencode, urlsplit
from urllib.request import urlopen

import pytest
from flask import url_for

from scorekeeper import server
from tests.bench import scale
from tests.interchange.match_factory import start
from tests.maintenance.scorebook_files import scorebook_in
from tests.support.access import TOKEN
from tests.support.http_device import MATCH, Device, hands, read_until, stream
from tests.support.running_server import running

# In one process, which starts each server once.
pytestmark = pytest.mark.xdist_group("servers")
GUNICORN_ONLY = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has waitress. Run it on Linux."
)
KINDS = [pytest.param("gunicorn", marks=GUNICORN_ONLY), "waitress"]

BEGIN = {
    "gunicorn": "",
    "waitress": "from scorekeeper import server; server.serve = server.serve_with_waitress; ",
}
# A program in which every link breaks, with the link in the error.
BROKEN = (
    "from scorekeeper.pages.links import views; views.grant_of = lambda token, *_: int(token); "
)
PIN, NAME, METRICS_TOKEN = "Dos77", "Anastasia", "twenty-letters-are-enough"
# So many that hardly ever one process has all of them.
STREAMS = 12
YEAR = timedelta(days=365)


@pytest.fixture(scope="module", params=KINDS)
def kind(request):
    return str(request.param)


@pytest.fixture(scope="module")
def served(kind, tmp_path_factory):
    folder = tmp_path_factory.mktemp("instance")
    with running(folder, begin=BEGIN[kind], SCOREKEEPER_PIN=PIN) as served:
        yield served


@pytest.fixture
def device(served):
    device = Device(served.url)
    assert device.post("/pin", device.get("/pin").hidden | {"pin": PIN}).status == 303
    return device


def sent(served, request):
    """Send bytes no browser would send; return the first of the answer."""
    place = urlsplit(served.url)
    with socket.create_connection((place.hostname or "", place.port or 0), 10) as connection:
        connection.sendall(request)
        return connection.makefile("rb").readline()


@pytest.mark.skipif(sys.platform != "linux", reason="Others decide how long. Run it on Linux.")
def test_a_device_that_left_the_network_keeps_no_thread():
    with (
        server.listen("127.0.0.1", 0) as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        seconds = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) / 1000
        assert 0 < seconds <= 30


def test_a_form_sent_in_chunks_is_read(device):
    form = urlencode(device.get("/matches/new").hidden | MATCH).encode()
    # What has no length is sent in chunks.
    answer = device.ask("POST", "/matches/new", iter([form[:50], form[50:]]))
    assert answer.status == 303
    assert device.get("/").status == 200


def test_neither_names_nor_pins_nor_links_are_in_the_output(served, device):
    match = device.start(**{"names-0": NAME})
    link = device.get(f"{match}/links").links["score"]
    token = link.rpartition("/")[2]
    for address in (link, f"{link}x", "/nothing"):
        device.get(address)
    sent(served, f"GET {link} HTTP/1.1\r\nHost: x\r\nName: {NAME}\x00\r\n\r\n".encode())
    # A name that is none breaks outside of every view.
    for host in ("a..local", ".local", "x" * 64):
        request = f"GET {link} HTTP/1.1\r\nHost: {host}\r\n\r\n"
        assert b" 400 " in sent(served, request.encode())
    # No other test can follow on this server.
    _status, printed = served.stop()
    for secret in (PIN, NAME, token, "/join/"):
        assert secret not in printed


def next_line(served, logger):
    """Read the next line of a logger; wait for it if it is not there yet."""
    assert served.process.stdout is not None
    for line in served.process.stdout:
        if not line.startswith("Ctrl+C"):
            found: Mapping[str, str] = json.loads(line)
            if found["logger"] == logger:
                return found
    raise AssertionError("The log has ended.")


@pytest.mark.parametrize("server", KINDS)
def test_what_breaks_is_one_line_of_json_without_the_address(tmp_path, server):
    with running(tmp_path, begin=BROKEN + BEGIN[server], SCOREKEEPER_LOG="json") as served:
        with urlopen(served.url, timeout=10) as page:
            assert (page.status, page.headers["Server"].partition("/")[0]) == (200, server)
        assert Device(served.url).get(f"/join/{TOKEN}").status == 500
        line = next_line(served, "scorekeeper")
        assert line.keys() == {"time", "level", "logger", "message", "exception"}
        assert (line["level"], line["message"]) == ("error", "links.join broke [GET]")
        assert line["exception"].endswith("invalid literal for int() with base 10: '…'")
        assert TOKEN not in str(line)
        if server == "gunicorn":
            main = served.process.pid
            children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
            os.kill(int(children[0]), signal.SIGKILL)
            assert "SIGKILL" in next_line(served, "gunicorn.error")["message"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with a scorebook that has a match, as people start the program with it."""
    folder = tmp_path_factory.mktemp("home")
    with scorebook_in(folder / "instance") as app, app.app_context():
        start("one")
    return folder


@pytest.fixture(scope="module")
def house(folder):
    """Serve that scorebook, with counts for whoever has the token."""
    settings = {"SCOREKEEPER_METRICS_TOKEN": METRICS_TOKEN, "HOME": str(folder)}
    with running(folder / "instance", **settings) as served:
        yield served


@GUNICORN_ONLY
def test_rounds_refusals_and_requests_of_all_processes_are_counted_for_whoever_has_the_token(house):
    device = Device(house.url)
    match = device.start()
    form = f"{match}/rounds/new?entry=pips"
    for _ in range(6):
        assert device.post(form, device.get(form).hidden | hands()).status == 303
    wrong = device.get(form).hidden | hands("x")
    assert device.post(form, wrong).status == 422
    told = device.ask("GET", "/metrics", Authorization=f"Bearer {METRICS_TOKEN}")
    text = told.text
    assert told.status == 200
    assert 'scorekeeper_entries_total{came="recorded"} 6.0' in text
    assert 'scorekeeper_entries_total{came="refused"} 1.0' in text
    asked = re.search(r'seconds_count\{method="GET",status="200",view="round.record"\} (\S+)', text)
    assert asked is not None
    assert float(asked[1]) == 7
    assert "scorekeeper_writes 0.0" in text
    for secret in ("Ana", "Bea", "127.0.0.1", match):
        assert secret not in text
    for authorization in ("", "Bearer", "Bearer no", f"Basic {METRICS_TOKEN}"):
        told = device.ask("GET", "/metrics", Authorization=authorization)
        assert (told.status, "scorekeeper_" in told.text) == (401, False)


def test_without_a_token_set_there_are_no_metrics(client):
    assert client.get("/metrics").status_code == 404


@GUNICORN_ONLY
def test_streams_of_every_process_hear_of_a_round_within_a_second_and_hold_up_no_shutdown(
    house, folder
):
    device = Device(house.url)
    match = urlsplit(device.start()).path
    waited = []
    with ExitStack() as streams:
        opened = [streams.enter_context(stream(house.url, match)) for _ in range(STREAMS)]
        for number in (1, 2, 3):
            form = device.get(f"{match}/rounds/new").hidden | hands()
            assert device.post(f"{match}/rounds/new", form).status == 303
            acknowledged = time.monotonic()
            for each in opened:
                assert f"Round {number}: Ana went out".encode() in read_until(each, b"</html>")
            waited.append(time.monotonic() - acknowledged)
        # The machine may be busy with other tests for a while.
        assert min(waited) < 1
        deadline = time.monotonic() + 10
        # What is still being written has another name.
        while not [*(folder / "instance/backups").glob("scorekeeper-*")]:
            assert time.monotonic() < deadline, "There is no backup of today."
            time.sleep(0.05)
        # Open streams do not hold up the shutdown; no other test can follow on this server.
        status, printed = house.stop()
    assert (status, printed) == (0, "Ctrl+C closes it.\n")
    assert [path.name for path in folder.iterdir()] == ["instance"]


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


def test_a_script_or_stylesheet_of_a_page_is_sent_without_what_only_pages_need(app):
    with app.test_request_context():
        names = ("shared/base.css", "shared/page.js", "icons/icon.svg")
        sheet, script, picture = (url_for("static", filename=name) for name in names)
    for address, bound in ((sheet, False), (script, False), (picture, True), ("/sw.js", True)):
        with app.test_client().get(address) as answer:
            assert ("Content-Security-Policy" in answer.headers) is bound, address
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


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


SMALL = "--tables 12 --played 2 --watchers 3 --every 1 --seconds 3 --visits 5 --crowded 1"


@pytest.mark.thorough
def test_a_small_crowd_is_measured_without_an_error(capsys, monkeypatch):
    monkeypatch.setattr(scale, "server", lambda: None)
    scale.main(SMALL.split())
    printed = capsys.readouterr().out
    rows = dict(re.findall(r"^\| (.+) \| (.+) \|$", printed, re.M))
    assert rows["who watch: by streams / by asking"] == "7 / 0"
    assert rows["answers that were errors"] == "0"
    assert rows["pages sent for it to those who watch other tables"] == "0"
    assert int(rows["rounds recorded"]) >= 4
