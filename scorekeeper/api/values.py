"""Matches and rounds as the API shows them, in the names that exports have (docs/export.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.interchange.match_file import rules_of
from scorekeeper.interchange.named_json import names_in
from scorekeeper.scorebook.people.players import players_of
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.rounds import RoundNarrator

Value = dict[str, Any]


def match_value(match: Match, right: Right) -> Value:
    """Return what is known of a match as it stands, and the right that is held to it."""
    return {**match_values([match])[0], "right": right.word}


def match_values(matches: Sequence[Match]) -> list[Value]:
    """Return the same of some matches, without the rights."""
    players = players_of([match.id for match in matches])
    return [_match_value(match, players.get(match.id, ())) for match in matches]


def _match_value(match: Match, players: tuple[int | None, ...]) -> Value:
    setup, standing = match.setup, match.standing
    return {
        "id": match.id,
        "version": match.version,
        "game": setup.game.id,
        **rules_of(setup.game),
        "goal": setup.game.match.goal,
        "seats": match.names,
        "players": players,
        "partners": setup.partners,
        "sides": [_names(match, side) for side in range(len(setup.sides))],
        "totals": _by_side(match, standing.totals),
        "rounds": len(match.rounds),
        "next_round": None if standing.over else match.next_number,
        "over": standing.over,
        "winner": _names(match, standing.winner),
        "losers": [_names(match, side) for side in standing.losers],
        "opened_at": match.opened_at,
        "changed_at": match.changed_at,
    }


def round_value(match: Match, number: int) -> Value:
    """Return a round that counts, as it was entered, and what it came to."""
    scored, entry = match.rounds[number - 1], match.record.entries[number - 1]
    narrator = RoundNarrator(match.setup, match.names)
    return {
        "number": number,
        **names_in(scored.played, match.setup, match.names),
        "recorded_at": entry.recorded_at,
        "ending": scored.score.ending,
        "winner": _names(match, scored.score.winning_side),
        "points": _by_side(match, scored.score.points),
        "totals": _by_side(match, scored.standing.totals),
        "reset": scored.standing.reset,
        "reasons": [narrator.headline(scored.score), *narrator.reasons(scored.score)],
    }


def _by_side(match: Match, numbers: tuple[int, ...]) -> dict[str, int]:
    narrator = RoundNarrator(match.setup, match.names)
    return {narrator.label(side): number for side, number in enumerate(numbers)}


def _names(match: Match, side: int | None) -> list[str] | None:
    return None if side is None else [match.names[seat] for seat in match.setup.sides[side]]
