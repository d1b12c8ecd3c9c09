"""A sentence for each doubt about an entry, which may be recorded all the same."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.rules.referee import Doubt, Law
from scorekeeper.wording.formats import join_names
from scorekeeper.wording.labels import translate_name

Facts = dict[str, str]


def doubt_sentence(doubt: Doubt) -> str:
    """Say what cannot be right, and why."""
    facts = {
        "numbers": join_names(doubt.numbers),
        "tiles": join_names(doubt.tiles),
        "count": str(doubt.count),
        "event": translate_name(doubt.event),
    }
    return _DOUBTS[doubt.law](doubt, facts)


def _two_ends(doubt: Doubt, _facts: Facts) -> str:
    # For translators: tiles with a number: the 2s are all tiles that have a 2.
    numbers = join_names([_("%(number)ss", number=number) for number in doubt.numbers])
    return _(
        # For translators: %(numbers)s is “2s, 4s, 5s and 6s”.
        "This cannot be right: at least one tile is wrong. Look at the %(numbers)s.",
        numbers=numbers,
    )


def _disconnected(doubt: Doubt, facts: Facts) -> str:
    return ngettext(
        "%(tiles)s cannot have been played: nothing else on the table touches it.",
        "%(tiles)s cannot have been played: nothing else on the table touches them.",
        len(doubt.tiles),
        **facts,
    )


def _confirmed_ends(doubt: Doubt, facts: Facts) -> str:
    if not doubt.numbers:
        return _("With these hands the line ends in the same number twice.")
    return _("With these hands the line ends in %(numbers)s.", **facts)


def _capicua(doubt: Doubt, facts: Facts) -> str:
    if doubt.numbers:
        return _("The ends cannot be the same number: the line ends in %(numbers)s.", **facts)
    if doubt.count % 2:
        return _(
            "The ends cannot be the same number: that leaves an even number of pips, not"
            " %(count)s.",
            **facts,
        )
    return _(
        "The ends cannot be the same number: that leaves an odd number of pips, not %(count)s.",
        **facts,
    )


def _last_tile(doubt: Doubt, facts: Facts) -> str:
    if doubt.numbers:
        return _("No %(event)s: the line ends in %(numbers)s, where no tile for it fits.", **facts)
    return ngettext(
        "No %(event)s: %(tiles)s is still in a hand.",
        "No %(event)s: %(tiles)s are still in the hands.",
        len(doubt.tiles),
        **facts,
    )


# For translators: the line is what was played; it ends in two numbers, where one can play on.
_DOUBTS: dict[Law, Callable[[Doubt, Facts], str]] = {
    Law.TWO_ENDS: _two_ends,
    Law.CONNECTED: _disconnected,
    Law.BLOCKED_ENDS: lambda _doubt, f: _(
        "With these hands the line ends in %(numbers)s, where somebody could still play: it is not"
        " blocked.",
        **f,
    ),
    Law.ABSENT_NUMBER: lambda _doubt, _f: _(
        "The round cannot be blocked: every number is in somebody’s hand, so somebody could play."
    ),
    Law.EVEN_PIPS: lambda _doubt, f: _(
        "Every tile was dealt, so a blocked round leaves an even number of pips, not %(count)s.",
        **f,
    ),
    Law.ENOUGH_LAID: lambda _doubt, f: _(
        "A line needs at least %(count)s tiles to be blocked; there are fewer on the table.", **f
    ),
    Law.CONFIRMED_ENDS: _confirmed_ends,
    Law.END_IN_HAND: lambda _doubt, f: _(
        "The line ends in %(numbers)s, but %(tiles)s could be played there.", **f
    ),
    Law.CAPICUA: _capicua,
    Law.LAST_TILE: _last_tile,
    Law.NOTHING_LAID: lambda _doubt, f: _(
        "No tile was played: the hands still hold all %(count)s that were dealt.", **f
    ),
    Law.IN_TURN: lambda _doubt, f: _(
        "One player played %(tiles)s in a row, but the others still had tiles.", **f
    ),
    # For translators: a bonus that only one side can have in a match: primer pase.
    Law.ONCE_A_MATCH: lambda _doubt, f: _("No second %(event)s: it counts once in a match.", **f),
    # For translators: points in play: those made while a round is played.
    Law.TALLY_STEPS: lambda _doubt, f: _(
        "Points in play are counted in steps of %(count)s: %(numbers)s cannot be.", **f
    ),
}
