"""Names, numbers and counts in the language of the page, for pages and the command line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from unicodedata import bidirectional

from scorekeeper.messages import gettext, lazy_pgettext, ngettext, pgettext
from scorekeeper.rules.game_keys import Entry
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.tiles_and_hands import PIPS

MINUS = "−"

# Languages disagree on grouping four digits, so they are never grouped.
_LEAST_GROUPED = 10_000

# Names that begin with the sound of i: Inés and Hilda, not Hierro or Yago.
_BEGINS_WITH_I = re.compile(r"h?(í|i(?![aeouáéóú])|y(?=[^\W\d_aeiouáéíóú]))", re.IGNORECASE)

# Letters that are read from right to left, and marks that keep them apart from what follows.
_FROM_THE_RIGHT = {"R", "AL"}

_APART = "\u2068%s\u2069"


def apart(name: str) -> str:
    """Isolate a right-to-left name from the number or the name that follows it.

    >>> apart("Ana"), len(apart("שרה"))
    ('Ana', 5)
    """
    from_the_right = not name.isascii() and any(
        bidirectional(letter) in _FROM_THE_RIGHT for letter in name
    )
    return _APART % name if from_the_right else name


def as_sentence(text: str) -> str:
    """Begin a text with a capital.

    >>> as_sentence("first to 100"), as_sentence("6 in a row")
    ('First to 100', '6 in a row')
    """
    return text[:1].upper() + text[1:]


def translate_name(name: str) -> str:
    """Translate the name of a game or a bonus; one from house rules stays as it is."""
    return gettext(name) if name else ""


def join_names(names: Sequence[object]) -> str:
    """Join names, tiles or numbers into a list.

    >>> join_names(["Ana"]), join_names(["Ana", "Bea", "Ciro"])
    ('Ana', 'Ana, Bea and Ciro')
    """
    if not names:
        return ""
    *most, last = map(str, names)
    if not most:
        return last
    if _BEGINS_WITH_I.match(last):
        # For translators: only Spanish has another word before an i: Ana, Bea e Inés.
        return pgettext("before an i", "%(names)s and %(last)s", names=", ".join(most), last=last)
    # For translators: a list of names, tiles or numbers: Ana, Bea and Ciro.
    return gettext("%(names)s and %(last)s", names=", ".join(most), last=last)


def join_parts(parts: Iterable[str]) -> str:
    """Join parts, some of which are lists themselves.

    >>> join_parts(["3-5, 6-6", "1-2"])
    '3-5, 6-6; 1-2'
    """
    first, *others = [*parts] or [""]
    for part in others:
        # For translators: hands or rules that stand one after the other: 3-5, 6-6; 1-2.
        first = gettext("%(parts)s; %(next)s", parts=first, next=part)
    return first


def one_of(numbers: Iterable[int]) -> str:
    """Write a choice of numbers; consecutive ones as a range.

    >>> one_of([4]), one_of([2, 4]), one_of([2, 3, 4]), one_of([30, 50, 70])
    ('4', '2 or 4', '2 to 4', '30, 50 or 70')
    """
    *most, last = sorted(numbers)
    if not most:
        return str(last)
    if len(most) > 1 and last - most[0] == len(most):
        # For translators: numbers of players: 2 to 4.
        return gettext("%(least)s to %(most)s", least=most[0], most=last)
    facts = {"one": ", ".join(map(str, most)), "other": last}
    # For translators: before 8, 11 and 80 to 89, whose names begin with an o in Spanish.
    if re.match(r"8|11$", str(last)):
        return pgettext("before an o", "%(one)s or %(other)s", **facts)
    # For translators: numbers of which one is meant: 2 or 4.
    return gettext("%(one)s or %(other)s", **facts)


def format_number(amount: int) -> str:
    """Format a number, with a minus sign (not a hyphen) below 0."""
    size = abs(amount)
    text = str(size)
    if size >= _LEAST_GROUPED:
        text = f"{size:,}".replace(",", number_signs()[0])
    return f"{MINUS}{text}" if amount < 0 else text


def number_signs() -> tuple[str, str]:
    """Return the signs between the thousands and before the decimals of a number."""
    # For translators: this number as the language writes it; all others are written as it is.
    example = pgettext("number", "12,345.6")
    _, between, before, _ = re.split(r"\d+", example)
    return between, before


def signed(points: int) -> str:
    """Format points scored with their sign: +21, −5, or – for none."""
    if not points:
        return "–"
    return f"+{format_number(points)}" if points > 0 else format_number(points)


def signed_points(count: int) -> str:
    """Format points scored with their sign and unit: +21 points."""
    return ngettext("%(number)s point", "%(number)s points", abs(count), number=signed(count))


def times(worth: int) -> str:
    """Say how many times a round counts: double, three times, 4 times."""
    if worth == 2:
        # For translators: a round counts “double”; 4 points (own hand), counted “double”.
        return pgettext("a round counts", "double")
    if worth == 3:
        return pgettext("a round counts", "three times")
    return gettext("%(number)s times", number=format_number(worth))


def points(count: int) -> str:
    """Format a number of points; −1 is singular too."""
    # For translators: a point is what a side scores; a pip is what is left on a tile.
    return ngettext(
        "%(number)s point", "%(number)s points", abs(count), number=format_number(count)
    )


def pips(count: int) -> str:
    # For translators: a pip is one of the dots on a tile.
    return ngettext("%(number)s pip", "%(number)s pips", count, number=format_number(count))


def tiles(count: int) -> str:
    return ngettext("%(number)s tile", "%(number)s tiles", count, number=format_number(count))


def doubles(count: int) -> str:
    # For translators: a double is a tile with the same number on both ends.
    return ngettext("%(number)s double", "%(number)s doubles", count, number=format_number(count))


def rounds(count: int) -> str:
    # For translators: a round is one deal, until it ends; a match is many rounds, to its goal.
    return ngettext("%(number)s round", "%(number)s rounds", count, number=format_number(count))


def matches(count: int) -> str:
    return ngettext("%(number)s match", "%(number)s matches", count, number=format_number(count))


def changes(count: int) -> str:
    # For translators: what was changed in a scorebook since it was begun.
    return ngettext("%(number)s change", "%(number)s changes", count, number=format_number(count))


def wins(count: int) -> str:
    # For translators: rounds won, in a game that counts only those.
    return ngettext("%(number)s win", "%(number)s wins", count, number=format_number(count))


def players(count: int) -> str:
    return ngettext("%(number)s player", "%(number)s players", count, number=format_number(count))


def minutes(count: int) -> str:
    return ngettext("%(number)s minute", "%(number)s minutes", count, number=format_number(count))


def place_name(place: int) -> str:
    """Name a place, from 1: 1st."""
    return str(_PLACES[place - 1]) if place <= len(_PLACES) else str(place)


_PLACES = (
    # For translators: a place in a match, beside a name: first, second.
    lazy_pgettext("place", "1st"),
    lazy_pgettext("place", "2nd"),
    lazy_pgettext("place", "3rd"),
    lazy_pgettext("place", "4th"),
    lazy_pgettext("place", "5th"),
    lazy_pgettext("place", "6th"),
    lazy_pgettext("place", "7th"),
    lazy_pgettext("place", "8th"),
    lazy_pgettext("place", "9th"),
    lazy_pgettext("place", "10th"),
)


@dataclass(frozen=True, slots=True)
class SideNames:
    """The names of the players of one setup, in order of play."""

    setup: Setup
    names: tuple[str, ...]

    def side_name(self, side: int) -> str:
        """Return the name of a side for a sentence: Ana and Ciro."""
        return join_names([self.names[seat] for seat in self.setup.sides[side]])

    def label(self, side: int) -> str:
        """Return the name of a side for a scoreboard: Ana & Ciro."""
        return " & ".join(self.names[seat] for seat in self.setup.sides[side])

    def counted(self, amount: int) -> str:
        """Write what hands count: pips, or points if tiles do not count their pips."""
        game = self.setup.game
        by_pips = game.weights == PIPS and game.table.entry is Entry.TILES
        return pips(amount) if by_pips else points(amount)

    def people(self, *sides: int) -> int:
        """Count the players of some sides, which decides between “wins” and “win”."""
        return sum(len(self.setup.sides[side]) for side in sides)
