"""The end of a match and of a day's play: the places, and the pictures of a result to share."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import product
from typing import NamedTuple

from flask import current_app, url_for
from markupsafe import Markup

from scorekeeper.clock import evening_of
from scorekeeper.figures.head_to_head import LEAST_ROW, Ranked
from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.dates_and_figures import in_a_row_text
from scorekeeper.pages.shared.match import once_a_match
from scorekeeper.pages.table.score_chart import text_width
from scorekeeper.pages.table.scoreboard import places_of
from scorekeeper.scorebook.figures.page_figures import evening, matches_in_a_row
from scorekeeper.scorebook.figures.queries import Frame
from scorekeeper.scorebook.people.players import Ids, players_by_id, players_of
from scorekeeper.scorebook.scored_match import Match
from scorekeeper.wording.formats import place_name

# Letters of a word that fits into a narrow column.
MOST_LETTERS = 8
# This many lines of a day's play can be read from afar.
MOST_LINES = 10
# The middle of the pips of a tile's end, in a box of 44 by 44: two columns up to six, else three.
TWO_COLUMNS, THREE_COLUMNS = (11.0, 33.0), (9.0, 22.0, 35.0)
MOST_IN_TWO = 6
# The width for the number on the tile in a picture, which is 200 wide.
TILE_ROOM = 184
# The height of a line, and how far below its middle its letters stand, by their size.
LINE_HEIGHT, HALF_A_LETTER = 1.18, 0.35
# The most rows in one column at full height; the least width of each of two columns.
MOST_ROWS, LEAST_COLUMN, COLUMN_GAP = 5, 440, 16


# A part of a picture, in units of its drawing: x, y, width and height.
Area = tuple[int, int, int, int]


def podium(match: Match) -> list[tuple[int, int, str]]:
    """Return each side of a match that is over, the best first, with its place, also in words."""
    places = places_of(match)
    order = sorted(range(len(places)), key=places.__getitem__)
    return [(side, places[side], _place_text(places, side)) for side in order]


def _place_text(places: tuple[int, ...], side: int) -> str:
    place = place_name(places[side])
    # For translators: a place that two sides share: 3rd =
    return _("%(place)s =", place=place) if places.count(places[side]) > 1 else place


@once_a_match
def story_of(match: Match) -> Markup:
    """Tell how a finished match went, in HTML without addresses."""
    template = current_app.jinja_env.get_template("table/_how_it_went.html")
    return Markup(template.render(match=match))  # noqa: S704 # it escapes values


def has_long_word(name: str) -> bool:
    """Return whether a name has a word too long for large letters."""
    return max(map(len, name.split())) > MOST_LETTERS


def pips_of(marks: tuple[bool, ...]) -> list[tuple[float, float, bool]]:
    """Arrange marks as the pips of a tile, row by row, the last row in the middle."""
    columns = TWO_COLUMNS if len(marks) <= MOST_IN_TWO else THREE_COLUMNS
    across = len(columns)
    rows = -(-len(marks) // across)
    space = 24 / max(2, rows - 1)
    top = 22 - space * (rows - 1) / 2
    found = []
    for at, won in enumerate(marks):
        row, place = divmod(at, across)
        left = len(marks) - row * across
        xs = columns if left >= across else columns[:: 2 if left == 2 else 1][:left]
        x = 22.0 if left == 1 else xs[place]
        found.append((x, round(top + row * space, 1), won))
    return found


def row_of(match: Match, seen: Ids | None) -> tuple[str, str] | None:
    """Say whom a winner beat most often in a row up to this match; None if nobody.

    Also return the address that lists the matches of the row. Only matches that are `seen`
    count, all if None.
    """
    winner = match.standing.winner
    # With partners it is not known who beat whom.
    if winner is None or match.setup.partners:
        return None
    players = match.who_counts(players_of([match.id])[match.id])
    winners = match.setup.sides[winner]
    others = [seat for seat in range(match.setup.players) if seat not in winners]
    rows = [
        (_length(match.id, players[seat], players[other], seen), seat, other)
        for seat, other in product(winners, others)
    ]
    length, seat, other = max(rows, key=lambda row: row[0])
    if length < LEAST_ROW:
        return None
    return (
        in_a_row_text(match.names[seat], match.names[other], length),
        url_for(
            "players.against_matches",
            player_id=players[seat],
            other_id=players[other],
            figure="row",
            last=match.id,
        ),
    )


def _length(match_id: int, player: int | None, other: int | None, seen: Ids | None) -> int:
    if player is None or other is None:
        return 0
    return len(matches_in_a_row(player, other, Frame(seen=seen), match_id))


def evening_places(match: Match, seen: Ids | None) -> tuple[date, list[tuple[Ranked, str]]]:
    """Return the day on which a match was played, and its best players, with their names.

    `seen` are the ids of the matches that the device may see, None if it may see all.
    """
    day, players = evening_of(match.last_at), players_by_id(seen)
    ranked = [each for each in evening(day, seen).players if each.player in players]
    return day, [(each, players[each.player].name) for each in ranked[:MOST_LINES]]


class Written(NamedTuple):
    """A text in lines, as large as fits: where each begins, from `middle` on."""

    size: int
    lines: list[tuple[float, str]]


def written(text: str, widest: float, middle: float, highest: float, largest: int) -> Written:
    """Write a text as large as fits, in as many lines as needed; nothing is cut off."""
    size, lines = largest, wrapped(text, largest, widest)
    # One line is easier to read, unless two would be twice as large.
    while len(lines) > 1 and (size > largest / 2 or len(lines) * size * LINE_HEIGHT > highest):
        size -= 1
        lines = wrapped(text, size, widest)
    step = size * LINE_HEIGHT
    first = middle - (len(lines) - 1) * step / 2 + size * HALF_A_LETTER
    return Written(size, [(round(first + at * step, 1), line) for at, line in enumerate(lines)])


def wrapped(text: str, size: float, widest: float) -> list[str]:
    """Break a text into lines between words; inside a word only if it is longer than a line."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, size) <= widest:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if lines[-1] and text_width(lines[-1] + letter, size) > widest:
                lines.append("")
            lines[-1] += letter
    return lines


def points_size(points: str) -> int:
    """Return how large the number on the tile may be."""
    return min(88, int(TILE_ROOM / text_width(points, 1)))


def row_areas(first: Area, count: int) -> Iterator[Area]:
    """Yield the area of each row: if there are too many, in two columns, or lower."""
    x, y, whole, full = first
    in_two = count > MOST_ROWS and whole >= 2 * LEAST_COLUMN
    rows = -(-count // 2) if in_two else count
    width = (whole - COLUMN_GAP) // 2 if in_two else whole
    height = min(full, full * MOST_ROWS // rows)
    for at in range(count):
        column, row = divmod(at, rows)
        yield x + column * (width + COLUMN_GAP), y + row * height, width, height
