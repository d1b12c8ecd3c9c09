"""Awards written out as sums."""

from __future__ import annotations

from scorekeeper.rules.reasons import Term
from scorekeeper.words import MINUS, counted


def times(number: int) -> str:
    return {2: "double", 3: "three times"}.get(number, f"{number} times")


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
    said = ""
    for term in terms:
        less = term.times * term.pips < 0
        if said:
            said += f" {MINUS} " if less else " + "
        elif less:
            said = MINUS
        pips = abs(term.pips)
        amount = str(pips) if abs(term.times) == 1 else f"{abs(term.times)} × {pips}"
        said += f"{amount}{_PARTS[term.part]}"
    total = sum(term.times * term.pips for term in terms)
    result = total if rounded is None else rounded
    if result != total:
        summed = f" = {total}" if len(terms) > 1 else ""
        said += f"{summed}, rounded to {result}"
    if rounded is not None and result < 0:
        return f"{said} = {MINUS}{-result}, so 0 points"
    if worth > 1:
        said += f", counted {times(worth)}"
    points = result * worth
    shown = f"{MINUS}{counted(-points, 'point')}" if points < 0 else counted(points, "point")
    return f"{said} = {shown}"


_PARTS = {
    "opponents": " (opponents)",
    "partner": " (partner)",
    "own": " (own hand)",
    "side": " (own side)",
    "excess": " (more than the winner’s hand)",
    "flat": " (for winning)",
}
