"""The editor of house rules: a form with all keys that have an effect in a game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict
from wtforms import Field, HiddenField, StringField
from wtforms.form import BaseForm

from scorekeeper.messages import LazyString
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.new_match.rule_fields import (
    NOBODY,
    AnswerField,
    Keys,
    RuleField,
    RuleKey,
    WrittenField,
    asked_for,
    has_effect,
    keys_of,
)
from scorekeeper.pages.shared.rules_editor_texts import GROUPS, OF_A_BONUS, RULE_TEXTS, VALUES
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game_files import box_changes, merge, with_house_rules
from scorekeeper.rules.game_keys import Bonus, Ends, Entry, For, GoalTest, LastTile, Layout, Sides
from scorekeeper.rules.game_setup import Game
from scorekeeper.rules.tiles_and_hands import Ending
from scorekeeper.scorebook.people.similar_names import clean_name
from scorekeeper.wording.formats import translate_name
from scorekeeper.wording.rules_in_words import rules_in_words

PREFIX, BONUS, THEN = "house-", "bonus", ("blocked", "rank", "then")
# Bonuses that most games could have; one that scores 0 is not played.
_OFFERED = (
    Bonus("capicúa", ending=Ending.WENT_OUT, same_ends=True),
    Bonus("chuchazo", ending=Ending.WENT_OUT, last_tile=LastTile.DOUBLE_BLANK),
    Bonus("paso corrido", to=For.CLAIMER),
)
_NO_PAY = _l(
    "Enter points such as 25, a multiple such as ×2, or points win by win such as 100 75 50."
)
_BY_NUMBER = re.compile(r"-?[0-9]{1,5}")
_BY_TIMES = re.compile(r"[x×*]\s*([0-9]{1,2})", re.IGNORECASE)


class ShownRule(NamedTuple):
    """A rule with its fields: `usual` is the game's own value, `more` the conditions of a bonus."""

    path: str
    label: str
    sentence: str
    fields: list[Field]
    usual: str
    changed: bool
    more: list[Field]


class ShownGroup(NamedTuple):
    """A group of rules, and how many of them are changed."""

    id: str
    label: str
    rules: list[ShownRule]

    @property
    def changed(self) -> int:
        return sum(rule.changed for rule in self.rules)


class HouseRulesForm(BaseForm):
    """The rules of a game, filled in with those of `game`; `base` is the game without house rules.

    If the form was sent, it is filled in with what was sent.
    """

    def __init__(self, base: Game, game: Game, sent: Mapping[str, str] | None = None) -> None:
        sent = sent if sent is not None and f"{PREFIX}box" in sent else None
        sent = sent and _without(sent, sent.get("usual", ""))
        highest = (sent or {}).get(f"{PREFIX}tiles-highest", str(game.tiles.highest))
        self.base, self._usual = base, _with_box(base, highest)
        held = game if sent is None else self._usual
        self._rules = {key: [*self._asked(key, held)] for key in _KEYS}
        self._bonuses = _bonuses_in(base, base if sent is not None else game, sent)
        fields = {_name(each.keys): each.field for each in self._all}
        for place, bonus in enumerate(self._bonuses):
            fields |= {f"bonus-{place}-{part}": field for part, field in _of_bonus(bonus)}
        super().__init__({**fields, "box": HiddenField("", default=highest)}, PREFIX)
        self.process(_rid_of_box(sent, base) if sent is not None else None)
        self["box"].data = highest

    @property
    def _all(self) -> list[RuleField]:
        return [each for asked in self._rules.values() for each in asked]

    def _asked(self, key: RuleKey, game: Game) -> Iterator[RuleField]:
        base = self.base if key.path == "tiles.highest" else self._usual
        yield from asked_for(key, str(RULE_TEXTS[key.path].label), base, game)

    @property
    def changes(self) -> dict[str, Any]:
        """The answers that change the game, as house rules; call validate() first."""
        tree: dict[str, Any] = {}
        for each in self._all:
            if self._is_changed(each) and "rank" not in each.keys:
                value = each.read(self[_name(each.keys)].data)
                tree = merge(tree, _nested(each.keys, value))
        if any(self._is_changed(each) for each in self._all if "rank" in each.keys):
            tree = merge(tree, {"blocked": {"rank": self._rank}})
        played = [_played(self, place) for place in range(len(self._bonuses))]
        bonuses = [*_complete([bonus for bonus in played if bonus])]
        if bonuses != [_entry(bonus) for bonus in self.base.bonus]:
            tree[BONUS] = bonuses
        highest = tree.get("tiles", {}).get("highest")
        return merge(box_changes(self.base, highest), _settled(self._usual, tree))

    @property
    def _rank(self) -> list[str]:
        first, then = self["blocked-rank"].data, self["blocked-rank-then"].data
        return [] if first == NOBODY else [first, *(then.split(", ") if then else ())]

    @cached_property
    def game(self) -> Game:
        """The game with what is filled in; the game without it if that is not valid."""
        try:
            return self._usual if self.errors else with_house_rules(self.base, self.changes)
        except RuleError:
            return self._usual

    @property
    def groups(self) -> Iterator[ShownGroup]:
        """Yield the groups of rules that have an effect here."""
        words = rules_in_words(self._usual)
        for group, label in GROUPS.items():
            rules = [*self._shown_in(group, words)]
            if group == BONUS:
                rules += self._shown_bonuses()
            if rules:
                yield ShownGroup(group, str(label), rules)

    def _shown_in(self, group: str, words: Mapping[str, str]) -> Iterator[ShownRule]:
        for path, asked in self._by_path.items():
            told = RULE_TEXTS[path]
            if told.group != group or not (has_effect(path, self.game) or self._faulty(asked)):
                continue
            fields = [self[_name(each.keys)] for each in asked]
            usual = fields[0].words_for(asked[0].usual) if len(asked) == 1 else words.get(path, "")
            changed = any(map(self._is_changed, asked))
            sentence = str(told.sentence)
            yield ShownRule(path, str(told.label), sentence, fields, usual, changed, [])

    def _shown_bonuses(self) -> Iterator[ShownRule]:
        before = {bonus.name: _entry(bonus) for bonus in self.base.bonus}
        for place, bonus in enumerate(self._bonuses):
            of_bonus, known = f"{BONUS}-{place}-", before.get(bonus.name)
            fields = [self[f"{of_bonus}name"], self[f"{of_bonus}pays"]]
            changed = not fields[1].errors and (_played(self, place) or None) != known
            more = [self[f"{of_bonus}{part}"] for part in OF_A_BONUS]
            label, usual = _label_of(bonus.name), _pays_in(known or {})
            sentence = str(RULE_TEXTS[BONUS].sentence)
            yield ShownRule(of_bonus, label, sentence, fields, usual, changed, more)

    @property
    def _by_path(self) -> dict[str, list[RuleField]]:
        """The fields by the paths of keys; what settles a tie has one of its own."""
        found = {}
        for key, asked in self._rules.items():
            found[key.path] = [each for each in asked if each.keys != THEN]
            found |= {".".join(THEN): [each] for each in asked if each.keys == THEN}
        return found

    def _faulty(self, asked: list[RuleField]) -> bool:
        return any(self[_name(each.keys)].errors for each in asked)

    def _is_changed(self, asked: RuleField) -> bool:
        field = self[_name(asked.keys)]
        if isinstance(field, WrittenField):
            return not field.errors and asked.read(field.data) != asked.read(asked.usual)
        return field.data is not None and field.data != asked.usual

    def field_of(self, path: str) -> Field | None:
        """Return the field that a `RuleError.key` is about: blocked.winner.own, bonus[2]."""
        if bonus := re.match(r"bonus\[([0-9]+)\]", path):
            played = [p for p in range(len(self._bonuses)) if _played(self, p)]
            return self[f"bonus-{played[int(bonus[1])]}-pays"]
        names = {".".join(map(str, each.keys)): _name(each.keys) for each in self._all}
        near = (name for own, name in names.items() if own.startswith(path) or path.startswith(own))
        found = names.get(path) or next(near, None)
        return self[found] if found else None


_KEYS = tuple(key for key in keys_of() if key.path != BONUS)


def _with_box(base: Game, highest: str) -> Game:
    """Return the game with another set, and what else changes; unchanged if no set fits."""
    end = int(highest) if highest.isdecimal() else 0
    try:
        changes = merge({"tiles": {"highest": end}}, box_changes(base, end))
        return base if end == base.tiles.highest else with_house_rules(base, changes)
    except RuleError:
        return base


def _rid_of_box(sent: Any, base: Game) -> Any:
    """Leave out what the set chosen before brought along: another set has its own."""
    before = _with_box(base, sent[f"{PREFIX}box"])
    kept = sent.copy()
    for seats, tiles in before.deal.items():
        if kept.get(name := f"{PREFIX}deal-{seats}") == str(tiles):
            kept.poplist(name)
    if kept.get(name := f"{PREFIX}match-goal") == str(before.match.goal):
        kept.poplist(name)
    return kept


def _without(sent: Any, path: str) -> Any:
    """Leave out what was filled in for a rule that is reset to the usual value."""
    own = f"{PREFIX}{path.replace('.', '-').replace('_', '-')}"
    of_others = (f"{PREFIX}blocked-rank-then" if own.endswith("-rank") else "", f"{own}name")
    gone = [name for name in sent if path and name.startswith(own) and name not in of_others]
    return MultiDict((name, value) for name, value in sent.items() if name not in gone)


def _settled(usual: Game, tree: dict[str, Any]) -> dict[str, Any]:
    """Add what follows from other answers."""
    match, table = tree.get("match", {}), tree.get("table", {})
    if "ends" in match:
        match["best"] = {Ends.LIMIT: "low", Ends.RACE: "high"}.get(match["ends"], usual.match.best)
        match.setdefault("test", "reach")
    in_play = usual.tally.steps or usual.plays.marks or tree.get("tally")
    if match.get("test") == GoalTest.EXACT and in_play:
        # Two who got there in one round would stay level for ever.
        match["at_once"] = True
    seats = {*map(str, usual.deal), *tree.get("deal", {})}
    sides = table.get("sides", usual.sides_for(4) if 4 in usual.deal else Sides.SOLO)
    if seats != {"4"} and (sides == Sides.PAIRS or isinstance(usual.table.sides, Mapping)):
        by_seats = {each: str(sides if each == "4" else Sides.SOLO) for each in sorted(seats)}
        if by_seats != usual.definition.get("table", {}).get("sides"):
            tree = merge(tree, {"table": {"sides": by_seats}})
    return tree


def _bonuses_in(base: Game, game: Game, sent: Mapping[str, str] | None) -> list[Bonus]:
    """List the bonuses of a game, those it could have, and one without a name."""
    on_a_line = base.table.layout is Layout.LINE and base.table.entry is Entry.TILES
    # One no longer played scores nothing, on the same conditions.
    listed = {each.name: replace(each, points=0, times=1, by_round=()) for each in base.bonus}
    listed |= {bonus.name: bonus for bonus in game.bonus}
    listed = {**listed, **{b.name: b for b in _OFFERED if on_a_line and b.name not in listed}}
    names = [*listed]
    if sent is not None:
        found = (sent.get(f"{PREFIX}{BONUS}-{place}-name") for place in range(len(sent)))
        names = [name for name in map(clean_name, filter(None, found)) if name]
    return [*(listed.get(name, Bonus(name)) for name in names), Bonus("")]


def _label_of(name: str) -> str:
    return translate_name(name) or _("Another bonus")


def _of_bonus(held: Bonus) -> Iterator[tuple[str, Field]]:
    """Yield the fields of a bonus by key."""
    name_of = HiddenField if held.name else StringField
    yield "name", name_of(_("The name of the bonus"), default=held.name, filters=[clean_name])
    pays = _pays_in(_entry(held))
    yield "pays", WrittenField(_label_of(held.name), _paid, _NO_PAY, default=pays)
    yield "to", _of(For, "to", held.to)
    yield "ending", _of(Ending, "ending", held.ending, _("ends in any way"))
    yield "same_ends", _yes_or_no("same_ends", held.same_ends)
    yield "last_tile", _of(LastTile, "last_tile", held.last_tile)
    yield "once_a_match", _yes_or_no("once_a_match", held.once_a_match)
    others = ", ".join(held.instead_of)
    yield "instead_of", WrittenField(str(OF_A_BONUS["instead_of"]), _names, _NO_PAY, default=others)


def _of(kind: Any, part: str, held: object, any_: str = "") -> Field:
    answers: dict[str, object] = {"": any_} if any_ else {}
    answers |= {str(value): said for value, said in VALUES[kind].items()}
    return AnswerField(str(OF_A_BONUS[part]), answers, default=str(held or ""))


def _yes_or_no(part: str, held: bool) -> Field:
    answers: dict[str, LazyString] = {"": _l("No"), "yes": _l("Yes")}
    return AnswerField(str(OF_A_BONUS[part]), answers, default="yes" if held else "")


def _names(text: str) -> list[str]:
    return [name for name in map(clean_name, text.split(",")) if name]


def _paid(text: str) -> dict[str, Any]:
    """Read what a bonus scores; {} for one that is not played. Raise ValueError."""
    if times := _BY_TIMES.fullmatch(text.strip()):
        return {"times": int(times[1])} if int(times[1]) != 1 else {}
    numbers = [int(number) for number in _BY_NUMBER.findall(text)]
    if _BY_NUMBER.sub("", text).strip(" ,;"):
        raise ValueError(text)
    if len(numbers) > 1:
        return {"by_round": numbers} if any(numbers) else {}
    return {"points": numbers[0]} if numbers and numbers[0] else {}


def _pays_in(entry: Mapping[str, Any]) -> str:
    """Write what a bonus scores as `_paid` reads it."""
    if entry.get("times", 1) > 1:
        return f"×{entry['times']}"
    return " ".join(map(str, entry.get("by_round", ()))) or str(entry.get("points", 0))


def _entry(bonus: Bonus) -> dict[str, Any]:
    """Write a bonus as in a game file, without the defaults."""
    usual = Bonus(bonus.name)
    parts = ("points", "times", "by_round", "instead_of", *OF_A_BONUS)
    held = {part: getattr(bonus, part) for part in dict.fromkeys(parts)}
    written = {part: v for part, v in held.items() if v != getattr(usual, part)}
    plain = {p: list(v) if isinstance(v, tuple) else v for p, v in written.items()}
    return {"name": bonus.name} | {p: str(v) if isinstance(v, str) else v for p, v in plain.items()}


def _played(form: HouseRulesForm, place: int) -> dict[str, Any]:
    """Read the bonus at a place; nothing if it is not played."""

    def said(part: str) -> Any:
        return form[f"bonus-{place}-{part}"].data

    paid = _paid(said("pays") or "")
    if not (said("name") and paid):
        return {}
    parts = {part: said(part) for part in OF_A_BONUS}
    parts |= {part: parts[part] == "yes" for part in ("same_ends", "once_a_match")}
    parts["instead_of"] = tuple(_names(parts["instead_of"] or ""))
    bonus = Bonus(said("name"), **{p: v for p, v in parts.items() if v})
    return {**_entry(bonus), **paid}


def _complete(bonuses: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Leave out bonuses that replace others which are not played."""
    names = {bonus["name"] for bonus in bonuses}
    return (bonus for bonus in bonuses if names.issuperset(bonus.get("instead_of", ())))


def _name(keys: Keys) -> str:
    """Name the field of a key: blocked-winner-own."""
    return "-".join(map(str, keys)).replace("_", "-")


def _nested(keys: Keys, value: object) -> dict[str, Any]:
    first, *rest = keys
    return {str(first): _nested(tuple(rest), value) if rest else value}
