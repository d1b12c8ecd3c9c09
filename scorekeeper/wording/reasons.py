"""Sentences that say, step by step, why a round went as it did."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.rules.keys import Rank
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
from scorekeeper.wording.arithmetic import arithmetic, merged
from scorekeeper.wording.formats import doubles, join_names, number, pips, points, signed, times
from scorekeeper.wording.sides import SideNames


def reason_sentence(seated: SideNames, reason: Reason) -> str:
    """Say one step of the way from a round to its points in a sentence."""
    match reason:
        case WentOut(seat):
            return _("%(name)s played the last tile.", name=seated.names[seat])
        case Compared():
            return _compared(seated, reason)
        case Drawn():
            return _drawn(seated, reason)
        case Awarded():
            return _awarded(seated, reason)
        case Charged(side, terms, _points, worth):
            # For translators: Bea: 7 (own hand), counted double = 14 points.
            said = arithmetic(terms, worth)
            return _("%(side)s: %(sum)s.", side=seated.label(side), sum=said)
        case Claimed():
            return _claimed(seated, reason)
        case Tallied():
            return _tallied(seated, reason)
        case Hit():
            return _hit(seated, reason)
        case Corrected():
            return _corrected(seated, reason)


def _drawn(seated: SideNames, drawn: Drawn) -> str:
    tied = join_names([seated.label(side) for side in drawn.sides])
    if drawn.next_worth == 1:
        return _("Nothing settles the tie of %(sides)s: nobody scores.", sides=tied)
    # For translators: %(times)s is “double” or “three times”.
    return _(
        "Nothing settles the tie of %(sides)s: nobody scores, and the next round counts %(times)s.",
        sides=tied,
        times=times(drawn.next_worth),
    )


def _awarded(seated: SideNames, award: Awarded) -> str:
    if not award.terms:
        return _("There is nothing to count: 0 points.")
    [first, *more] = award.terms
    plain = not more and first.times == 1 and award.rounded == first.pips and award.worth == 1
    if plain and first.part == "flat":
        return ngettext(
            "Winning a round is worth %(number)s point.",
            "Winning a round is worth %(number)s points.",
            abs(first.pips),
            number=number(first.pips),
        )
    if plain and first.part == "opponents":
        held, paid = pips(first.pips), points(award.points)
        # For translators: The opponents hold 21 pips: 21 points.
        if seated.setup.players > 2:
            return _("The opponents hold %(pips)s: %(points)s.", pips=held, points=paid)
        return _("The other hand holds %(pips)s: %(points)s.", pips=held, points=paid)
    terms = merged(award.terms) if seated.setup.partners else award.terms
    return f"{arithmetic(terms, award.worth, award.rounded)}."


def _claimed(seated: SideNames, claim: Claimed) -> str:
    # A name of the players' own making is in no catalogue, and stays as it is.
    bonus = _(claim.name) if claim.name else ""
    paid = signed(claim.points)
    if claim.times > 1:
        # For translators: Lá-e-lô: the round counts three times.
        said = _("%(bonus)s: the round counts %(times)s.", bonus=bonus, times=times(claim.times))
    elif claim.side is None:
        said = _("%(bonus)s: %(points)s.", bonus=bonus, points=paid)
    else:
        side = seated.label(claim.side)
        # For translators: Capicú for Ana & Ciro: +100.
        said = _("%(bonus)s for %(side)s: %(points)s.", bonus=bonus, side=side, points=paid)
    # A bonus is written small where it stands alone; whatever comes first begins a sentence.
    return said[:1].upper() + said[1:]


def _tallied(seated: SideNames, tallied: Tallied) -> str:
    side, paid = seated.label(tallied.side), points(abs(tallied.points))
    said = _made if tallied.points > 0 else _lost
    return said(seated.people(tallied.side), side=side, points=paid)


def _made(people: int, **facts: str) -> str:
    # For translators: points in play are scored while a round is played, not for the hands. The
    # number is that of the people: Bea made 15 points in play, Ana & Ciro made 15 points in play.
    return ngettext(
        "%(side)s made %(points)s in play.", "%(side)s made %(points)s in play.", people, **facts
    )


def _lost(people: int, **facts: str) -> str:
    return ngettext(
        "%(side)s lost %(points)s in play.", "%(side)s lost %(points)s in play.", people, **facts
    )


def _hit(seated: SideNames, hit: Hit) -> str:
    # For translators: Ciro’s 2-5 (a tile) brought the table to 30: +10.
    return _(
        "%(name)s’s %(tile)s brought the table to %(total)s: %(points)s.",
        name=seated.names[hit.seat],
        tile=hit.tile,
        total=hit.total,
        points=signed(hit.points),
    )


def _corrected(seated: SideNames, given: Corrected) -> str:
    side, paid = seated.label(given.side), signed(given.points)
    if not given.note:
        return _("Correction for %(side)s, %(points)s.", side=side, points=paid)
    return _(
        "Correction for %(side)s, %(points)s: %(note)s.", side=side, points=paid, note=given.note
    )


def _compared(seated: SideNames, step: Compared) -> str:
    lightest = [mark for mark in step.marks if mark.side in step.stayed]
    heavier = [mark for mark in step.marks if mark.side not in step.stayed]
    if step.key in (Rank.LIGHTEST_TILE, Rank.NEXT_TILES):
        return _tiles_compared(lightest, heavier)
    winners = join_names([seated.label(mark.side) for mark in lightest])
    if step.key in _ABOUT:
        return _ABOUT[step.key](seated.people(*step.stayed), winners)
    weigh = doubles if step.key is Rank.FEWEST_DOUBLES else pips
    if not heavier:
        weight = weigh(lightest[0].weights[0])
        # For translators: Ana and Bea tie with 17 pips each.
        return _("%(sides)s tie with %(weight)s each.", sides=winners, weight=weight)
    said = join_names([_held(seated, step, mark, weigh) for mark in (*lightest, *heavier)])
    if len(lightest) > 1:
        # For translators: Ana holds 17 pips, Bea holds 17 pips and …: a tie at the lightest.
        return _("%(holdings)s: a tie at the lightest.", holdings=said)
    return f"{said}."


def _held(seated: SideNames, step: Compared, mark: Mark, weigh: Callable[[int], str]) -> str:
    side, weight = seated.label(mark.side), weigh(mark.weights[0])
    if step.key is Rank.SEAT_TOTAL and seated.setup.partners:
        return _("%(side)s hold %(weight)s in the lightest hand", side=side, weight=weight)
    # For translators: Ana holds 9 pips; Ana & Ciro hold 1 double.
    return ngettext(
        "%(side)s holds %(weight)s",
        "%(side)s hold %(weight)s",
        seated.people(mark.side),
        side=side,
        weight=weight,
    )


def _tiles_compared(lightest: Sequence[Mark], heavier: Sequence[Mark]) -> str:
    first = join_names([_weighed(mark) for mark in lightest])
    if not heavier:
        # For translators: 0-3 (3 pips) and 1-2 (3 pips) weigh the same.
        return _("%(tiles)s weigh the same.", tiles=first)
    return ngettext(
        "%(lightest)s is lighter than %(heavier)s.",
        "%(lightest)s are lighter than %(heavier)s.",
        len(lightest),
        lightest=first,
        heavier=join_names([_weighed(mark) for mark in heavier]),
    )


def _weighed(mark: Mark) -> str:
    if len(mark.tiles) > 1:
        return ", ".join(map(str, mark.tiles))
    return f"{mark.tiles[0]} ({pips(mark.tiles[0].pips)})"


def _led(people: int, winners: str) -> str:
    # For translators: to lead is to play first.
    return ngettext(
        "%(winners)s led the round, and that settles it.",
        "%(winners)s led the round, and that settles it.",
        people,
        winners=winners,
    )


def _closed(people: int, winners: str) -> str:
    # For translators: to close the line is to play the tile after which nobody can play.
    return ngettext(
        "%(winners)s closed the line, and that settles it.",
        "%(winners)s closed the line, and that settles it.",
        people,
        winners=winners,
    )


def _did_not_close(people: int, winners: str) -> str:
    return ngettext(
        "%(winners)s did not close the line, and that settles it.",
        "%(winners)s did not close the line, and that settles it.",
        people,
        winners=winners,
    )


_ABOUT: dict[Rank, Callable[[int, str], str]] = {
    Rank.OPENERS_SIDE: _led,
    Rank.BLOCKERS_SIDE: _closed,
    Rank.NOT_BLOCKERS_SIDE: _did_not_close,
    Rank.BLOCKER: _closed,
}
