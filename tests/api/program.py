"""A program that uses the API. Each answer has to be as the description says."""

import json
from functools import cache
from gzip import decompress
from itertools import count
from typing import Any

from jsonschema import Draft202012Validator
from werkzeug.exceptions import HTTPException

BASE = "/api/v1"
BLOCK = {"game": "block", "seats": ["Ana", "Bea"], "goal": 50}
ROUND = {"round_no": 1, "hands": {"Ana": [], "Bea": ["6-6", "5-4"]}}
# Bea holds the most that seven tiles weigh: 69 pips, and the match is over.
HEAVY = ["6-6", "6-5", "6-4", "6-3", "5-5", "5-4", "4-4"]
WON = {"round_no": 1, "hands": {"Ana": [], "Bea": HEAVY}}
# What was laid has four ends: 1, 2, 4 and 5 occur an odd number of times.
PAIRS = {"game": "partnership", "seats": ["Ana", "Bea", "Ciro", "Dani"], "goal": 100}
DOUBTED = {"round_no": 1, "hands": {"Ana": [], "Bea": ["6-6"], "Ciro": ["5-4"], "Dani": ["1-2"]}}
FIGURES = ("/players/1/figures", "/players/1/against/2", "/players/1/with/2", "/season")
_keys = count()


def new_key():
    return f"key-of-a-test-{next(_keys):06}"


def said(answer):
    return answer.status_code, answer.get_json()["code"]


class Program:
    """A program with the token of a link, or with none; it keeps no cookies."""

    def __init__(self, app, token="", **headers):
        self.app = app
        self.client = app.test_client(use_cookies=False)
        self.headers = {**headers, **({"Authorization": f"Bearer {token}"} if token else {})}

    def get(self, path, **headers):
        return self._checked("GET", path, self.client.get(BASE + path, headers=self._with(headers)))

    def post(self, path, sent, key=None, **headers):
        """Send something as JSON, with an entry key of its own if none is given."""
        named = {"Idempotency-Key": new_key() if key is None else key, **headers}
        answer = self.client.post(
            BASE + path,
            data=sent if isinstance(sent, bytes) else json.dumps(sent),
            content_type=named.pop("Content-Type", "application/json"),
            headers=self._with(named),
        )
        return self._checked("POST", path, answer)

    def start(self, **changed):
        started: dict[str, Any] = self.post("/matches", {**BLOCK, **changed}).get_json()
        return started

    def _with(self, headers):
        return {name.replace("_", "-"): text for name, text in (self.headers | headers).items()}

    def _checked(self, method, path, answer):
        if answer.status_code == 304:
            assert not answer.data
            return answer
        if answer.content_encoding == "gzip":
            answer.data = decompress(answer.data)
        schema = _schema_of(self.app, method, path.partition("?")[0], answer)
        Draft202012Validator(schema).validate(answer.get_json())
        return answer


@cache
def described(app):
    description: dict[str, Any] = app.test_client().get(f"{BASE}/openapi.json").get_json()
    return description


def operations(app):
    """List what can be asked of the API, as it is described."""
    return [each for methods in described(app)["paths"].values() for each in methods.values()]


def _schema_of(app, method, path, answer):
    """Return the schema of an answer; one that is not described is a failure, but for a problem."""
    responses = {each["operationId"]: each["responses"] for each in operations(app)}
    problem = responses["list_matches"]["default"]
    try:
        endpoint, _values = app.url_map.bind("").match(BASE + path, method)
    except HTTPException:
        endpoint = ""
    known = responses.get(str(endpoint).removeprefix("api."), {})
    found = known.get(str(answer.status_code), problem)
    schema = found["content"][answer.mimetype]["schema"]
    return {**schema, "components": described(app)["components"]}
