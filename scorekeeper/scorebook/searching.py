"""What matches are looked for: words, a player, a game; as conditions of a statement."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import CTE, ColumnElement, Select, func, literal, or_, select
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.database.folding import folded

# Whoever has a common word in the name has more seats than this, all of them together.
COMMON = 10_000
# Whoever played so many matches among so many of the newest is found soonest by looking at these,
# one after the other; for others all of their matches are listed and put in order.
SOME, NEWEST = 20, 5_000
# So many names that have a word are looked for by what they are.
MOST_NAMES = 50
# Statements that are kept, as it takes longer to make one than to run it.
STATEMENTS = 256

KEPT = models.MatchRow.binned_at.is_(None)
OPEN = models.MatchRow.finished_at.is_(None)

Ids = tuple[int, ...]
Conditions = tuple[ColumnElement[bool], ...]


class Word(NamedTuple):
    """A word that is looked for: in the names of players, and the `games` that have it.

    One that is `common` is found in the names of most matches, or of very many. `names` are all
    that have it, as they are searched; () where they are many, or not known.
    """

    text: str
    games: tuple[str, ...] = ()
    common: bool = False
    names: tuple[str, ...] = ()


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
    """Return a word to look for, once it is known which names have it, and how common it is."""
    connection = db.session.connection()
    found = tuple(connection.scalars(_names_with(text).limit(MOST_NAMES + 1)))
    word = Word(text, games, names=found if len(found) <= MOST_NAMES else ())
    seats = connection.scalar(_seats_with(word)) or 0
    return word._replace(common=seats > COMMON)


def needed(words: Sequence[Word]) -> tuple[Word, ...]:
    """Leave out words that are in every name that has another one: of Ana García, Ana.

    Whoever types a whole name asks for two words, of which the first is in many names.
    """
    left = once = [*dict.fromkeys(words)]
    for word in once:
        if word in left and word.names and not word.games:
            left = [each for each in left if each == word or not _is_in_all(each, word.names)]
    return tuple(left)


def _is_in_all(word: Word, names: Sequence[str]) -> bool:
    return all(folded(word.text) in name for name in names)


def conditions_of(wanted: Wanted, *, by_match: bool = False) -> Conditions:
    """Return the conditions of a match that is looked for.

    They are for whoever looks at one match after the other where that is said, or where a word is
    common; otherwise the seats are found first.
    """
    found = [KEPT, *within(wanted.among)]
    if wanted.game:
        found.append(models.MatchRow.game_id == wanted.game)
    if wanted.player:
        found.append(_sits(_is(wanted.player)) if by_match else _played_by(_is(wanted.player)))
    for word in wanted.words:
        one_by_one = by_match or word.common
        played = _sits(_has(word)) if one_by_one else _played_by(_has(word))
        of_games = models.MatchRow.game_id.in_(word.games)
        found.append(or_(of_games, played) if word.games else played)
    return tuple(found)


def is_of_few(wanted: Wanted) -> bool:
    """Say whether only the matches of some players are looked for."""
    return bool(wanted.player) or any(not (word.common or word.games) for word in wanted.words)


def is_of_one(wanted: Wanted) -> bool:
    """Say whether nothing but the matches of one player are looked for."""
    return bool(wanted.player) and wanted == Wanted(player=wanted.player)


def finished_of(player: str) -> ColumnElement[int]:
    """Return how many matches of a player are over, for whoever counts nothing else of them.

    All of them are counted from an index alone; those that go on or are in the bin are few.
    """
    seats = select(func.count(models.SeatRow.match_id.distinct())).where(_is(player))
    others = select(func.count()).select_from(models.MatchRow).where(_sits(_is(player)))
    going_on, binned = (
        others.where(KEPT, OPEN),
        others.where(models.MatchRow.binned_at.is_not(None)),
    )
    return seats.scalar_subquery() - going_on.scalar_subquery() - binned.scalar_subquery()


def played_lately(wanted: Wanted) -> bool:
    """Say whether the newest matches have a page of those that are looked for, by whose they are.

    Only asked of one name or word that is not common: two who played lately may never have met.
    """
    rare = tuple(word for word in wanted.words if not word.common)
    if wanted.game or wanted.among is not None or len(rare) + bool(wanted.player) != 1:
        return False
    oldest, last = db.session.connection().execute(_latest(wanted.player, rare)).one()
    return oldest is not None and last - oldest < NEWEST


def each_once(column: InstrumentedAttribute[str], name: str, *of: ColumnElement[bool]) -> CTE:
    """Return each text of a column once: the next one after each, found by an index."""
    first = select(func.min(column).label(column.key)).where(*of).cte(name, recursive=True)
    last = first.c[column.key]
    following = select(func.min(column)).where(*of, column > last).scalar_subquery()
    return first.union_all(select(following).where(last.is_not(None)))


@lru_cache(STATEMENTS)
def _names_with(word: str) -> Select[str]:
    """Select the names that have a word: there are far fewer players than matches."""
    name = models.PlayerRow.folded
    return select(name).where(name.contains(folded(word), autoescape=True)).distinct()


@lru_cache(STATEMENTS)
def _seats_with(word: Word) -> Select[int]:
    """Select how many seats have a word in the name, up to one more than COMMON."""
    seats = select(literal(1)).where(_has(word)).limit(COMMON + 1).subquery()
    return select(func.count()).select_from(seats)


def within(among: Ids | None) -> Conditions:
    """Return the condition that a match is one of some; none where all may be listed."""
    return () if among is None else (models.MatchRow.id.in_(among),)


@lru_cache(STATEMENTS)
def _latest(player: str, words: tuple[Word, ...]) -> Select[Any]:
    """Select the SOMEth of the newest matches of a player, or of who has a word; and the newest."""
    of_them = _is(player) if player else _has(words[0])
    theirs = select(models.SeatRow.match_id).where(of_them)
    oldest = theirs.order_by(models.SeatRow.match_id.desc()).offset(SOME - 1).limit(1)
    last = select(func.max(models.MatchRow.id))
    return select(oldest.scalar_subquery(), last.scalar_subquery())


def _is(player: str) -> ColumnElement[bool]:
    return _called(models.PlayerRow.folded == folded(player))


def _has(word: Word) -> ColumnElement[bool]:
    """Say that a seat has a word in the name."""
    name = models.PlayerRow.folded
    if word.names:
        return _called(name.in_(word.names))
    return _called(name.contains(folded(word.text), autoescape=True))


def _called(names: ColumnElement[bool]) -> ColumnElement[bool]:
    return models.SeatRow.player_id.in_(select(models.PlayerRow.id).where(names))


def _played_by(seats: ColumnElement[bool]) -> ColumnElement[bool]:
    """Say that a match has one of some seats, for whoever looks for the seats first."""
    return models.MatchRow.id.in_(select(models.SeatRow.match_id).where(seats))


def _sits(seats: ColumnElement[bool]) -> ColumnElement[bool]:
    """Say that a match has one of some seats, for whoever looks at matches first.

    Of a common word one of the next few matches has it, and to list all seats takes long.
    """
    of_match = models.SeatRow.match_id == models.MatchRow.id
    return select(models.SeatRow.match_id).where(of_match, seats).exists()
