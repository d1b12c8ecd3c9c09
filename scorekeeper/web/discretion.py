"""Writing faults down without what people sent: a link in an address opens a match."""

from __future__ import annotations

from typing import Any

from flask import Flask, request


class DiscreetFlask(Flask):
    """Says in its log which page broke, not by which address."""

    def log_exception(self, exc_info: Any) -> None:
        self.logger.error("%s broke [%s]", request.endpoint, request.method, exc_info=exc_info)
