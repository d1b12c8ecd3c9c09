"""A device that talks to a running server over HTTP and keeps its cookie, as a browser does."""

import re
import socket
import time
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlencode, urlsplit

HIDDEN = re.compile(r'name="([\w-]+)" type="hidden" value="([^"]*)"')
LINK = re.compile(r'id="(\w+)-address"\s+value="[^"]*(/join/[^"]+)"')
FORM = {"Content-Type": "application/x-www-form-urlencoded"}

# Fields that start a match with a goal nobody reaches soon.
MATCH = {
    "names-0": "Ana",
    "names-1": "Bea",
    "game": "block",
    "goal": "usual",
    "other_goal": "10000",
}


def hands(pips=12):
    """Return what is entered where Ana went out, and Bea holds so many pips."""
    return {"hands-0-out": "y", "hands-1-pips": str(pips), "entry": "pips", "action": "record"}


class NoAnswer(Exception):
    """The server went away before it responded: nobody knows what became of the request."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A response: its status, where it redirects to ("" for nowhere), and its text."""

    status: int
    location: str
    text: str

    @property
    def hidden(self):
        """The hidden fields of the page's form, by name."""
        return {name: unescape(value) for name, value in HIDDEN.findall(self.text)}

    @property
    def links(self):
        """The links on the page that shares a match, by kind, as paths."""
        return dict(LINK.findall(self.text))


class Device:
    """A browser without a screen; its cookie outlives the server."""

    def __init__(self, url):
        self.url = url
        self.cookie = ""

    def get(self, address):
        """Open a page. Raise NoAnswer."""
        return self.ask("GET", address)

    def post(self, address, form):
        """Send a form. Raise NoAnswer."""
        return self.ask("POST", address, urlencode(form))

    def start(self, **fields):
        """Start a match, and return its address. Raise NoAnswer."""
        form = self.get("/matches/new").hidden | MATCH | fields
        answer = self.post("/matches/new", form)
        assert answer.status == 303, answer.text
        return answer.location

    def ask(self, method, address, body=None, **headers):
        """Send all of a request, however early the answer comes. Raise NoAnswer."""
        connection = HTTPConnection(urlsplit(self.url).netloc, timeout=30)
        try:
            headers |= {"Cookie": self.cookie} if self.cookie else {}
            connection.request(method, address, body, (FORM if body else {}) | headers)
            response = connection.getresponse()
            text = response.read().decode()
        except (OSError, HTTPException) as error:
            raise NoAnswer from error
        finally:
            connection.close()
        if cookie := response.headers["Set-Cookie"]:
            self.cookie = cookie.partition(";")[0]
        return Answer(response.status, response.headers["Location"] or "", text)


@contextmanager
def stream(url, match, seen=0, cookie=""):
    """Open the stream of a match at the version that was seen, and read it until it is alive."""
    place = urlsplit(url)
    with socket.create_connection((place.hostname or "", place.port or 0), timeout=10) as opened:
        head = f"GET {match}/events?seen={seen} HTTP/1.1", f"Host: {place.netloc}"
        opened.sendall("\r\n".join([*head, f"Cookie: {cookie}", "\r\n"]).encode())
        read_until(opened, b"event: alive")
        yield opened


def read_until(opened, wanted):
    """Read a stream until it sent something, for a minute at most; return all that was read."""
    read, deadline = b"", time.monotonic() + 60
    while wanted not in read:
        chunk = opened.recv(65536)
        assert chunk, read
        assert time.monotonic() < deadline, read
        read += chunk
    return read
