"""Matches of the API: list them, read one, start one."""

from __future__ import annotations

from typing import Any

from flask import Response, current_app, url_for

from scorekeeper.access import guard, session
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import PinRequired, needs
from scorekeeper.access.limits import count_new_match
from scorekeeper.access.tokens import token_of
from scorekeeper.api import reading
from scorekeeper.api.answers import answer
from scorekeeper.api.blueprint import blueprint
from scorekeeper.api.bounds import check_house_rules
from scorekeeper.api.faults import setup_refused, shape_refused
from scorekeeper.api.operations import Operation, describes
from scorekeeper.api.problems import Refused, pointer
from scorekeeper.api.values import Value, match_value, match_values
from scorekeeper.interchange.match_file import check_numbers, names_from
from scorekeeper.interchange.named_json import setup_from
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.setup import Setup
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.listing import finished_matches, open_matches, place_in
from scorekeeper.scorebook.locking import NoSuchMatch
from scorekeeper.scorebook.people.looks import clean_name
from scorekeeper.scorebook.people.players import named_alike
from scorekeeper.scorebook.permissions import links
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.round_json import InvalidJson
from scorekeeper.scorebook.searching import Wanted


@blueprint.get("/matches")
@describes(Operation("List the matches that may be seen.", gives="Matches", query="MatchQuery"))
def list_matches() -> Response:
    """List matches, a page at a time."""
    asked = reading.query()
    wanted = Wanted(
        player=clean_name(asked["player"]), game=asked["game"], among=guard.visible_matches()
    )
    read = open_matches if asked["state"] == "open" else finished_matches
    before = place_in(asked["before"])
    if asked["before"] and before is None:
        raise Refused(422, "wrong_shape", "`before` is what the page before has as `next`.")
    page = read(wanted, before, asked["limit"])
    following = page.rows[-1].place.text if page.more else None
    return answer({"matches": match_values(page.matches), "next": following})


@blueprint.get("/matches/<int:match_id>")
@needs(Right.WATCH)
@describes(Operation("Read a match.", gives="Match"))
def show_match(match_id: int) -> Response:
    """Send a match as it stands."""
    return answer(match_value(matches.find_match(match_id), guard.right()))


@blueprint.post("/matches")
@describes(
    Operation("Start a match.", gives="Started", takes="NewMatch", status=201, needs_key=True)
)
def start_match() -> Response:
    """Start a match; its links are in the answer, as only its owner may have them."""
    if not session.pin_passed():
        # The token of a link is for its match alone.
        raise PinRequired
    sent, key = reading.body(), reading.entry_key()
    setup, names = _setup(sent)
    count_new_match(knows_device=guard.owns_any())
    owner = session.own_device()
    players_of = guard.plays_for(owner)
    match_id = matches.open_match(
        setup,
        named_alike(names, guard.visible_matches(), players_of),
        key,
        device=device_name(),
        owner=owner,
        players_of=players_of,
    )
    started = {
        "match": match_value(matches.find_match(match_id), Right.OWN),
        "tokens": _tokens(match_id),
    }
    address = url_for("api.show_match", match_id=match_id)
    return answer(started, {"Location": address})


def _setup(sent: dict[str, Any]) -> tuple[Setup, tuple[str, ...]]:
    """Read who plays what. Raise Refused."""
    sent = {**sent, "seats": [clean_name(name) for name in sent["seats"]]}
    try:
        check_numbers(sent.get("house_rules"))
        check_house_rules(sent.get("house_rules"))
        names = names_from(sent)
        return setup_from(sent, names), names
    except InvalidJson as error:
        raise shape_refused(error, pointer()) from None
    except RuleError as error:
        raise setup_refused(error) from None


def _tokens(match_id: int) -> Value:
    state = links.link_state(match_id)
    if state is None:
        raise NoSuchMatch(match_id)
    key = str(current_app.secret_key)
    return {right.word: token_of(state.link(right), key) for right in Right}
