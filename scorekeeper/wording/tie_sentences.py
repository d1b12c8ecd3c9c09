"""Who wins a blocked round: the headline, and a sentence for each step of what was compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from scorekeeper.messages import LazyString, lazy_ngettext, ngettext
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.rules.game_keys import Among, Rank
from scorekeeper.rules.reasons import (
    Compared,
    Drawn,
    Mark,
)
from scorekeeper.wording.formats import (
    SideNames,
    doubles,
    format_number,
    join_names,
    pips,
    points,
    times,
)


def compared_sentence(sides: SideNames, step: Compared) -> str:
    """Say what the sides were compared by, and who is left."""
    lightest = [mark for mark in step.marks if mark.side in step.stayed]
    heavier = [mark for mark in step.marks if mark.side not in step.stayed]
    if step.key is Rank.LIGHTEST_TILE:
        return _tiles_compared(lightest, heavier)
    if step.key is Rank.NEXT_TILES:
        return _tile_by_tile(lightest, heavier)
    if step.key is Rank.LOWEST_END:
        return _lowest_end([*lightest, *heavier], lightest)
    if step.key in _WHO:
        return _who_decided(sides, step, lightest)
    # If only two hands are compared, they need not be the lightest of their sides.
    each_sides_lightest = sides.setup.partners and sides.setup.game.blocked.among is Among.ALL
    if step.key is Rank.SEAT_TOTAL and each_sides_lightest:
        return _hands_compared(sides, lightest, heavier)
    return _numbers_compared(sides, step, lightest, heavier)


def _numbers_compared(
    sides: SideNames, step: Compared, lightest: Sequence[Mark], heavier: Sequence[Mark]
) -> str:
    by_doubles = step.key is Rank.FEWEST_DOUBLES
    unit = _doubles if by_doubles else sides.counted
    if not heavier:
        names, weight = join_names([_holder(sides, m) for m in lightest]), lightest[0].weights[0]
        # For translators: Ana and Bea tie with 17 pips each.
        return _("%(sides)s tie with %(weight)s each.", sides=names, weight=unit(weight))
    held = join_names([_held(sides, mark, unit) for mark in (*lightest, *heavier)])
    if len(lightest) == 1:
        return f"{held}."
    if by_doubles:
        # For translators: Ana holds 1 double, Bea holds 1 double and …: a tie for fewest.
        return _("%(holdings)s: a tie for fewest.", holdings=held)
    # For translators: Ana holds 17 pips, Bea holds 17 pips and …: a tie for the lightest hand.
    return _("%(holdings)s: a tie for the lightest hand.", holdings=held)


def _held(sides: SideNames, mark: Mark, unit: Callable[[int], str]) -> str:
    # For translators: Ana holds 9 pips; Ana & Ciro hold 1 double.
    return ngettext(
        "%(side)s holds %(weight)s",
        "%(side)s hold %(weight)s",
        _people(sides, mark),
        side=_holder(sides, mark),
        weight=unit(mark.weights[0]),
    )


def _holder(sides: SideNames, mark: Mark) -> str:
    """Name the holder of the hands of a mark: the side, or the one seat that is compared."""
    return sides.label(mark.side) if mark.seat is None else sides.names[mark.seat]


def _people(sides: SideNames, mark: Mark) -> int:
    return sides.people(mark.side) if mark.seat is None else 1


def _doubles(count: int) -> str:
    return doubles(count) if count else _("no double")


def _hands_compared(sides: SideNames, lightest: Sequence[Mark], heavier: Sequence[Mark]) -> str:
    """Name the lightest hand of each pair, and what it counts."""
    if not heavier:
        return _(
            # For translators: The lightest hands tie: Ana’s 1-3 and Bea’s 0-4, 4 pips each.
            "The lightest hands tie: %(hands)s, %(weight)s each.",
            hands=join_names([_hand(sides, mark) for mark in lightest]),
            weight=sides.counted(lightest[0].weights[0]),
        )
    hands = [
        # For translators: Ana’s 0-1 0-2, 3 pips.
        _("%(hand)s, %(weight)s", hand=_hand(sides, mark), weight=sides.counted(mark.weights[0]))
        for mark in (*lightest, *heavier)
    ]
    first = ", ".join(hands[:-1])
    # For translators: The lightest hands: Ana’s 0-1, 1 pip, and Bea’s 1-2, 3 pips.
    return _("The lightest hands: %(first)s, and %(second)s.", first=first, second=hands[-1])


def _hand(sides: SideNames, mark: Mark) -> str:
    name = sides.names[mark.seat or 0]
    if not mark.tiles:
        return _("%(name)s’s hand", name=name)
    # For translators: Ana’s 0-1 0-2: a hand by its tiles.
    return _("%(name)s’s %(tiles)s", name=name, tiles=" ".join(map(str, mark.tiles)))


def _tiles_compared(lightest: Sequence[Mark], heavier: Sequence[Mark]) -> str:
    first = join_names([_tile_and_pips(mark) for mark in lightest])
    if not heavier:
        # For translators: 0-3 (3 pips) and 1-2 (3 pips) weigh the same.
        return _("%(tiles)s weigh the same.", tiles=first)
    return _lighter(len(lightest), first, join_names([_tile_and_pips(mark) for mark in heavier]))


def _lighter(count: int, lightest: str, heavier: str) -> str:
    return ngettext(
        "%(lightest)s is lighter than %(heavier)s.",
        "%(lightest)s are lighter than %(heavier)s.",
        count,
        lightest=lightest,
        heavier=heavier,
    )


def _tile_and_pips(mark: Mark) -> str:
    return f"{mark.tiles[0]} ({pips(mark.tiles[0].pips)})"


def _tile_by_tile(lightest: Sequence[Mark], heavier: Sequence[Mark]) -> str:
    """Name the first tiles that differ; those before them weigh the same."""
    if not heavier:
        return _("Tile by tile, the hands weigh the same.")
    least = lightest[0].weights
    place = max(_first_difference(least, mark.weights) for mark in heavier)
    last = [mark for mark in heavier if _first_difference(least, mark.weights) == place]
    if place == 0:
        return _tiles_compared(lightest, last)
    if any(len(mark.tiles) <= place for mark in (*lightest, *last)):
        # A hand with no more tiles is lighter than one with tiles left.
        return _lighter(len(lightest), _all_tiles(lightest), _all_tiles(last))
    return ngettext(
        # For translators: Second tile: 1-4 (5) is lighter than 0-6 (6). 5 and 6 are pips.
        "%(which)s: %(lightest)s is lighter than %(heavier)s.",
        "%(which)s: %(lightest)s are lighter than %(heavier)s.",
        len(lightest),
        which=_ORDINALS[place - 1] if place <= len(_ORDINALS) else _nth_tile(place + 1),
        lightest=_tiles_at(lightest, place),
        heavier=_tiles_at(last, place),
    )


def _first_difference(first: Sequence[int], second: Sequence[int]) -> int:
    pairs = enumerate(zip(first, second, strict=False))
    return next((place for place, (one, other) in pairs if one != other), len(first))


def _tiles_at(marks: Sequence[Mark], place: int) -> str:
    tiles = [mark.tiles[place] for mark in marks]
    return join_names([f"{tile} ({format_number(tile.pips)})" for tile in tiles])


def _all_tiles(marks: Sequence[Mark]) -> str:
    return join_names([" ".join(map(str, mark.tiles)) for mark in marks])


def _lowest_end(marks: Sequence[Mark], lowest: Sequence[Mark]) -> str:
    tiles = join_names([str(mark.tiles[0]) for mark in marks])
    # For translators: an end is half a tile: Of 1-3 and 2-2 the lowest end is 1.
    return _("The lowest end of %(tiles)s is %(end)s.", tiles=tiles, end=lowest[0].weights[0])


def _nth_tile(place: int) -> str:
    return _("Tile %(number)s", number=place)


_ORDINALS = (_l("Second tile"), _l("Third tile"))


def _who_decided(sides: SideNames, step: Compared, ahead: Sequence[Mark]) -> str:
    """Say who led or closed the line, and whether that breaks a tie."""
    who = _WHO[step.key]
    if len(step.stayed) == len({mark.side for mark in step.marks}):
        return str(who.nobody)
    people = sum(_people(sides, mark) for mark in ahead)
    tied = step.key is not sides.setup.game.blocked.rank[0]
    sentence = who.decided if tied and len(step.stayed) == 1 else who.did
    return sentence(people, winners=join_names([_holder(sides, mark) for mark in ahead]))


class _Who(NamedTuple):
    """Sentences for a key about who did something: they `did`, or `decided` a tie by it.

    `nobody` is for a tie of players who did not.
    """

    did: Callable[..., str]
    decided: Callable[..., str]
    nobody: LazyString


_BLOCKER_IS_ANOTHER = _l("The player who blocked is not part of the tie.")
_BLOCKED = _Who(
    # For translators: to block the round is to play the tile after which nobody can play.
    lazy_ngettext("%(winners)s blocked the round.", "%(winners)s blocked the round."),
    lazy_ngettext(
        "%(winners)s blocked the round, which breaks the tie.",
        "%(winners)s blocked the round, which breaks the tie.",
    ),
    _BLOCKER_IS_ANOTHER,
)

_WHO = {
    Rank.OPENERS_SIDE: _Who(
        # For translators: to lead is to play first.
        lazy_ngettext("%(winners)s played first.", "%(winners)s played first."),
        lazy_ngettext(
            "%(winners)s played first, which breaks the tie.",
            "%(winners)s played first, which breaks the tie.",
        ),
        _l("The player who played first is not part of the tie."),
    ),
    Rank.BLOCKERS_SIDE: _BLOCKED,
    Rank.NOT_BLOCKERS_SIDE: _Who(
        lazy_ngettext(
            "%(winners)s did not block the round.", "%(winners)s did not block the round."
        ),
        lazy_ngettext(
            "%(winners)s did not block the round, which breaks the tie.",
            "%(winners)s did not block the round, which breaks the tie.",
        ),
        _BLOCKER_IS_ANOTHER,
    ),
    Rank.BLOCKER: _BLOCKED,
}


def won_sentence(sides: SideNames, key: Rank, side: int, pips: str) -> str:
    """Say that a side won a blocked round by a key; `pips` is what was compared."""
    two_hands = sides.setup.game.blocked.among is Among.BLOCKER_AND_NEXT
    won_by = _BY_THE_LIGHTER if two_hands and key is Rank.SEAT_TOTAL else _WON_BY[key]
    return won_by(sides.people(side), pips=pips, side=sides.side_name(side))


# For translators: only the hands of two players are compared, and others may be lighter.
_BY_THE_LIGHTER = lazy_ngettext(
    "Blocked: %(pips)s. %(side)s wins on the lighter of the two hands.",
    "Blocked: %(pips)s. %(side)s win on the lighter of the two hands.",
)

# For translators: to block is to play the tile after which nobody can play.
_BY_BLOCKING = lazy_ngettext(
    "Blocked: %(pips)s. The round goes to %(side)s, who blocked it.",
    "Blocked: %(pips)s. The round goes to %(side)s, who blocked it.",
)

# Singular for one person, else plural.
_WON_BY: dict[Rank, Callable[..., str]] = {
    # For translators: Blocked: 9 · 17. Ana wins. Blocked: nobody can play any more.
    Rank.SIDE_TOTAL: lazy_ngettext(
        "Blocked: %(pips)s. %(side)s wins.", "Blocked: %(pips)s. %(side)s win."
    ),
    Rank.SEAT_TOTAL: lazy_ngettext(
        "Blocked: %(pips)s. %(side)s wins on the lightest hand.",
        "Blocked: %(pips)s. %(side)s win on the lightest hand.",
    ),
    Rank.LIGHTEST_TILE: lazy_ngettext(
        "Blocked: %(pips)s. %(side)s wins on the lightest tile.",
        "Blocked: %(pips)s. %(side)s win on the lightest tile.",
    ),
    Rank.LOWEST_END: lazy_ngettext(
        "Blocked: %(pips)s. %(side)s wins on the lowest end.",
        "Blocked: %(pips)s. %(side)s win on the lowest end.",
    ),
    Rank.NEXT_TILES: lazy_ngettext(
        "Blocked: %(pips)s. %(side)s wins on the lightest tiles.",
        "Blocked: %(pips)s. %(side)s win on the lightest tiles.",
    ),
    Rank.FEWEST_DOUBLES: lazy_ngettext(
        "Blocked: %(pips)s. %(side)s wins on the fewest doubles.",
        "Blocked: %(pips)s. %(side)s win on the fewest doubles.",
    ),
    Rank.OPENERS_SIDE: lazy_ngettext(
        "Blocked: %(pips)s. The round goes to %(side)s, who played first.",
        "Blocked: %(pips)s. The round goes to %(side)s, who played first.",
    ),
    Rank.BLOCKERS_SIDE: _BY_BLOCKING,
    Rank.NOT_BLOCKERS_SIDE: lazy_ngettext(
        "Blocked: %(pips)s. The round goes to %(side)s: the others blocked it.",
        "Blocked: %(pips)s. The round goes to %(side)s: the others blocked it.",
    ),
    Rank.BLOCKER: _BY_BLOCKING,
}


def drawn_sentence(sides: SideNames, drawn: Drawn) -> str:
    """Say that a tie stays, or that nobody won, and what that does to the next round."""
    if not drawn.sides:
        counts = times(drawn.next_worth)
        return _("Nobody wins the round, and the next one counts %(times)s.", times=counts)
    tied = join_names([sides.label(side) for side in drawn.sides])
    if not sides.setup.game.blocked.rank:
        said = [_("Nobody wins a blocked round here.")]
    elif drawn.next_worth == 1:
        said = [_("Nothing breaks the tie between %(sides)s: nobody wins the round.", sides=tied)]
    else:
        # For translators: %(times)s is “double” or “three times”.
        text = _(
            "Nothing breaks the tie between %(sides)s: nobody wins the round, and the next one"
            " counts %(times)s.",
            sides=tied,
            times=times(drawn.next_worth),
        )
        said = [text]
    if drawn.next_more:
        # For translators: whoever wins the next round scores 1 point more than it pays.
        said.append(_("The next one scores %(points)s more.", points=points(drawn.next_more)))
    return " ".join(said)
