"""What is left out of every log: addresses of requests, and whatever is signed with our key.

A link in a log would let in whoever reads it. The servers below us have loggers of their own.
"""

from __future__ import annotations

import logging
import re

from flask import Flask

# Flask, Werkzeug, gunicorn and waitress write what went wrong with a request to these.
LOGGERS = (
    "scorekeeper",
    "werkzeug",
    "gunicorn.error",
    "gunicorn.access",
    "waitress",
    "waitress.queue",
)
LEFT_OUT = "…"
# A method and what follows it: GET /matches/1?player=Ana
REQUEST = re.compile(r"\b(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|CONNECT) [^\s\"']+")
# The path of a link, and a token alone: what is signed, and 27 letters of signature.
LINK = re.compile(r"/join/[^\s\"'<>]*")
SIGNED = re.compile(r"[\w.-]+\.[\w-]{27}(?![\w-])")


def discreet(text: str) -> str:
    """Leave addresses and tokens out of a text.

    >>> discreet("Error handling request GET /join/WzEsMSwxXQ.abc"), discreet("at /join/x twice")
    ('Error handling request GET …', 'at /join/… twice')
    """
    text = REQUEST.sub(rf"\1 {LEFT_OUT}", text)
    return SIGNED.sub(LEFT_OUT, LINK.sub(f"/join/{LEFT_OUT}", text))


class Discreet(logging.Filter):
    """Lets every record through, without addresses and tokens in its text and its traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = discreet(record.getMessage()), ()
        if record.exc_info:
            # A formatter that finds this text formats no traceback itself.
            record.exc_text = discreet(logging.Formatter().formatException(record.exc_info))
        return True


DISCREET = Discreet()


def init_app(app: Flask) -> None:
    """Keep addresses and tokens out of the log of `app`, and out of those of any server."""
    for name in (app.logger.name, *LOGGERS):
        # A filter that a logger has already is not added twice.
        logging.getLogger(name).addFilter(DISCREET)
