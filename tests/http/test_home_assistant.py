"""The add-on's proxy, as Home Assistant asks it: under a path, in a frame, from nobody else."""

import os
import re
import shutil
import subprocess
import time
from contextlib import contextmanager
from http.client import HTTPConnection
from urllib.parse import urlencode

import pytest

from scorekeeper.config import CHECKOUT
from tests.support.http_device import FORM, HIDDEN, MATCH
from tests.support.running_server import free_port, running

CADDYFILE = CHECKOUT / "deploy/home-assistant/scorekeeper/Caddyfile"
PATH = "/api/hassio_ingress/Ab-cd_12"
# What Home Assistant and its supervisor add for a visitor who opened it over https.
INGRESS = {
    "X-Ingress-Path": PATH,
    "X-Forwarded-Host": "home.example.org",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "203.0.113.7, 172.30.32.1",
}
HERE, ELSEWHERE = "127.0.0.1", "192.0.2.9"

pytestmark = pytest.mark.skipif(shutil.which("caddy") is None, reason="Install caddy to run it.")


def asked(port, path, headers, form=None):
    """Ask for a page, or send a form; return the status, the headers and the text."""
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    body = urlencode(form) if form else None
    given = headers | (FORM if form else {})
    connection.request("POST" if form else "GET", path, body, given)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, answer.headers, text


@contextmanager
def add_on(folder, home_assistant):
    """Run program and proxy; give the ports for Home Assistant and for everybody else."""
    ingress, everybody = free_port(), free_port()
    settings = {"SCOREKEEPER_PROXIES": "1", "SCOREKEEPER_HOSTS": "home.example.org"}
    with running(folder / "scorebook", **settings) as served:
        environment = {
            "INGRESS_PORT": str(ingress),
            "INGRESS_FROM": home_assistant,
            "PORT": str(everybody),
            "APP_PORT": served.url.rstrip("/").rpartition(":")[2],
            "HOME": str(folder),
        }
        command = ("caddy", "run", "--config", CADDYFILE, "--adapter", "caddyfile")
        quiet = subprocess.DEVNULL
        proxy = subprocess.Popen(command, env=os.environ | environment, stdout=quiet, stderr=quiet)
        try:
            deadline = time.monotonic() + 20
            while True:
                try:
                    asked(everybody, "/healthz", {})
                    break
                except OSError:
                    assert time.monotonic() < deadline
                    time.sleep(0.05)
            yield ingress, everybody
        finally:
            proxy.kill()
            proxy.wait()


def test_the_add_on_lives_under_the_path_of_home_assistant_and_in_its_frame(tmp_path):
    with add_on(tmp_path, HERE) as (ingress, everybody):
        status, headers, page = asked(ingress, "/matches/new", INGRESS)
        assert status == 200
        found = re.findall(r'(?:href|src|action)="(/[^"]*)"', page)
        assert found
        assert [each for each in found if not each.startswith(f"{PATH}/")] == []
        assert headers["X-Frame-Options"] == "SAMEORIGIN"
        assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]
        cookie = headers["Set-Cookie"]
        assert f"Path={PATH}" in cookie
        assert "Secure" in cookie
        # As a browser sends it: of an https page, with where it came from.
        kept = INGRESS | {"Cookie": cookie.partition(";")[0]}
        kept |= {"Referer": f"https://home.example.org{PATH}/matches/new"}
        started = asked(ingress, "/matches/new", kept, dict(HIDDEN.findall(page)) | MATCH)
        assert started[0] == 303
        assert started[1]["Location"].startswith(f"{PATH}/matches/")
        # Whoever comes by the other port is on a site of its own, whatever is said of a path.
        status, headers, page = asked(everybody, "/", {"X-Forwarded-Prefix": PATH})
        assert status == 200
        assert PATH not in page
        assert headers["X-Frame-Options"] == "DENY"


def test_nobody_but_home_assistant_is_let_in_by_its_port(tmp_path):
    with add_on(tmp_path, ELSEWHERE) as (ingress, _):
        assert asked(ingress, "/", INGRESS)[0] == 403
