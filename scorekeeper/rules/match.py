"""How a match stands: a fold over its rounds."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.games import GoalTest, Leader
from scorekeeper.rules.rounds import Round
from scorekeeper.rules.scoring import RoundScore
from scorekeeper.rules.setup import Setup


@dataclass(frozen=True, slots=True)
class Lead:
    """Who leads a round: by which rule, and the seat or the side where the rule names one."""

    rule: Leader
    seat: int | None = None
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands after some rounds. Make one with `start`, go on with `after`."""

    setup: Setup
    totals: tuple[int, ...]
    lead: Lead
    rounds: int = 0

    @classmethod
    def start(cls, setup: Setup, opening_seat: int | None = None) -> Standing:
        """Begin a match; a rematch goes on with the lead where the last match left it."""
        lead = Lead(setup.game.lead.first)
        if opening_seat is not None:
            lead = Lead(setup.game.lead.next, seat=opening_seat)
        return cls(setup, (0,) * len(setup.sides), lead)

    def after(self, played: Round, score: RoundScore) -> Standing:
        """Add a round. Raise RuleError (match_over) where the match has its winner."""
        if self.over:
            raise RuleError(Code.MATCH_OVER)
        totals = tuple(
            total + points for total, points in zip(self.totals, score.points, strict=True)
        )
        return replace(
            self,
            totals=totals,
            rounds=self.rounds + 1,
            lead=_next_lead(self, played, score),
        )

    @property
    def goal_points(self) -> int:
        return self.setup.game.match.goal

    @property
    def target_points(self) -> int:
        """The fewest points that end the match: the goal, or one more where it must be exceeded."""
        exceed = self.setup.game.match.test is GoalTest.EXCEED
        return self.goal_points + 1 if exceed else self.goal_points

    @property
    def to_go(self) -> tuple[int, ...]:
        """Points each side still needs."""
        return tuple(max(0, self.target_points - total) for total in self.totals)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The sides with the most points; all of them before anybody scored."""
        return tuple(side for side, total in enumerate(self.totals) if total == max(self.totals))

    @property
    def winner(self) -> int | None:
        """The side that won the match: at the goal, and ahead of everybody else."""
        if max(self.totals) < self.target_points or len(self.leaders) > 1:
            return None
        return self.leaders[0]

    @property
    def over(self) -> bool:
        return self.winner is not None


def _next_lead(before: Standing, played: Round, score: RoundScore) -> Lead:
    rules, players = before.setup.game.lead, before.setup.players
    if rules.next in (Leader.WINNER, Leader.WINNERS_SIDE):
        if score.winning_seat is None:
            return Lead(rules.first)
        if rules.next is Leader.WINNER:
            return Lead(rules.next, seat=score.winning_seat)
        return Lead(rules.next, side=score.winning_side)
    led = before.lead.seat if played.opener is None else played.opener
    if rules.next in (Leader.ALTERNATE, Leader.PASSES_LEFT) and led is not None:
        return Lead(rules.next, seat=(led + 1) % players)
    return Lead(rules.next)
