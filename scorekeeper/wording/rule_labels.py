"""Labels for the keys of a game, and words for the value of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.messages import lazy_pgettext, ngettext, pgettext
from scorekeeper.rules.game_keys import (
    Among,
    Award,
    Best,
    Boneyard,
    Charge,
    Direction,
    Ends,
    Entry,
    LastTile,
    Layout,
    Leader,
    Level,
    MatchRules,
    Mode,
    Rank,
    Reset,
    Sides,
    TableRules,
)
from scorekeeper.rules.game_setup import Game
from scorekeeper.rules.tiles_and_hands import Ending, OtherBox, Tile
from scorekeeper.wording.formats import format_number, join_names, one_of, points, rounds, times

LABELS = {
    # For translators: labels of the rules of a game; what each says follows: box: up to 6-6.
    "tiles.highest": lazy_pgettext("rule", "set"),
    # For translators: what follows is “up to 9-9, up to 12-12”.
    "boxes": _l("other sets"),
    "tiles.removed": lazy_pgettext("rule", "taken out"),
    # For translators: tiles that a set has no longer; what follows is “3-5”.
    "tiles.lost": _l("lost tiles"),
    # For translators: what follows is “2 players take 7 tiles each, 3 or 4 take 5”.
    "deal": lazy_pgettext("rule", "deal"),
    "table.sides": lazy_pgettext("rule", "sides"),
    # For translators: what follows is “clockwise, to the left”.
    "table.direction": _l("play goes"),
    "table.boneyard": _l("boneyard"),
    # For translators: what follows is “until a tile fits”, “1 tile a turn”.
    "table.draws": _l("a player who cannot play draws"),
    "table.layout": lazy_pgettext("rule", "layout"),
    # For translators: what follows is “the tiles left in each hand”.
    "table.entry": lazy_pgettext("rule", "you enter"),
    # For translators: tiles that were not dealt; what follows is “entered too” or “not entered”.
    "table.strict": _l("sleeping tiles"),
    # For translators: who lays the first tile of the first round, and of those after it.
    "lead.first": _l("plays first"),
    "lead.next": _l("plays first in the next round"),
    "weights.tile": _l("tiles left"),
    # For translators: the ends of a tile without pips; what follows is “count 25”.
    "weights.blank_end": _l("blank ends"),
    "weights.double": _l("doubles"),
    "weights.holding_a_double": _l("a hand with a double"),
    "weights.joker": _l("joker"),
    # For translators: to go out is to play one’s last tile.
    "out.winner": _l("going out scores"),
    # For translators: what follows is “add what they hold”, “lose what they hold”.
    "out.losers": _l("after going out the others"),
    "out.play_on": _l("once somebody has gone out"),
    # For translators: of two partners; what follows is “one of them” or “both of them”.
    "out.whole_side": _l("a pair has gone out with"),
    "blocked.among": _l("compared in a blocked round"),
    # For translators: a round is blocked when nobody can play; “the lightest side” follows.
    "blocked.rank": _l("a blocked round goes to"),
    "blocked.tie": lazy_pgettext("rule", "tie"),
    "blocked.next_worth": _l("after a draw"),
    # For translators: what follows is “1 more”.
    "blocked.next_more": _l("a draw adds to the next round"),
    "blocked.winner": _l("a blocked round scores"),
    "blocked.losers": _l("after a blocked round the others"),
    "rounding": lazy_pgettext("rule", "rounding"),
    # For translators: what follows is “a point each”, or how many points for how many pips.
    "scale": _l("pips score"),
    "tally.steps": _l("points in play"),
    # For translators: what follows is “counted together with going out”.
    "tally.out_in_one": _l("points of the last tile"),
    "plays": _l("table total"),
    "match.ends": lazy_pgettext("rule", "match"),
    "match.goal": lazy_pgettext("rule", "goal"),
    # For translators: what follows is “wins at once” or “counts after the round”.
    "match.at_once": _l("reaching the goal in play"),
    # For translators: what follows is “50 for a short game, 200”.
    "match.goals": _l("also played to"),
    # For translators: what follows is “30 min” or “no clock”.
    "match.minutes": lazy_pgettext("rule", "time"),
    # For translators: the best are level when the time is over; “one round more” follows.
    "match.level": _l("level when time runs out"),
    "match.best": lazy_pgettext("rule", "the winner has"),
    "match.first_score": _l("first score"),
    "match.reset": _l("back to 0"),
    # For translators: what follows is “the next counts double”.
    "match.one_all_worth": _l("at one win each"),
    # For translators: what follows is “a player who reaches it is out” or “the match ends”.
    "match.eliminate": _l("at the goal"),
}

SIDES = {
    Sides.SOLO: _l("singles"),
    Sides.PAIRS: _l("partners"),
    Sides.EITHER: _l("singles or partners"),
}

DIRECTIONS = {
    # For translators: which way the turns go around the table, seen from above.
    Direction.CLOCKWISE: _l("clockwise, to the left"),
    Direction.COUNTERCLOCKWISE: _l("counterclockwise, to the right"),
    Direction.AGREED: lazy_pgettext("direction", "as agreed"),
}

BONEYARDS = {
    Boneyard.NONE: _l("none, every tile is dealt"),
    # For translators: the boneyard (the tiles not dealt) is not used, or players draw from it.
    Boneyard.UNUSED: _l("not used, nobody draws"),
    Boneyard.DRAWN: _l("players draw from it"),
}

LAYOUTS = {Layout.LINE: _l("a line with two ends"), Layout.FREE: _l("not in one line")}

ENTRIES = {
    Entry.TILES: _l("the tiles left in each hand"),
    Entry.TOTALS: _l("the total of each hand"),
    Entry.PLAYS: _l("the tiles as they are played"),
}

LEADERS = {
    Leader.HIGHEST_DOUBLE: _l("the highest double"),
    Leader.WINNER: _l("the winner of the last round"),
    Leader.WINNERS_SIDE: _l("the side that won the last round"),
    Leader.ALTERNATE: _l("in turn"),
    Leader.PASSES_LEFT: _l("the next player round the table"),
    Leader.AGREED: _l("as agreed"),
    Leader.HEAVIEST_HAND: _l("the heaviest hand of the last round"),
    Leader.MOST_DEALT: _l("the player with the most pips, with any tile"),
    Leader.BY_LOT: _l("by lot"),
    Leader.DOUBLE_BLANK: _l("the player who holds 0-0"),
    Leader.DOUBLE_ONE: _l("the player who holds 1-1"),
    Leader.DOUBLE_OF_THE_ROUND: _l("the double of the round, from the highest down"),
    Leader.WINNER_WITH_A_DOUBLE: _l("the winner of the last round, with a double"),
    Leader.WINNER_ANY_DOUBLE: _l("the winner of the last round, with any double if they hold one"),
}

AMONG = {
    Among.ALL: lazy_pgettext("hands compared", "all"),
    Among.BLOCKER_AND_NEXT: _l("the player who blocked and the next player"),
}

RANKS = {
    # For translators: who wins a blocked round, or a tie in it: whoever holds the fewest pips …
    Rank.SIDE_TOTAL: _l("the lightest side"),
    Rank.SEAT_TOTAL: _l("the lightest single hand"),
    Rank.LIGHTEST_TILE: _l("the lightest tile"),
    # For translators: among equally light tiles, as 1-3 and 2-2, that with the lowest number.
    Rank.LOWEST_END: _l("the lowest end of the lightest tile"),
    Rank.NEXT_TILES: _l("the lightest tiles, one after the other"),
    Rank.FEWEST_DOUBLES: _l("the fewest doubles"),
    Rank.OPENERS_SIDE: _l("the side that played first"),
    Rank.BLOCKERS_SIDE: _l("the side that blocked"),
    Rank.NOT_BLOCKERS_SIDE: _l("the side that did not block"),
    Rank.BLOCKER: _l("the player who blocked"),
}

# Formatted with %(number)s by whoever shows them.
MODES = {
    # For translators: points are rounded to the nearest 5, up to the next 5, down to the last 5.
    Mode.NEAREST: _l("to the nearest %(number)s"),
    Mode.UP: _l("up to the next %(number)s"),
    Mode.DOWN: _l("down to the last %(number)s"),
}

ENDINGS = {
    # For translators: a bonus is paid only in a round that ended so: 25 for the winner, going out.
    Ending.WENT_OUT: lazy_pgettext("bonus", "going out"),
    Ending.BLOCKED: lazy_pgettext("bonus", "blocked"),
    Ending.PLAYED: lazy_pgettext("bonus", "counted to the end"),
}

LAST_TILES = {
    # For translators: a bonus is paid only to who went out with such a tile.
    LastTile.DOUBLE: _l("with a double"),
    LastTile.NOT_DOUBLE: _l("not with a double"),
    LastTile.DOUBLE_BLANK: _l("with 0-0"),
}

ENDS = {
    Ends.RACE: _l("the first to reach the goal wins"),
    Ends.LIMIT: _l("reaching the goal loses"),
    Ends.ROUNDS: _l("ends after an agreed number of rounds"),
}

BEST = {Best.HIGH: _l("the most points"), Best.LOW: _l("the fewest points")}

# For translators: what a match is in which the best are level when the time is over.
LEVELS = {Level.ANOTHER_ROUND: _l("one round more"), Level.DRAWN: _l("a draw")}

RESETS = {
    Reset.NEVER: _l("never"),
    Reset.ALL_SCORED: _l("once everybody has scored"),
    Reset.OTHER_SIDE_WINS: _l("when the other side wins a round"),
}


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
        players=one_of(players_alike),
    )
    more = (
        # For translators: what others are dealt: 2 players take 7 tiles each, 3 or 4 take 5.
        _("%(players)s take %(number)s", players=one_of(seats), number=tiles)
        for tiles, seats in others
    )
    return ", ".join((first, *more))


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
        return str(SIDES[next(iter(by_sides))])
    if by_sides.keys() == {Sides.SOLO, Sides.EITHER}:
        # For translators: each plays alone; four may also play as two pairs of partners.
        return _("singles, or partners with 4")
    return ", ".join(
        # For translators: %(sides)s is “singles” or “partners”, %(players)s how many play.
        _("%(sides)s with %(players)s", sides=SIDES[sides], players=join_names(players))
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
    return rounds(goal) if rules.ends is Ends.ROUNDS else format_number(goal)


def award_in_words(game: Game, award: Award, pairs: bool) -> str:
    """Say what an award counts: what the opponents hold, less the winner’s own hand.

    With `pairs` the own side has two hands, which are named one by one only where they differ.
    """
    counts = [(count, _multiple(count, what)) for what, count in _parts(game, award, pairs)]
    if award.flat:
        counts.append((award.flat, points(abs(award.flat))))
    return _sum(counts)


def _parts(game: Game, award: Award, pairs: bool) -> Iterator[tuple[str, int]]:
    """Yield what an award counts, and how many times."""
    own = [(_("the partner’s hand"), award.partner), (_("the winner’s own hand"), award.own)]
    if not pairs:
        own = own[1:]
    elif award.partner == award.own or not game.may_pair:
        own = [(_("the winning side’s own hands"), award.own)]
    if {award.opponents, *(count for _what, count in own)} == {1}:
        yield _("what all hands hold"), 1
    else:
        # For translators: the pips in the hands of the opponents.
        yield _("what the opponents hold"), award.opponents
        yield from own
    yield _("what each opponent holds above the winner’s hand"), award.excess


def _multiple(count: int, what: str) -> str:
    if abs(count) <= 1:
        return what
    # For translators: 2 × the winner’s own hand.
    return _("%(count)s × %(what)s", count=abs(count), what=what)


def _sum(counts: list[tuple[int, str]]) -> str:
    added = [words for count, words in counts if count > 0]
    text, *more = added or [pgettext("award", "nothing")]
    for words in more:
        # For translators: what is awarded: what the opponents hold plus 25 points.
        text = _("%(sum)s plus %(more)s", sum=text, more=words)
    for words in (words for count, words in counts if count < 0):
        # For translators: what is awarded: what the opponents hold, less the winner’s own hand.
        text = _("%(sum)s, less %(part)s", sum=text, part=words)
    return text


def charge_in_words(charge: Charge) -> str:
    """Say what the others score: add what they hold."""
    counts = {"own": charge.own, "excess": charge.excess}
    charges = [_charged(part, count) for part, count in counts.items() if count]
    return join_names(charges) or _("score nothing")


def _charged(part: str, count: int) -> str:
    charge = str(_CHARGES[part, count > 0])
    if abs(count) == 1:
        return charge
    # For translators: add what they hold, three times.
    return _("%(charge)s, %(times)s", charge=charge, times=how_often(abs(count)))


def how_often(count: int) -> str:
    """Say how many times something counts: once, double, three times, 4 times."""
    return pgettext("a round counts", "once") if count == 1 else times(count)


_CHARGES = {
    # For translators: what the others score: “after going out the others: add what they hold”.
    ("own", True): _l("add what they hold"),
    ("own", False): _l("lose what they hold"),
    ("excess", True): _l("add what they hold above the winner’s hand"),
    ("excess", False): _l("lose what they hold above the winner’s hand"),
}
