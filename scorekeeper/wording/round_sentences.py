"""Sentences about a round: how it ended, who won it and why, and who plays first in the next."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.messages import lazy_ngettext, ngettext
from scorekeeper.rules.game_keys import Entry, Leader, Rank
from scorekeeper.rules.reasons import (
    Awarded,
    Carried,
    Charged,
    Claimed,
    Compared,
    Corrected,
    Drawn,
    Given,
    Hit,
    NotCounted,
    Reached,
    Reason,
    RoundScore,
    RunEnded,
    Tallied,
    Weighed,
    WentOut,
)
from scorekeeper.rules.standing_and_lead import Lead
from scorekeeper.rules.tiles_and_hands import Ending, Tile
from scorekeeper.wording.formats import (
    SideNames,
    format_number,
    join_names,
    points,
    signed,
    signed_points,
    times,
)
from scorekeeper.wording.reason_sentences import (
    award_sentence,
    carried_sentence,
    charge_sentence,
    claim_sentence,
    correction_sentence,
    hit_sentence,
    not_counted_sentence,
    reached_sentence,
    run_ended_sentence,
    tally_sentence,
    weighed_sentence,
)
from scorekeeper.wording.tie_sentences import compared_sentence, drawn_sentence, won_sentence


class RoundNarrator(SideNames):
    """Turns the scores of one match into sentences with the names of its players."""

    __slots__ = ()

    def ending(self, score: RoundScore) -> str:
        """Say how a round ended, for a row of the history: Ana went out."""
        if score.ending is None:
            return self._by_points(score)
        if out := self._out(score):
            # For translators: to go out is to play one’s last tile.
            return ngettext(
                "%(names)s went out", "%(names)s went out", len(out), names=join_names(out)
            )
        if self._counts_the_table:
            return _("Counted to the end")
        if score.ending is Ending.PLAYED:
            # For translators: a round that a score ended, as it won the match.
            return _("Ended in play")
        if score.drawn:
            # For translators: blocked: nobody can play any more; %(pips)s is “15 · 15”.
            return _("Blocked, %(pips)s, a draw", pips=_against(score))
        return _("Blocked, %(pips)s", pips=_against(score))

    def headline(self, score: RoundScore) -> str:
        """Say how a round ended and who won it, in a sentence."""
        if score.ending is None:
            return f"{self._by_points(score)}."
        if self._counts_the_table:
            return self._table_counted(score)
        if out := self._out(score):
            return self._went_out(out, score.winning_side)
        if reached := [step for step in score.reasons if isinstance(step, Reached)]:
            return reached_sentence(self, reached[0])
        if score.ending is Ending.PLAYED:
            return f"{self.ending(score)}."
        pips = _against(score)
        if score.drawn:
            return _("Blocked: %(pips)s. Nobody wins: the round is a draw.", pips=pips)
        if score.winning_side is None:
            return _("Blocked: %(pips)s.", pips=pips)
        decisive = [step for step in score.reasons if isinstance(step, Compared)][-1]
        side = score.winning_side
        return won_sentence(self, decisive.key, side, pips)

    def reasons(self, score: RoundScore) -> tuple[str, ...]:
        """Say step by step how the score came about, a sentence for each step."""
        return self.sentences(score.reasons)

    def sentences(self, steps: Iterable[Reason]) -> tuple[str, ...]:
        return tuple(reason_sentence(self, step) for step in steps)

    def points(self, score: RoundScore) -> str:
        """Say who scored what: +21 points for the winner, or the points of each side."""
        scored = [(side, paid) for side, paid in enumerate(score.points) if paid]
        if not scored:
            won = score.winning_side is not None and not _ended_a_run(score)
            return points(0) if won else _("Nobody scores")
        if len(scored) == 1 and scored[0][0] == score.winning_side:
            return signed_points(scored[0][1])
        return join_names([f"{self.label(side)} {signed(paid)}" for side, paid in scored])

    def lead(self, lead: Lead, *, briefly: bool = False) -> str:
        """Say who plays first in the next round; `briefly` if there is only one line for it."""
        if lead.tile is not None:
            return _(
                "%(tile)s starts; if nobody holds it, draw tiles until somebody does.",
                tile=lead.tile,
            )
        if lead.rule is Leader.WINNER_WITH_A_DOUBLE and lead.seat is not None:
            return _(
                # For translators: a double is a tile such as 4-4.
                "%(name)s plays first with a double, or the next player who holds one.",
                name=self.names[lead.seat],
            )
        leads = _LEADS_ANY_DOUBLE if lead.rule is Leader.WINNER_ANY_DOUBLE else _PLAYS_FIRST
        if lead.seat is not None:
            return leads(1, names=self.names[lead.seat])
        if lead.side is not None:
            return leads(self.people(lead.side), names=self.side_name(lead.side))
        if lead.rule is Leader.ALTERNATE and self.setup.players == 2:
            return _("The player who went second last round plays first.")
        if lead.rule is Leader.HIGHEST_DOUBLE and self.setup.every_tile_dealt:
            highest = self.setup.game.tiles.highest
            return _("%(tile)s starts.", tile=Tile(highest, highest))
        return str((_LEADS | _BRIEFLY if briefly else _LEADS)[lead.rule])

    def first(self, lead: Lead, seats: tuple[int, ...]) -> str:
        """Say on the card of some seats that they play first in the next round; else ""."""
        first = (lead.seat,) if lead.side is None else self.setup.sides[lead.side]
        if {*first}.isdisjoint(seats):
            return ""
        # For translators: begins the next round, as a note beside the name of one or of two.
        said = ngettext("plays first", "play first", len(first))
        return _of_one(self.names[first[0] or 0], said) if len(first) < len(seats) else said

    def shuffles(self, lead: Lead, seats: tuple[int, ...]) -> str:
        """Say on the card of some seats that they shuffle for the next round; else "".

        This is the first custom in domino-games.com (Basic Rules, Shuffling the Tiles): "the player
        to the right of the player making the first play does the shuffling".
        """
        if lead.seat is None or (before := (lead.seat - 1) % self.setup.players) not in seats:
            return ""
        # For translators: mixes the tiles for the next round, as a note beside a name.
        said = _("shuffles")
        return _of_one(self.names[before], said) if len(seats) > 1 else said

    def deal(self, worth: int = 1, more: int = 0) -> str:
        """Say what to take out and to deal, how often the round counts, and what it adds."""
        sentences, lost = [], self.setup.game.tiles.lost
        if removed := [tile for tile in self.setup.box.removed if tile not in lost]:
            sentences.append(_("Take %(tiles)s out.", tiles=join_names(removed)))
        if self.setup.game.table.entry is not Entry.TOTALS:
            sentences.append(
                ngettext("Deal %(num)s tile each.", "Deal %(num)s tiles each.", self.setup.dealt)
            )
        if lost and self.setup.dealt * self.setup.players > len(self.setup.box):
            # For translators: a tile of the set is lost, so one player is dealt a tile less.
            sentences.append(
                _("As %(tiles)s is lost, one hand gets a tile less.", tiles=join_names(lost))
            )
        if worth > 1:
            sentences.append(_("The round counts %(times)s.", times=times(worth)))
        if more:
            sentences.append(_("The round scores %(points)s more.", points=points(more)))
        return " ".join(sentences)

    @property
    def _counts_the_table(self) -> bool:
        return self.setup.game.table.entry is Entry.PLAYS

    def _out(self, score: RoundScore) -> list[str]:
        return [self.names[step.seat] for step in score.reasons if isinstance(step, WentOut)]

    def _by_points(self, score: RoundScore) -> str:
        """Say who won a round of which only the points are known, or what each side has."""
        if score.drawn:
            return _("Nobody won the round")
        side = score.winning_side
        if side is None:
            return self.points(score)
        return ngettext(
            # For translators: how a round ended: Ana and Ciro won the round.
            "%(side)s won the round",
            "%(side)s won the round",
            self.people(side),
            side=self.side_name(side),
        )

    def _table_counted(self, score: RoundScore) -> str:
        hits = [step for step in score.reasons if isinstance(step, Hit)]
        if not hits:
            # For translators: the total of the table never came to a number that scores.
            return _("Nobody brought the table to a total that scores.")
        return f"{join_names([self._brought(hit) for hit in hits])}."

    def _brought(self, hit: Hit) -> str:
        name, total = self.names[hit.seat], format_number(hit.total)
        if hit.passed:
            return _("%(name)s brought the table past %(total)s", name=name, total=total)
        return _("%(name)s brought the table to %(total)s", name=name, total=total)

    def _went_out(self, out: list[str], winning_side: int | None) -> str:
        if len(out) > 1 or winning_side is None:
            return ngettext(
                "%(names)s went out.", "%(names)s went out.", len(out), names=join_names(out)
            )
        if self.setup.partners:
            # For translators: %(side)s is always two people: Ciro went out: Ana and Ciro win.
            side = self.side_name(winning_side)
            return _("%(name)s went out: %(side)s win.", name=out[0], side=side)
        return _("%(name)s went out and wins the round.", name=out[0])


def _of_one(name: str, said: str) -> str:
    return _("%(what)s: %(words)s", what=name, words=said)


def _against(score: RoundScore) -> str:
    """Write what was compared, else what each side holds: 9 · 17, or 9 · 17 · 20."""
    steps = [step for step in score.reasons if isinstance(step, Compared)]
    if not steps or steps[0].key not in (Rank.SIDE_TOTAL, Rank.SEAT_TOTAL):
        return " · ".join(map(format_number, score.pips))
    compared = {mark.side: mark.weights[0] for mark in steps[0].marks}
    return " · ".join(map(format_number, compared.values()))


def _ended_a_run(score: RoundScore) -> bool:
    return any(isinstance(step, RunEnded) for step in score.reasons)


_PLAYS_FIRST = lazy_ngettext("%(names)s plays first.", "%(names)s play first.")
# For translators: a double is a tile such as 4-4.
_LEADS_ANY_DOUBLE = lazy_ngettext(
    "%(names)s plays first, with any double, or with any tile if they have none.",
    "%(names)s play first, with any double, or with any tile if they have none.",
)

_LEADS = {
    Leader.HIGHEST_DOUBLE: _l("The highest double starts; if there is none, the heaviest tile."),
    Leader.WINNER: _l("The winner of the last round plays first."),
    Leader.WINNERS_SIDE: _l("The side that won the last round plays first."),
    Leader.ALTERNATE: _l("The next player round the table plays first."),
    Leader.PASSES_LEFT: _l("The next player round the table plays first."),
    Leader.AGREED: _l("Agree who plays first."),
    Leader.HEAVIEST_HAND: _l("The heaviest hand of the last round plays first."),
    Leader.MOST_DEALT: _l("The player with the most pips plays first, with any tile."),
    Leader.DOUBLE_BLANK: _l("0-0 starts."),
    Leader.DOUBLE_ONE: _l("1-1 starts."),
    Leader.DOUBLE_OF_THE_ROUND: _l(
        "The double of the round starts; if nobody holds it, draw tiles until somebody does."
    ),
    Leader.BY_LOT: _l("Draw lots for who plays first."),
    Leader.WINNER_WITH_A_DOUBLE: _l("The winner of the last round plays first, with a double."),
    Leader.WINNER_ANY_DOUBLE: _l("The winner of the last round plays first, with any double."),
}

_BRIEFLY = {Leader.HIGHEST_DOUBLE: _l("The highest double starts.")}


def reason_sentence(sides: SideNames, reason: Reason) -> str:
    """Describe one step that leads to the points of a round."""
    match reason:
        case WentOut(seat):
            return _("%(name)s played the last tile.", name=sides.names[seat])
        case Weighed():
            return weighed_sentence(sides, reason)
        case Compared():
            return compared_sentence(sides, reason)
        case Drawn():
            return drawn_sentence(sides, reason)
        case Carried():
            return carried_sentence(sides, reason)
        case Awarded():
            return award_sentence(sides, reason)
        case Charged():
            return charge_sentence(sides, reason)
        case RunEnded():
            return run_ended_sentence(sides, reason)
        case Claimed():
            return claim_sentence(sides, reason)
        case Given():
            return _given(sides, reason)
        case Tallied():
            return tally_sentence(sides, reason)
        case Hit():
            return hit_sentence(sides, reason)
        case Corrected():
            return correction_sentence(sides, reason)
        case NotCounted():
            return not_counted_sentence(sides, reason)
        case Reached():
            return reached_sentence(sides, reason)


def _given(sides: SideNames, given: Given) -> str:
    """Say which points were entered for a side, and how many times they count."""
    facts = {"points": points(given.points), "side": sides.label(given.side)}
    if given.worth == 1:
        # For translators: the points of a round of which nobody entered the tiles left.
        return _("%(points)s for %(side)s, entered without the tiles.", **facts)
    return _(
        # For translators: %(times)s is “double” or “three times”, %(total)s what that makes.
        "%(points)s for %(side)s, entered without the tiles, counted %(times)s: %(total)s.",
        times=times(given.worth),
        total=format_number(given.points * given.worth),
        **facts,
    )
