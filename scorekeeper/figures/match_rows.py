"""A match as rows that add up, and as the outcome that ratings are made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby
from operator import attrgetter

from scorekeeper.figures.facts import How, MatchFacts, RoundFacts
from scorekeeper.figures.rating import Outcome
from scorekeeper.figures.results import WHOLE, Meeting, Result, Sums


def results_of(facts: MatchFacts) -> tuple[Result, ...]:
    """Return the rows of a match: of each player, each two partners, and all together, the last.

    While a match goes on its rounds count, but not the match.
    """
    shared = _of_match(facts)
    return (*_of_sides(facts, shared), _of_all(facts, shared))


def meetings_of(facts: MatchFacts) -> tuple[Meeting, ...]:
    """Return a row for each two people who played a match against each other; () before its end."""
    return tuple(meetings_among(results_of(facts))) if facts.ended_at else ()


def meetings_among(results: Iterable[Result]) -> Iterator[Meeting]:
    """Yield the meetings in matches, from what these came to; the rows of a match lie together."""
    alone = (row for row in results if len(row.players) == 1)
    for _match_id, rows in groupby(alone, key=attrgetter("match_id")):
        for one, two in combinations(sorted(rows, key=attrgetter("players")), 2):
            if one.side != two.side:
                ahead = (one.place < two.place) - (one.place > two.place)
                both = (one.players[0], two.players[0])
                yield Meeting(both, one.match_id, one.ended_at, one.kind, ahead)


def outcome_of(facts: MatchFacts) -> Outcome | None:
    """Return how a match ended; None where it goes on, or where it is not known who played."""
    players = [player for player in facts.players if player is not None]
    if facts.ended_at is None or len(players) < len(facts.players):
        return None
    sides = tuple(tuple(players[seat] for seat in seats) for seats in facts.sides)
    return Outcome(facts.match_id, facts.ended_at, sides, facts.places)


def outcome_from(results: Iterable[Result]) -> Outcome | None:
    """Return how a match ended, from its results; None where there are none."""
    alone = [row for row in results if len(row.players) == 1]
    if not alone:
        return None
    alone.sort(key=lambda row: (row.side, row.players))
    sides = [[*rows] for _side, rows in groupby(alone, key=lambda row: row.side)]
    return Outcome(
        alone[0].match_id,
        alone[0].ended_at,
        tuple(tuple(row.players[0] for row in side) for side in sides),
        tuple(side[0].place for side in sides),
    )


def _of_match(facts: MatchFacts) -> Sums:
    """Count what is the same for all who played a match."""
    times = facts.round_times
    return Sums(
        matches=int(facts.ended_at is not None),
        seconds=round(sum(time.total_seconds() for time in times)),
        timed=len(times),
        lead_changes=facts.lead_changes,
    )


def _of_sides(facts: MatchFacts, shared: Sums) -> Iterator[Result]:
    for side, together in enumerate(facts.sides):
        of_side = shared + _of_side(facts, side)
        rounds = [each for each in facts.rounds if side not in each.absent]
        for size in range(1, len(together) + 1):
            for seats in combinations(together, size):
                known = (facts.players[seat] for seat in seats)
                players = tuple(sorted(player for player in known if player is not None))
                if len(players) == size:
                    place = facts.places[side] if facts.places else 0
                    sums = of_side + _of_hands(rounds, seats)
                    yield _row(facts, players, side, place, sums)


def _of_side(facts: MatchFacts, side: int) -> Sums:
    rounds = [each for each in facts.rounds if side not in each.absent]
    made = [each.points[side] for each in rounds]
    return Sums(
        won=int(facts.places[side] == 1) if facts.places else 0,
        luck=WHOLE // len(facts.sides) if facts.places else 0,
        made=sum(made),
        given=sum(sum(each.points) for each in rounds) - sum(made),
        biggest=max((0, *made)),
        **_ways(rounds, {side, None}),
    )


def _of_all(facts: MatchFacts, shared: Sums) -> Result:
    """Return the row of everybody: each point is made once, and none is given."""
    points = [each.points for each in facts.rounds]
    sums = Sums(
        made=sum(map(sum, points)),
        biggest=max((0, *(most for each in points for most in each))),
        **_ways(facts.rounds, {*range(len(facts.sides)), None}),
    )
    hands = _of_hands(facts.rounds, tuple(range(len(facts.players))))
    return _row(facts, (), 0, 0, shared + sums + hands)


def _row(facts: MatchFacts, players: tuple[int, ...], side: int, place: int, sums: Sums) -> Result:
    last = facts.rounds[-1].recorded_at if facts.rounds else facts.opened_at
    moment = facts.ended_at or last
    return Result(players, facts.match_id, moment, facts.kind, side, place, sums)


def _ways(rounds: Sequence[RoundFacts], winners: set[int | None]) -> dict[str, int]:
    """Count the rounds, and how those were won that one of the winners won, or nobody."""
    ways = Counter(each.how for each in rounds if each.won_by in winners)
    del ways[How.NOBODY]
    return {"rounds": len(rounds)} | {how.value: count for how, count in ways.items()}


def _of_hands(rounds: Sequence[RoundFacts], seats: tuple[int, ...]) -> Sums:
    pips = [left for each in rounds for seat in seats if (left := each.pips[seat]) is not None]
    caught = [held for each in rounds for seat in seats if (held := each.caught[seat]) is not None]
    return Sums(pips=sum(pips), hands=len(pips), caught=sum(caught), seen=len(caught))
