"""The whole scorebook as tables for spreadsheets: players, matches, and all of their rounds.

What is counted is written in whole numbers, of which a spreadsheet makes shares and averages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from itertools import islice

from scorekeeper.figures import clock
from scorekeeper.figures.facts import kind_of
from scorekeeper.figures.totals import Totals
from scorekeeper.interchange.csv_file import ENDINGS, Cell, Row, written_at
from scorekeeper.messages import gettext as _
from scorekeeper.messages import pgettext
from scorekeeper.scorebook.database.limits import MOST_SEATS
from scorekeeper.scorebook.figures.frame import EVERY_MATCH, Frame
from scorekeeper.scorebook.figures.read import season_table
from scorekeeper.scorebook.listing import Page, finished_matches, open_matches
from scorekeeper.scorebook.people.players import Ids, players_by_id
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.searching import Wanted
from scorekeeper.wording.figures import kind_name
from scorekeeper.wording.sides import SideNames

AT_ONCE = 100


def players_table(frame: Frame = EVERY_MATCH) -> Iterator[Row]:
    """Give a row for each player who is not hidden, in the order of a season.

    Points are those of one kind of matches, where one is asked for: those of others do not compare.
    """
    names = players_by_id(frame.seen)
    yield _player_heading(points=bool(frame.kind))
    for line in season_table(frame):
        player = names.get(line.player)
        if player and not player.hidden:
            rating = "" if line.rating.shown is None else line.rating.shown
            counted = _counted(line.total, points=bool(frame.kind))
            yield [line.place, player.name, *counted, rating, _day(line.total.last_at)]


def matches_table(seen: Ids | None = None, most: int | None = None) -> Iterator[Row]:
    """Give a row for each match, those that go on first, then the one that ended last.

    `seen` are the ids of the matches that may be listed, all if None; at most so many.
    """
    yield [
        _("Match"),
        _("Started at (UTC)"),
        _("Ended at (UTC)"),
        _("Game"),
        _("Goal"),
        _("Rounds"),
        pgettext("column", "Winner"),
        *_of_sides(_side, _points),
    ]
    for match in islice(_matches(seen), most):
        names, standing = SideNames(match.setup, match.names), match.standing
        yield [
            match.id,
            written_at(match.opened_at),
            written_at(match.last_at) if standing.over else "",
            kind_name(kind_of(match.setup)),
            match.setup.game.match.goal,
            len(match.rounds),
            "" if standing.winner is None else names.label(standing.winner),
            *_by_side(names, standing.totals),
        ]


def rounds_table(seen: Ids | None = None, most: int | None = None) -> Iterator[Row]:
    """Give a row for each round of the same matches, in order."""
    yield [
        _("Match"),
        _("Round"),
        _("Recorded at (UTC)"),
        pgettext("column", "Ending"),
        pgettext("column", "Winner"),
        *_of_sides(_side, _points, _total),
    ]
    for match in islice(_matches(seen), most):
        names = SideNames(match.setup, match.names)
        for scored, entry in zip(match.rounds, match.record.entries, strict=False):
            winner = scored.score.winning_side
            yield [
                match.id,
                scored.number,
                written_at(entry.recorded_at),
                str(ENDINGS[scored.score.ending]),
                "" if winner is None else names.label(winner),
                *_by_side(names, scored.score.points, scored.standing.totals),
            ]


# The tables of the whole scorebook, by their names.
TABLES: Mapping[str, Callable[[], Iterator[Row]]] = {
    "players": players_table,
    "matches": matches_table,
    "rounds": rounds_table,
}


def _matches(seen: Ids | None) -> Iterator[Match]:
    """Read all matches, a page at a time."""
    wanted = Wanted(among=seen)
    for read in (open_matches, finished_matches):
        page, before = Page((), more=True), None
        while page.more:
            page = read(wanted, before, AT_ONCE)
            before = page.rows[-1].place if page.rows else None
            yield from page.matches


def _of_sides(*headings: Callable[[int], str]) -> list[Cell]:
    return [heading(number) for number in range(1, MOST_SEATS + 1) for heading in headings]


def _side(number: int) -> str:
    return _("Side %(number)s", number=number)


def _points(number: int) -> str:
    # For translators: the heading of the points of side 1, of side 2 …
    return _("Points %(number)s", number=number)


def _total(number: int) -> str:
    # For translators: the heading of the total of side 1, of side 2 …
    return _("Total %(number)s", number=number)


def _by_side(names: SideNames, *numbers: tuple[int, ...]) -> list[Cell]:
    """Write each side and its numbers; the columns of sides that there are not are empty."""
    sides = len(names.setup.sides)
    cells: list[Cell] = []
    for side in range(sides):
        cells += [names.label(side), *(each[side] for each in numbers)]
    return [*cells, *[""] * (MOST_SEATS - sides) * (1 + len(numbers))]


def _player_heading(*, points: bool) -> Row:
    heading: Row = [
        _("Place"),
        _("Player"),
        _("Matches"),
        pgettext("column", "Won"),
        _("Won by luck alone"),
        _("Rounds"),
        _("Won by going out"),
        _("Won by a block"),
        _("Won on the lightest tile"),
        _("Rounds drawn"),
        _("In a row"),
    ]
    if points:
        heading += [_("Points made"), _("Points given away"), _("Biggest round")]
    return [*heading, _("Rating"), _("Last played")]


def _counted(total: Totals, *, points: bool) -> list[Cell]:
    sums = total.sums
    cells: list[Cell] = [
        sums.matches,
        sums.won,
        round(sums.won - sums.above_luck, 2),
        sums.rounds,
        sums.out,
        sums.block,
        sums.tile,
        sums.drawn,
        total.longest,
    ]
    return [*cells, sums.made, sums.given, sums.biggest] if points else cells


def _day(moment: datetime | None) -> str:
    return f"{clock.local(moment):%Y-%m-%d}" if moment else ""
