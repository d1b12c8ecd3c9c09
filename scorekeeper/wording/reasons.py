"""A sentence for each reason of a score."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.rules.keys import Scale
from scorekeeper.rules.options import Rank
from scorekeeper.rules.reasons import (
    Awarded,
    Charged,
    Claimed,
    Compared,
    Corrected,
    Drawn,
    Hit,
    Mark,
    NotCounted,
    Reason,
    Tallied,
    WentOut,
)
from scorekeeper.wording.arithmetic import arithmetic, merge_own_side
from scorekeeper.wording.formats import doubles, join_names, number, pips, points, signed, times
from scorekeeper.wording.labels import translate_name
from scorekeeper.wording.sides import SideNames


def reason_sentence(sides: SideNames, reason: Reason) -> str:
    """Say one step that leads to the points of a round."""
    match reason:
        case WentOut(seat):
            return _("%(name)s played the last tile.", name=sides.names[seat])
        case Compared():
            return _compared(sides, reason)
        case Drawn():
            return _drawn(sides, reason)
        case Awarded():
            return _awarded(sides, reason)
        case Charged():
            return _charged(sides, reason)
        case Claimed():
            return _claimed(sides, reason)
        case Tallied():
            return _tallied(sides, reason)
        case Hit():
            return _hit(sides, reason)
        case Corrected():
            return _corrected(sides, reason)
        case NotCounted():
            return _not_counted(sides, reason)


def _drawn(sides: SideNames, drawn: Drawn) -> str:
    tied = join_names([sides.label(side) for side in drawn.sides])
    if drawn.next_worth == 1:
        return _("Nothing settles the tie of %(sides)s: nobody scores.", sides=tied)
    # For translators: %(times)s is “double” or “three times”.
    return _(
        "Nothing settles the tie of %(sides)s: nobody scores, and the next round counts %(times)s.",
        sides=tied,
        times=times(drawn.next_worth),
    )


def _awarded(sides: SideNames, award: Awarded) -> str:
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
        if sides.setup.players > 2:
            return _("The opponents hold %(pips)s: %(points)s.", pips=held, points=paid)
        return _("The other hand holds %(pips)s: %(points)s.", pips=held, points=paid)
    terms = merge_own_side(award.terms) if sides.setup.partners else award.terms
    scaled = sides.setup.game.scale != Scale()
    return f"{arithmetic(terms, award.worth, award.rounded, scaled)}."


def _charged(sides: SideNames, charge: Charged) -> str:
    side = sides.label(charge.side)
    if charge.points == 0:
        return ngettext(
            "%(side)s adds nothing.", "%(side)s add nothing.", sides.people(charge.side), side=side
        )
    if [(term.part, term.pips) for term in charge.terms] == [("own", charge.points)]:
        # For translators: what a player scores for the own hand: Bea +34.
        return _("%(side)s %(points)s.", side=side, points=signed(charge.points))
    # For translators: Bea: 7 (own hand), counted double = 14 points.
    return _("%(side)s: %(sum)s.", side=side, sum=arithmetic(charge.terms, charge.worth))


def _claimed(sides: SideNames, claim: Claimed) -> str:
    bonus = translate_name(claim.name)
    paid = signed(claim.points)
    if claim.times > 1:
        # For translators: Lá-e-lô: the round counts three times.
        text = _("%(bonus)s: the round counts %(times)s.", bonus=bonus, times=times(claim.times))
    elif claim.side is None:
        text = _("%(bonus)s: %(points)s.", bonus=bonus, points=paid)
    else:
        side = sides.label(claim.side)
        # For translators: Capicú for Ana & Ciro: +100.
        text = _("%(bonus)s for %(side)s: %(points)s.", bonus=bonus, side=side, points=paid)
    # The name of a bonus is in lower case, and may begin the sentence.
    return text[:1].upper() + text[1:]


def _tallied(sides: SideNames, tallied: Tallied) -> str:
    side, paid = sides.label(tallied.side), points(abs(tallied.points))
    sentence = _made if tallied.points > 0 else _lost
    return sentence(sides.people(tallied.side), side=side, points=paid)


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


def _hit(sides: SideNames, hit: Hit) -> str:
    # For translators: Ciro’s 2-5 (a tile) brought the table to 30: +10.
    return _(
        "%(name)s’s %(tile)s brought the table to %(total)s: %(points)s.",
        name=sides.names[hit.seat],
        tile=hit.tile,
        total=hit.total,
        points=signed(hit.points),
    )


def _corrected(sides: SideNames, correction: Corrected) -> str:
    side, paid = sides.label(correction.side), signed(correction.points)
    if not correction.note:
        return _("Correction for %(side)s, %(points)s.", side=side, points=paid)
    return _(
        "Correction for %(side)s, %(points)s: %(note)s.",
        side=side,
        points=paid,
        note=correction.note,
    )


def _not_counted(sides: SideNames, lost: NotCounted) -> str:
    facts = {
        "side": sides.label(lost.side),
        "points": points(lost.points),
        "limit": number(lost.limit),
    }
    if lost.past_the_goal:
        # For translators: the goal (61) has to be met exactly: Ana would pass 61: 3 points …
        return _("%(side)s would pass %(limit)s: %(points)s not counted.", **facts)
    # For translators: the first points of a side have to be 13 or more.
    return _("%(side)s, still at 0, would need %(limit)s: %(points)s not counted.", **facts)


def _compared(sides: SideNames, step: Compared) -> str:
    lightest = [mark for mark in step.marks if mark.side in step.stayed]
    heavier = [mark for mark in step.marks if mark.side not in step.stayed]
    if step.key in (Rank.LIGHTEST_TILE, Rank.NEXT_TILES):
        return _tiles_compared(lightest, heavier)
    winners = join_names([_holder(sides, mark) for mark in lightest])
    if step.key is Rank.LOWEST_END:
        return _lowest_end([*lightest, *heavier], lightest)
    if step.key in _WHO_DECIDED:
        one = len(lightest) == 1 and lightest[0].seat is not None
        return _WHO_DECIDED[step.key](1 if one else sides.people(*step.stayed), winners)
    unit = doubles if step.key is Rank.FEWEST_DOUBLES else pips
    if not heavier:
        weight = unit(lightest[0].weights[0])
        # For translators: Ana and Bea tie with 17 pips each.
        return _("%(sides)s tie with %(weight)s each.", sides=winners, weight=weight)
    held = join_names([_held(sides, step, mark, unit) for mark in (*lightest, *heavier)])
    if len(lightest) > 1:
        # For translators: Ana holds 17 pips, Bea holds 17 pips and …: a tie at the lightest.
        return _("%(holdings)s: a tie at the lightest.", holdings=held)
    return f"{held}."


def _holder(sides: SideNames, mark: Mark) -> str:
    """Name whose hands a mark is of: the side, or the one seat of it that is compared."""
    return sides.label(mark.side) if mark.seat is None else sides.names[mark.seat]


def _held(sides: SideNames, step: Compared, mark: Mark, unit: Callable[[int], str]) -> str:
    side, weight = _holder(sides, mark), unit(mark.weights[0])
    if step.key is Rank.SEAT_TOTAL and sides.setup.partners and mark.seat is None:
        return _("%(side)s hold %(weight)s in the lightest hand", side=side, weight=weight)
    # For translators: Ana holds 9 pips; Ana & Ciro hold 1 double.
    return ngettext(
        "%(side)s holds %(weight)s",
        "%(side)s hold %(weight)s",
        sides.people(mark.side) if mark.seat is None else 1,
        side=side,
        weight=weight,
    )


def _tiles_compared(lightest: Sequence[Mark], heavier: Sequence[Mark]) -> str:
    first = join_names([_tiles_and_pips(mark) for mark in lightest])
    if not heavier:
        # For translators: 0-3 (3 pips) and 1-2 (3 pips) weigh the same.
        return _("%(tiles)s weigh the same.", tiles=first)
    return ngettext(
        "%(lightest)s is lighter than %(heavier)s.",
        "%(lightest)s are lighter than %(heavier)s.",
        len(lightest),
        lightest=first,
        heavier=join_names([_tiles_and_pips(mark) for mark in heavier]),
    )


def _lowest_end(marks: Sequence[Mark], lowest: Sequence[Mark]) -> str:
    tiles = join_names([str(mark.tiles[0]) for mark in marks])
    # For translators: an end is half a tile: Of 1-3 and 2-2 the lowest end is 1.
    return _("Of %(tiles)s the lowest end is %(end)s.", tiles=tiles, end=lowest[0].weights[0])


def _tiles_and_pips(mark: Mark) -> str:
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


_WHO_DECIDED: dict[Rank, Callable[[int, str], str]] = {
    Rank.OPENERS_SIDE: _led,
    Rank.BLOCKERS_SIDE: _closed,
    Rank.NOT_BLOCKERS_SIDE: _did_not_close,
    Rank.BLOCKER: _closed,
}
