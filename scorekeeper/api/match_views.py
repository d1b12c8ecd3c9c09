"""Matches of the API and their rounds: list them, read one, start a match, record a round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from flask import abort, current_app, url_for

from scorekeeper import clock
from scorekeeper.access import devices, guard
from scorekeeper.access.attempt_limits import count_new_match
from scorekeeper.access.devices import device_name, token_of
from scorekeeper.access.guard import PinRequired, needs
from scorekeeper.api.problems import Refused, Wrong, blueprint, unfit, wrong, wrong_shape
from scorekeeper.api.request_schemas import (
    LostTilesSchema,
    MatchQuerySchema,
    NewMatchSchema,
    NewRoundSchema,
    PeopleSchema,
)
from scorekeeper.api.requests_and_answers import loaded, reads, records
from scorekeeper.api.schemas import (
    MatchesSchema,
    MatchSchema,
    RoundSchema,
    RoundsSchema,
    StartedSchema,
)
from scorekeeper.interchange.match_file import check_numbers, names_from, rules_of
from scorekeeper.interchange.named_json import (
    names_in,
    read_named,
    refusal,
    round_number,
    setup_from,
)
from scorekeeper.interchange.rules_file import check_house_rules
from scorekeeper.interchange.written_days import FIRST_DAY
from scorekeeper.messages import gettext as _
from scorekeeper.rules.doubts import doubts
from scorekeeper.rules.errors import PART_OF_ROUND, Code, RuleError
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.goal import count_so_far
from scorekeeper.rules.round_entry import Round, StartScore, parse_lost_tiles
from scorekeeper.rules.standing_and_lead import Standing
from scorekeeper.scorebook import history, matches, taking_places
from scorekeeper.scorebook.changes import Change, tiles_lost
from scorekeeper.scorebook.database.column_limits import (
    LONGEST_NOTE,
    MOST_CORRECTIONS,
    MOST_SCORES,
    MOST_TILES,
)
from scorekeeper.scorebook.finished_match import NoSuchResult, finished, moment_of
from scorekeeper.scorebook.match_lists import Wanted, finished_matches, open_matches, place_in
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.people.players import named_alike, players_of
from scorekeeper.scorebook.people.similar_names import clean_name
from scorekeeper.scorebook.permissions import rights
from scorekeeper.scorebook.permissions.rights import NoSuchMatch, Right, Stale
from scorekeeper.scorebook.points_in_play import points_in_play
from scorekeeper.scorebook.record import MatchRecord
from scorekeeper.scorebook.round_json import InvalidJson
from scorekeeper.scorebook.scored_match import Match, ReplayError
from scorekeeper.wording.errors_and_doubts import doubt_sentence, error_sentence
from scorekeeper.wording.round_sentences import RoundNarrator

Shown = dict[str, Any]
_ABOUT_THE_SETUP = {
    Code.UNKNOWN_GAME: "game",
    Code.PLAYERS_NOT_ALLOWED: "seats",
    Code.SAME_NAME_TWICE: "seats",
    Code.PARTNERS_NOT_ALLOWED: "partners",
    Code.PARTNERS_REQUIRED: "partners",
}
_ABOUT_A_ROUND = {
    **PART_OF_ROUND,
    Code.HANDS_OR_POINTS: "points",
    Code.TOO_MANY_POINTS: "points",
    Code.PLAY_AFTER_END: "plays",
    Code.PLAYS_ONLY: "plays",
}


@blueprint.get("/matches")
@reads("List the matches that may be seen.", asks=MatchQuerySchema, gives=MatchesSchema)
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


@blueprint.get("/matches/<int:match_id>")
@reads("Read a match.", gives=MatchSchema)
@needs(Right.WATCH)
def show_match(match_id: int) -> Shown:
    """Send a match as it stands."""
    return _with_right(match_id, guard.right())


@blueprint.post("/matches")
@records("Start a match.", takes=NewMatchSchema, gives=StartedSchema)
def start_match(sent: Shown, key: str) -> tuple[Shown, str]:
    """Start a match; its links are in the answer, as only its owner may have them."""
    if not devices.pin_passed():
        # The token of a link is for its match alone.
        raise PinRequired
    setup, names = _setup(sent)
    at = _played_at(sent)
    result = sent.get("result")
    count_new_match(knows_device=guard.owns_any())
    owner = devices.own_device()
    plays_for = guard.plays_for(owner)
    names = named_alike(names, guard.visible_matches(), plays_for)
    record = MatchRecord(setup, names)
    if result is not None:
        at = at or clock.now()
        record = _finished(setup, names, result, at, sent.get("note", ""))
    submission = Submission(key, device_name())
    match_id = matches.open_record(record, submission, owner, plays_for, at)
    started = {"match": _with_right(match_id, Right.OWN), "tokens": _tokens(match_id)}
    return started, url_for("api.show_match", match_id=match_id)


@blueprint.post("/matches/<int:match_id>/people")
@records("Let somebody take a place, join or leave.", takes=PeopleSchema, gives=MatchSchema)
@needs(Right.SCORE)
def change_people(sent: Shown, key: str, match_id: int) -> tuple[Shown, str]:
    """Let others sit at a match from a round on."""
    asked = loaded(PeopleSchema, sent)
    if asked["player"] is not None:
        names_from({"seats": [clean_name(asked["player"])]})
    return _change(match_id, key, "player", lambda match: _people(match, asked))


@blueprint.post("/matches/<int:match_id>/lost-tiles")
@records("Say which tiles the set has lost.", takes=LostTilesSchema, gives=MatchSchema)
@needs(Right.SCORE)
def change_lost_tiles(sent: Shown, key: str, match_id: int) -> tuple[Shown, str]:
    """Let a match be played without some tiles from now on."""
    lost = " ".join(sent["lost"])
    return _change(
        match_id, key, "lost", lambda match: tiles_lost(match.record, parse_lost_tiles(lost))
    )


def _change(
    match_id: int, key: str, field: str, build: Callable[[Match], Change]
) -> tuple[Shown, str]:
    """Change a match; an error is about `field` if it names no other. Raise Refused."""
    match, submission = matches.find_match(match_id), Submission(key, device_name())
    try:
        history.edit_match(match_id, match.version, submission, build)
    except Stale:
        raise _stale(matches.find_match(match_id)) from None
    except ReplayError as refused:
        why = refusal(refused.fault, match.names)
        sentence = _("Round %(number)s: %(why)s", number=refused.number, why=why)
        raise unfit([wrong(refused.fault.code, sentence, field)]) from None
    except RuleError as error:
        field = "from_round" if error.code is Code.NO_SUCH_ROUND else field
        raise unfit([wrong(error.code, error_sentence(error), field)]) from None
    return _with_right(match_id, guard.right()), url_for("api.show_match", match_id=match_id)


def _people(match: Match, asked: Shown) -> Change:
    """Return the requested change of players. Raise Refused, RuleError."""
    seat, player = asked["seat"], asked["player"]
    if seat is not None and seat not in match.names:
        error = RuleError(Code.UNKNOWN_SEAT, seat=seat)
        raise unfit([wrong(error.code, error_sentence(error), "seat")])
    if player is None and seat is None:
        raise InvalidJson("seat says who goes, player who comes")
    if player is None:
        return taking_places.leave(match, match.names.index(seat))
    name = clean_name(player)
    if seat is None:
        return taking_places.join(match, name, StartScore(asked["start"]))
    first = match.next_number if asked["from_round"] is None else asked["from_round"]
    return taking_places.take_place(match, match.names.index(seat), name, first)


def _played_at(sent: Shown) -> datetime | None:
    """Return when a match was played, if not today. Raise Refused."""
    day = date.fromisoformat(sent["day"]) if "day" in sent else None
    if day is not None and not FIRST_DAY <= day <= clock.today():
        raise unfit([wrong_shape(_("This day is still to come."), "day")])
    return None if day in (None, clock.today()) else moment_of(day)


def _finished(
    setup: Setup, names: tuple[str, ...], points: Sequence[int], at: datetime, note: str
) -> MatchRecord:
    """Return a match that is over. Raise Refused."""
    try:
        if len(points) != len(setup.sides):
            raise NoSuchResult
        return finished(setup, names, points, at, clean_name(note))
    except NoSuchResult:
        sentence = _("In this game no match can end like this.")
        raise unfit([wrong_shape(sentence, "result")]) from None


def _shown(found: Sequence[Match]) -> list[Shown]:
    players = players_of([match.id for match in found])
    return [
        {
            "match": match,
            "narrator": RoundNarrator(match.setup, match.names),
            "rules": rules_of(match.setup.game),
            "players": match.who_counts(players.get(match.id, ())),
            "so_far": count_so_far(match.setup, match.standing.moment, points_in_play(match))[0],
        }
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
        raise unfit([_wrong_setup(error)]) from None


def _tokens(match_id: int) -> dict[str, str]:
    state = rights.link_state(match_id)
    if state is None:
        raise NoSuchMatch(match_id)
    key = str(current_app.secret_key)
    return {right.word: token_of(state.link(right), key) for right in Right}


@blueprint.get("/matches/<int:match_id>/rounds")
@reads("List the rounds of a match.", gives=RoundsSchema)
@needs(Right.WATCH)
def list_rounds(match_id: int) -> Shown:
    """Send all rounds that count."""
    match = matches.find_match(match_id)
    rounds = [_round_shown(match, scored.number) for scored in match.rounds]
    return {"match_version": match.version, "rounds": rounds}


@blueprint.get("/matches/<int:match_id>/rounds/<int:number>")
@reads("Read a round.", gives=RoundSchema)
@needs(Right.WATCH)
def show_round(match_id: int, number: int) -> Shown:
    """Send a round; 404 if it is not recorded."""
    match = matches.find_match(match_id)
    if not 1 <= number <= len(match.rounds):
        abort(404)
    return _round_shown(match, number)


@blueprint.post("/matches/<int:match_id>/rounds")
@records("Record a round.", takes=NewRoundSchema, gives=RoundSchema)
@needs(Right.SCORE)
def record_round(sent: Shown, key: str, match_id: int) -> tuple[Shown, str]:
    """Record the next round; if there are doubts, only if each is overruled."""
    match = matches.find_match(match_id)
    overruled = {*sent.pop("overruled", ())}
    number = sent["round_no"]
    # A round sent again is scored from the standing before it.
    standing = match.before(number) if number <= len(match.rounds) else match.standing
    played = _played(sent, match, standing)
    found = doubts(match.setup, played, standing.moment)
    field = "points" if played.points else "hands"
    if not {doubt.fingerprint for doubt in found} <= overruled:
        raise unfit(
            [
                wrong(each.law, doubt_sentence(each), field, fingerprint=each.fingerprint)
                for each in found
            ],
            code="doubts",
        )
    try:
        match, number = matches.record_round(match_id, number, key, played, device_name())
    except Stale:
        raise _stale(matches.find_match(match_id)) from None
    except RuleError as error:
        # The round is valid, but meanwhile the match went on or ended.
        raise Refused(409, error.code, error_sentence(error, match.names)) from None
    if number > len(match.rounds):
        # The same round was sent before, and undone since.
        raise _stale(match)
    return _round_shown(match, number), url_for("api.show_round", match_id=match_id, number=number)


def _round_shown(match: Match, number: int) -> Shown:
    match, scored = match.at(number), match.rounds[number - 1]
    narrator = RoundNarrator(match.setup, match.names)
    entered = names_in(scored.played, match.setup, match.names)
    if "points" in entered:
        entered["points_entered"] = entered.pop("points")
    return {**entered, "match": match, "narrator": narrator, "scored": scored}


def _played(sent: Shown, match: Match, standing: Standing) -> Round:
    """Read a round. Raise InvalidJson, or Refused with all that is wrong with it."""
    names = match.names
    check_numbers(sent)
    _check_round(sent)
    round_number(sent)
    reading = read_named(sent, RoundNarrator(match.setup, names), standing)
    played = reading.played
    if played and any(len(each.note) > LONGEST_NOTE for each in played.corrections):
        sentence = f"Not as it should be: a note has at most {LONGEST_NOTE} letters."
        raise unfit([wrong_shape(sentence, "corrections")])
    if played is None or reading.faults:
        field = "points" if sent.get("points") and not sent.get("hands") else "hands"
        raise unfit([_wrong_round(fault, names, field) for fault in reading.faults])
    return played


def _stale(match: Match) -> Refused:
    if match.standing.over:
        return Refused(409, "stale", error_sentence(RuleError(Code.MATCH_OVER)), next_round=None)
    number = match.next_number
    sentence = _("The next round of this match is round %(number)s.", number=number)
    return Refused(409, "stale", sentence, next_round=number)


def _wrong_setup(error: RuleError) -> Wrong:
    """Say why the rules do not allow a match."""
    field = _ABOUT_THE_SETUP.get(error.code)
    keys = ("house_rules", *error.key.split(".")) if error.key else ()
    return wrong(error.code, error_sentence(error), *((field,) if field else keys))


def _wrong_round(error: RuleError, names: tuple[str, ...], field: str) -> Wrong:
    """Say why the rules do not allow a round: the error is about `field` if it names no other."""
    field = _ABOUT_A_ROUND.get(error.code, field)
    seat = (names[error.seats[0]],) if field == "hands" and error.seats else ()
    return wrong(error.code, refusal(error, names), field, *seat)


def _check_round(sent: Mapping[str, Any]) -> None:
    """Raise InvalidJson if a round has far more tiles, scores or corrections than there are."""
    corrections = sent.get("corrections")
    if _longest(sent.get("hands")) > MOST_TILES:
        raise InvalidJson(f"a hand has at most {MOST_TILES} tiles")
    if _longest(sent.get("tally")) > MOST_SCORES:
        raise InvalidJson(f"a player has at most {MOST_SCORES} scores in play")
    if isinstance(corrections, Mapping | list) and len(corrections) > MOST_CORRECTIONS:
        raise InvalidJson(f"a round has at most {MOST_CORRECTIONS} corrections")


def _longest(by_name: object) -> int:
    """Return how many items the longest list of a table has."""
    values = by_name.values() if isinstance(by_name, Mapping) else ()
    return max((len(each) for each in values if isinstance(each, list)), default=0)
