"""What the rules refuse, as problems: each with its sentence and its place in what was sent."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.api.problems import Facts, Refused, pointer
from scorekeeper.interchange.named_json import refusal
from scorekeeper.rules.errors import PART_OF_ROUND, Code, RuleError
from scorekeeper.rules.referee import Doubt
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.round_json import InvalidJson
from scorekeeper.wording.errors import error_sentence
from scorekeeper.wording.rounds import RoundNarrator

_ABOUT_THE_SETUP = {
    Code.UNKNOWN_GAME: "game",
    Code.PLAYERS_NOT_ALLOWED: "seats",
    Code.SAME_NAME_TWICE: "seats",
    Code.PARTNERS_NOT_ALLOWED: "partners",
    Code.PARTNERS_REQUIRED: "partners",
}
_ABOUT_A_ROUND = {**PART_OF_ROUND, Code.PLAY_AFTER_END: "plays", Code.PLAYS_ONLY: "plays"}


def setup_refused(error: RuleError) -> Refused:
    """Refuse a match that the rules do not allow."""
    field = _ABOUT_THE_SETUP.get(error.code)
    keys = ("house_rules", *error.key.split(".")) if error.key else ()
    place = pointer(field) if field else pointer(*keys)
    sentence = error_sentence(error)
    wrong = {"code": error.code, "detail": sentence, "pointer": place}
    return Refused(422, error.code, sentence, [wrong])


def round_refused(faults: Sequence[RuleError], names: tuple[str, ...]) -> Refused:
    """Refuse a round that the rules do not allow, with all that is wrong with it."""
    errors = [_wrong(fault, names) for fault in faults]
    return Refused(422, faults[0].code, str(errors[0]["detail"]), errors)


def doubted(doubts: Sequence[Doubt], match: Match) -> Refused:
    """Ask about a round that cannot have been so, unless it was."""
    narrator = RoundNarrator(match.setup, match.names)
    errors = [
        {
            "code": doubt.law,
            "detail": narrator.doubt(doubt),
            "pointer": pointer("hands"),
            "fingerprint": doubt.fingerprint,
        }
        for doubt in doubts
    ]
    return Refused(422, "doubts", str(errors[0]["detail"]), errors)


def shape_refused(error: InvalidJson, place: str) -> Refused:
    """Refuse JSON that has not the shape it should."""
    sentence = f"Not as it should be: {error}."
    wrong = {"code": "wrong_shape", "detail": sentence, "pointer": place}
    return Refused(422, "wrong_shape", sentence, [wrong])


def _wrong(fault: RuleError, names: tuple[str, ...]) -> Facts:
    field = _ABOUT_A_ROUND.get(fault.code, "hands")
    seat = (names[fault.seats[0]],) if field == "hands" and fault.seats else ()
    return {
        "code": fault.code,
        "detail": refusal(fault, names),
        "pointer": pointer(field, *seat),
    }
