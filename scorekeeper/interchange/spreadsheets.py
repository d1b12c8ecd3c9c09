"""Tables for spreadsheets: the rounds of a match; all players, matches and rounds of a scorebook.

Counts are written as whole numbers; a spreadsheet can compute shares and averages.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice

from scorekeeper import clock
from scorekeeper.figures.match_results import Totals, kind_of
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_pgettext, pgettext
from scorekeeper.rules import AnyHand, NotEntered, PipsHand
from scorekeeper.rules.tiles_and_hands import Ending
from scorekeeper.scorebook.database.column_limits import MOST_SEATS
from scorekeeper.scorebook.figures.page_figures import season_table
from scorekeeper.scorebook.figures.queries import EVERY_MATCH, Frame
from scorekeeper.scorebook.match_lists import Page, Wanted, finished_matches, open_matches
from scorekeeper.scorebook.people.players import Ids, players_by_id
from scorekeeper.scorebook.scored_match import Match, ScoredRound
from scorekeeper.wording.formats import SideNames
from scorekeeper.wording.rule_labels import kind_name

AT_ONCE = 100
# What begins with one of these signs is a formula to some spreadsheets; those of East Asia have
# wide ones. Where a comma is written in numbers, a spreadsheet takes the semicolon to end a cell,
# even inside of quotes: a formula may begin anywhere after something that may end a cell.
FORMULA = re.compile(r"""(^|[,;|\t\r\n])([\s"']*)(?=[=+\-@＝＋－＠])""")  # noqa: RUF001 - those signs
# Some spreadsheets take these themselves for the beginning of one.
CONTROLS = ("\t", "\r", "\n")

Cell = str | int | float
Row = list[Cell]

ENDINGS = {
    # For translators: in a column of a spreadsheet: how a round ended.
    Ending.WENT_OUT: lazy_pgettext("ending", "went out"),
    Ending.BLOCKED: lazy_pgettext("ending", "blocked"),
    Ending.PLAYED: lazy_pgettext("ending", "counted"),
    # For translators: of which only the points were entered.
    None: lazy_pgettext("ending", "points"),
}


def as_csv(rows: Iterable[Row]) -> bytes:
    """Write rows as CSV, in UTF-8 with the byte order mark that Excel needs."""
    return b"".join(csv_in_parts(rows))


def csv_in_parts(rows: Iterable[Row]) -> Iterator[bytes]:
    """Write rows as CSV, one by one."""
    yield codecs.BOM_UTF8
    file = io.StringIO(newline="")
    written = csv.writer(file)
    for row in rows:
        written.writerow([not_a_formula(cell) for cell in row])
        yield file.getvalue().encode()
        file.seek(0)
        file.truncate()


def not_a_formula(cell: Cell) -> Cell:
    """Put an apostrophe before text that a spreadsheet would compute; numbers stay numbers.

    >>> not_a_formula("=1+1"), not_a_formula("b;=1+1"), not_a_formula(-5)
    ("'=1+1", "b;'=1+1", -5)
    """
    # Most cells are empty: a table has columns for the most sides a match can have.
    if not isinstance(cell, str) or not cell:
        return cell
    safe = FORMULA.sub(r"\1\2'", cell)
    return f"'{safe}" if safe.startswith(CONTROLS) else safe


def written_at(moment: datetime) -> str:
    """Write a moment in UTC, as spreadsheets read it."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def match_table(match: Match) -> Iterator[Row]:
    """Give a row for each round of a match that counts."""
    # All names of the players of each seat.
    lineups = [match.at(scored.number).names for scored in match.rounds] or [match.names]
    people = zip(*lineups, strict=True)
    names = SideNames(match.setup, tuple(" / ".join(dict.fromkeys(each)) for each in people))
    sides = [names.label(side) for side in range(len(match.setup.sides))]
    yield [
        *_round_heading(),
        *(_("Points %(number)s", number=side) for side in sides),
        *(_("Total %(number)s", number=side) for side in sides),
        # For translators: the heading of a column: what is left in a hand.
        *(_("Left %(name)s", name=name) for name in names.names),
    ]
    for scored, _names, cells in _rounds(match):
        left = [_hand_cell(hand) for hand in scored.played.hands] or [""] * len(match.names)
        yield [*cells, *scored.score.points, *scored.standing.totals, *left]


def players_table(frame: Frame = EVERY_MATCH) -> Iterator[Row]:
    """Give a row for each player who is not hidden, in the order of a season.

    With points only for one kind of matches: points of different kinds do not compare.
    """
    names, columns = players_by_id(frame.seen), _counted(points=bool(frame.kind))
    headings = [heading for heading, _of in columns]
    yield [_("Place"), _("Player"), *headings, _("Rating"), _("Last played")]
    for line in season_table(frame):
        player = names.get(line.player)
        if player and not player.hidden:
            rating = "" if line.rating.points is None else line.rating.points
            counted = [of(line.total) for _heading, of in columns]
            yield [line.place, player.name, *counted, rating, _day(line.total.last_at)]


def matches_table(seen: Ids | None = None, most: int | None = None) -> Iterator[Row]:
    """Give a row for each match, those that go on first, then the one that ended last.

    `seen` are the ids of the matches that may be listed, all if None; at most `most` matches.
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
    yield [_("Match"), *_round_heading(), *_of_sides(_side, _points, _total)]
    for match in islice(_matches(seen), most):
        for scored, names, cells in _rounds(match):
            of_sides = _by_side(names, scored.score.points, scored.standing.totals)
            yield [match.id, *cells, *of_sides]


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


def _round_heading() -> Row:
    return [
        _("Round"),
        _("Recorded at (UTC)"),
        pgettext("column", "Ending"),
        pgettext("column", "Winner"),
    ]


def _rounds(match: Match) -> Iterator[tuple[ScoredRound, SideNames, Row]]:
    """Yield each round that counts, who played it, and its cells under the round headings."""
    for scored, entry in zip(match.rounds, match.record.entries, strict=False):
        winner = scored.score.winning_side
        names = SideNames(match.setup, match.at(scored.number).names)
        yield (
            scored,
            names,
            [
                scored.number,
                written_at(entry.recorded_at),
                str(ENDINGS[scored.score.ending]),
                "" if winner is None else names.label(winner),
            ],
        )


def _hand_cell(hand: AnyHand) -> Cell:
    if isinstance(hand, NotEntered):
        return "?"
    if isinstance(hand, PipsHand):
        return hand.pips
    # With a bar: a spreadsheet takes 1-2 for a date.
    return " ".join(f"{tile.low}|{tile.high}" for tile in hand.tiles)


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
    """Write each side and its numbers; columns of missing sides are empty."""
    sides = len(names.setup.sides)
    cells: list[Cell] = []
    for side in range(sides):
        cells += [names.label(side), *(each[side] for each in numbers)]
    return [*cells, *[""] * (MOST_SEATS - sides) * (1 + len(numbers))]


def _counted(*, points: bool) -> list[tuple[str, Callable[[Totals], Cell]]]:
    """Return the headings of the counts of a player, and how to get each."""
    columns: list[tuple[str, Callable[[Totals], Cell]]] = [
        (_("Matches"), lambda total: total.sums.matches),
        (pgettext("column", "Won"), lambda total: total.sums.won),
        (
            _("Wins expected by luck"),
            lambda total: round(total.sums.won - total.sums.above_luck, 2),
        ),
        (_("Rounds"), lambda total: total.sums.rounds),
        (_("Won by going out"), lambda total: total.sums.out),
        (_("Won by a block"), lambda total: total.sums.block),
        (_("Won on the lightest tile"), lambda total: total.sums.tile),
        (_("Won, entered by points"), lambda total: total.sums.by_points),
        (_("Rounds with no winner"), lambda total: total.sums.drawn),
        (_("Best streak"), lambda total: total.longest),
    ]
    if points:
        columns += [
            (_("Points scored"), lambda total: total.sums.made),
            (_("Points conceded"), lambda total: total.sums.given),
            (_("Biggest round"), lambda total: total.sums.biggest),
        ]
    return columns


def _day(moment: datetime | None) -> str:
    return f"{clock.local(moment):%Y-%m-%d}" if moment else ""
