"""The program in a browser: what is left out there, and how a request is answered.

`site/worker.js` calls `start` once, then `answer` for one request after the other, and `finish` as
soon as an answer is on its way.
"""

from __future__ import annotations

import json
import os
import shutil
from contextlib import suppress
from http.cookies import SimpleCookie
from io import BytesIO
from pathlib import Path
from secrets import token_hex
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from werkzeug.test import EnvironBuilder
from werkzeug.wrappers import Response

# What needs a server, several programs or a network is not there; pages that would offer it know
# IN_BROWSER. The extra for photos is not installed. Threads: see scorebook/database/threads.py.
LEFT_OUT = {
    "IN_BROWSER": True,
    # Nobody else can try a PIN, or flood this scorebook.
    "PIN": "",
    "RATELIMIT_ENABLED": False,
    # A page that follows a match asks now and then.
    "STREAMS": 0,
    # No program goes on overnight; the scorebook is downloaded.
    "BACKUPS": 0,
}
DATA, FIRST = Path("/data"), Path(__file__).with_name("first.db")
COOKIES, BOOK = DATA / "cookies.json", DATA / "scorekeeper.db"

edition: Any = SimpleNamespace(app=None, cookies={}, path="", answered=None)


def application(host: str) -> Any:
    """Return the application, which keeps what it has in DATA."""
    from scorekeeper import create_app

    # Made here, as there are no hard links.
    key = DATA / "secret_key"
    if not key.exists():
        key.write_text(token_hex(32))
    return create_app({**LEFT_OUT, "INSTANCE": DATA, "HOSTS": (host,)})


def start(address: str) -> None:
    """Open the scorebook; `address` is that of the folder that the edition was put in."""
    from scorekeeper.maintenance import scorebook_file
    from scorekeeper.scorebook.database.db import upgrade
    from scorekeeper.scorebook.owner_of_matches import settle

    site = urlsplit(address)
    edition.path = site.path.rstrip("/")
    DATA.mkdir(exist_ok=True)
    if not BOOK.exists():
        shutil.copyfile(FIRST, BOOK)
    with suppress(OSError, ValueError):
        edition.cookies = json.loads(COOKIES.read_text())
    edition.app = application(site.hostname or "")
    with edition.app.app_context():
        scorebook_file.open_file()
        keep_older()
    upgrade(edition.app)
    with edition.app.app_context():
        settle()


def keep_older() -> None:
    """Keep a copy of a scorebook of an older program, which is about to be migrated."""
    from scorekeeper.maintenance import backup
    from scorekeeper.scorebook.database.db import db, known_versions, version_of

    found = version_of(db.engine)
    if found != known_versions()[-1]:
        backup.back_up(backup.folder() / f"before-{found}.db", replace=True)


def answer(
    method: str, address: str, headers: list[tuple[str, str]], body: bytes
) -> tuple[int, list[tuple[str, str]], bytes]:
    """Answer a request; `finish` has to be called before the next."""
    asked = environment(method, address, headers, body)
    edition.answered = answered = Response.from_app(edition.app.wsgi_app, asked)
    remember(answered.headers.getlist("Set-Cookie"))
    answered.headers.remove("Set-Cookie")
    return answered.status_code, [*answered.headers], answered.get_data()


def finish() -> None:
    """Do what is left to be done after an answer."""
    edition.answered.close()


def environment(
    method: str, address: str, headers: list[tuple[str, str]], body: bytes
) -> dict[str, Any]:
    """Describe a request as WSGI has it, with the cookies that no browser keeps for a worker."""
    site = urlsplit(address)
    cookies = "; ".join(f"{name}={value}" for name, value in edition.cookies.items())
    left_out = ("accept-encoding", "content-length", "cookie")
    sent = [(name, value) for name, value in headers if name.lower() not in left_out]
    asked = EnvironBuilder(
        site.path.removeprefix(edition.path),
        f"{site.scheme}://{site.netloc}{edition.path}/",
        site.query,
        method,
        BytesIO(body),
        headers=[*sent, ("Cookie", cookies)],
        environ_base={"REMOTE_ADDR": "127.0.0.1"},
    )
    return asked.get_environ()


def remember(set_cookies: list[str]) -> None:
    """Keep the cookies of an answer with the scorebook, and forget those that it ends."""
    before = dict(edition.cookies)
    for line in set_cookies:
        for name, morsel in SimpleCookie(line).items():
            if morsel["max-age"] == "0":
                edition.cookies.pop(name, None)
            else:
                edition.cookies[name] = morsel.coded_value
    if edition.cookies != before:
        COOKIES.write_text(json.dumps(edition.cookies))


def made_beforehand(folder: Path) -> None:
    """Write the first scorebook and the words of the shell, when the edition is built."""
    DATA.mkdir()
    app = application("localhost")
    from scorekeeper.maintenance.scorebook_file import make_new
    from scorekeeper.pages.device.in_browser import shell_words

    make_new(folder / "app" / FIRST.name)
    with app.app_context():
        words = json.dumps(shell_words(), ensure_ascii=False)
    (folder / "words.js").write_text(f"self.words = {words};\n")
    os.chdir("/")
