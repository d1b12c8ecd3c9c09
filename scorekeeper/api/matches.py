"""Matches of the API and their rounds: list them, read one, start a match, record a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import abort, current_app, url_for

from scorekeeper.access import guard, session
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import PinRequired, needs
from scorekeeper.access.limits import count_new_match
from scorekeeper.access.tokens import token_of
from scorekeeper.api.operations import operation
from scorekeeper.api.problems import Refused, unfit, wrong, wrong_round, wrong_setup, wrong_shape
from scorekeeper.api.reading import check_house_rules, check_round
from scorekeeper.interchange.match_file import check_numbers, names_from, rules_of
from scorekeeper.interchange.named_json import named_round, names_in, round_number, setup_from
from scorekeeper.messages import gettext as _
from scorekeeper.rules.checking import faults
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.referee import doubts
from scorekeeper.rules.rounds import Moment, Round
from scorekeeper.rules.scoring import score_round
from scorekeeper.rules.setup import Setup
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.database.limits import LONGEST_NOTE
from scorekeeper.scorebook.listing import finished_matches, open_matches, place_in
from scorekeeper.scorebook.locking import NoSuchMatch, Stale
from scorekeeper.scorebook.people.looks import clean_name
from scorekeeper.scorebook.people.players import named_alike, players_of
from scorekeeper.scorebook.permissions import links
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.searching import Wanted
from scorekeeper.wording.errors import error_sentence
from scorekeeper.wording.rounds import RoundNarrator

Shown = dict[str, Any]


@operation("/matches", "List the matches that may be seen.", gives="Matches", asks="MatchQuery")
def list_matches(asked: Mapping[str, Any]) -> Shown:
    """List matches, a page at a time."""
    wanted = Wanted(
        player=clean_name(asked["player"]), game=asked["game"], among=guard.visible_matches()
    )
    read = open_matches if asked["state"] == "open" else finished_matches
    before = place_in(asked["before"])
    if asked["before"] and before is None:
        raise Refused(422, "wrong_shape", "`before` is what the page before has as `next`.")
    page = read(wanted, before, asked["limit"])
    following = page.rows[-1].place.text if page.more else None
    return {"matches": _shown(page.matches), "next": following}


@operation("/matches/<int:match_id>", "Read a match.", gives="Match")
@needs(Right.WATCH)
def show_match(match_id: int) -> Shown:
    """Send a match as it stands."""
    return _with_right(match_id, guard.right())


@operation("/matches", "Start a match.", takes="NewMatch", gives="Started")
def start_match(sent: Shown, key: str) -> tuple[Shown, str]:
    """Start a match; its links are in the answer, as only its owner may have them."""
    if not session.pin_passed():
        # The token of a link is for its match alone.
        raise PinRequired
    setup, names = _setup(sent)
    count_new_match(knows_device=guard.owns_any())
    owner = session.own_device()
    plays_for = guard.plays_for(owner)
    match_id = matches.open_match(
        setup,
        named_alike(names, guard.visible_matches(), plays_for),
        key,
        device=device_name(),
        owner=owner,
        players_of=plays_for,
    )
    started = {"match": _with_right(match_id, Right.OWN), "tokens": _tokens(match_id)}
    return started, url_for("api.show_match", match_id=match_id)


def _shown(found: Sequence[Match]) -> list[Shown]:
    players = players_of([match.id for match in found])
    return [
        {"match": match, "rules": rules_of(match.setup.game), "players": players.get(match.id, ())}
        for match in found
    ]


def _with_right(match_id: int, right: Right) -> Shown:
    return {**_shown([matches.find_match(match_id)])[0], "right": right}


def _setup(sent: Shown) -> tuple[Setup, tuple[str, ...]]:
    """Read who plays what. Raise InvalidJson or Refused."""
    sent = {**sent, "seats": [clean_name(name) for name in sent["seats"]]}
    check_numbers(sent.get("house_rules"))
    check_house_rules(sent.get("house_rules"))
    try:
        names = names_from(sent)
        return setup_from(sent, names), names
    except RuleError as error:
        raise unfit([wrong_setup(error)]) from None


def _tokens(match_id: int) -> dict[str, str]:
    state = links.link_state(match_id)
    if state is None:
        raise NoSuchMatch(match_id)
    key = str(current_app.secret_key)
    return {right.word: token_of(state.link(right), key) for right in Right}


@operation("/matches/<int:match_id>/rounds", "List the rounds of a match.", gives="Rounds")
@needs(Right.WATCH)
def list_rounds(match_id: int) -> Shown:
    """Send all rounds that count."""
    match = matches.find_match(match_id)
    rounds = [_round_shown(match, scored.number) for scored in match.rounds]
    return {"match_version": match.version, "rounds": rounds}


@operation("/matches/<int:match_id>/rounds/<int:number>", "Read a round.", gives="Round")
@needs(Right.WATCH)
def show_round(match_id: int, number: int) -> Shown:
    """Send a round; 404 where it is not recorded."""
    match = matches.find_match(match_id)
    if not 1 <= number <= len(match.rounds):
        abort(404)
    return _round_shown(match, number)


@operation("/matches/<int:match_id>/rounds", "Record a round.", takes="NewRound", gives="Round")
@needs(Right.SCORE)
def record_round(sent: Shown, key: str, match_id: int) -> tuple[Shown, str]:
    """Record the next round; one that is doubted only where each doubt is overruled."""
    match = matches.find_match(match_id)
    overruled = {*sent.pop("overruled", ())}
    number, moment = sent["round_no"], _moment(match, sent["round_no"])
    played = _played(sent, match, moment)
    found = doubts(match.setup, played, moment)
    if not {doubt.fingerprint for doubt in found} <= overruled:
        narrator = RoundNarrator(match.setup, match.names)
        raise unfit(
            [
                wrong(each.law, narrator.doubt(each), "hands", fingerprint=each.fingerprint)
                for each in found
            ],
            code="doubts",
        )
    try:
        number = matches.record_round(match_id, number, key, played, device_name())
    except Stale:
        raise _stale(matches.find_match(match_id)) from None
    except RuleError as error:
        # The round is valid, but meanwhile the match went on or ended.
        raise Refused(409, error.code, error_sentence(error, match.names)) from None
    match = matches.find_match(match_id)
    if number > len(match.rounds):
        # The same was sent before, and was taken back since.
        raise _stale(match)
    return _round_shown(match, number), url_for("api.show_round", match_id=match_id, number=number)


def _round_shown(match: Match, number: int) -> Shown:
    scored = match.rounds[number - 1]
    entered = names_in(scored.played, match.setup, match.names)
    return {**entered, "match": match, "scored": scored}


def _moment(match: Match, number: int) -> Moment:
    """Return when a round is scored: one that is sent again, as it was then."""
    standing = match.before(number) if number <= len(match.rounds) else match.standing
    return standing.moment


def _played(sent: Shown, match: Match, moment: Moment) -> Round:
    """Read a round. Raise InvalidJson, or Refused with all that is wrong with it."""
    setup, names = match.setup, match.names
    check_numbers(sent)
    check_round(sent)
    round_number(sent)
    try:
        played = named_round(sent, setup, names, moment)
    except RuleError as error:
        raise unfit([wrong_round(error, names)]) from None
    if any(len(each.note) > LONGEST_NOTE for each in played.corrections):
        sentence = f"Not as it should be: a note has at most {LONGEST_NOTE} letters."
        raise unfit([wrong_shape(sentence, "corrections")])
    try:
        score_round(setup, played, moment)
    except RuleError as error:
        # Scoring stops at the first fault; the answer has all of them.
        found = [*faults(setup, played, moment)] or [error]
        raise unfit([wrong_round(fault, names) for fault in found]) from None
    return played


def _stale(match: Match) -> Refused:
    if match.standing.over:
        return Refused(409, "stale", error_sentence(RuleError(Code.MATCH_OVER)), next_round=None)
    number = match.next_number
    sentence = _("The next round of this match is round %(number)s.", number=number)
    return Refused(409, "stale", sentence, next_round=number)
