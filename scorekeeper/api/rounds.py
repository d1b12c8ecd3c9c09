"""Rounds of the API: list those of a match, read one, record the next."""

from __future__ import annotations

from typing import Any

from flask import Response, abort, url_for

from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.api import reading
from scorekeeper.api.answers import answer
from scorekeeper.api.blueprint import blueprint
from scorekeeper.api.bounds import check_round
from scorekeeper.api.faults import doubted, round_refused, shape_refused
from scorekeeper.api.operations import Operation, describes
from scorekeeper.api.problems import Refused, pointer
from scorekeeper.api.values import round_value
from scorekeeper.interchange.match_file import check_numbers
from scorekeeper.interchange.named_json import named_round, round_number
from scorekeeper.messages import gettext as _
from scorekeeper.rules.checking import faults
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.referee import doubts
from scorekeeper.rules.rounds import Moment, Round
from scorekeeper.rules.scoring import score_round
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.database.limits import LONGEST_NOTE
from scorekeeper.scorebook.locking import Stale
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.round_json import InvalidJson
from scorekeeper.wording.errors import error_sentence


@blueprint.get("/matches/<int:match_id>/rounds")
@needs(Right.WATCH)
@describes(Operation("List the rounds of a match.", gives="Rounds"))
def list_rounds(match_id: int) -> Response:
    """Send all rounds that count."""
    match = matches.find_match(match_id)
    rounds = [round_value(match, scored.number) for scored in match.rounds]
    return answer({"match_version": match.version, "rounds": rounds})


@blueprint.get("/matches/<int:match_id>/rounds/<int:number>")
@needs(Right.WATCH)
@describes(Operation("Read a round.", gives="Round"))
def show_round(match_id: int, number: int) -> Response:
    """Send a round; 404 where it is not recorded."""
    match = matches.find_match(match_id)
    if not 1 <= number <= len(match.rounds):
        abort(404)
    return answer(round_value(match, number))


@blueprint.post("/matches/<int:match_id>/rounds")
@needs(Right.SCORE)
@describes(
    Operation("Record a round.", gives="Round", takes="NewRound", status=201, needs_key=True)
)
def record_round(match_id: int) -> Response:
    """Record the next round; one that is doubted only where each doubt is overruled."""
    sent, key = reading.body(), reading.entry_key()
    match = matches.find_match(match_id)
    overruled = {*sent.pop("overruled", ())}
    number, moment = sent["round_no"], _moment(match, sent["round_no"])
    played = _played(sent, match, moment)
    found = doubts(match.setup, played, moment)
    if not {doubt.fingerprint for doubt in found} <= overruled:
        raise doubted(found, match)
    try:
        recorded = matches.record_round(match_id, number, key, played, device_name())
    except Stale:
        raise _stale(matches.find_match(match_id)) from None
    except RuleError as error:
        # The round is valid, but meanwhile the match went on or ended.
        raise Refused(409, error.code, error_sentence(error, match.names)) from None
    return _recorded(matches.find_match(match_id), recorded)


def _moment(match: Match, number: int) -> Moment:
    """Return when a round is scored: one that is sent again, as it was then."""
    standing = match.before(number) if number <= len(match.rounds) else match.standing
    return standing.moment


def _played(sent: dict[str, Any], match: Match, moment: Moment) -> Round:
    """Read a round. Raise Refused with all that is wrong with it."""
    setup, names = match.setup, match.names
    try:
        check_numbers(sent)
        check_round(sent)
        round_number(sent)
        played = named_round(sent, setup, names, moment)
    except InvalidJson as error:
        raise shape_refused(error, pointer()) from None
    except RuleError as error:
        raise round_refused([error], names) from None
    if any(len(each.note) > LONGEST_NOTE for each in played.corrections):
        too_long = InvalidJson(f"a note has at most {LONGEST_NOTE} letters")
        raise shape_refused(too_long, pointer("corrections"))
    try:
        score_round(setup, played, moment)
    except RuleError as error:
        # Scoring stops at the first fault; the answer has all of them.
        raise round_refused([*faults(setup, played, moment)] or [error], names) from None
    return played


def _stale(match: Match) -> Refused:
    over = match.standing.over
    sentence = (
        error_sentence(RuleError(Code.MATCH_OVER))
        if over
        else _("The next round of this match is round %(number)s.", number=match.next_number)
    )
    return Refused(409, "stale", sentence, next_round=None if over else match.next_number)


def _recorded(match: Match, number: int) -> Response:
    if number > len(match.rounds):
        # The same was sent before, and was taken back since.
        raise _stale(match)
    address = url_for("api.show_round", match_id=match.id, number=number)
    return answer(round_value(match, number), {"Location": address})
