"""A form that is sent in chunks, without saying how long it is; no browser sends one so."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from tests.http_device import FORM, MATCH, Device
from tests.running_server import RUN, scorekeeper, serving

WAITRESS = "from scorekeeper import cli, server; server.serve = server.serve_with_waitress; "


@pytest.mark.parametrize(
    ("program", "status"),
    [
        pytest.param(
            scorekeeper(*RUN),
            411,
            id="gunicorn",
            marks=pytest.mark.skipif(sys.platform == "win32", reason="Windows has waitress."),
        ),
        pytest.param((sys.executable, "-c", f"{WAITRESS}cli.main()", *RUN), 303, id="waitress"),
    ],
)
def test_a_form_sent_in_chunks_is_read_or_refused_with_a_status(
    tmp_path: Path, program: tuple[str, ...], status: int
) -> None:
    with serving(*program, environment={"SCOREKEEPER_INSTANCE": str(tmp_path)}) as served:
        device = Device(served.url)
        form = urlencode(device.get("/matches/new").hidden | MATCH).encode()
        place = urlsplit(served.url)
        headers = {
            "Host": place.netloc,
            "Cookie": device.cookie,
            "Transfer-Encoding": "chunked",
            "Connection": "close",
            **FORM,
        }
        lines = ["POST /matches/new HTTP/1.1", *(f"{k}: {v}" for k, v in headers.items()), "", ""]
        with socket.create_connection((place.hostname or "", place.port or 0), 10) as opened:
            opened.sendall("\r\n".join(lines).encode() + chunked(form))
            answer = opened.makefile("rb").readline()
        assert answer.startswith(b"HTTP/1.1 %d " % status), answer
        assert device.get("/").status == 200


def chunked(body: bytes, size: int = 50) -> bytes:
    parts = [body[start : start + size] for start in range(0, len(body), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in [*parts, b""])
