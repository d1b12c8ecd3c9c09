"""What hangs on who asks is kept by nobody between, and asked for again each time."""

import pytest
from flask import Flask
from werkzeug.wrappers import Response

from tests.web.share.share_links import joined, links
from tests.web.visitor import HEAVY, Visitor

# The same for everybody who asks for this address, in this language.
FOR_ALL = {"static", "pwa.words", "pwa.manifest", "pwa.service_worker"}
# Nothing of these stays on the device itself either.
NOWHERE = {"share.show", "share.join", "history.as_json", "history.as_csv", "stream.events"}
VALUES = {
    "match_id": 1,
    "player_id": 1,
    "other_id": 2,
    "day": "2026-03-08",
    "number": 1,
    "language": "es",
    "token": "x",
    "filename": "shared/base.css",
    "rest": "nothing",
    "kind": "own",
    "game_id": "block",
}


def addresses(app: Flask) -> list[tuple[str, str]]:
    """Return each view that can be opened, and its addresses."""
    adapter = app.url_map.bind("")
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    found = []
    for rule in rules:
        known = {**VALUES, **(rule.defaults or {})}
        values = {name: known[name] for name in rule.arguments}
        found.append((rule.endpoint, adapter.build(rule.endpoint, values)))
    return found


def is_kept_by_nobody_else(answer: Response) -> bool:
    control = answer.cache_control
    return bool(control.no_store) or bool(control.private and control.no_cache)


@pytest.mark.parametrize("mode", ["house", "links"])
@pytest.mark.parametrize("pin", ["", "2468"])
def test_what_hangs_on_who_asks_is_not_kept_in_between(app: Flask, mode: str, pin: str) -> None:
    owner = Visitor(app)
    table = owner.start("Ana", "Bea", goal="50")
    owner.play(table, "", HEAVY)
    watcher = joined(app, links(owner, table)["watch"])
    app.config.update(ACCESS=mode, PIN=pin)
    for endpoint, address in addresses(app):
        for device in (owner, watcher, Visitor(app)):
            with device.client.get(address) as answer:
                kept = not is_kept_by_nobody_else(answer)
                assert endpoint in FOR_ALL or not kept, address
                if endpoint in FOR_ALL:
                    assert "Set-Cookie" not in answer.headers
                if endpoint in NOWHERE and answer.status_code == 200:
                    assert answer.cache_control.no_store, address


@pytest.mark.parametrize("address", ["/nothing", "/matches/99", "/matches/1/undo", "/"])
def test_a_refusal_is_not_kept_in_between(app: Flask, address: str) -> None:
    for answer in (app.test_client().get(address), app.test_client().post(address)):
        assert is_kept_by_nobody_else(answer), address
