"""A device at the table that talks to a running server over HTTP, as a browser does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlencode, urlsplit

HIDDEN = re.compile(r'name="([\w-]+)" type="hidden" value="([^"]*)"')
FORM = {"Content-Type": "application/x-www-form-urlencoded"}

# What starts a match that nobody wins soon.
MATCH = {
    "names-0": "Ana",
    "names-1": "Bea",
    "game": "block",
    "goal": "usual",
    "other_goal": "10000",
}


class NoAnswer(Exception):
    """Nobody knows what became of a request: the server went away before it answered."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and where it leads if it leads anywhere."""

    status: int
    location: str
    text: str

    @property
    def hidden(self) -> dict[str, str]:
        """What the page's form sends that nobody fills in."""
        return {name: unescape(value) for name, value in HIDDEN.findall(self.text)}


class Device:
    """A browser without a screen; its cookies outlive the server."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._cookie = ""

    def get(self, address: str) -> Answer:
        """Open a page. Raise NoAnswer."""
        return self._ask("GET", address)

    def post(self, address: str, form: Mapping[str, str]) -> Answer:
        """Send a form. Raise NoAnswer."""
        return self._ask("POST", address, urlencode(form))

    def _ask(self, method: str, address: str, body: str | None = None) -> Answer:
        connection = HTTPConnection(urlsplit(self.url).netloc, timeout=30)
        try:
            headers = {"Cookie": self._cookie} if self._cookie else {}
            connection.request(method, address, body, headers | (FORM if body else {}))
            response = connection.getresponse()
            text = response.read().decode()
        except (OSError, HTTPException) as error:
            raise NoAnswer from error
        finally:
            connection.close()
        if cookie := response.headers["Set-Cookie"]:
            self._cookie = cookie.partition(";")[0]
        return Answer(response.status, response.headers["Location"] or "", text)
