"""Every view of a match says which right it needs; one that does not is refused."""

import pytest

from scorekeeper.access.guard import NEEDED, OPEN
from scorekeeper.scorebook.permissions.rights import Right

OWNERS = {"share.renew", "history.delete", "trash.restore"}
WATCHERS = {
    "table.show",
    "table.winner",
    "table.result",
    "round.result",
    "table.wall",
    "table.evening_wall",
    "stream.events",
}
OPEN_TO_ALL = {
    "api.openapi",
    "api.read_about",
    "health.alive",
    "health.ready",
    "pwa.manifest",
    "pwa.offline",
    "pwa.service_worker",
    "device.language",
    "pwa.words",
    "share.join",
    "device.pin",
    # Whoever has the address of an evening may watch it; officials have a link of their own.
    *("club.show", "club.wall", "club.at", "club.codes", "club.table", "club.go_on"),
    *("club.official", "club.as_csv", "club.podium"),
    *("evening.come", "evening.turn", "evening.draw", "evening.swap", "evening.open_round"),
    *("evening.result", "evening.clocks"),
}


def match_endpoints(app):
    return {rule.endpoint for rule in app.url_map.iter_rules() if "match_id" in rule.arguments}


def test_every_view_of_a_match_says_which_right_it_needs(app):
    for endpoint in match_endpoints(app):
        assert isinstance(getattr(app.view_functions[endpoint], NEEDED, None), Right), endpoint


def test_watchers_change_nothing_and_owners_have_views_of_their_own(app):
    needed = {each: getattr(app.view_functions[each], NEEDED) for each in match_endpoints(app)}
    assert {each for each, right in needed.items() if right is Right.WATCH} >= WATCHERS
    assert {each for each, right in needed.items() if right is Right.OWN} == OWNERS
    for rule in app.url_map.iter_rules():
        if rule.endpoint in needed and {"POST"} & (rule.methods or set()):
            assert needed[rule.endpoint] >= Right.SCORE, rule.endpoint


def test_only_a_few_views_are_open_before_the_pin_is_entered(app):
    assert {each for each, view in app.view_functions.items() if hasattr(view, OPEN)} == OPEN_TO_ALL


def test_a_view_that_forgot_to_say_is_refused_to_everybody(app, visitor):
    @app.get("/matches/<int:match_id>/secrets")
    def secrets(match_id):
        return f"the secrets of match {match_id}"

    table = visitor.start("Ana", "Bea")
    with pytest.raises(LookupError, match="secrets does not say which right it needs"):
        visitor.open(f"{table.address}/secrets")
    app.config["PROPAGATE_EXCEPTIONS"] = False
    assert visitor.open(f"{table.address}/secrets").status == 500
