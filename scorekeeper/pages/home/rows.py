"""The rows of lists of matches, each rendered once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache
from flask import current_app, get_template_attribute
from flask.sansio.blueprints import BlueprintSetupState
from markupsafe import Markup

from scorekeeper.i18n import page_language
from scorekeeper.pages.shared.match import title_of_setup
from scorekeeper.pages.shared.sides import round_of
from scorekeeper.rules.options import Best
from scorekeeper.scorebook.figures.scores import MatchScore, scores_of
from scorekeeper.scorebook.listing import Listed
from scorekeeper.wording.dates import format_day, time_ago
from scorekeeper.wording.formats import number, rounds
from scorekeeper.wording.sides import SideNames

# About a kilobyte each.
MAX_ROWS = 2048

# A file, a match in it, its version, the language, and how long ago it changed where that is shown.
Key = tuple[int, int, int, str, str]
Render = Callable[[MatchScore, Listed], Markup]


class ListedSide(NamedTuple):
    """A side of a match in a list; `colour` counts from 1."""

    colour: int
    name: str
    points: str
    won: bool


class ListedMatch(NamedTuple):
    """A match in a list; its sides by rank, the winner first."""

    id: int
    when: str
    title: str
    sides: tuple[ListedSide, ...]
    played: str


class RowCache:
    """The rows that were shown last: they change with the version of their match."""

    def __init__(self) -> None:
        self._rows: LRUCache[Key, Markup] = LRUCache(MAX_ROWS)
        self._lock = Lock()

    def find(self, key: Key) -> Markup | None:
        with self._lock:
            return self._rows.get(key)

    def store(self, key: Key, row: Markup) -> None:
        with self._lock:
            self._rows[key] = row


def add_row_cache(state: BlueprintSetupState) -> None:
    """Give the application its cache of rows."""
    state.app.extensions["row_cache"] = RowCache()


def open_rows(rows: Sequence[Listed]) -> tuple[Markup, ...]:
    """Show matches that go on."""
    return _shown([(row, time_ago(row.place.moment)) for row in rows], _open_row)


def finished_rows(rows: Sequence[Listed]) -> tuple[Markup, ...]:
    """Show finished matches."""
    return _shown([(row, "") for row in rows], _finished_row)


def _shown(rows: Sequence[tuple[Listed, str]], render: Render) -> tuple[Markup, ...]:
    """Show rows, each with what else it depends on; those shown before need not be read.

    A match that was deleted since it was listed has an empty row.
    """
    cache: RowCache = current_app.extensions["row_cache"]
    language = page_language()
    keys = [(row.file, row.match_id, row.version, language, when) for row, when in rows]
    shown = {key: cache.find(key) for key in keys}
    new = {key: row for key, (row, _when) in zip(keys, rows, strict=True) if not shown[key]}
    found = scores_of([row.match_id for row in new.values()]) if new else ()
    scores = {score.match_id: score for score in found}
    for key, row in new.items():
        if score := scores.get(row.match_id):
            shown[key] = html = render(score, row)
            cache.store(key, html)
    return tuple(shown[key] or Markup() for key in keys)


def _open_row(score: MatchScore, row: Listed) -> Markup:
    return _row(score, time_ago(row.place.moment), round_of(score.setup, score.rounds + 1))


def _finished_row(score: MatchScore, row: Listed) -> Markup:
    return _row(score, format_day(row.place.moment), rounds(score.rounds))


def _row(score: MatchScore, when: str, played: str) -> Markup:
    title, sides = title_of_setup(score.setup), tuple(_ranked(score))
    listed = ListedMatch(score.match_id, when, title, sides, played)
    row: Markup = get_template_attribute("home/_rows.html", "row")(listed)
    return row


def _ranked(score: MatchScore) -> Iterator[ListedSide]:
    """Yield the winner, then the other sides by their totals, then those that are out."""
    totals, sides = score.totals, score.setup.sides
    sign = -1 if score.setup.game.match.best is Best.HIGH else 1
    names = SideNames(score.setup, score.names)

    def rank(side: int) -> tuple[bool, bool, int]:
        return side != score.winner, side in score.put_out, sign * totals[side]

    for side in sorted(range(len(totals)), key=rank):
        colour, points = score.colours[sides[side][0]], number(totals[side])
        yield ListedSide(colour, names.label(side), points, side == score.winner)
