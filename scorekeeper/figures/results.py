"""What a match came to for those who played it, as rows that add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from itertools import combinations
from operator import add, attrgetter

from scorekeeper.figures.facts import How, MatchFacts, RoundFacts
from scorekeeper.figures.kinds import Kind

# Chances are kept in parts of a whole number that up to ten sides share without a rest.
WHOLE = 2520


@dataclass(frozen=True, slots=True)
class Sums:
    """What is counted over matches; two of them add up, whatever their order.

    Of matches: `won`, and `luck`, the part of them that luck alone would win, in parts of WHOLE.
    Of `rounds`: won by going `out`, by `block` and by the lightest `tile`, and `drawn`. Points
    `made` and `given` (what the other sides made), and the `biggest` of a round. Of hands: `pips`
    left in so many `hands` that are known; `caught` with the double six, of so many `seen`. In so
    many `seconds` there were `timed` rounds. `lead_changes` are those of the matches.
    """

    matches: int = 0
    won: int = 0
    luck: int = 0
    rounds: int = 0
    out: int = 0
    block: int = 0
    tile: int = 0
    drawn: int = 0
    made: int = 0
    given: int = 0
    pips: int = 0
    hands: int = 0
    caught: int = 0
    seen: int = 0
    seconds: int = 0
    timed: int = 0
    lead_changes: int = 0
    biggest: int = 0

    def __add__(self, other: Sums) -> Sums:
        *added, _two = map(add, _values(self), _values(other))
        return Sums(*(*added, max(self.biggest, other.biggest)))

    @property
    def share(self) -> float | None:
        """The part of the matches that was won."""
        return _part(self.won, self.matches)

    @property
    def chance(self) -> float | None:
        """The part of the matches that luck alone would win."""
        return _part(self.luck, self.matches * WHOLE)

    @property
    def above_luck(self) -> float:
        """How many more matches were won than luck alone would win."""
        return (self.won * WHOLE - self.luck) / WHOLE

    @property
    def rounds_won(self) -> int:
        return self.out + self.block + self.tile

    @property
    def made_a_round(self) -> float | None:
        return _part(self.made, self.rounds)

    @property
    def given_a_round(self) -> float | None:
        return _part(self.given, self.rounds)

    @property
    def pips_a_hand(self) -> float | None:
        """What was left in a hand, 0 where its player went out."""
        return _part(self.pips, self.hands)

    @property
    def caught_share(self) -> float | None:
        """The part of the hands that ended with the double six in them."""
        return _part(self.caught, self.seen)

    @property
    def seconds_a_round(self) -> float | None:
        return _part(self.seconds, self.timed)


NOTHING = Sums()
_values = attrgetter(*(field.name for field in fields(Sums)))


@dataclass(frozen=True, slots=True)
class Result:
    """What a match came to for `players`: one, two partners (the lower id first), or () for all.

    `side` (from 0) is theirs and `place` where it finished, 0 while the match goes on; both are 0
    for all.
    """

    players: tuple[int, ...]
    match_id: int
    ended_at: datetime
    kind: Kind
    side: int
    place: int
    sums: Sums

    @property
    def won(self) -> bool:
        return self.place == 1


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two people on different sides of a match, the lower id first.

    `ahead` is 1 where the first of them finished ahead, -1 where the second did, else 0.
    """

    players: tuple[int, int]
    match_id: int
    ended_at: datetime
    kind: Kind
    ahead: int


def results_of(facts: MatchFacts) -> tuple[Result, ...]:
    """Return the rows of a match: of each player, each two partners, and all together, the last.

    While a match goes on its rounds count, but not the match.
    """
    shared = _of_match(facts)
    return (*_of_sides(facts, shared), _of_all(facts, shared))


def meetings_of(facts: MatchFacts) -> tuple[Meeting, ...]:
    """Return a row for each two people who played a match against each other; () before its end."""
    return tuple(_meetings(facts, facts.ended_at)) if facts.ended_at else ()


def _meetings(facts: MatchFacts, ended_at: datetime) -> Iterator[Meeting]:
    sides = {
        player: side
        for side, seats in enumerate(facts.sides)
        for seat in seats
        if (player := facts.players[seat]) is not None
    }
    for first, second in combinations(sorted(sides), 2):
        if sides[first] != sides[second]:
            place, other = facts.places[sides[first]], facts.places[sides[second]]
            ahead = (place < other) - (place > other)
            yield Meeting((first, second), facts.match_id, ended_at, facts.kind, ahead)


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


def _part(number: int, whole: int) -> float | None:
    return number / whole if whole else None
