"""What matches are looked for: words, a player, a game; as conditions of a statement."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import CTE, ColumnElement, Select, func, literal, or_, select
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.database.folding import folded

# Whoever has a common word in the name has more seats than this, all of them together.
COMMON = 10_000
# Statements that are kept, as it takes longer to make one than to run it.
STATEMENTS = 256

KEPT = models.MatchRow.binned_at.is_(None)

Ids = tuple[int, ...]
Conditions = tuple[ColumnElement[bool], ...]


class Word(NamedTuple):
    """A word that is looked for: in the names of players, and the `games` that have it.

    One that is `common` is found in the names of most matches, or of very many.
    """

    text: str
    games: tuple[str, ...] = ()
    common: bool = False


class Wanted(NamedTuple):
    """Which matches are listed: those that fit everything that is given.

    `among` are the ids that may be listed, all if None.
    """

    words: tuple[Word, ...] = ()
    player: str = ""
    game: str = ""
    among: Ids | None = None


EVERYTHING = Wanted()


def word_for(text: str, games: tuple[str, ...] = ()) -> Word:
    """Return a word to look for, once it is known how common it is."""
    seats = db.session.connection().scalar(_seats_with(text)) or 0
    return Word(text, games, common=seats > COMMON)


def conditions_of(wanted: Wanted) -> Conditions:
    """Return the conditions of a match that is looked for."""
    found = [KEPT, *within(wanted.among)]
    if wanted.game:
        found.append(models.MatchRow.game_id == wanted.game)
    if wanted.player:
        found.append(_played_by(models.SeatRow.name_key == folded(wanted.player)))
    for word in wanted.words:
        played = _played_by_one_of_many(word.text) if word.common else _played_by(_named(word.text))
        of_games = models.MatchRow.game_id.in_(word.games)
        found.append(or_(of_games, played) if word.games else played)
    return tuple(found)


def each_once(column: InstrumentedAttribute[str], name: str, *of: ColumnElement[bool]) -> CTE:
    """Return each text of a column once: the next one after each, found by an index."""
    first = select(func.min(column).label(column.key)).where(*of).cte(name, recursive=True)
    last = first.c[column.key]
    following = select(func.min(column)).where(*of, column > last).scalar_subquery()
    return first.union_all(select(following).where(last.is_not(None)))


# The names of all players, of which there are far fewer than matches.
_NAMES = each_once(models.SeatRow.name_key, "names")


@lru_cache(STATEMENTS)
def _seats_with(word: str) -> Select[int]:
    """Select how many seats have a word in the name, up to one more than COMMON."""
    seats = select(literal(1)).where(_named(word)).limit(COMMON + 1).subquery()
    return select(func.count()).select_from(seats)


def within(among: Ids | None) -> Conditions:
    """Return the condition that a match is one of some; none where all may be listed."""
    return () if among is None else (models.MatchRow.id.in_(among),)


def _played_by(named: ColumnElement[bool]) -> ColumnElement[bool]:
    return models.MatchRow.id.in_(select(models.SeatRow.match_id).where(named))


def _named(word: str) -> ColumnElement[bool]:
    """Say that a seat has a word in the name, for whoever looks for the seats first."""
    named = select(_NAMES.c.name_key).where(
        _NAMES.c.name_key.contains(folded(word), autoescape=True)
    )
    return models.SeatRow.name_key.in_(named)


def _played_by_one_of_many(word: str) -> ColumnElement[bool]:
    """Say that a match has a seat with a word in the name, for whoever looks at matches first.

    Of a common word one of the next few matches has it, and to list all seats takes long.
    """
    seat = models.SeatRow
    named = seat.name_key.contains(folded(word), autoescape=True)
    return select(seat.match_id).where(seat.match_id == models.MatchRow.id, named).exists()
