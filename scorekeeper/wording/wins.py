"""The headline of a blocked round that somebody won, by what decided it."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.messages import ngettext
from scorekeeper.rules.options import Among, Rank
from scorekeeper.wording.sides import SideNames


def won_sentence(sides: SideNames, key: Rank, side: int, pips: str) -> str:
    """Say that a side won a blocked round by a key; `pips` is what was compared."""
    two_hands = sides.setup.game.blocked.among is Among.BLOCKER_AND_NEXT
    won_by = _having_the_lighter if two_hands and key is Rank.SEAT_TOTAL else _WON_BY[key]
    return won_by(sides.people(side), pips=pips, side=sides.side_name(side))


def _having_the_lighter(people: int, **facts: str) -> str:
    # For translators: only the hands of two players are compared, and others may be lighter.
    return ngettext(
        "Blocked: %(pips)s. %(side)s wins on the lighter of the two hands.",
        "Blocked: %(pips)s. %(side)s win on the lighter of the two hands.",
        people,
        **facts,
    )


def _having_closed(people: int, **facts: str) -> str:
    # For translators: to close the line is to play the tile after which nobody can play.
    return ngettext(
        "Blocked: %(pips)s. The round goes to %(side)s, who closed the line.",
        "Blocked: %(pips)s. The round goes to %(side)s, who closed the line.",
        people,
        **facts,
    )


# Singular for one person, else plural.
_WON_BY: dict[Rank, Callable[..., str]] = {
    # For translators: Blocked: 9 · 17. Ana wins. Blocked: nobody can play any more.
    Rank.SIDE_TOTAL: lambda people, **facts: ngettext(
        "Blocked: %(pips)s. %(side)s wins.", "Blocked: %(pips)s. %(side)s win.", people, **facts
    ),
    Rank.SEAT_TOTAL: lambda people, **facts: ngettext(
        "Blocked: %(pips)s. %(side)s wins on the lightest hand.",
        "Blocked: %(pips)s. %(side)s win on the lightest hand.",
        people,
        **facts,
    ),
    Rank.LIGHTEST_TILE: lambda people, **facts: ngettext(
        "Blocked: %(pips)s. %(side)s wins on the lightest tile.",
        "Blocked: %(pips)s. %(side)s win on the lightest tile.",
        people,
        **facts,
    ),
    Rank.LOWEST_END: lambda people, **facts: ngettext(
        "Blocked: %(pips)s. %(side)s wins on the lowest end.",
        "Blocked: %(pips)s. %(side)s win on the lowest end.",
        people,
        **facts,
    ),
    Rank.NEXT_TILES: lambda people, **facts: ngettext(
        "Blocked: %(pips)s. %(side)s wins on the lightest tiles.",
        "Blocked: %(pips)s. %(side)s win on the lightest tiles.",
        people,
        **facts,
    ),
    Rank.FEWEST_DOUBLES: lambda people, **facts: ngettext(
        "Blocked: %(pips)s. %(side)s wins on the fewest doubles.",
        "Blocked: %(pips)s. %(side)s win on the fewest doubles.",
        people,
        **facts,
    ),
    Rank.OPENERS_SIDE: lambda people, **facts: ngettext(
        "Blocked: %(pips)s. The round goes to %(side)s, who played first.",
        "Blocked: %(pips)s. The round goes to %(side)s, who played first.",
        people,
        **facts,
    ),
    Rank.BLOCKERS_SIDE: _having_closed,
    Rank.NOT_BLOCKERS_SIDE: lambda people, **facts: ngettext(
        "Blocked: %(pips)s. The round goes to %(side)s: the others closed the line.",
        "Blocked: %(pips)s. The round goes to %(side)s: the others closed the line.",
        people,
        **facts,
    ),
    Rank.BLOCKER: _having_closed,
}
