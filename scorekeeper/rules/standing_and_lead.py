"""The standing of a match: totals, who leads the next round, and the winner, round by round."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from operator import add
from typing import NamedTuple

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.game_keys import Best, Ends, Leader, Level, Reset
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.reasons import RoundScore
from scorekeeper.rules.round_entry import Moment, Round, StartScore
from scorekeeper.rules.tiles_and_hands import Tile

BY_THE_WINNER = {
    Leader.WINNER,
    Leader.WINNERS_SIDE,
    Leader.WINNER_WITH_A_DOUBLE,
    Leader.WINNER_ANY_DOUBLE,
}


class Lead(NamedTuple):
    """Who leads a round: the rule, and the seat, the side or the tile if the rule names one."""

    rule: Leader
    seat: int | None = None
    side: int | None = None
    tile: Tile | None = None


def lead_by(setup: Setup, rule: Leader, number: int) -> Lead:
    """Return who leads round `number` by a rule that does not depend on the round before it."""
    if rule is not Leader.DOUBLE_OF_THE_ROUND:
        return Lead(rule)
    # From the highest double down, and again from the highest if a level match goes on.
    highest = setup.game.tiles.highest
    end = highest - (number - 1) % (highest + 1)
    return Lead(rule, tile=Tile(end, end))


def next_lead(
    setup: Setup,
    led: Lead,
    played: Round,
    score: RoundScore,
    number: int,
    put_out: Collection[int],
) -> Lead:
    """Return who leads round `number`, after one that was `led`; `put_out` seats are skipped."""
    rules = setup.game.lead
    if rules.next in BY_THE_WINNER:
        if score.winning_seat is None and score.ending is None and not score.drawn:
            # If only points are known, the winning seat is not, and perhaps not even the side.
            return Lead(rules.next, side=score.winning_side)
        if score.winning_seat is None:
            return lead_by(setup, rules.first, number)
        together = rules.next is Leader.WINNER_ANY_DOUBLE and setup.partners
        if rules.next is Leader.WINNERS_SIDE or together:
            return Lead(rules.next, side=score.winning_side)
        return Lead(rules.next, seat=_first_still_in(setup, put_out, score.winning_seat))
    opener = led.seat if played.opener is None else played.opener
    if rules.next in (Leader.ALTERNATE, Leader.PASSES_LEFT) and opener is not None:
        return Lead(rules.next, seat=_first_still_in(setup, put_out, opener + 1))
    return lead_by(setup, rules.next, number)


def _first_still_in(setup: Setup, put_out: Collection[int], seat: int) -> int:
    """Return `seat`, or the next one to its left that is still in the match."""
    places = [(seat + step) % setup.players for step in range(setup.players)]
    return next(place for place in places if place not in put_out)


@dataclass(frozen=True)
class Standing:
    """The standing after some rounds. `start` makes the first one, `after` adds a round.

    `totals` has the points of each side. `put_out` are the sides that a limit has eliminated,
    `worth` is how many times the next round counts, `more` what it adds, `reset` is true if the
    last round brought everybody back to 0, `won` counts the rounds that had a winner, `claimed` are
    the bonuses of the whole match that are taken. If the players chose to play on, the match does
    not end before round `play_on_to`. With `time_over` it ends as soon as somebody is ahead, and at
    once if the players have `stopped`. The seats `away` are empty in the next round.
    """

    setup: Setup
    totals: tuple[int, ...]
    lead: Lead
    rounds: int = 0
    worth: int = 1
    more: int = 0
    put_out: tuple[int, ...] = ()
    reset: bool = False
    play_on_to: int = 0
    won: int = 0
    claimed: tuple[str, ...] = ()
    time_over: bool = False
    stopped: bool = False
    away: tuple[int, ...] = ()

    @classmethod
    def start(cls, setup: Setup, opening_seat: int | None = None, play_on_to: int = 0) -> Standing:
        """Start a match; `opening_seat` leads a rematch, if the last match left the lead."""
        lead = lead_by(setup, setup.game.lead.first, 1)
        if opening_seat is not None:
            lead = lead_by(setup, setup.game.lead.next, 1)._replace(seat=opening_seat)
        return cls(setup, (0,) * len(setup.sides), lead, play_on_to=play_on_to)

    def after(self, played: Round, score: RoundScore, *, time_over: bool = False) -> Standing:
        """Add a round; with `time_over` it is the last. Raise RuleError (match_over) after the end.

        By the regulations of clubs the round in play when time is up is finished and counts, and
        then whoever is ahead wins.
        """
        if self.over:
            raise RuleError(Code.MATCH_OVER)
        totals = tuple(map(add, self.totals, score.points))
        reset = self._resets(totals, score)
        worth = self._next_worth(score, totals if reset else ())
        totals = (0,) * len(totals) if reset else totals
        put_out, number = self._eliminated(totals), self.rounds + 2
        # After a reset the lead is as in the first round.
        if reset:
            lead = lead_by(self.setup, self.setup.game.lead.first, number)
        else:
            seats_out = (*self._seats_of(put_out), *self.away)
            lead = next_lead(self.setup, self.lead, played, score, number, seats_out)
        return replace(
            self,
            totals=totals,
            lead=lead,
            rounds=self.rounds + 1,
            worth=worth,
            more=self.more + score.drawn.next_more if score.drawn else 0,
            put_out=put_out,
            reset=reset,
            won=self.won + (score.winning_side is not None),
            claimed=self.claimed + self.setup.game.claimed_once(played),
            time_over=self.time_over or time_over,
        )

    def seated(self, away: tuple[int, ...], starts: Mapping[int, StartScore]) -> Standing:
        """Leave the seats `away` out of the next round; others join with a start score.

        Only if everybody plays alone: a seat is then a side.
        """
        here = [self.totals[side] for side in self._still_in]
        totals = [*self.totals]
        for side, rule in starts.items():
            totals[side] = self._start_score(rule, here)
        lead, setup = self.lead, replace(self.setup, away=len(away))
        if lead.seat in away:
            gone = {*away, *self._seats_of(self.put_out)}
            lead = lead._replace(seat=_first_still_in(setup, gone, lead.seat or 0))
        return replace(self, setup=setup, totals=tuple(totals), lead=lead, away=away)

    def _start_score(self, rule: StartScore, here: list[int]) -> int:
        """Return how many points newcomers to those `here` start with; half a point rounds up."""
        if rule is StartScore.ZERO or not here:
            return 0
        if rule is StartScore.MEAN:
            return (2 * sum(here) + len(here)) // (2 * len(here))
        return (min if self.setup.game.match.best is Best.HIGH else max)(here)

    def stop(self) -> Standing:
        """End the match at once: whoever is ahead has won, or it is drawn."""
        return replace(self, time_over=True, stopped=True)

    def with_points(self, points: tuple[int, ...]) -> Standing:
        """Add what each side has scored in play; while the round goes on, the match is not over."""
        totals = tuple(map(add, self.totals, points))
        return replace(self, totals=totals, play_on_to=max(self.play_on_to, self.rounds + 1))

    @cached_property
    def moment(self) -> Moment:
        """The state of the match in which the next round is scored."""
        return Moment(
            number=self.rounds + 1,
            worth=self.worth,
            put_out=tuple(sorted({*self._seats_of(self.put_out), *self.away})),
            totals=self.totals,
            won=self.won,
            on_a_run=self._on_a_run,
            claimed=self.claimed,
            goes_on=self.rounds + 1 < self.play_on_to,
            more=self.more,
        )

    @property
    def to_go(self) -> tuple[int, ...]:
        """Points that each side is away from the goal or the limit; rounds, where those count."""
        match = self.setup.game.match
        if match.ends is Ends.ROUNDS:
            return (max(0, match.target - self.rounds),) * len(self.totals)
        return tuple(max(0, match.target - total) for total in self.totals)

    @cached_property
    def leaders(self) -> tuple[int, ...]:
        """The sides with the best total; several if they are level."""
        sides = self._still_in or tuple(range(len(self.totals)))
        best = max if self.setup.game.match.best is Best.HIGH else min
        ahead = best(self.totals[side] for side in sides)
        return tuple(side for side in sides if self.totals[side] == ahead)

    @cached_property
    def winner(self) -> int | None:
        """The side that won: the match has ended, and one side is ahead."""
        return self.leaders[0] if self._at_the_end and len(self.leaders) == 1 else None

    @property
    def drawn(self) -> bool:
        """Whether nobody won, because the best were level when time was up or players stopped."""
        by_rule = self.time_over and self.setup.game.match.level is Level.DRAWN
        return self._may_end and (self.stopped or by_rule) and len(self.leaders) > 1

    @property
    def by_time(self) -> bool:
        """Whether the match ends because time is up, before anybody has reached the goal."""
        return self._may_end and self.time_over and not self._at_its_goal

    @property
    def ended_early(self) -> bool:
        """Whether the match is only over because the players stopped."""
        return self.stopped and (self.drawn or not self._at_its_goal)

    @cached_property
    def over(self) -> bool:
        return self.winner is not None or self.drawn

    @property
    def level(self) -> tuple[int, ...]:
        """The sides that share the best total at the goal, so that play goes on; else ()."""
        return self.leaders if self._at_the_end and not self.over else ()

    @property
    def losers(self) -> tuple[int, ...]:
        """The sides that lost by reaching the limit; () before the end, and without a limit."""
        match = self.setup.game.match
        if match.ends is not Ends.LIMIT or not self.over:
            return ()
        return tuple(
            side
            for side, total in enumerate(self.totals)
            if total >= match.target and side != self.winner
        )

    @property
    def _still_in(self) -> tuple[int, ...]:
        gone = {*self.put_out, *self.away}
        return tuple(side for side in range(len(self.totals)) if side not in gone)

    @property
    def _may_end(self) -> bool:
        return self.stopped or self.rounds >= self.play_on_to

    @property
    def _at_the_end(self) -> bool:
        return self._may_end and (self.time_over or self._at_its_goal)

    @property
    def _at_its_goal(self) -> bool:
        rules = self.setup.game.match
        if rules.ends is Ends.ROUNDS:
            return self.rounds >= rules.target
        if rules.eliminate:
            return len(self._still_in) == 1
        return max(self.totals) >= rules.target

    def _resets(self, totals: tuple[int, ...], score: RoundScore) -> bool:
        reset = self.setup.game.match.reset
        if reset is Reset.ALL_SCORED:
            return min(totals[side] for side in self._still_in) > 0
        return score.winning_side is not None and any(
            side != score.winning_side for side in self._on_a_run
        )

    def _next_worth(self, score: RoundScore, wiped_out: tuple[int, ...]) -> int:
        """Return how many times the next round counts; a drawn round leaves it as it was."""
        if score.drawn:
            return max(score.drawn.next_worth, self.worth)
        return self.setup.game.match.worth_after_reset(wiped_out)

    @property
    def _on_a_run(self) -> tuple[int, ...]:
        """The sides whose points are lost if another side wins."""
        if self.setup.game.match.reset is not Reset.OTHER_SIDE_WINS:
            return ()
        return tuple(side for side in self._still_in if self.totals[side] > 0)

    def _eliminated(self, totals: tuple[int, ...]) -> tuple[int, ...]:
        """Return the sides at the limit; if all remaining sides are, the lowest stays in."""
        match = self.setup.game.match
        if not match.eliminate:
            return ()
        out = tuple(side for side, total in enumerate(totals) if total >= match.target)
        if {*self._still_in} - {*out}:
            return out
        lowest = min(totals[side] for side in self._still_in)
        return tuple(side for side in out if side in self.put_out or totals[side] > lowest)

    def _seats_of(self, sides: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(seat for side in sides for seat in self.setup.sides[side])
