"""What a match of the scorebook came to, and whether that counts."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.figures.facts import CountedRound, MatchFacts, facts_of
from scorekeeper.scorebook.projection import Match


def match_facts(match: Match, players: Sequence[int | None]) -> MatchFacts:
    """Return the facts of a match; `players` has the id of whoever has each seat."""
    rounds = [
        CountedRound(
            played=scored.played,
            score=scored.score,
            totals=scored.standing.totals,
            leaders=scored.standing.leaders,
            put_out=scored.standing.put_out,
            recorded_at=entry.recorded_at,
        )
        for scored, entry in zip(match.rounds, match.record.entries, strict=False)
    ]
    return facts_of(
        match.id, match.setup, players, rounds, match.opened_at, over=match.standing.over
    )


def counts(match: Match) -> bool:
    """Say whether a match has figures: it is over, and not in the bin."""
    return match.standing.over and match.binned_at is None
