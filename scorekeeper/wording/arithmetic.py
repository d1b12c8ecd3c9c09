"""Awards written out as sums."""

from __future__ import annotations

from collections.abc import Callable

from flask_babel import gettext as _

from scorekeeper.rules.reasons import Term
from scorekeeper.wording.formats import MINUS, number, points, times


def merged(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Put partner and own into one term where they count alike."""
    both = [term for term in terms if term.part in ("partner", "own")]
    if len(both) < 2 or both[0].times != both[1].times:
        return terms
    together = Term("side", both[0].times, both[0].pips + both[1].pips)
    rest = {term.part: term for term in terms if term not in both}
    return tuple(
        term
        for term in (rest.get("opponents"), together, rest.get("excess"), rest.get("flat"))
        if term
    )


def arithmetic(terms: tuple[Term, ...], worth: int, rounded: int | None = None) -> str:
    """Write a sum out: 21 (opponents) − 8 (own side) = 13 points.

    `rounded` is what an award came to after rounding; an award below 0 is none.
    """
    said = _written(terms)
    total = sum(term.times * term.pips for term in terms)
    result = total if rounded is None else rounded
    if result != total:
        summed = f"{said} = {number(total)}" if len(terms) > 1 else said
        # For translators: 14 (opponents) − 3 (own hand) = 11, rounded to 10
        said = _("%(sum)s, rounded to %(number)s", sum=summed, number=number(result))
    if rounded is not None and result < 0:
        return _("%(sum)s = %(number)s, so 0 points", sum=said, number=number(result))
    if worth > 1:
        # For translators: 10 (own hand), counted double; this may also be “three times”.
        said = _("%(sum)s, counted %(times)s", sum=said, times=times(worth))
    return f"{said} = {points(result * worth)}"


def _written(terms: tuple[Term, ...]) -> str:
    said = ""
    for term in terms:
        less = term.times * term.pips < 0
        if said:
            said += f" {MINUS} " if less else " + "
        elif less:
            said = MINUS
        pips = number(abs(term.pips))
        said += _PARTS[term.part](
            pips if abs(term.times) == 1 else f"{number(abs(term.times))} × {pips}"
        )
    return said


# For translators: what follows are the parts of a sum: 21 (opponents) − 8 (own side) = 13 points.
_PARTS: dict[str, Callable[[str], str]] = {
    "opponents": lambda pips: _("%(pips)s (opponents)", pips=pips),
    "partner": lambda pips: _("%(pips)s (partner)", pips=pips),
    "own": lambda pips: _("%(pips)s (own hand)", pips=pips),
    "side": lambda pips: _("%(pips)s (own side)", pips=pips),
    "excess": lambda pips: _("%(pips)s (more than the winner’s hand)", pips=pips),
    "flat": lambda pips: _("%(points)s (for winning)", points=pips),
}
