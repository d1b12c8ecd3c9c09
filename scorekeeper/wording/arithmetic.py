"""Awards as sums: 21 (opponents) − 8 (own side) = 13 points."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.messages import gettext as _
from scorekeeper.rules.reasons import Term
from scorekeeper.wording.formats import MINUS, number, points, times


def merge_own_side(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Add the partner's and the own hand into one term where both are multiplied alike."""
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

    `worth` is how many times the round counts. `rounded` is an award after rounding, or `scaled`
    where so many pips are not as many points; below 0 it pays nothing. A charge has no `rounded`.
    """
    text = _sum(terms)
    total = sum(term.times * term.pips for term in terms)
    result = total if rounded is None else rounded
    if result != total:
        unrounded = f"{text} = {number(total)}" if len(terms) > 1 else text
        plain = worth == 1 and result >= 0
        facts = {"sum": unrounded, "number": points(result) if plain else number(result)}
        if scaled:
            # For translators: 14 (opponents) + 8 (partner) = 22, which counts 3 points
            text = _("%(sum)s, which counts %(number)s", **facts)
        else:
            # For translators: 14 (opponents) − 3 (own hand) = 11, rounded to 10 points
            text = _("%(sum)s, rounded to %(number)s", **facts)
        if plain:
            return text
    if rounded is not None and result < 0:
        return _("%(sum)s = %(number)s, so 0 points", sum=text, number=number(result))
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
        pips = number(abs(term.pips))
        text += _PARTS[term.part](
            pips if abs(term.times) == 1 else f"{number(abs(term.times))} × {pips}"
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
