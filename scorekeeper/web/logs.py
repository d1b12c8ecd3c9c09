"""The log, as text or JSON, without addresses of requests and anything signed with our key.

A link in a log would let in anybody who reads it. The WSGI servers have loggers of their own and
would log the address of a request that fails, so `responses.py` answers every request.
"""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime

from flask import Flask
from flask.logging import default_handler

from scorekeeper.config import Log

# Flask, Werkzeug, gunicorn and waitress log errors of requests here.
LOGGERS = (
    "scorekeeper",
    "werkzeug",
    "gunicorn.error",
    "gunicorn.access",
    "waitress",
    "waitress.queue",
)
# The loggers that write errors without being configured.
WRITERS = ("scorekeeper", "gunicorn.error", "waitress")
LEFT_OUT = "…"
# A method and what follows it: GET /matches/1?player=Ana
REQUEST = re.compile(r"\b(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|CONNECT) [^\s\"']+")
# The path of a link, and a token alone: signed data and 27 letters of signature.
LINK = re.compile(r"/join/[^\s\"'<>]*")
SIGNED = re.compile(r"[\w.-]+\.[\w-]{27}(?![\w-])")
# PostgreSQL quotes the row that it refuses, with all names in it.
QUOTED = re.compile(r"^(DETAIL|CONTEXT): .*", re.MULTILINE)


def redacted(text: str) -> str:
    """Remove addresses, tokens and database rows from a text.

    >>> redacted("Error handling request GET /join/WzEsMSwxXQ.abc"), redacted("at /join/x twice")
    ('Error handling request GET …', 'at /join/… twice')
    """
    text = QUOTED.sub(rf"\1: {LEFT_OUT}", REQUEST.sub(rf"\1 {LEFT_OUT}", text))
    return SIGNED.sub(LEFT_OUT, LINK.sub(f"/join/{LEFT_OUT}", text))


class HideSecrets(logging.Filter):
    """Removes secrets from the text and traceback of every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = redacted(record.getMessage()), ()
        if record.exc_info:
            # If this text is set, formatters do not format the traceback themselves.
            record.exc_text = redacted(logging.Formatter().formatException(record.exc_info))
        return True


HIDE_SECRETS = HideSecrets()


class JsonLines(logging.Formatter):
    """Writes a record as one line, with the traceback of an exception as text."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        if record.exc_text:
            line["exception"] = record.exc_text
        return json.dumps(line, ensure_ascii=False)


HANDLER = logging.StreamHandler()
HANDLER.setFormatter(JsonLines())


def init_app(app: Flask) -> None:
    """Keep addresses and tokens out of the logs of `app` and the server; write JSON if set."""
    for name in (app.logger.name, *LOGGERS):
        # A filter that a logger already has is not added twice.
        logging.getLogger(name).addFilter(HIDE_SECRETS)
    if app.config["LOG"] is Log.JSON:
        app.logger.removeHandler(default_handler)
        for name in WRITERS:
            # Nor is a handler.
            logging.getLogger(name).addHandler(HANDLER)
