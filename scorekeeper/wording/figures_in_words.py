"""Figures in the language of the page: parts, averages, kinds of matches, periods."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from babel import Locale
from babel.numbers import format_decimal, format_percent
from flask_babel import get_locale

from scorekeeper.figures.clock import ALL_TIME, NEWEST, is_newest, span_of
from scorekeeper.figures.results import Kind, Measure, kind_of
from scorekeeper.messages import gettext as _
from scorekeeper.messages import pgettext
from scorekeeper.rules.game_files import game_ids, load_game
from scorekeeper.rules.game_keys import Sides
from scorekeeper.rules.game_setup import Game, Setup
from scorekeeper.wording.formats import FALLBACK, MINUS, apart, month_name, number
from scorekeeper.wording.rule_labels import translate_name

# Where there is nothing to count from.
NOTHING = "–"


def percent(part: float | None) -> str:
    """Write a part of a whole: 42%."""
    if part is None:
        return NOTHING
    return _percent_in(get_locale() or FALLBACK, part)


# Tables have many, the same ones again and again.
@lru_cache(8_192)
def _percent_in(locale: Locale | str, part: float) -> str:
    return str(format_percent(part, locale=locale))


def average(value: float | None) -> str:
    """Write an average with one digit after the point: 9.8."""
    if value is None:
        return NOTHING
    return str(format_decimal(value, "0.0", locale=get_locale() or FALLBACK))


def difference(value: float) -> str:
    """Write how much more, or less, something is: +3.2."""
    sign = "+" if value > 0 else MINUS
    return f"{sign}{average(abs(value))}" if round(value, 1) else average(0)


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
    return _("%(game)s, each alone", game=name)


def _usual_measure(game: Game) -> Measure:
    return kind_of(Setup.of(game, min(game.deal))).measure


def period_name(period: str, name: str = "") -> str:
    """Name a period: All time, Last 30 matches, 2026, November.

    Of somebody's newest matches it has to be known what the name is.
    """
    if period == ALL_TIME:
        return _("All time")
    if period == NEWEST:
        return _("Last 30 matches")
    if is_newest(period):
        return _("Last 30 matches of %(name)s", name=name) if name else _("Last 30 matches of all")
    return month_name(span_of(period)[0]) if "-" in period else period


def since(moment: datetime) -> str:
    """Say since when somebody plays."""
    return _("playing since %(month)s", month=_in_a_sentence(month_name(moment)))


def _in_a_sentence(month: str) -> str:
    locale = get_locale()
    # Only in English (and German) months have a capital letter.
    return month if locale is None or locale.language == "en" else month[:1].lower() + month[1:]


def place_of(place: int, number: int) -> str:
    # For translators: a place among so many people: place 3 of 30.
    return pgettext("rating", "place %(place)s of %(number)s", place=place, number=number)


def in_a_row_text(name: str, other: str, count: int) -> str:
    """Say how many of the newest matches somebody finished ahead in."""
    facts = {"name": apart(name), "other": apart(other)}
    match count:
        case 2:
            return _("%(name)s’s second win in a row against %(other)s", **facts)
        case 3:
            return _("%(name)s’s third win in a row against %(other)s", **facts)
        case 4:
            return _("%(name)s’s fourth win in a row against %(other)s", **facts)
    # For translators: five and more: Ana’s 5 wins in a row against Bea.
    return _("%(name)s’s %(num)s wins in a row against %(other)s", num=number(count), **facts)
