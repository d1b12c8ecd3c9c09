"""What a match came to, as rows that add up: one for each seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scorekeeper.figures.facts import How, MatchFacts, RoundFacts
from scorekeeper.figures.results import WHOLE, Result, Sums


def results_of(facts: MatchFacts) -> tuple[Result, ...]:
    """Return the rows of a match, in the order they sit.

    While a match goes on its rounds count, but not the match.
    """
    return tuple(
        _row(facts, seat, side)
        for seat in range(len(facts.players))
        for side, seats in enumerate(facts.sides)
        if seat in seats
    )


def _row(facts: MatchFacts, seat: int, side: int) -> Result:
    player, over = facts.players[seat], facts.ended_at is not None
    place = facts.places[side] if over else 0
    last = facts.rounds[-1].recorded_at if facts.rounds else facts.opened_at
    rounds = [each for each in facts.rounds if side not in each.absent]
    made, times = [each.points[side] for each in rounds], facts.round_times
    pips = [left for each in rounds if (left := each.pips[seat]) is not None]
    caught = [held for each in rounds if (held := each.caught[seat]) is not None]
    sums = Sums(
        matches=int(over),
        won=int(place == 1),
        luck=WHOLE // len(facts.sides) if over else 0,
        made=sum(made),
        given=sum(sum(each.points) for each in rounds) - sum(made),
        pips=sum(pips),
        hands=len(pips),
        caught=sum(caught),
        seen=len(caught),
        seconds=round(sum(time.total_seconds() for time in times)),
        timed=len(times),
        lead_changes=facts.lead_changes,
        biggest=max((0, *made)),
        **_ways(rounds, side),
    )
    players = () if player is None else (player,)
    return Result(players, facts.match_id, facts.ended_at or last, facts.kind, side, place, sums)


def _ways(rounds: Sequence[RoundFacts], side: int) -> dict[str, int]:
    """Count the rounds, and how those were won that a side won, or nobody."""
    ways = Counter(each.how for each in rounds if each.won_by in (side, None))
    del ways[How.NOBODY]
    return {"rounds": len(rounds)} | {how.value: count for how, count in ways.items()}
