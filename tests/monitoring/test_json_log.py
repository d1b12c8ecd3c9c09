"""The log as JSON, of the program itself and of the server it runs in."""

import json
import logging
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.request import urlopen

import pytest

from scorekeeper.access.tokens import token_of
from scorekeeper.scorebook.permissions.rights import Grant, Right
from scorekeeper.web.logs import HANDLER, WRITERS
from tests.http_device import Device
from tests.running_server import RUN, serving

# A program in which every link breaks, with the link in the error.
BROKEN = (
    "from scorekeeper import cli, server; from scorekeeper.pages.share import views;"
    "views.grant_of = lambda token, *_: int(token);"
)
GUNICORN = f"{BROKEN} cli.main()"
WAITRESS = f"{BROKEN} server.serve = server.serve_with_waitress; cli.main()"
TOKEN = token_of(Grant(1, Right.OWN, 1, "abcdef01"), "key")


def next_line(served, logger):
    """Read the next line of a logger; wait for it if it is not there yet."""
    assert served.process.stdout is not None
    for line in served.process.stdout:
        if not line.startswith("Ctrl+C"):
            found: Mapping[str, str] = json.loads(line)
            if found["logger"] == logger:
                return found
    raise AssertionError("The log has ended.")


@pytest.mark.parametrize(
    ("program", "server"),
    [(GUNICORN, "gunicorn"), (WAITRESS, "waitress")],
    ids=["gunicorn", "waitress"],
)
def test_what_breaks_is_one_line_of_json_without_the_address(tmp_path, program, server):
    environment = {"SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_LOG": "json"}
    with serving(sys.executable, "-c", program, *RUN, environment=environment) as served:
        with urlopen(served.url, timeout=10) as page:
            assert (page.status, page.headers["Server"].partition("/")[0]) == (200, server)
        assert Device(served.url.rstrip("/")).get(f"/join/{TOKEN}").status == 500
        line = next_line(served, "scorekeeper")
        assert line.keys() == {"time", "level", "logger", "message", "exception"}
        assert (line["level"], line["message"]) == ("error", "share.join broke [GET]")
        assert line["exception"].endswith("invalid literal for int() with base 10: '…'")
        assert TOKEN not in str(line)
        if server == "gunicorn":
            kill_a_worker(served.process.pid)
            assert "SIGKILL" in next_line(served, "gunicorn.error")["message"]


def kill_a_worker(server):
    children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    os.kill(int(children[0]), signal.SIGKILL)


def test_no_line_is_json_unless_that_is_chosen(app):
    assert app.config["LOG"] == "text"
    for name in WRITERS:
        assert HANDLER not in logging.getLogger(name).handlers
