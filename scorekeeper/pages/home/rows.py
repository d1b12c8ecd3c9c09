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
from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.match import title_of_setup
from scorekeeper.pages.shared.sides import round_of
from scorekeeper.rules.options import Best
from scorekeeper.scorebook.figures.scores import MatchScore, scores_of
from scorekeeper.scorebook.listing import MOST_COUNTED, Listed
from scorekeeper.scorebook.searching import Ids
from scorekeeper.wording.dates import day_name, format_day, time_ago
from scorekeeper.wording.formats import number, rounds
from scorekeeper.wording.sides import SideNames

# About a kilobyte each.
MAX_ROWS = 2048

Played = Callable[[MatchScore], str]


class RowWanted(NamedTuple):
    """What is to be shown of a match: when it was changed, and whether it can be brought back."""

    listed: Listed
    when: str
    back: bool = False


# In a language.
Key = tuple[str, RowWanted]


class ListedSide(NamedTuple):
    """A side of a match in a list; `colour` counts from 1."""

    colour: int
    name: str
    points: str
    won: bool


class ListedMatch(NamedTuple):
    """A match in a list; its sides by rank, the winner first; `back` if it can be brought back."""

    id: int
    when: str
    title: str
    sides: tuple[ListedSide, ...]
    played: str
    back: bool


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


def open_rows(rows: Sequence[Listed], scorable: Ids | None = ()) -> tuple[Markup, ...]:
    """Show matches that go on; those put away can be brought back if `scorable`, all if None."""
    wanted = [
        RowWanted(
            row,
            (day_name if row.put_away else time_ago)(row.place.moment),
            back=row.put_away and (scorable is None or row.match_id in scorable),
        )
        for row in rows
    ]
    return _shown(wanted, lambda score: round_of(score.setup, score.rounds + 1))


def finished_rows(rows: Sequence[Listed]) -> tuple[Markup, ...]:
    """Show finished matches."""
    wanted = [RowWanted(row, format_day(row.place.moment)) for row in rows]
    return _shown(wanted, lambda score: rounds(score.rounds))


def put_away_title(count: int) -> str:
    """Say how many matches are put away."""
    # For translators: matches that nobody went on with for a month.
    return _("Put away after a month: %(count)s", count=counted(count))


def counted(count: int) -> str:
    """Write how many there are; beyond some there are just more: 10,000+."""
    return number(count) if count <= MOST_COUNTED else f"{number(MOST_COUNTED)}+"


def _shown(wanted: Sequence[RowWanted], played: Played) -> tuple[Markup, ...]:
    """Show rows, each with how much was `played`; those shown before need not be read.

    A match that was deleted since it was listed has an empty row.
    """
    cache: RowCache = current_app.extensions["row_cache"]
    language = page_language()
    shown = {each: cache.find((language, each)) for each in wanted}
    new = [each for each in wanted if not shown[each]]
    found = scores_of([each.listed.match_id for each in new]) if new else ()
    scores = {score.match_id: score for score in found}
    for each in new:
        if score := scores.get(each.listed.match_id):
            shown[each] = html = _row(score, each, played(score))
            cache.store((language, each), html)
    return tuple(shown[each] or Markup() for each in wanted)


def _row(score: MatchScore, wanted: RowWanted, played: str) -> Markup:
    title, sides = title_of_setup(score.setup), tuple(_ranked(score))
    listed = ListedMatch(score.match_id, wanted.when, title, sides, played, wanted.back)
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
