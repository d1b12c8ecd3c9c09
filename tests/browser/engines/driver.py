"""What every engine has to offer; all else is made of it."""

from typing import Protocol

TABLET = (1024, 768)


class Away(Exception):
    """The page is not there just now: another one is on its way."""


class Driver(Protocol):
    """One page of a browser, with cookies and storage of its own."""

    def open(self, address):
        """Go to an address; the page need not be there yet."""

    def evaluate(self, function, *given):
        """Call a function on the page; what it gives back is data. Raise Away."""

    def tap(self, x, y):
        """Touch a point, or click on it where the engine has no touch."""

    def type(self, text):
        """Press the keys for a text."""

    def resize(self, width, height):
        """Make the page as large as that, or as near as the engine can."""

    def complaints(self):
        """List the errors in the console since the page was opened."""


class Engine(Protocol):
    """A browser that runs."""

    def visit(self):
        """Give a new page to somebody who was never here."""

    def close(self):
        """End it, with all that was started for it."""
