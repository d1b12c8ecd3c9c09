"""A sentence for each doubt about an entry, which may be recorded all the same."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.messages import LazyString, ngettext
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.rules.referee import Doubt, Law
from scorekeeper.wording.formats import join_names, translate_name

Facts = dict[str, str]


def doubt_sentence(doubt: Doubt) -> str:
    """Say what cannot be right, and why."""
    return _DOUBTS[doubt.law](doubt, _facts(doubt))


def brief_doubt(doubt: Doubt) -> str:
    """Say what cannot be right in about five words, to be read from across the table."""
    return str(_BRIEFLY[doubt.law]) % {**_facts(doubt), "ends": ", ".join(_ends(doubt))}


def _ends(doubt: Doubt) -> list[str]:
    # For translators: tiles with a number: the 2s are all tiles that have a 2.
    return [_("%(number)ss", number=number) for number in doubt.numbers]


def _facts(doubt: Doubt) -> Facts:
    return {
        "numbers": join_names(doubt.numbers),
        "tiles": join_names(doubt.tiles),
        "count": str(doubt.count),
        "event": translate_name(doubt.event),
    }


def _two_ends(doubt: Doubt, _facts: Facts) -> str:
    return _(
        # For translators: %(numbers)s is “2s, 4s, 5s and 6s”.
        "This cannot be right: at least one tile is wrong. Look at the %(numbers)s.",
        numbers=join_names(_ends(doubt)),
    )


def _disconnected(doubt: Doubt, facts: Facts) -> str:
    return ngettext(
        "%(tiles)s cannot have been played: nothing else on the table matches it.",
        "%(tiles)s cannot have been played: nothing else on the table matches them.",
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
        return _(
            "No %(event)s: the line ends in %(numbers)s, where no tile could make it.", **facts
        )
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
        "Points in play are counted in steps of %(count)s: %(numbers)s cannot be right.", **f
    ),
    Law.WON_NOTHING: lambda _doubt, _f: _("The winner of a round gets points: how many?"),
    Law.POINTS_STEP: lambda _doubt, f: _(
        "Points come in steps of %(count)s in this game: %(numbers)s cannot be right.", **f
    ),
    Law.ONE_SCORES: lambda _doubt, _f: _("Only one side scores in a round of this game."),
}

# For translators: in about five words, as large letters across the table.
_BRIEFLY: dict[Law, LazyString] = {
    Law.TWO_ENDS: _l("One tile is wrong: %(ends)s?"),
    Law.CONNECTED: _l("How was %(tiles)s played?"),
    Law.BLOCKED_ENDS: _l("Blocked? The line ends in %(numbers)s."),
    Law.ABSENT_NUMBER: _l("Not blocked: somebody could play."),
    Law.EVEN_PIPS: _l("One tile is wrong: %(count)s pips?"),
    Law.ENOUGH_LAID: _l("Blocked with fewer than %(count)s tiles?"),
    Law.CONFIRMED_ENDS: _l("Check the two open ends."),
    Law.END_IN_HAND: _l("%(tiles)s could still be played."),
    Law.CAPICUA: _l("Are both ends the same?"),
    Law.LAST_TILE: _l("No %(event)s with these tiles."),
    Law.NOTHING_LAID: _l("Was no tile played?"),
    Law.IN_TURN: _l("%(tiles)s by one player?"),
    Law.ONCE_A_MATCH: _l("No second %(event)s."),
    Law.TALLY_STEPS: _l("Points in play: %(numbers)s?"),
    Law.WON_NOTHING: _l("Won, and no points?"),
    Law.POINTS_STEP: _l("%(numbers)s points?"),
    Law.ONE_SCORES: _l("Two sides with points?"),
}
