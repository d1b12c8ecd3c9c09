"""Sentences about what happened: how a round ended, who won it, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules import Lead, RoundScore, Setup, Tile
from scorekeeper.rules.keys import Entry, Leader, Rank
from scorekeeper.rules.ranking import Compared, Mark
from scorekeeper.rules.reasons import (
    Awarded,
    Charged,
    Claimed,
    Corrected,
    Drawn,
    Hit,
    Reason,
    Tallied,
    WentOut,
)
from scorekeeper.rules.referee import Doubt, Law
from scorekeeper.sums import arithmetic, merged, times
from scorekeeper.words import counted, listed, signed


@dataclass(frozen=True, slots=True)
class Teller:
    """Tell what happens at one table, whose players sit in this order."""

    setup: Setup
    names: tuple[str, ...]

    def side(self, side: int) -> str:
        """Name a side inside a sentence: Ana and Ciro."""
        return listed([self.names[seat] for seat in self.setup.sides[side]])

    def label(self, side: int) -> str:
        """Name a side on a scoreboard: Ana & Ciro."""
        return " & ".join(self.names[seat] for seat in self.setup.sides[side])

    def ending(self, score: RoundScore) -> str:
        """Say in few words how a round ended, for a row of the history."""
        out = [self.names[step.seat] for step in score.reasons if isinstance(step, WentOut)]
        if out:
            return f"{listed(out)} went out"
        if self._counts_the_table:
            return "Counted to the end"
        drawn = ", drawn" if score.drawn else ""
        return f"Blocked, {_to(score.pips)}{drawn}"

    def headline(self, score: RoundScore) -> str:
        """Say in one breath how a round ended and who won it."""
        if self._counts_the_table:
            return self._table_counted(score)
        wins = "" if score.winning_side is None else self._wins(score.winning_side)
        out = [self.names[step.seat] for step in score.reasons if isinstance(step, WentOut)]
        if len(out) == 1 and wins:
            return (
                f"{out[0]} went out{f': {wins}' if self.setup.partners else ' and wins the round'}."
            )
        if out:
            return f"{listed(out)} went out."
        if score.drawn:
            return f"Blocked. {_to(score.pips)}: nobody wins, the round is drawn."
        if not wins:
            return f"Blocked. {_to(score.pips)}."
        decisive = [step for step in score.reasons if isinstance(step, Compared)][-1]
        return f"Blocked. {_to(score.pips)}: {wins}{_ON[decisive.key]}."

    def reasons(self, score: RoundScore) -> tuple[str, ...]:
        """Say step by step why a round went as it did; one sentence a step."""
        return tuple(self._reason(reason) for reason in score.reasons)

    def points(self, score: RoundScore) -> str:
        """Say what a round paid to whom, in few words."""
        scored = [(side, points) for side, points in enumerate(score.points) if points]
        if not scored:
            return "Nobody scores" if score.winning_side is None else "0 points"
        if len(scored) == 1 and scored[0][0] == score.winning_side:
            return f"{signed(scored[0][1])} {'point' if scored[0][1] == 1 else 'points'}"
        return listed([f"{self.label(side)} {signed(points)}" for side, points in scored])

    def lead(self, lead: Lead) -> str:
        """Remind the table who leads the next round."""
        if lead.seat is not None:
            return f"{self.names[lead.seat]} leads."
        if lead.side is not None:
            return f"{self.side(lead.side)} {'lead' if self.setup.partners else 'leads'}."
        if lead.rule is Leader.ALTERNATE and self.setup.players == 2:
            return "Whoever did not lead the last round leads."
        if lead.rule is Leader.HIGHEST_DOUBLE and self.setup.every_tile_dealt:
            highest = self.setup.game.tiles.highest
            return f"{Tile(highest, highest)} leads."
        return _LEADS[lead.rule]

    def deal(self, worth: int = 1) -> str:
        """Remind the table what to deal, what to take out, and what the round counts."""
        said = [f"Deal {counted(self.setup.dealt, 'tile')} each."]
        if self.setup.game.table.entry is Entry.TOTALS:
            said = []
        removed = self.setup.box.removed
        if removed:
            said.insert(0, f"Take {listed([str(tile) for tile in removed])} out.")
        if worth > 1:
            said.append(f"The round counts {times(worth)}.")
        return " ".join(said)

    def doubt(self, doubt: Doubt) -> str:
        """Say what cannot be in an entry, and why; the table may record it all the same."""
        return _DOUBTS[doubt.law].format(
            numbers=listed([str(number) for number in doubt.numbers]) or "the same number twice",
            tiles=listed([str(tile) for tile in doubt.tiles]),
            count=doubt.count,
        )

    @property
    def _counts_the_table(self) -> bool:
        return self.setup.game.table.entry is Entry.PLAYS

    def _table_counted(self, score: RoundScore) -> str:
        hits = [step for step in score.reasons if isinstance(step, Hit)]
        if not hits:
            return "Nobody met a mark."
        said = [f"{self.names[hit.seat]} brought the table to {hit.total}" for hit in hits]
        return f"{listed(said)}."

    def _wins(self, side: int) -> str:
        return f"{self.side(side)} {'win' if self.setup.partners else 'wins'}"

    def _reason(self, reason: Reason) -> str:
        match reason:
            case WentOut(seat):
                return f"{self.names[seat]} played the last tile."
            case Compared():
                return self._compared(reason)
            case Drawn(sides, next_worth):
                tied = listed([self.label(side) for side in sides])
                more = f", and the next round counts {times(next_worth)}"
                return (
                    f"Nothing settles the tie of {tied}: nobody scores"
                    f"{more if next_worth > 1 else ''}."
                )
            case Awarded():
                return self._awarded(reason)
            case Charged():
                return f"{self.label(reason.side)}: {arithmetic(reason.terms, reason.worth)}."
            case Claimed():
                return self._claimed(reason)
            case Tallied(side, points):
                did = "made" if points > 0 else "lost"
                return f"{self.label(side)} {did} {counted(abs(points), 'point')} in play."
            case Hit(seat, tile, total, points):
                return (
                    f"{self.names[seat]}’s {tile} brought the table to {total}: {signed(points)}."
                )
            case Corrected(side, points, note):
                why = f": {note}" if note else ""
                return f"Correction for {self.label(side)}, {signed(points)}{why}."

    def _claimed(self, claim: Claimed) -> str:
        name = claim.name[:1].upper() + claim.name[1:]
        if claim.times > 1:
            return f"{name}: the round counts {times(claim.times)}."
        whose = "" if claim.side is None else f" for {self.label(claim.side)}"
        return f"{name}{whose}: {signed(claim.points)}."

    def _awarded(self, award: Awarded) -> str:
        if not award.terms:
            return "There is nothing to count: 0 points."
        [first, *more] = award.terms
        plain = not more and first.times == 1 and award.rounded == first.pips and award.worth == 1
        if plain and first.part == "flat":
            return f"Winning a round is worth {counted(first.pips, 'point')}."
        if plain and first.part == "opponents":
            others = "The opponents hold" if self.setup.players > 2 else "The other hand holds"
            return f"{others} {counted(first.pips, 'pip')}: {counted(award.points, 'point')}."
        terms = merged(award.terms) if self.setup.partners else award.terms
        return f"{arithmetic(terms, award.worth, award.rounded)}."

    def _compared(self, step: Compared) -> str:
        lightest = [mark for mark in step.marks if mark.side in step.stayed]
        heavier = [mark for mark in step.marks if mark.side not in step.stayed]
        if step.key in (Rank.LIGHTEST_TILE, Rank.NEXT_TILES):
            return _tiles_compared(lightest, heavier)
        if step.key in _ABOUT:
            winners = listed([self.label(mark.side) for mark in lightest])
            return _ABOUT[step.key].format(winners=winners)
        unit = "double" if step.key is Rank.FEWEST_DOUBLES else "pip"
        if not heavier:
            tied = listed([self.label(mark.side) for mark in lightest])
            return f"{tied} tie with {counted(lightest[0].weights[0], unit)} each."
        hold = "hold" if self.setup.partners else "holds"
        by_hand = step.key is Rank.SEAT_TOTAL and self.setup.partners
        what = "in the lightest hand" if by_hand else ""
        said = [
            f"{self.label(mark.side)} {hold} {counted(mark.weights[0], unit)} {what}".strip()
            for mark in (*lightest, *heavier)
        ]
        return f"{listed(said)}{': a tie at the lightest' if len(lightest) > 1 else ''}."


def _to(pips: Sequence[int]) -> str:
    return " to ".join(map(str, pips))


def _tiles_compared(lightest: list[Mark], heavier: list[Mark]) -> str:
    def tiles(mark: Mark) -> str:
        if len(mark.tiles) > 1:
            return ", ".join(map(str, mark.tiles))
        return f"{mark.tiles[0]} ({counted(mark.tiles[0].pips, 'pip')})"

    first = listed([tiles(mark) for mark in lightest])
    if not heavier:
        return f"{first} weigh the same."
    verb = "is" if len(lightest) == 1 else "are"
    return f"{first} {verb} lighter than {listed([tiles(mark) for mark in heavier])}."


_ON = {
    Rank.SIDE_TOTAL: "",
    Rank.SEAT_TOTAL: " on the lightest hand",
    Rank.LIGHTEST_TILE: " on the lightest tile",
    Rank.NEXT_TILES: " on the lightest tiles",
    Rank.FEWEST_DOUBLES: " on the fewest doubles",
    Rank.OPENERS_SIDE: " having led",
    Rank.BLOCKERS_SIDE: " having closed the line",
    Rank.NOT_BLOCKERS_SIDE: ", the others having closed the line",
    Rank.BLOCKER: " having closed the line",
}

_ABOUT = {
    Rank.OPENERS_SIDE: "{winners} led the round, and that settles it.",
    Rank.BLOCKERS_SIDE: "{winners} closed the line, and that settles it.",
    Rank.NOT_BLOCKERS_SIDE: "{winners} did not close the line, and that settles it.",
    Rank.BLOCKER: "{winners} closed the line, and that settles it.",
}

_LEADS = {
    Leader.HIGHEST_DOUBLE: "The highest double leads, or the heaviest tile if nobody holds one.",
    Leader.WINNER: "The winner of the last round leads.",
    Leader.WINNERS_SIDE: "The side that won the last round leads.",
    Leader.ALTERNATE: "The lead passes to the player after whoever led the last round.",
    Leader.PASSES_LEFT: "The lead passes to the player after whoever led the last round.",
    Leader.AGREED: "Agree who leads.",
    Leader.HEAVIEST_HAND: "The heaviest hand of the last round leads.",
}

_DOUBTS = {
    Law.TWO_ENDS: (
        "A line has two ends, so two numbers at most can lie in it an odd number of times;"
        " by these hands {numbers} do. One tile at least is wrong."
    ),
    Law.CONNECTED: "{tiles} cannot have been laid: nothing else on the table joins it.",
    Law.BLOCKED_ENDS: (
        "By these hands the line ends in {numbers}, where somebody could play: a blocked line ends"
        " in a number nobody holds."
    ),
    Law.ABSENT_NUMBER: (
        "The round cannot be blocked: every number is in somebody’s hand, so either end could be"
        " played on."
    ),
    Law.EVEN_PIPS: (
        "A blocked round with every tile dealt leaves an even number of pips, not {count}."
    ),
    Law.ENOUGH_LAID: "A line needs {count} tiles at least to be blocked; fewer are on the table.",
    Law.CONFIRMED_ENDS: "By these hands the line ends in {numbers}.",
    Law.END_IN_HAND: "The line ends in {numbers}, yet {tiles} could be played there.",
    Law.CAPICUA: "The ends cannot be the same number: the line ends in {numbers}.",
}
