"""The form of house rules: the rules of a game that people often change, a question for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import asdict, is_dataclass
from functools import reduce
from typing import Any

from wtforms import Field, SelectChoice, SelectField
from wtforms.form import BaseForm
from wtforms.validators import AnyOf, InputRequired, NumberRange

from scorekeeper.messages import LazyString
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.shared.fields import NO_CHOICE, NumberField
from scorekeeper.rules.boxes import boxes_of
from scorekeeper.rules.game_files import box_changes, merge
from scorekeeper.rules.game_keys import (
    Boneyard,
    Ends,
    Entry,
    GoalTest,
    Layout,
    Mode,
    Rank,
    Reset,
    Scale,
    Tie,
)
from scorekeeper.rules.game_setup import Game
from scorekeeper.rules.tiles_and_hands import Tile
from scorekeeper.wording.formats import format_number
from scorekeeper.wording.rule_labels import MODES, box_in_words, translate_name

BLANK = Tile(0, 0)
BONUS = "bonus"
# Ties, the box, who draws; and besides, how many tiles are dealt.
_OFTEN = ("blocked.rank", "tiles.highest", "table.boneyard")

# The path of a key, in parts.
Keys = tuple[str | int, ...]
# A value that a key may have: what the form sends, its label, and the value.
Answer = tuple[str, LazyString | str, object]
Answers = tuple[Answer, ...]
# A key that may be changed, and the field that asks for its value.
Question = tuple[Keys, Field]


class AnswerField(SelectField):
    """A list of answers with the game's own chosen; any other value is refused with our sentence.

    `values` has what each answer makes of the key, as a game's file has it.
    """

    def __init__(self, label: str, current: object, answers: Answers, **more: Any) -> None:
        self.values = {name: value for name, _label, value in answers}
        usual = next(name for name, value in self.values.items() if value == current)
        choices = [
            # For translators: marks the answer that the game itself gives.
            SelectChoice(name, _("%(answer)s · usual", answer=said) if name == usual else str(said))
            for name, said, _value in answers
        ]
        one_of_them = AnyOf(self.values, NO_CHOICE)
        options = {"choices": choices, "default": usual, "validate_choice": False}
        super().__init__(label, [one_of_them], **options, **more)


class HouseRulesForm(BaseForm):
    """House rules for one game, filled in with the current values of the game."""

    def __init__(self, game: Game, formdata: object = None) -> None:
        self._game = game
        fields = dict(_questions_for(game))
        self._keys = {_name(keys): keys for keys in fields}
        super().__init__({_name(keys): field for keys, field in fields.items()}, "house-")
        self.process(formdata)

    @property
    def by_path(self) -> dict[str, Field]:
        """The fields by the paths in `RuleError.key`: blocked.winner.own."""
        return {".".join(map(str, keys)): self[name] for name, keys in self._keys.items()}

    def parts(self, seated: int) -> tuple[list[Field], list[Field]]:
        """Return what people ask for when so many are `seated`, and all the rest."""
        deals = [f"deal.{seated}"] if seated in self._game.deal else []
        deals = deals or [path for path in self.by_path if path.startswith("deal.")]
        often = [self.by_path[path] for path in (*_OFTEN, *deals) if path in self.by_path]
        return often, [field for field in self if field not in often]

    @property
    def changes(self) -> dict[str, Any]:
        """The answers that change the game, as house rules; only after a successful validate()."""
        tree: dict[str, Any] = {BONUS: _bonuses_of(self._game)}
        for name, keys in self._keys.items():
            field = self[name]
            if field.data != field.default:
                answers = isinstance(field, AnswerField)
                _put(tree, keys, field.values[field.data] if answers else field.data)
        match = tree.get("match", {})
        if match.get("test") == GoalTest.EXACT and "match.at_once" in self.by_path:
            # Two who got there in one round would be level for ever.
            match["at_once"] = True
        played = {bonus["name"] for bonus in tree[BONUS] if _is_played(bonus)}
        # One that stands for others goes with them.
        tree[BONUS] = [
            bonus
            for bonus in tree[BONUS]
            if {bonus["name"], *bonus.get("instead_of", ())} <= played
        ]
        if tree[BONUS] == self._game.definition.get(BONUS, []):
            del tree[BONUS]
        box = tree.get("tiles", {}).get("highest")
        return merge(box_changes(self._game, box), tree) if box else tree


def _questions_for(game: Game) -> Iterator[Question]:
    """Yield the questions that make sense for a game, filled in with its values."""
    if boxes := boxes_of(game):
        answers = tuple((str(box.highest), box_in_words(game, box), box.highest) for box in boxes)
        yield ("tiles", "highest"), AnswerField(_("The box"), game.tiles.highest, answers)
    for path, text, applies, answers_for in _QUESTIONS:
        if applies(game):
            keys = tuple(path.split("."))
            yield keys, AnswerField(str(text), _value_at(game, keys), answers_for(game))
    if _deals(game):
        for players, tiles in game.deal.items():
            label = _("Tiles each, %(players)s players", players=players)
            yield ("deal", str(players)), _number(label, tiles, 1, 50)
    if _weighs(game):
        # For translators: how many points the double blank counts.
        label = _("%(tile)s weighs", tile=BLANK)
        yield ("weights", "tile", str(BLANK)), _number(label, game.weights.of_tile(BLANK), 0, 100)
    for place, bonus in enumerate(_bonuses_of(game)):
        yield from _bonus_questions(place, bonus)


def _bonuses_of(game: Game) -> list[dict[str, Any]]:
    """List the bonuses of a game as in its file, then with 0 points those it could have."""
    own: list[dict[str, Any]] = deepcopy(game.definition.get(BONUS, []))
    names, usual = ({bonus["name"] for bonus in bonuses} for bonuses in (own, _BONUSES))
    if not (pays_pips(game) and game.table.layout is Layout.LINE and names <= usual):
        return own
    return own + [deepcopy(bonus) for bonus in _BONUSES if bonus["name"] not in names]


def _is_played(bonus: dict[str, Any]) -> bool:
    """Return whether a bonus is worth anything."""
    return bool(bonus.get("points") or bonus.get("times", 1) > 1 or any(bonus.get("by_round", ())))


def pays_pips(game: Game) -> bool:
    """Return whether the opponents' pips are what a win scores."""
    pays = game.out.winner.opponents and game.blocked.winner.opponents
    return game.table.entry is Entry.TILES and bool(pays)


def _name(keys: Keys) -> str:
    """Name the field of a key: blocked-winner-own."""
    return "-".join(map(str, keys)).replace("_", "-")


def _put(tree: Any, keys: Keys, value: object) -> None:
    *parents, last = keys
    for key in parents:
        tree = tree.setdefault(key, {}) if isinstance(tree, dict) else tree[key]
    tree[last] = value


def _number(label: str, current: int, least: int, most: int) -> Field:
    bounds = {"least": format_number(least), "most": format_number(most)}
    sentence = _("Enter a number from %(least)s to %(most)s.", **bounds)
    validators = [InputRequired(sentence), NumberRange(least, most, sentence)]
    return NumberField(label, default=current, validators=validators)


def _bonus_questions(place: int, bonus: dict[str, Any]) -> Iterator[Question]:
    """Ask what a bonus is worth: points, a multiple, or points by the number of the round."""
    name = translate_name(bonus["name"])
    if "times" in bonus:
        # For translators: how many times the round counts for a bonus.
        label = _("%(bonus)s, times", bonus=name)
        yield (BONUS, place, "times"), _number(label, bonus["times"], 1, 10)
    elif "by_round" in bonus:
        for turn, points in enumerate(bonus["by_round"]):
            keys = (BONUS, place, "by_round", turn)
            yield keys, _number(_nth_win(name, turn), points, 0, 1000)
    else:
        label = _("%(bonus)s, points", bonus=name)
        yield (BONUS, place, "points"), _number(label, bonus["points"], 0, 1000)


def _nth_win(bonus: str, turn: int) -> str:
    if turn >= len(_WINS):
        return _("%(bonus)s, win %(number)s", bonus=bonus, number=turn + 1)
    # For translators: a bonus (premio) for the second round that is won: premio, second win.
    return _("%(bonus)s, %(win)s", bonus=bonus, win=_WINS[turn])


def _value_at(game: Game, keys: tuple[str, ...]) -> object:
    value: object = reduce(getattr, keys, game)
    if isinstance(value, tuple):
        return list(value)
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


def _races(game: Game) -> bool:
    return game.match.ends is not Ends.ROUNDS


def _scores_in_play(game: Game) -> bool:
    return bool(game.tally.steps or game.plays.marks) and game.match.ends is Ends.RACE


def _ranks(game: Game) -> bool:
    by_tiles = game.table.entry is Entry.TILES
    return by_tiles and bool(game.blocked.rank) and game.blocked.tie is Tie.VOID


def _weighs(game: Game) -> bool:
    charges = game.out.losers.own and game.table.entry is Entry.TILES
    return pays_pips(game) or bool(charges)


def _deals(game: Game) -> bool:
    every_tile = game.table.boneyard is Boneyard.NONE
    return not every_tile and game.table.entry is not Entry.TOTALS


def _goal_tests(game: Game) -> Answers:
    """Return the ways to meet a goal; only who races has to meet it exactly."""
    tests = (
        ("reach", _l("reached"), "reach"),
        ("exceed", _l("exceeded"), "exceed"),
        ("exact", _l("met exactly"), "exact"),
        # For translators: reached; points past it do not count.
        ("up-to", _l("reached, what is past it does not count"), "up to"),
    )
    return tests if game.match.ends is Ends.RACE else tests[:2]


def _ties(game: Game) -> Answers:
    """Return the ways to settle a tie, each after the first rank of the game."""
    first = game.blocked.rank[0]
    return tuple((name, label, [first, *then]) for name, label, then in _TIES)


def _rounds_pips(game: Game) -> bool:
    return pays_pips(game) and game.scale == Scale()


def _roundings(game: Game) -> Answers:
    """Return the ways to round; a game that scores in threes rounds to threes."""
    to = game.rounding.to if game.rounding.to > 1 else 5
    modes = (Mode.NEAREST, Mode.UP, Mode.DOWN)
    return (
        ("none", _("not at all"), {"to": 1, "mode": "nearest"}),
        *(
            (mode, str(MODES[mode]) % {"number": to}, {"to": to, "mode": str(mode)})
            for mode in modes
        ),
    )


def _resets(game: Game) -> bool:
    return game.match.reset is not Reset.NEVER


def _always(*answers: Answer) -> Callable[[Game], Answers]:
    return lambda _game: answers


_BONUSES: tuple[dict[str, Any], ...] = (
    {"name": "capicúa", "points": 0, "ending": "went out", "same_ends": True},
    {"name": "chuchazo", "points": 0, "ending": "went out", "last_tile": "double blank"},
    {"name": "paso corrido", "points": 0, "to": "claimer"},
)

_WINS = (_l("first win"), _l("second win"), _l("third win"), _l("fourth win"))

_TIES = (
    # For translators: answers to “A tie when blocked goes to”.
    ("drawn", _l("nobody: the round is drawn"), ()),
    ("lightest", _l("lightest tile, else drawn"), (Rank.LIGHTEST_TILE,)),
    (
        "next",
        _l("lightest tile, then the next"),
        (Rank.LIGHTEST_TILE, Rank.NEXT_TILES),
    ),
    ("opener", _l("the side that played first"), (Rank.OPENERS_SIDE,)),
    ("not-blocker", _l("the side that did not close"), (Rank.NOT_BLOCKERS_SIDE,)),
    ("doubles", _l("fewest doubles, else drawn"), (Rank.FEWEST_DOUBLES,)),
    (
        "lowest",
        _l("lightest tile, then the lowest end"),
        (Rank.LIGHTEST_TILE, Rank.LOWEST_END),
    ),
)

# For translators: answers to “Blocked: the partner’s pips”.
_MINUS = ("minus", _l("are taken off"), -1)
_IGNORED = ("ignored", _l("are ignored"), 0)
_ADDED = ("added", _l("are added"), 1)

# For translators: answers to “Reaching the goal in play”.
_LATER = ("round", _l("counts after the round"), False)
_AT_ONCE = ("once", _l("wins at once"), True)

# For translators: answers to “Level when the time is over”.
_LEVEL = ("round", _l("one round more"), "another round"), ("draw", _l("a draw"), "drawn")

# For translators: answers to “Who cannot play”.
_STUCK = ("unused", _l("passes"), "unused"), ("drawn", _l("draws"), "drawn")

# For translators: answers to “After a draw the next counts”.
_COUNTS = ("once", _l("once"), 1), ("double", _l("double"), 2)

# Path of the key, label, which games it is asked for, and the answers.
_QUESTIONS: tuple[
    tuple[str, LazyString, Callable[[Game], bool], Callable[[Game], Answers]], ...
] = (
    ("match.test", _l("The goal must be"), _races, _goal_tests),
    ("match.level", _l("Level when the time is over"), lambda _game: True, _always(*_LEVEL)),
    ("match.at_once", _l("Reaching the goal in play"), _scores_in_play, _always(_LATER, _AT_ONCE)),
    (
        "table.boneyard",
        _l("Who cannot play"),
        lambda game: _deals(game) and game.table.entry is Entry.TILES and not game.out.play_on,
        _always(*_STUCK),
    ),
    ("blocked.rank", _l("A tie when blocked goes to"), _ranks, _ties),
    (
        "blocked.next_worth",
        _l("After a draw the next counts"),
        _ranks,
        _always(*_COUNTS),
    ),
    ("match.one_all_worth", _l("At one win each the next counts"), _resets, _always(*_COUNTS)),
    (
        "blocked.winner.own",
        _l("Blocked: the winner’s own pips"),
        pays_pips,
        _always(_MINUS, _IGNORED, _ADDED),
    ),
    (
        "blocked.winner.partner",
        _l("Blocked: the partner’s pips"),
        lambda game: pays_pips(game) and game.may_pair,
        _always(_IGNORED, _ADDED, _MINUS),
    ),
    (
        "out.winner.partner",
        _l("Going out: the partner’s pips"),
        lambda game: pays_pips(game) and game.may_pair,
        _always(_IGNORED, _ADDED, _MINUS),
    ),
    ("rounding", _l("Pips are rounded"), _rounds_pips, _roundings),
    (
        "plays.passing",
        _l("A mark scores when the table"),
        lambda game: game.table.entry is Entry.PLAYS,
        _always(
            ("reaches", _l("reaches it"), False),
            ("passes", _l("reaches or passes it"), True),
        ),
    ),
)
