"""A field for each key of a game, made from the classes that read a game file.

This module also knows which keys have no effect in a game: they are not asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import partial, reduce
from typing import Any, NamedTuple, get_type_hints

from wtforms import Field, Form, SelectChoice, SelectField, StringField
from wtforms.validators import AnyOf, NumberRange, Optional, ValidationError

from scorekeeper.messages import LazyString
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.shared.fields import NO_CHOICE, NO_TILES, NumberField
from scorekeeper.pages.shared.rules_editor_texts import PARTS, TIES, VALUES
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game_files import ANY_NUMBER
from scorekeeper.rules.game_keys import (
    Award,
    Boneyard,
    Charge,
    Ends,
    Entry,
    Layout,
    Rank,
    Reset,
    Sides,
)
from scorekeeper.rules.game_keys import Tie as TieRule
from scorekeeper.rules.game_setup import NO_RULES, Game
from scorekeeper.rules.round_entry import parse_lost_tiles
from scorekeeper.rules.tiles_and_hands import HIGHEST_ENDS, OtherBox, Tile
from scorekeeper.scorebook.database.column_limits import MOST_SEATS
from scorekeeper.wording.formats import format_number, players
from scorekeeper.wording.rule_labels import box_in_words, how_often
from scorekeeper.wording.rules_in_words import RANKS

BLANK = Tile(0, 0)
# Other goals on offer are not a rule of a match; and a player who went out holds nothing.
NOT_ASKED = (*NO_RULES, "boxes", "table.most_players", "match.goals", "out.winner.own")
# No key settles a tie that decides nothing.
NOBODY = "nobody"

# The path of a key, in parts.
Keys = tuple[str | int, ...]
# A value as in a game file.
Json = Any


class RuleKey(NamedTuple):
    """A key of a game: its path, the type of its value, and the limits of a number."""

    path: str
    kind: Any
    bounds: tuple[int, int] = ANY_NUMBER


def keys_of(cls: Any = Game, path: str = "") -> Iterator[RuleKey]:
    """Yield the keys of a game that are rules of a match, section by section."""
    hints = get_type_hints(cls)
    for field in fields(cls):
        own = f"{path}{field.name}"
        if field.init and own not in NOT_ASKED:
            if is_dataclass(hints[field.name]):
                yield from keys_of(hints[field.name], f"{own}.")
            else:
                bounds = field.metadata.get("within", ANY_NUMBER)
                yield RuleKey(own, hints[field.name], bounds)


class AnswerField(SelectField):
    """A list of answers; any other value is refused. `answers` has their words by value."""

    def __init__(
        self, label: str, answers: Mapping[str, object], default: str = "", **more: Any
    ) -> None:
        # A game file may have a value that is not among the usual answers.
        answers = {**answers} | ({} if default in answers else {default: default})
        choices = [SelectChoice(name, str(said)) for name, said in answers.items()]
        one_of_them = AnyOf(answers, NO_CHOICE)
        options = {"choices": choices, "default": default, "validate_choice": False}
        super().__init__(label, [one_of_them], **options, **more)

    def words_for(self, value: str) -> str:
        return next((each.label for each in self.choices if each.value == value), value)


class AmountField(NumberField):
    """A number within limits; the field may be empty."""

    def __init__(self, label: str, bounds: tuple[int, int], **more: Any) -> None:
        least, most = map(format_number, bounds)
        sentence = _("Enter a number from %(least)s to %(most)s.", least=least, most=most)
        super().__init__(label, validators=[Optional(), NumberRange(*bounds, sentence)], **more)
        self.bounds = bounds

    def words_for(self, value: int | None) -> str:
        return "–" if value is None else format_number(value)


class WrittenField(StringField):
    """A value written as text: `read` parses it, or raises ValueError."""

    def __init__(
        self, label: str, read: Callable[[str], Json], sentence: LazyString, **more: Any
    ) -> None:
        super().__init__(label, **more)
        self.read, self.sentence = read, sentence

    def pre_validate(self, form: Form) -> None:
        try:
            self.read(self.data or "")
        except (ValueError, RuleError):
            raise ValidationError(self.sentence) from None

    def words_for(self, value: str) -> str:
        return value or "–"


class RuleField(NamedTuple):
    """A field for a key, or a part of it, and how to write its value in a game file.

    `usual` is its value in the game without house rules.
    """

    keys: Keys
    field: Field
    usual: object
    read: Callable[[Any], Json]


def _words(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


def _tiles(text: str) -> list[str]:
    return [str(tile) for tile in parse_lost_tiles(text)]


def _numbers(text: str) -> list[int]:
    return [int(word) for word in re.split(r"[\s,;]+", text) if word]


def _counts(text: str) -> dict[str, int]:
    words = re.split(r"[\s,;:=]+", text.strip()) if text.strip() else []
    pairs = zip(words[::2], words[1::2], strict=True)
    return {_tiles(tile)[0]: int(points) for tile, points in pairs}


_NO_NUMBERS = _l("Enter numbers with spaces between them, such as 10 8 6 5.")
_NO_COUNTS = _l("Enter a tile and what it counts, such as 6-6 20.")
_written_tiles = partial(WrittenField, read=_tiles, sentence=NO_TILES)


def asked_for(key: RuleKey, label: str, base: Game, game: Game) -> Iterator[RuleField]:
    """Yield the fields of a key, filled in from `game`; `base` has the usual value."""
    make = _OF_A_KEY.get(key.path) or _maker(key)

    def filled(
        keys: Keys, held: Callable[[Game], object], field: Any, read: Any = None
    ) -> RuleField:
        return RuleField(keys, field(default=held(game)), held(base), read or (lambda data: data))

    yield from make(key, label, base, filled)


Fill = Callable[..., RuleField]


def at(path: str) -> Callable[[Game], Any]:
    """Return how to find the value of a key in a game."""
    return lambda game: reduce(getattr, path.split("."), game)


def _maker(key: RuleKey) -> Callable[[RuleKey, str, Game, Fill], Iterator[RuleField]]:
    if key.kind is int:
        parts = key.path.startswith(_PARTS) and not key.path.endswith(".flat")
        return _part if parts else _amount
    if key.kind is bool:
        return _yes_or_no
    if isinstance(key.kind, type) and issubclass(key.kind, StrEnum):
        return _choice
    return _tile_list if key.kind == tuple[Tile, ...] else _number_list


_PARTS = ("out.winner.", "out.losers.", "blocked.winner.", "blocked.losers.")


def _amount(key: RuleKey, label: str, _base: Game, filled: Fill) -> Iterator[RuleField]:
    yield filled(_keys(key), at(key.path), partial(AmountField, label, key.bounds))


def _yes_or_no(key: RuleKey, label: str, _base: Game, filled: Fill) -> Iterator[RuleField]:
    held = at(key.path)
    answers = partial(AnswerField, label, {"no": _l("No"), "yes": _l("Yes")})
    yield filled(
        _keys(key), lambda game: "yes" if held(game) else "no", answers, lambda data: data == "yes"
    )


def _choice(key: RuleKey, label: str, _base: Game, filled: Fill) -> Iterator[RuleField]:
    answers = {str(value): said for value, said in VALUES[key.kind].items()}
    yield filled(
        _keys(key), lambda game: str(at(key.path)(game)), partial(AnswerField, label, answers)
    )


def _part(key: RuleKey, label: str, base: Game, filled: Fill) -> Iterator[RuleField]:
    """Ask whether a part of an award is added or taken off, or counted twice, or as it is now."""
    held = at(key.path)
    answers: dict[str, object] = {str(count): said for count, said in PARTS.items()}
    for count in (-2, 2, held(base)):
        answers.setdefault(str(count), f"{'+' if count > 0 else '−'}{abs(count)} ×")
    yield _number_of(key, filled, partial(AnswerField, label, answers))


def _tile_list(key: RuleKey, label: str, _base: Game, filled: Fill) -> Iterator[RuleField]:
    yield filled(
        _keys(key), lambda game: _words(at(key.path)(game)), partial(_written_tiles, label), _tiles
    )


def _number_list(key: RuleKey, label: str, _base: Game, filled: Fill) -> Iterator[RuleField]:
    field = partial(WrittenField, label, _numbers, _NO_NUMBERS)
    yield filled(_keys(key), lambda game: _words(at(key.path)(game)), field, _numbers)


def _box(key: RuleKey, label: str, base: Game, filled: Fill) -> Iterator[RuleField]:
    others = {box.highest: box for box in base.boxes}
    answers = {str(end): box_in_words(base, others.get(end, OtherBox(end))) for end in HIGHEST_ENDS}
    yield _number_of(key, filled, partial(AnswerField, label, answers))


def _number_of(key: RuleKey, filled: Fill, answers: Any) -> RuleField:
    return filled(_keys(key), lambda game: str(at(key.path)(game)), answers, int)


def _deal(key: RuleKey, _label: str, _base: Game, filled: Fill) -> Iterator[RuleField]:
    for seats in range(2, MOST_SEATS + 1):
        field = partial(AmountField, players(seats), (1, 50))
        yield filled((*_keys(key), str(seats)), lambda game, n=seats: game.deal.get(n), field)


def _removed(key: RuleKey, _label: str, base: Game, filled: Fill) -> Iterator[RuleField]:
    for seats in base.deal:
        field = partial(_written_tiles, players(seats))
        yield filled(
            (*_keys(key), str(seats)),
            lambda game, n=seats: _words(game.tiles.removed.get(n, ())),
            field,
            _tiles,
        )


def _weights(key: RuleKey, _label: str, _base: Game, filled: Fill) -> Iterator[RuleField]:
    blank = partial(AmountField, _("%(tile)s counts", tile=BLANK), (0, 100))
    yield filled((*_keys(key), str(BLANK)), lambda game: game.weights.of_tile(BLANK), blank)
    others = partial(WrittenField, _("Games with other tiles"), _counts, _NO_COUNTS)
    yield filled(_keys(key), _other_weights, others, _counts)


def _other_weights(game: Game) -> str:
    return _words(f"{tile} {count}" for tile, count in game.weights.tile.items() if tile != BLANK)


def _sides(key: RuleKey, label: str, _base: Game, filled: Fill) -> Iterator[RuleField]:
    answers = {str(sides): said for sides, said in VALUES[Sides].items()}
    yield filled(
        _keys(key), lambda game: str(game.sides_for(4)), partial(AnswerField, label, answers)
    )


def _ranks(key: RuleKey, label: str, base: Game, filled: Fill) -> Iterator[RuleField]:
    """Ask who wins a blocked round, and then who wins a tie."""
    first = {NOBODY: _l("nobody")} | {str(rank): said for rank, said in RANKS.items()}
    ties: dict[str, object] = {", ".join(then): said for then, said in TIES.items()}
    ties.setdefault(_then(base), ", ".join(str(RANKS[rank]) for rank in base.blocked.rank[1:]))
    yield filled(_keys(key), _first_rank, partial(AnswerField, label, first))
    yield filled((*_keys(key), "then"), _then, partial(AnswerField, label, ties))


def _first_rank(game: Game) -> str:
    return str(next(iter(game.blocked.rank), NOBODY))


def _then(game: Game) -> str:
    return ", ".join(game.blocked.rank[1:])


def _times(key: RuleKey, label: str, _base: Game, filled: Fill) -> Iterator[RuleField]:
    least, most = key.bounds
    answers = {str(count): how_often(count) for count in range(least, most + 1)}
    yield _number_of(key, filled, partial(AnswerField, label, answers))


def _keys(key: RuleKey) -> Keys:
    return tuple(key.path.split("."))


# Keys whose fields are not those of other keys of their type.
_OF_A_KEY: dict[str, Callable[[RuleKey, str, Game, Fill], Iterator[RuleField]]] = {
    "tiles.highest": _box,
    "tiles.removed": _removed,
    "deal": _deal,
    "weights.tile": _weights,
    "table.sides": _sides,
    "blocked.rank": _ranks,
    "weights.holding_a_double": _times,
    "blocked.next_worth": _times,
    "match.one_all_worth": _times,
}


def has_effect(path: str, game: Game) -> bool:
    """Return whether a key changes anything in a game as it is."""
    return all(applies(game) for start, applies in _ONLY_WHERE.items() if path.startswith(start))


def _counts_tiles(game: Game) -> bool:
    """Return whether the value of a hand matters."""
    by_weight = {Rank.SIDE_TOTAL, Rank.SEAT_TOTAL} & {*game.blocked.rank}
    return game.table.entry is Entry.TILES and bool(by_weight or _pays_hands(game))


def _pays_hands(game: Game) -> bool:
    rules = (game.out, game.blocked)
    by_hands = any(each.winner != Award(flat=each.winner.flat) for each in rules)
    return by_hands or any(each.losers != Charge() for each in rules)


def _awards_pips(game: Game) -> bool:
    return any(each != Award(flat=each.flat) for each in (game.out.winner, game.blocked.winner))


def _is_drawn(game: Game) -> bool:
    return game.blocked.tie is TieRule.VOID


def _sleeps(game: Game) -> bool:
    on_a_line = game.table.layout is Layout.LINE and game.table.entry is Entry.TILES
    return on_a_line and game.table.boneyard is not Boneyard.NONE


# By the start of a path: whether keys under it have an effect in a game.
_ONLY_WHERE: dict[str, Callable[[Game], bool]] = {
    "tiles.": lambda game: game.table.entry is not Entry.TOTALS,
    "deal": lambda game: game.table.entry is not Entry.TOTALS,
    "table.sides": lambda game: 4 in game.deal,
    "table.boneyard": lambda game: game.table.entry is Entry.TILES,
    "table.draws": lambda game: game.table.boneyard is Boneyard.DRAWN,
    "table.layout": lambda game: game.table.entry is Entry.TILES,
    "table.strict": _sleeps,
    "weights.": lambda game: game.table.entry is Entry.TOTALS or _counts_tiles(game),
    "weights.joker": lambda game: game.table.entry is Entry.TOTALS,
    **dict.fromkeys(
        ("weights.tile", "weights.blank_end", "weights.double", "weights.holding_a_double"),
        lambda game: game.table.entry is Entry.TILES,
    ),
    "out.": lambda game: game.table.entry is not Entry.PLAYS,
    "out.winner.partner": lambda game: game.may_pair,
    "out.whole_side": lambda game: game.may_pair,
    "out.play_on": lambda game: game.out.winner == Award(),
    "blocked.": lambda game: game.table.entry is not Entry.PLAYS,
    "blocked.rank.then": lambda game: bool(game.blocked.rank),
    "blocked.among": lambda game: bool(game.blocked.rank),
    "blocked.only_tied_hands": lambda game: game.may_pair and Rank.SEAT_TOTAL in game.blocked.rank,
    "blocked.winner.partner": lambda game: game.may_pair,
    "blocked.winner.": lambda game: bool(game.blocked.rank),
    "blocked.next_": _is_drawn,
    "rounding.": _awards_pips,
    "rounding.mode": lambda game: game.rounding.to > 1,
    "scale.": _awards_pips,
    "tally.": lambda game: game.table.entry is not Entry.PLAYS,
    "tally.out_in_one": lambda game: bool(game.tally.steps),
    "plays.": lambda game: game.table.entry is Entry.PLAYS,
    "match.test": lambda game: game.match.ends is not Ends.ROUNDS,
    "match.best": lambda game: game.match.ends is Ends.ROUNDS,
    "match.at_once": lambda game: (
        game.match.ends is Ends.RACE and bool(game.tally.steps or game.plays.marks)
    ),
    "match.first_score": lambda game: game.match.ends is Ends.RACE,
    "match.eliminate": lambda game: game.match.ends is Ends.LIMIT,
    "match.reset": lambda game: game.match.ends is Ends.RACE,
    "match.one_all_worth": lambda game: game.match.reset is not Reset.NEVER,
}
