"""The log as JSON, a line a record, for programs that collect logs; where LOG is "json"."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

from flask import Flask
from flask.logging import default_handler

from scorekeeper.config import Log


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
# gunicorn and waitress write what goes wrong to loggers of their own.
LOGGERS = ("scorekeeper", "gunicorn.error", "waitress")


def init_app(app: Flask) -> None:
    """Write what is logged as JSON, if that was chosen."""
    if app.config["LOG"] is Log.JSON:
        app.logger.removeHandler(default_handler)
        for name in LOGGERS:
            # A handler that a logger has already is not added twice.
            logging.getLogger(name).addHandler(HANDLER)
