"""The keys of a game in words: what each one says, and which of them two games do not share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scorekeeper import phrases
from scorekeeper.rules import Game
from scorekeeper.rules.keys import (
    Award,
    Bonus,
    Charge,
    DoubleWeight,
    Ends,
    Entry,
    For,
    GoalTest,
    Rank,
    Sides,
    Tie,
)
from scorekeeper.words import MINUS, counted, listed

Said = Iterator[tuple[str, str]]

BONUS = "bonus."


@dataclass(frozen=True, slots=True)
class Difference:
    """A key that two games do not share: its path, what it is about, and what each says."""

    key: str
    what: str
    base: str
    changed: str


def rules_in_words(game: Game) -> Mapping[str, str]:
    """Say every key of a game in a few words, by the key's path.

    Keys that people take for one thing are said together: `match.goal` tells that it must be
    exceeded, `blocked.tie` the rank keys after the first. A bonus has a key of its own, by its
    name: `bonus.capicúa`.
    """
    return _in_words(game, _may_pair(game))


def differences(base: Game, changed: Game) -> tuple[Difference, ...]:
    """Find the keys that two games do not share, in the order of a game's file."""
    # Said in the same terms, or “side” in one and “hand” in the other would look like two rules.
    pairs = _may_pair(base) or _may_pair(changed)
    before, after = _in_words(base, pairs), _in_words(changed, pairs)
    return tuple(
        Difference(key, label_of(key), before.get(key, "none"), after.get(key, "none"))
        for key in _paths(before, after)
        if before.get(key) != after.get(key)
    )


def house_rules_in_words(base: Game, changed: Game) -> tuple[str, ...]:
    """Say what house rules change, each as “what: value”: tie: drawn, goal: more than 100."""
    return tuple(f"{each.what}: {each.changed}" for each in differences(base, changed))


def label_of(key: str) -> str:
    """Say what a key is about: `blocked.tie` is the tie."""
    return key.removeprefix(BONUS) if key.startswith(BONUS) else phrases.LABELS[key]


def _paths(*games: Mapping[str, str]) -> list[str]:
    """List the keys of some games, each once; bonuses stay among themselves."""
    bonuses = dict.fromkeys(key for game in games for key in game if key.startswith(BONUS))
    paths = list(phrases.LABELS)
    place = paths.index("tally.steps")
    return [*paths[:place], *bonuses, *paths[place:]]


def _may_pair(game: Game) -> bool:
    return any(game.sides_for(players) is not Sides.SOLO for players in game.deal)


def _in_words(game: Game, pairs: bool) -> Mapping[str, str]:
    said = (_table(game), _weights(game), _out(game, pairs), _blocked(game, pairs), _match(game))
    return MappingProxyType({key: words for part in said for key, words in part})


def _table(game: Game) -> Said:
    top, removed = game.tiles.highest, game.tiles.removed
    totals = game.table.entry is Entry.TOTALS
    yield "tiles.highest", "pieces of its own" if totals else f"up to {top}-{top}"
    out = [
        f"{listed([str(tile) for tile in tiles])} with {players} players"
        for players, tiles in removed.items()
    ]
    yield "tiles.removed", listed(out) or "nothing"
    yield "deal", ", ".join(f"{players}×{tiles}" for players, tiles in game.deal.items())
    yield "table.sides", _sides(game)
    yield "table.boneyard", phrases.BONEYARDS[game.table.boneyard]
    yield "table.layout", phrases.LAYOUTS[game.table.layout]
    yield "table.entry", phrases.ENTRIES[game.table.entry]
    yield "lead.first", phrases.LEADERS[game.lead.first]
    yield "lead.next", phrases.LEADERS[game.lead.next]


def _sides(game: Game) -> str:
    by_sides: dict[Sides, list[int]] = {}
    for players in game.deal:
        by_sides.setdefault(game.sides_for(players), []).append(players)
    if len(by_sides) == 1:
        return phrases.SIDES[next(iter(by_sides))]
    if by_sides.keys() == {Sides.SOLO, Sides.EITHER}:
        return "each alone, or partners with 4"
    return ", ".join(
        f"{phrases.SIDES[sides]} with {listed([str(number) for number in players])}"
        for sides, players in by_sides.items()
    )


def _weights(game: Game) -> Said:
    weights = game.weights
    named = [f"{tile} counts {points}" for tile, points in weights.tile.items()]
    yield "weights.tile", listed(named) or "each counts its pips"
    yield "weights.blank_end", f"count {weights.blank_end}"
    halved = weights.double is DoubleWeight.HALF
    yield "weights.double", "count half" if halved else "count in full"
    yield "weights.holding_a_double", f"counts {_times(weights.holding_a_double)}"
    yield "weights.joker", f"counts {weights.joker}" if weights.joker else "none"


def _out(game: Game, pairs: bool) -> Said:
    yield "out.winner", _award(game, game.out.winner, pairs)
    yield "out.losers", _charge(game.out.losers)
    yield "out.play_on", "the others play on" if game.out.play_on else "the round ends"


def _blocked(game: Game, pairs: bool) -> Said:
    rules = game.blocked
    keys = [_rank(game, key, pairs) for key in rules.rank]
    yield "blocked.among", phrases.AMONG[rules.among]
    yield "blocked.rank", keys[0] if keys else "nobody"
    last = "drawn" if rules.tie is Tie.VOID else "nobody has to win"
    yield "blocked.tie", ", then ".join(keys[1:]) + f", else {last}" if keys[1:] else last
    yield "blocked.next_worth", f"the next counts {_times(rules.next_worth)}"
    yield "blocked.winner", _award(game, rules.winner, pairs)
    yield "blocked.losers", _charge(rules.losers)
    to, mode = game.rounding.to, phrases.MODES[game.rounding.mode]
    yield "rounding", "none" if to == 1 else f"{mode} {to}"


def _match(game: Game) -> Said:
    for bonus in game.bonus:
        yield BONUS + bonus.name, _bonus(bonus)
    steps, plays, rules = game.tally.steps, game.plays, game.match
    yield "tally.steps", ", ".join(map(_number, steps)) or "none"
    marks = listed([str(mark) for mark in plays.marks])
    met = "or passing " if plays.passing else ""
    yield "plays", f"{plays.points} for meeting {met}{marks}" if marks else "not counted"
    yield "match.ends", phrases.ENDS[rules.ends]
    beyond = "more than " if rules.test is GoalTest.EXCEED else ""
    goal = counted(rules.goal, "round") if rules.ends is Ends.ROUNDS else str(rules.goal)
    yield "match.goal", beyond + goal
    yield "match.best", phrases.BEST[rules.best]
    yield "match.reset", phrases.RESETS[rules.reset]
    out = "whoever reaches it is out" if rules.eliminate else "the match ends"
    yield "match.eliminate", out


def _award(game: Game, award: Award, pairs: bool) -> str:
    """Say what an award counts: what the opponents hold, less the own hand."""
    own = {"the partner’s hand": award.partner, "the own hand": award.own}
    if not pairs:
        own = {"the own hand": award.own}
    elif award.partner == award.own or not _may_pair(game):
        own = {"the own side’s hands": award.own}
    parts = {"what the opponents hold": award.opponents, **own}
    if set(parts.values()) == {1}:
        parts = {"what all hands hold": 1}
    parts["what each opponent holds more than the own hand"] = award.excess
    counts = [(number, _so_many(number, what)) for what, number in parts.items()]
    if award.flat:
        counts.append((award.flat, counted(abs(award.flat), "point")))
    return _sum(counts)


def _so_many(number: int, what: str) -> str:
    return f"{abs(number)} × {what}" if abs(number) > 1 else what


def _sum(counts: list[tuple[int, str]]) -> str:
    added = [words for times, words in counts if times > 0]
    taken = [words for times, words in counts if times < 0]
    return ", less ".join([" plus ".join(added) or "nothing", *taken])


def _charge(charge: Charge) -> str:
    """Say what those score who did not win: add what they hold."""
    parts = {
        "what they hold": charge.own,
        "what they hold more than the winner": charge.excess,
    }
    said = [
        f"{'add' if number > 0 else 'lose'} {_so_many(number, what)}"
        for what, number in parts.items()
        if number
    ]
    return listed(said) or "score nothing"


def _rank(game: Game, key: Rank, pairs: bool) -> str:
    """Say whom a key of the ranking favours; alone, a side is a single hand."""
    if key in (Rank.SIDE_TOTAL, Rank.SEAT_TOTAL) and not _may_pair(game):
        return "the lightest side" if pairs else "the lightest hand"
    return phrases.RANKS[key]


def _bonus(bonus: Bonus) -> str:
    if bonus.by_round:
        prizes = ", ".join(map(str, bonus.by_round))
        return f"{prizes} for winning round 1 to {len(bonus.by_round)}"
    when = phrases.ENDINGS[bonus.ending] + (", both ends alike" if bonus.same_ends else "")
    if bonus.times > 1:
        return f"the round counts {_times(bonus.times)}{when}"
    whose = "whoever claims it" if bonus.to is For.CLAIMER else "the winner"
    return f"{_number(bonus.points)} for {whose}{when}"


def _times(number: int) -> str:
    """Say how many times something counts."""
    return {1: "once", 2: "double"}.get(number, f"{number} times")


def _number(points: int) -> str:
    return f"{MINUS}{-points}" if points < 0 else str(points)
