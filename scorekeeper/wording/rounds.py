"""Sentences about what happened: how a round ended, who won it, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from scorekeeper.rules import Lead, RoundScore, Tile
from scorekeeper.rules.keys import Entry, Leader, Rank
from scorekeeper.rules.ranking import Compared
from scorekeeper.rules.reasons import Hit, WentOut
from scorekeeper.rules.referee import Doubt
from scorekeeper.wording import reasons as steps
from scorekeeper.wording.doubts import doubt_sentence
from scorekeeper.wording.formats import gained, join_names, number, points, signed, times
from scorekeeper.wording.sides import SideNames


class RoundNarrator(SideNames):
    """Tell what happens at one table, whose players sit in this order."""

    __slots__ = ()

    def ending(self, score: RoundScore) -> str:
        """Say in few words how a round ended, for a row of the history."""
        if out := self._out(score):
            # For translators: to go out is to play one’s last tile.
            return ngettext(
                "%(names)s went out", "%(names)s went out", len(out), names=join_names(out)
            )
        if self._counts_the_table:
            return _("Counted to the end")
        if score.drawn:
            # For translators: blocked: nobody can play any more; %(pips)s is “15 to 15”.
            return _("Blocked, %(pips)s, drawn", pips=_to(score.pips))
        return _("Blocked, %(pips)s", pips=_to(score.pips))

    def headline(self, score: RoundScore) -> str:
        """Say in one breath how a round ended and who won it."""
        if self._counts_the_table:
            return self._table_counted(score)
        if out := self._out(score):
            return self._went_out(out, score.winning_side)
        held = _to(score.pips)
        if score.drawn:
            return _("Blocked. %(pips)s: nobody wins, the round is drawn.", pips=held)
        if score.winning_side is None:
            return _("Blocked. %(pips)s.", pips=held)
        decisive = [step for step in score.reasons if isinstance(step, Compared)][-1]
        side = score.winning_side
        return _WON_BY[decisive.key](self.people(side), pips=held, side=self.side(side))

    def reasons(self, score: RoundScore) -> tuple[str, ...]:
        """Say step by step why a round went as it did; one sentence a step."""
        return tuple(steps.reason_sentence(self, reason) for reason in score.reasons)

    def points(self, score: RoundScore) -> str:
        """Say what a round paid to whom, in few words."""
        scored = [(side, paid) for side, paid in enumerate(score.points) if paid]
        if not scored:
            return _("Nobody scores") if score.winning_side is None else points(0)
        if len(scored) == 1 and scored[0][0] == score.winning_side:
            return gained(scored[0][1])
        return join_names([f"{self.label(side)} {signed(paid)}" for side, paid in scored])

    def lead(self, lead: Lead) -> str:
        """Remind the table who leads the next round."""
        if lead.seat is not None:
            return _leads(self.names[lead.seat], 1)
        if lead.side is not None:
            return _leads(self.side(lead.side), self.people(lead.side))
        if lead.rule is Leader.ALTERNATE and self.setup.players == 2:
            return _("Whoever did not lead the last round leads.")
        if lead.rule is Leader.HIGHEST_DOUBLE and self.setup.every_tile_dealt:
            highest = self.setup.game.tiles.highest
            return _("%(tile)s leads.", tile=Tile(highest, highest))
        return str(_LEADS[lead.rule])

    def deal(self, worth: int = 1) -> str:
        """Remind the table what to deal, what to take out, and what the round counts."""
        said = []
        if removed := self.setup.box.removed:
            said.append(_("Take %(tiles)s out.", tiles=join_names([str(tile) for tile in removed])))
        if self.setup.game.table.entry is not Entry.TOTALS:
            said.append(
                ngettext("Deal %(num)s tile each.", "Deal %(num)s tiles each.", self.setup.dealt)
            )
        if worth > 1:
            said.append(_("The round counts %(times)s.", times=times(worth)))
        return " ".join(said)

    def doubt(self, doubt: Doubt) -> str:
        """Say what cannot be in an entry, and why; the table may record it all the same."""
        return doubt_sentence(doubt)

    @property
    def _counts_the_table(self) -> bool:
        return self.setup.game.table.entry is Entry.PLAYS

    def _out(self, score: RoundScore) -> list[str]:
        return [self.names[step.seat] for step in score.reasons if isinstance(step, WentOut)]

    def _table_counted(self, score: RoundScore) -> str:
        hits = [step for step in score.reasons if isinstance(step, Hit)]
        if not hits:
            # For translators: the total of the table never came to a number that scores.
            return _("Nobody met a mark.")
        said = [
            _("%(name)s brought the table to %(total)s", name=self.names[hit.seat], total=hit.total)
            for hit in hits
        ]
        return f"{join_names(said)}."

    def _went_out(self, out: list[str], winning_side: int | None) -> str:
        if len(out) > 1 or winning_side is None:
            return ngettext(
                "%(names)s went out.", "%(names)s went out.", len(out), names=join_names(out)
            )
        if self.setup.partners:
            # For translators: %(side)s is always two people: Ciro went out: Ana and Ciro win.
            side = self.side(winning_side)
            return _("%(name)s went out: %(side)s win.", name=out[0], side=side)
        return _("%(name)s went out and wins the round.", name=out[0])


def _to(pips: Sequence[int]) -> str:
    # For translators: what each side holds: 9 to 17, or 9 to 17 to 20.
    return reduce(
        lambda said, held: _("%(pips)s to %(more)s", pips=said, more=held), map(number, pips)
    )


def _leads(names: str, people: int) -> str:
    # For translators: to lead is to play first.
    return ngettext("%(names)s leads.", "%(names)s lead.", people, names=names)


# The sentences about a blocked round that somebody won, by what decided it; one form for one
# person, the other for several.
def _lightest_side(people: int, **facts: str) -> str:
    # For translators: Blocked. 9 to 17: Ana wins. Blocked: nobody can play any more.
    return ngettext(
        "Blocked. %(pips)s: %(side)s wins.", "Blocked. %(pips)s: %(side)s win.", people, **facts
    )


def _lightest_hand(people: int, **facts: str) -> str:
    return ngettext(
        "Blocked. %(pips)s: %(side)s wins on the lightest hand.",
        "Blocked. %(pips)s: %(side)s win on the lightest hand.",
        people,
        **facts,
    )


def _lightest_tile(people: int, **facts: str) -> str:
    return ngettext(
        "Blocked. %(pips)s: %(side)s wins on the lightest tile.",
        "Blocked. %(pips)s: %(side)s win on the lightest tile.",
        people,
        **facts,
    )


def _lightest_tiles(people: int, **facts: str) -> str:
    return ngettext(
        "Blocked. %(pips)s: %(side)s wins on the lightest tiles.",
        "Blocked. %(pips)s: %(side)s win on the lightest tiles.",
        people,
        **facts,
    )


def _fewest_doubles(people: int, **facts: str) -> str:
    return ngettext(
        "Blocked. %(pips)s: %(side)s wins on the fewest doubles.",
        "Blocked. %(pips)s: %(side)s win on the fewest doubles.",
        people,
        **facts,
    )


def _having_led(people: int, **facts: str) -> str:
    return ngettext(
        "Blocked. %(pips)s: %(side)s wins having led.",
        "Blocked. %(pips)s: %(side)s win having led.",
        people,
        **facts,
    )


def _having_closed(people: int, **facts: str) -> str:
    # For translators: to close the line is to play the tile after which nobody can play.
    return ngettext(
        "Blocked. %(pips)s: %(side)s wins having closed the line.",
        "Blocked. %(pips)s: %(side)s win having closed the line.",
        people,
        **facts,
    )


def _others_closed(people: int, **facts: str) -> str:
    return ngettext(
        "Blocked. %(pips)s: %(side)s wins, the others having closed the line.",
        "Blocked. %(pips)s: %(side)s win, the others having closed the line.",
        people,
        **facts,
    )


_WON_BY: dict[Rank, Callable[..., str]] = {
    Rank.SIDE_TOTAL: _lightest_side,
    Rank.SEAT_TOTAL: _lightest_hand,
    Rank.LIGHTEST_TILE: _lightest_tile,
    Rank.NEXT_TILES: _lightest_tiles,
    Rank.FEWEST_DOUBLES: _fewest_doubles,
    Rank.OPENERS_SIDE: _having_led,
    Rank.BLOCKERS_SIDE: _having_closed,
    Rank.NOT_BLOCKERS_SIDE: _others_closed,
    Rank.BLOCKER: _having_closed,
}

_LEADS = {
    Leader.HIGHEST_DOUBLE: _l(
        "The highest double leads, or the heaviest tile if nobody holds one."
    ),
    Leader.WINNER: _l("The winner of the last round leads."),
    Leader.WINNERS_SIDE: _l("The side that won the last round leads."),
    Leader.ALTERNATE: _l("The lead passes to the player after whoever led the last round."),
    Leader.PASSES_LEFT: _l("The lead passes to the player after whoever led the last round."),
    Leader.AGREED: _l("Agree who leads."),
    Leader.HEAVIEST_HAND: _l("The heaviest hand of the last round leads."),
}
