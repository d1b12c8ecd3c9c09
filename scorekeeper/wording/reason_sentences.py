"""A sentence for each reason of a score: what hands count, what is paid, and what is not."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_ngettext, ngettext
from scorekeeper.rules.game_keys import Entry, Scale
from scorekeeper.rules.reasons import (
    Awarded,
    Carried,
    Charged,
    Claimed,
    Corrected,
    Hit,
    NotCounted,
    Reached,
    RunEnded,
    Tallied,
    Term,
    Uncounted,
    Weighed,
)
from scorekeeper.wording.formats import (
    MINUS,
    SideNames,
    as_sentence,
    format_number,
    join_names,
    pips,
    points,
    signed,
    times,
    translate_name,
)


def run_ended_sentence(sides: SideNames, ended: RunEnded) -> str:
    """Say whose points are lost."""
    if ended.next_worth > 1:
        counts = times(ended.next_worth)
        # For translators: each side has won one round, which is called one all.
        return _(
            "That makes it one all: nobody scores, and the next counts %(times)s.", times=counts
        )
    run = join_names([sides.label(side) for side in ended.sides])
    # For translators: a run is several rounds won one after the other.
    return _(
        "That ends the streak of %(sides)s: after this round everybody starts again from 0.",
        sides=run,
    )


def carried_sentence(sides: SideNames, carried: Carried) -> str:
    """Say what the drawn rounds before this one add."""
    facts = {"side": sides.label(carried.side), "points": signed(carried.points)}
    # For translators: nobody won the round before: its points go to who wins this one.
    return _("From the draw before, for %(side)s: %(points)s.", **facts)


def claim_sentence(sides: SideNames, claim: Claimed) -> str:
    """Say what a bonus pays, or how many times it makes the round count."""
    bonus = translate_name(claim.name)
    paid = signed(claim.points)
    if claim.times > 1:
        # For translators: Lá-e-lô: the round counts three times.
        text = _("%(bonus)s: the round counts %(times)s.", bonus=bonus, times=times(claim.times))
    else:
        side = sides.label(claim.side)
        # For translators: Capicú for Ana & Ciro: +100.
        text = _("%(bonus)s for %(side)s: %(points)s.", bonus=bonus, side=side, points=paid)
    # The name of a bonus is in lower case, and may begin the sentence.
    return as_sentence(text)


def tally_sentence(sides: SideNames, tallied: Tallied) -> str:
    """Say what a side made or lost in play."""
    side, paid = sides.label(tallied.side), points(abs(tallied.points))
    sentence = _SCORED if tallied.points > 0 else _LOST
    return sentence(sides.people(tallied.side), side=side, points=paid)


# For translators: points in play are scored while a round is played, not for the hands. The number
# is that of the people: Bea made 15 points in play, Ana & Ciro made 15 points in play.
_SCORED = lazy_ngettext(
    "%(side)s scored %(points)s in play.", "%(side)s scored %(points)s in play."
)
_LOST = lazy_ngettext("%(side)s lost %(points)s in play.", "%(side)s lost %(points)s in play.")


def hit_sentence(sides: SideNames, hit: Hit) -> str:
    """Say which tile brought the table to a mark, or past it."""
    name, paid = sides.names[hit.seat], signed(hit.points)
    facts = {"name": name, "tile": hit.tile, "total": hit.total, "points": paid}
    if hit.passed:
        return _("%(name)s’s %(tile)s brought the table past %(total)s: %(points)s.", **facts)
    # For translators: Ciro’s 2-5 (a tile) brought the table to 30: +10.
    return _("%(name)s’s %(tile)s brought the table to %(total)s: %(points)s.", **facts)


def correction_sentence(sides: SideNames, correction: Corrected) -> str:
    """Say which points the players gave or took, and why."""
    side, paid = sides.label(correction.side), signed(correction.points)
    if not correction.note:
        return _("Bonus / penalty for %(side)s, %(points)s.", side=side, points=paid)
    return _(
        "Bonus / penalty for %(side)s, %(points)s: %(note)s.",
        side=side,
        points=paid,
        note=correction.note,
    )


def not_counted_sentence(sides: SideNames, lost: NotCounted) -> str:
    """Say which points do not count, and why."""
    facts = {
        "side": sides.label(lost.side),
        "points": points(lost.points),
        "limit": format_number(lost.limit),
    }
    match lost.why:
        case Uncounted.PAST_GOAL:
            # For translators: the goal (61) has to be met exactly: Ana would pass 61: 3 points …
            return _("%(side)s would pass %(limit)s: %(points)s not counted.", **facts)
        case Uncounted.OVER_GOAL:
            # For translators: the goal is 200, and Ana is at 190: of 25 points 15 are past 200.
            return _("%(side)s reaches %(limit)s: %(points)s past it not counted.", **facts)
        case Uncounted.TOO_LATE:
            # For translators: Ana: 3 points not counted, the match was already won.
            return _("%(side)s: %(points)s not counted, the match was already won.", **facts)
        case Uncounted.TOO_FEW:
            # For translators: the first points of a side have to be 13 or more.
            return _(
                "%(side)s, still at 0, needs at least %(limit)s to start: %(points)s not counted.",
                **facts,
            )


def reached_sentence(sides: SideNames, reached: Reached) -> str:
    """Say who reached the goal during a round, which ends the match."""
    names, goal = (
        join_names([sides.label(side) for side in reached.sides]),
        format_number(reached.goal),
    )
    if len(reached.sides) > 1:
        return _("%(names)s reached %(goal)s: nobody knows who was first.", names=names, goal=goal)
    first = ngettext(
        "%(names)s reached %(goal)s first and wins the match.",
        "%(names)s reached %(goal)s first and win the match.",
        sides.people(reached.sides[0]),
        names=names,
        goal=goal,
    )
    # For translators: what was played or scored after somebody had won the match.
    return f"{first} " + _("What came after that does not count.") if reached.more else first


def weighed_sentence(sides: SideNames, weighed: Weighed) -> str:
    """Say what a hand counts, if that is not its pips."""
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
        _("%(tile)s counts %(points)s", tile=tile, points=format_number(count))
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
    return _("%(sum)s: %(number)s", sum=text, number=format_number(weighed.points))


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
        number=format_number(worth_points),
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
    return _("What the others hold above the winner’s hand adds up to %(points)s.", points=paid)


def _nothing(side: str, people: int, charge: Charged) -> str:
    if charge.went_out:
        return _("%(name)s went out and adds nothing.", name=side)
    return ngettext("%(side)s adds nothing.", "%(side)s add nothing.", people, side=side)


def _own(side: str, charge: Charged, own: Term) -> str:
    if charge.worth == 1 and charge.weighed is None:
        # For translators: what a player scores for the own hand: Bea +34.
        return _("%(side)s %(points)s.", side=side, points=signed(charge.points))
    text = format_number(own.pips) if charge.weighed is None else _weighed(charge.weighed)
    if charge.worth > 1:
        text = _(
            # For translators: 10, counted double: 20.
            "%(sum)s, counted %(times)s: %(points)s",
            sum=text,
            times=times(charge.worth),
            points=format_number(charge.points),
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
            number=format_number(own.pips),
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


def merge_own_side(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Merge the partner's and the own hand into one term if both have the same factor."""
    own = [term for term in terms if term.part in ("partner", "own")]
    if len(own) < 2 or own[0].times != own[1].times:
        return terms
    together = Term("side", own[0].times, own[0].pips + own[1].pips)
    rest = {term.part: term for term in terms if term not in own}
    return tuple(
        term
        for term in (rest.get("opponents"), together, rest.get("excess"), rest.get("flat"))
        if term
    )


def arithmetic(
    terms: tuple[Term, ...], worth: int, rounded: int | None = None, scaled: bool = False
) -> str:
    """Write a sum with its result: 21 (opponents) − 8 (own side) = 13 points.

    `worth` is how many times the round counts. `rounded` is an award after rounding, or, with
    `scaled`, after converting pips to points; below 0 it pays nothing. A charge has no `rounded`.
    """
    text = _sum(terms)
    total = sum(term.times * term.pips for term in terms)
    result = total if rounded is None else rounded
    if result != total:
        unrounded = f"{text} = {format_number(total)}" if len(terms) > 1 else text
        plain = worth == 1 and result >= 0
        facts = {"sum": unrounded, "number": points(result) if plain else format_number(result)}
        if scaled:
            # For translators: 14 (opponents) + 8 (partner) = 22, which counts 3 points
            text = _("%(sum)s, which counts %(number)s", **facts)
        else:
            # For translators: 14 (opponents) − 3 (own hand) = 11, rounded to 10 points
            text = _("%(sum)s, rounded to %(number)s", **facts)
        if plain:
            return text
    if rounded is not None and result < 0:
        return _("%(sum)s = %(number)s, so 0 points", sum=text, number=format_number(result))
    if worth > 1:
        # For translators: 10 (own hand), counted double; this may also be “three times”.
        text = _("%(sum)s, counted %(times)s", sum=text, times=times(worth))
    return f"{text} = {points(result * worth)}"


def _sum(terms: tuple[Term, ...]) -> str:
    text = ""
    for term in terms:
        negative = term.times * term.pips < 0
        if text:
            text += f" {MINUS} " if negative else " + "
        elif negative:
            text = MINUS
        pips = format_number(abs(term.pips))
        text += _PARTS[term.part](
            pips if abs(term.times) == 1 else f"{format_number(abs(term.times))} × {pips}"
        )
    return text


# For translators: what follows are the parts of a sum: 21 (opponents) − 8 (own side) = 13 points.
_PARTS: dict[str, Callable[[str], str]] = {
    "opponents": lambda pips: _("%(pips)s (opponents)", pips=pips),
    "partner": lambda pips: _("%(pips)s (partner)", pips=pips),
    "own": lambda pips: _("%(pips)s (own hand)", pips=pips),
    "side": lambda pips: _("%(pips)s (own side)", pips=pips),
    "excess": lambda pips: _("%(pips)s (more than the winner’s hand)", pips=pips),
    "flat": lambda pips: _("%(points)s (for winning)", points=pips),
}
