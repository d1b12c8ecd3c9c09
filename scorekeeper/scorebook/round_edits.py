"""Edited rounds, and later ones that no longer fit, because other players are out by then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.round_entry import Round, points_by_side
from scorekeeper.rules.scoring import score_round
from scorekeeper.rules.standing_and_lead import Standing
from scorekeeper.rules.tiles_and_hands import Hand
from scorekeeper.scorebook.changes import (
    Change,
    rounds_edited,
)
from scorekeeper.scorebook.record import MatchRecord, seated
from scorekeeper.scorebook.round_json import fingerprint
from scorekeeper.scorebook.scored_match import Match, rescore


class RoundEdit(NamedTuple):
    """The new content of a recorded round, None to remove it; `was` is its fingerprint."""

    was: str
    played: Round | None


# Rounds that are edited together, by their recorded numbers.
RoundEdits = Mapping[int, RoundEdit]


def stale(match: Match, edits: RoundEdits) -> int | None:
    """The number of the first round that has changed since it was edited; None if none has."""
    entries = match.record.entries
    changed = (
        number
        for number, edit in sorted(edits.items())
        if number > len(entries) or fingerprint(entries[number - 1].played) != edit.was
    )
    return next(changed, None)


def change_to(record: MatchRecord, edits: RoundEdits) -> Change:
    """Return the one change that makes all edits."""
    return rounds_edited(record, {number: each.played for number, each in edits.items()})


def before_round(match: Match, number: int, edits: RoundEdits) -> Match:
    """Return a match as it would be before a round, once those before it are edited.

    Raise ReplayError.
    """
    record = match.record._replace(entries=match.record.entries[: number - 1])
    if record.stopped:
        record = record._replace(timer=None)
    if earlier := {n: each for n, each in edits.items() if n < number}:
        record = change_to(record, earlier).apply_to(record)
    return rescore(match, record, match.version, match.changed_at).at(number)


def misfits(match: Match, edits: RoundEdits) -> tuple[int, ...]:
    """Return the numbers of the later rounds that somebody has to look at again.

    Other players are out of the match by then, or the rules refuse the round. Raise ReplayError if
    they refuse an edited one.
    """
    first = max(edits) + 1
    standing, found = before_round(match, first, edits).standing, []
    for number in range(first, match.next_number):
        if standing.over:
            break
        standing, fits = _after(match, number, standing)
        if not fits:
            found.append(number)
    return tuple(found)


def put_out_before(match: Match, number: int) -> tuple[int, ...] | None:
    """Return the seats that were out of the match in a round; None if the round does not count."""
    return match.before(number).moment.put_out if number <= len(match.rounds) else None


def without_put_out(played: Round, put_out: tuple[int, ...]) -> Round:
    """Return a round without the hands of those who are out of the match."""
    hands = (
        Hand() if seat in put_out and not hand.is_empty else hand
        for seat, hand in enumerate(played.hands)
    )
    # Only players without partners are put out of a match that goes on.
    points = (None if side in put_out else paid for side, paid in enumerate(played.points))
    return replace(played, hands=tuple(hands), points=points_by_side(points))


def _after(match: Match, number: int, standing: Standing) -> tuple[Standing, bool]:
    """Add a recorded round as far as it fits, and return whether it does."""
    moment, recorded = standing.moment, match.record.entries[number - 1].played
    played = without_put_out(recorded, moment.put_out)
    try:
        score = score_round(standing.setup, played, moment)
    except RuleError:
        after, fits = replace(standing, rounds=standing.rounds + 1), False
    else:
        same = put_out_before(match, number) in (None, moment.put_out)
        after, fits = standing.after(played, score), same and played == recorded
    return seated(match.record.several, after), fits
