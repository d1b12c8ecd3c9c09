"""Just enough of WebDriver BiDi, which browsers speak over a websocket."""

import json
from typing import Any

from websocket import WebSocket, create_connection

PATIENCE_SECONDS = 30


class Refused(Exception):
    """The browser could not do what it was told."""


class Bidi:
    """A session with a browser that listens at an address."""

    def __init__(self, address: str) -> None:
        # A browser answers no page, so nobody may say where the question comes from.
        self._socket: WebSocket = create_connection(
            f"{address}/session", timeout=PATIENCE_SECONDS, suppress_origin=True
        )
        self._asked = 0
        self.events: list[dict[str, Any]] = []
        self.ask("session.new", capabilities={})

    def ask(self, method: str, **parameters: object) -> Any:
        """Have something done and return the result. Raise Refused."""
        self._asked += 1
        message = {"id": self._asked, "method": method, "params": parameters}
        self._socket.send(json.dumps(message))
        while (answer := self._next()).get("id") != self._asked:
            self.events.append(answer)
        if answer["type"] == "error":
            raise Refused(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def _next(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self._socket.recv())
        return answer
