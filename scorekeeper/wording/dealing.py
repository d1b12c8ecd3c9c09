"""What is agreed before a match, in words: the box, the deal, the sides, the goal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext, pgettext
from scorekeeper.rules.keys import Game, MatchRules, TableRules
from scorekeeper.rules.options import Boneyard, Ends, Sides
from scorekeeper.rules.tiles import OtherBox, Tile
from scorekeeper.wording import labels
from scorekeeper.wording.formats import join_names, number, one_of, rounds


def box_in_words(game: Game, box: OtherBox) -> str:
    """Say what a box is, its deal and its goal: up to 9-9 · 2 to 4 players take … · 10 rounds."""
    words = [_("up to %(tile)s", tile=f"{box.highest}-{box.highest}")]
    if box.deal:
        words.append(deal_in_words(box.deal))
    if box.goal:
        words.append(goal_in_words(game.match, box.goal))
    return " · ".join(words)


def deal_in_words(deal: Mapping[int, int]) -> str:
    """Say what is dealt, those with equally many tiles together.

    >>> deal_in_words({2: 7, 3: 5, 4: 5})
    '2 players take 7 tiles each, 3 or 4 take 5'
    """
    alike: dict[int, list[int]] = {}
    for players, tiles in deal.items():
        alike.setdefault(tiles, []).append(players)
    (tiles, players_alike), *others = alike.items()
    first = ngettext(
        # For translators: %(players)s is “2”, “3 or 4” or “2 to 5”.
        "%(players)s players take %(num)s tile each",
        "%(players)s players take %(num)s tiles each",
        tiles,
        players=_how_many(players_alike),
    )
    more = (
        # For translators: what others are dealt: 2 players take 7 tiles each, 3 or 4 take 5.
        _("%(players)s take %(number)s", players=_how_many(seats), number=tiles)
        for tiles, seats in others
    )
    return ", ".join((first, *more))


def _how_many(players: Sequence[int]) -> str:
    least, *_between, most = (*players, players[-1])
    if most - least == len(players) - 1 > 1:
        # For translators: numbers of players: 2 to 5.
        return _("%(least)s to %(most)s", least=least, most=most)
    return one_of(players)


def removed_in_words(removed: Mapping[int, Sequence[Tile]]) -> str:
    texts = [
        # For translators: tiles taken out of the box: 0-0 with 3 players.
        _(
            "%(tiles)s with %(players)s players",
            tiles=join_names(tiles),
            players=players,
        )
        for players, tiles in removed.items()
    ]
    return join_names(texts) or pgettext("tiles taken out", "nothing")


def sides_in_words(game: Game) -> str:
    by_sides: dict[Sides, list[str]] = {}
    for players in game.deal:
        by_sides.setdefault(game.sides_for(players), []).append(str(players))
    if len(by_sides) == 1:
        return str(labels.SIDES[next(iter(by_sides))])
    if by_sides.keys() == {Sides.SOLO, Sides.EITHER}:
        # For translators: each plays alone; four may also play as two pairs of partners.
        return _("each alone, or partners with 4")
    return ", ".join(
        # For translators: %(sides)s is “each alone” or “partners”, %(players)s how many play.
        _("%(sides)s with %(players)s", sides=labels.SIDES[sides], players=join_names(players))
        for sides, players in by_sides.items()
    )


def draws_in_words(table: TableRules) -> str:
    if table.boneyard is not Boneyard.DRAWN:
        # For translators: who cannot play draws: nothing.
        return pgettext("draws", "nothing")
    if not table.draws:
        # For translators: who cannot play draws until a tile fits.
        return _("until a tile fits")
    return ngettext("%(num)s tile a turn", "up to %(num)s tiles a turn", table.draws)


def goal_in_words(rules: MatchRules, goal: int) -> str:
    return rounds(goal) if rules.ends is Ends.ROUNDS else number(goal)
