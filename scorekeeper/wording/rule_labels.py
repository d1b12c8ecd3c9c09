"""Labels of rules and of kinds of matches, and words for deals, awards, bonuses and goals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.figures.match_results import Kind, Measure, kind_of
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.messages import lazy_pgettext, ngettext, pgettext
from scorekeeper.rules.game_files import game_ids, load_game
from scorekeeper.rules.game_keys import (
    Award,
    Boneyard,
    Bonus,
    Charge,
    Ends,
    For,
    LastTile,
    MatchRules,
    PlayRules,
    Scale,
    Sides,
    TableRules,
)
from scorekeeper.rules.game_setup import Game, Setup
from scorekeeper.rules.tiles_and_hands import Ending, OtherBox, Tile
from scorekeeper.wording.formats import (
    format_number,
    join_names,
    one_of,
    points,
    rounds,
    times,
    translate_name,
)

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


def kind_name(kind: Kind) -> str:
    """Name a kind of matches: Block, partners."""
    if kind.game_id not in game_ids():
        return kind.game_id
    game = load_game(kind.game_id)
    name = _seated(game, kind)
    if kind.measure is _usual_measure(game):
        return name
    match kind.measure:
        case Measure.WINS:
            # For translators: a game whose house rules count only the rounds that are won.
            return _("%(game)s, by rounds won", game=name)
        case Measure.FEWEST:
            return _("%(game)s, lowest wins", game=name)
        case Measure.POINTS:
            return _("%(game)s, by points", game=name)


def _seated(game: Game, kind: Kind) -> str:
    name = translate_name(game.name)
    ways = {game.sides_for(players) for players in game.deal}
    if Sides.EITHER not in ways and ways != {Sides.SOLO, Sides.PAIRS}:
        return name
    if kind.partners:
        return _("%(game)s, partners", game=name)
    # For translators: a game played without partners.
    return _("%(game)s, singles", game=name)


def _usual_measure(game: Game) -> Measure:
    return kind_of(Setup.of(game, min(game.deal))).measure


def box_in_words(game: Game, box: OtherBox) -> str:
    """Describe a set, its deal and its goal: up to 9-9 · 2 to 4 players take … · 10 rounds."""
    words = [_("up to %(tile)s", tile=f"{box.highest}-{box.highest}")]
    if box.deal:
        words.append(deal_in_words(box.deal))
    if box.goal:
        words.append(goal_in_words(game.match, box.goal))
    return " · ".join(words)


def deal_in_words(deal: Mapping[int, int]) -> str:
    """Describe the deal, numbers of players with equally many tiles together.

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

    With `pairs` the own side has two hands, named one by one only if they count differently.
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


def scale_in_words(scale: Scale) -> str:
    if scale == Scale():
        return _("a point each")
    if not (scale.least or scale.needs):
        # For translators: what pips pay: 1 point for every 5 of them.
        return _("%(points)s for every %(pips)s", points=scale.points, pips=scale.pips)
    # For translators: what pips pay: 1 for every 10, begun or full; 2 at least; less than 3, 0.
    return _(
        "%(points)s for every %(pips)s or part of them; %(least)s at least; less than %(needs)s, 0",
        points=scale.points,
        pips=scale.pips,
        least=scale.least,
        needs=scale.needs,
    )


def other_goals_in_words(rules: MatchRules) -> Iterator[str]:
    for goal in rules.goals:
        words = goal_in_words(rules, goal)
        # For translators: a match may also be played to 50, which is shorter than usual.
        yield _("%(goal)s for a short game", goal=words) if goal < rules.goal else words


def plays_in_words(plays: PlayRules) -> str:
    if not plays.marks:
        return _("not counted")
    paid, marks = format_number(plays.points), join_names(plays.marks)
    if plays.passing:
        return _(
            "%(points)s for bringing the table to %(marks)s or past it", points=paid, marks=marks
        )
    # For translators: 10 points for whoever brings the pips on the table to 30, 50, 70 and 100.
    return _("%(points)s for bringing the table to %(marks)s", points=paid, marks=marks)


def bonus_in_words(bonus: Bonus) -> str:
    if bonus.by_round:
        last = len(bonus.by_round)
        prizes = ", ".join(map(format_number, bonus.by_round))
        return ngettext(
            "%(points)s for the first round won",
            "%(points)s for the first %(num)s rounds won",
            last,
            points=prizes,
        )
    conditions = [str(ENDINGS[bonus.ending])] if bonus.ending else []
    if bonus.instead_of:
        both = join_names([translate_name(name) for name in bonus.instead_of])
        # For translators: a bonus that is paid where two others are claimed in one round.
        conditions.append(_("%(bonuses)s together", bonuses=both))
    if bonus.same_ends:
        # For translators: a bonus is paid where both ends of the line have the same number.
        conditions.append(_("both ends the same"))
    if bonus.last_tile in LAST_TILES:
        conditions.append(str(LAST_TILES[bonus.last_tile]))
    if bonus.once_a_match:
        conditions.append(_("once in a match"))
    return ", ".join([_paid(bonus), *conditions])


def _paid(bonus: Bonus) -> str:
    if bonus.times > 1:
        return _("the round counts %(times)s", times=how_often(bonus.times))
    paid = format_number(bonus.points)
    if bonus.to is For.CLAIMER:
        return _("%(points)s for the player who claims it", points=paid)
    return _("%(points)s for the winner", points=paid)


_CHARGES = {
    # For translators: what the others score: “after going out the others: add what they hold”.
    ("own", True): _l("add what they hold"),
    ("own", False): _l("lose what they hold"),
    ("excess", True): _l("add what they hold above the winner’s hand"),
    ("excess", False): _l("lose what they hold above the winner’s hand"),
}
