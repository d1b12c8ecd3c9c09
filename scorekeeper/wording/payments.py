"""A sentence for what a round pays: what a hand counts, what the winner scores, what others add."""

from __future__ import annotations

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.rules.keys import Scale
from scorekeeper.rules.options import Entry
from scorekeeper.rules.reasons import Awarded, Charged, Term, Weighed
from scorekeeper.wording.arithmetic import arithmetic, merge_own_side
from scorekeeper.wording.formats import join_names, number, pips, points, signed, times
from scorekeeper.wording.sides import SideNames


def weighed_sentence(sides: SideNames, weighed: Weighed) -> str:
    """Say what a hand counts that does not count its pips."""
    return _line(sides.names[weighed.seat], _weighed(weighed))


def award_sentence(sides: SideNames, award: Awarded) -> str:
    """Say what the winner scores for the hands."""
    if not award.terms:
        return _("There is nothing to count: 0 points.")
    [first, *more] = award.terms
    scaled = sides.setup.game.scale != Scale()
    if not more and first.times == 1 and (first.part == "flat" or not scaled):
        if first.part == "flat":
            return _flat(first.pips, award.worth)
        if first.part == "opponents" and award.rounded >= 0:
            return _opponents(sides, first.pips, award)
        if first.part == "excess" and award.rounded == first.pips and award.worth == 1:
            return _excess(sides, first.pips)
    terms = merge_own_side(award.terms) if sides.setup.partners else award.terms
    return f"{arithmetic(terms, award.worth, award.rounded, scaled)}."


def charge_sentence(sides: SideNames, charge: Charged) -> str:
    """Say what another side scores for the tiles left in its hands."""
    side, people = sides.label(charge.side), sides.people(charge.side)
    if charge.points == 0:
        return _nothing(side, people, charge)
    [first, *more] = charge.terms
    by_itself = not more and charge.worth == 1
    if (first.part, first.times) == ("own", 1) and not more:
        return _own(side, charge, first)
    if by_itself and (first.part, first.times) == ("own", -1):
        return _left(sides, charge, first)
    if by_itself and abs(first.times) == 1:
        return ngettext(
            # For translators: Bea holds 12 pips more than the winner: −12.
            "%(side)s holds %(held)s more than the winner: %(points)s.",
            "%(side)s hold %(held)s more than the winner: %(points)s.",
            people,
            side=side,
            held=sides.counted(first.pips),
            points=signed(charge.points),
        )
    return _line(side, arithmetic(charge.terms, charge.worth))


def _line(name: str, text: str) -> str:
    # For translators: Bea: 7, counted double: 14.
    return _("%(side)s: %(sum)s.", side=name, sum=text)


def _weighed(weighed: Weighed) -> str:
    """Write a hand as a sum: 0-0 counts 50, and 3 pips: 53."""
    counts = [
        _("%(tile)s counts %(points)s", tile=tile, points=number(count))
        for tile, count in weighed.tiles
    ]
    text = join_names(counts)
    if counts and weighed.pips:
        # For translators: 0-0 counts 50, and 3 pips.
        text = _("%(tiles)s, and %(pips)s", tiles=text, pips=pips(weighed.pips))
    elif weighed.pips:
        text = pips(weighed.pips)
    if weighed.times == 2:
        # For translators: 12 pips, twice for holding a double.
        text = _("%(sum)s, twice for holding a double", sum=text)
    elif weighed.times > 2:
        text = _("%(sum)s, %(number)s times for holding a double", sum=text, number=weighed.times)
    elif len(counts) == 1 and not weighed.pips:
        return text
    # For translators: 0-0 counts 50, and 3 pips: 53.
    return _("%(sum)s: %(number)s", sum=text, number=number(weighed.points))


def _flat(worth_points: int, worth: int) -> str:
    if worth > 1:
        return _(
            # For translators: %(worth)s is “1 point”, %(times)s is “double” or “three times”.
            "Winning a round is worth %(worth)s, and this one counts %(times)s: %(points)s.",
            worth=points(worth_points),
            times=times(worth),
            points=points(worth_points * worth),
        )
    return ngettext(
        "Winning a round is worth %(number)s point.",
        "Winning a round is worth %(number)s points.",
        abs(worth_points),
        number=number(worth_points),
    )


def _opponents(sides: SideNames, held: int, award: Awarded) -> str:
    text, paid = sides.counted(held), points(award.points)
    several = sides.setup.players > 2
    if award.rounded != held:
        # For translators: The other hand holds 12 pips: 10 points, rounded.
        paid = _("%(points)s, rounded", points=paid)
    if award.worth > 1:
        # For translators: The opponents hold 15 pips: counted double, 30 points.
        paid = _("counted %(times)s, %(points)s", times=times(award.worth), points=paid)
    if text == paid:
        if several:
            return _("The opponents’ hands count %(points)s.", points=paid)
        return _("The other hand counts %(points)s.", points=paid)
    # For translators: The opponents hold 21 pips: 21 points.
    if several:
        return _("The opponents hold %(pips)s: %(points)s.", pips=text, points=paid)
    return _("The other hand holds %(pips)s: %(points)s.", pips=text, points=paid)


def _excess(sides: SideNames, excess: int) -> str:
    held, paid = sides.counted(excess), points(excess)
    if sides.setup.players == 2:
        # For translators: The other hand holds 6 pips more: 6 points.
        return _("The other hand holds %(pips)s more: %(points)s.", pips=held, points=paid)
    return _(
        "What each of the others holds more than the winner adds up to %(points)s.", points=paid
    )


def _nothing(side: str, people: int, charge: Charged) -> str:
    if charge.went_out:
        return _("%(name)s went out and adds nothing.", name=side)
    return ngettext("%(side)s adds nothing.", "%(side)s add nothing.", people, side=side)


def _own(side: str, charge: Charged, own: Term) -> str:
    if charge.worth == 1 and charge.weighed is None:
        # For translators: what a player scores for the own hand: Bea +34.
        return _("%(side)s %(points)s.", side=side, points=signed(charge.points))
    text = number(own.pips) if charge.weighed is None else _weighed(charge.weighed)
    if charge.worth > 1:
        text = _(
            # For translators: 10, counted double: 20.
            "%(sum)s, counted %(times)s: %(points)s",
            sum=text,
            times=times(charge.worth),
            points=number(charge.points),
        )
    return _line(side, text)


def _left(sides: SideNames, charge: Charged, own: Term) -> str:
    facts = {"side": sides.label(charge.side), "points": signed(charge.points)}
    people = sides.people(charge.side)
    if sides.setup.game.table.entry is Entry.TOTALS:
        return ngettext(
            # For translators: the rack is what the tiles stand on, as in Rummikub.
            "%(side)s has %(number)s left on the rack: %(points)s.",
            "%(side)s have %(number)s left on the rack: %(points)s.",
            people,
            number=number(own.pips),
            **facts,
        )
    return ngettext(
        # For translators: Bea has 24 pips left: −24.
        "%(side)s has %(held)s left: %(points)s.",
        "%(side)s have %(held)s left: %(points)s.",
        people,
        held=sides.counted(own.pips),
        **facts,
    )
