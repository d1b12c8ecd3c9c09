"""Tables that people keep: a match on each line, or a round, with columns of any names.

The columns are found by the words at their heads, in any of the six languages, and by their
content; the person who imports may choose differently.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from itertools import pairwise, takewhile, zip_longest
from typing import NamedTuple

from scorekeeper import clock
from scorekeeper.interchange.imported_results import (
    LeftOut,
    NotRead,
    Outcome,
    Points,
    ReadFile,
    cleaned,
    games_by_name,
    key_of,
)
from scorekeeper.interchange.written_days import comes_day_first, read_day
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.scorebook.database.column_limits import LARGEST_NUMBER, LONGEST_NOTE
from scorekeeper.scorebook.database.letter_case import folded
from scorekeeper.scorebook.finished_match import moment_of
from scorekeeper.scorebook.round_json import InvalidJson

MOST_LINES, MOST_COLUMNS = 20_000, 60
DAY, WHO, SCORE, SCORES, OF_NAME = "day", "who", "score", "scores", "name"
MATCH, ROUND, GAME, NOTE, SKIP = "match", "round", "game", "note", "skip"
# In rounds: the running total. In a column or line: the final total.
TOTALS, _TOTAL, _WINNER = "totals", "total", "winner"
# For translators: what stands on each line of a table that people import.
ON_EACH_LINE = {
    MATCH: _l("a match"),
    ROUND: _l("a round"),
    TOTALS: _l("a round, with running totals"),
}
# For translators: what a column of a table is, that people import.
MEANINGS = {
    DAY: _l("Day"),
    WHO: _l("Who"),
    SCORE: _l("Score"),
    SCORES: _l("All the scores"),
    OF_NAME: _l("Score of the player named above"),
    MATCH: _l("Match"),
    ROUND: _l("Round"),
    GAME: _l("Game"),
    NOTE: _l("A note"),
    SKIP: _l("not needed"),
}
# Words at heads of columns, in English, Spanish, Portuguese, French, Italian, Hungarian, German.
_WORDS = {
    DAY: "day date fecha dia data jour giorno nap datum tag started played jugado",
    MATCH: "match partida partido partie partita meccs jatszma game_no id",
    ROUND: "round hand mano ronda rodada mao manche donne giro smazzata kor leosztas runde",
    GAME: "game juego jogo jeu gioco jatek",
    NOTE: "note notes nota notas comment comments comentario remarque commento megjegyzes",
    SCORE: "score points pts point puntos punto tantos puntuacion pontos ponto placar marcador"
    " punti punteggio pont pontszam pontok punkte resultado result resultat risultato eredmeny",
    WHO: "side team pair player who name pareja equipo lado jugador quien nombre dupla equipe"
    " jogador nome quem camp paire joueur qui nom coppia squadra lato giocatore chi par csapat"
    " oldal jatekos ki nev paar spieler loser perdedor perdant perdente vesztes",
    SKIP: "ended end goal rounds rondas rodadas ending time duration hora heure ora place location"
    " lugar",
    _TOTAL: "total totals totale totales totaux osszesen",
    _WINNER: "winner ganador vencedor gagnant vincitore gyoztes",
}
_ROLE_OF = {word: role for role, words in _WORDS.items() for word in words.split()}
_ONE_LETTER = {"p": SCORE, "s": SCORE, "j": WHO, "t": WHO}
_AND = re.compile(r"\s*[&+/;]\s*|\s+(?:y|e|i|and|et|und|és|con|with|avec|com)\s+|,\s+|\s+-\s+")
_BETWEEN = re.compile(r"\s*[:–/-]\s*|\s+")
_THOUSANDS = re.compile(r"(?<=\d)[.,](?=\d{3}(?:\D|$))")
_NUMBER = re.compile(r"[+-]?(?:\d+|\d{1,3}(?:[.,]\d{3})+)(?:[.,]0{1,2})?|\d+(?:\+\d+)+")


class Column(NamedTuple):
    """A column: its heading, its meaning, and its cells."""

    head: str
    role: str
    cells: tuple[str, ...]


class _TableLine(NamedTuple):
    """One line: a match, or a round with its number."""

    where: str
    # If the table has none, that of the import.
    day: date | None
    at: time | None
    sides: tuple[tuple[str, ...], ...]
    points: Points
    match: str
    number: int | None
    game: str
    note: str


def read_table(content: bytes, asked: Mapping[str, str]) -> ReadFile:
    """Read a table; `asked` are roles of columns (`column-0` …), `each`, `game` and `goal`.

    Raise InvalidJson if it is no table.
    """
    rows = _rows(content)
    head, below = (rows[0][1], rows[1:]) if _is_head(rows[0][1]) else ([], rows)
    columns = _columns(head, [row for _number, row in below], asked)
    roles = [column.role for column in columns]
    read = ReadFile(columns=columns)
    if not {WHO, OF_NAME} & {*roles} or not {SCORE, SCORES, OF_NAME} & {*roles}:
        read.left_out.append(_says_too_little())
        return read
    each, read.looks = asked.get("each"), ROUND if _is_by_rounds(columns) else MATCH
    reader, lines = _Reader(columns, (each or read.looks) != MATCH), list[_TableLine]()
    for number, row in below:
        try:
            lines.append(reader.line(number, row))
        except NotRead as error:
            read.left_out.append(error.left_out)
    if read.looks == ROUND and _are_totals([*_together(lines)]):
        read.looks = TOTALS
    goal = asked.get("goal", "")
    for outcome in _outcomes(lines, each or read.looks):
        read.add(outcome, asked.get("game", ""), int(goal) if goal.isdecimal() else None)
    return read


def _rows(content: bytes) -> list[tuple[int, list[str]]]:
    """Split a table into its cells, with the numbers of the lines; empty lines are left out.

    Text above the table, such as a title, is skipped. Raise InvalidJson.
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = content.decode("utf-16", "replace")
    else:
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = content.decode("cp1252", "replace")
    lines = text.rstrip().splitlines()
    first = next((line for line in lines if any(sign in line for sign in "\t;|,")), "")
    between = next((sign for sign in "\t;|" if sign in first), ",")
    reader = csv.reader(lines, delimiter=between, skipinitialspace=True)
    split = ([cell.strip().lstrip("'") for cell in row[:MOST_COLUMNS]] for row in reader)
    rows = [(reader.line_num, row) for row in split if any(row)]
    above = takewhile(lambda row: sum(map(bool, row[1])) < 2, rows)
    rows = rows[len([*above]) :]
    if "\0" in text or not rows or len(lines) > MOST_LINES:
        raise InvalidJson(f"a table has 1 to {MOST_LINES} lines of text")
    return rows


def _is_head(row: Sequence[str]) -> bool:
    return not any(_NUMBER.fullmatch(cell) or _is_day(cell) for cell in row)


def _is_day(cell: str) -> bool:
    try:
        read_day(cell)
    except ValueError:
        return False
    return not _NUMBER.fullmatch(cell)


def _columns(
    head: Sequence[str], below: Sequence[Sequence[str]], asked: Mapping[str, str]
) -> list[Column]:
    columns = []
    width = max(map(len, [head, *below]))
    by_column = zip_longest(*([*row, *[""] * (width - len(row))] for row in below), fillvalue="")
    for at, cells in enumerate(by_column):
        said = [cell for cell in cells if cell]
        name = head[at] if at < len(head) else ""
        role = asked.get(f"column-{at}", "")
        columns.append(Column(name, role if role in MEANINGS else _role(name, said), tuple(cells)))
    roles = {column.role for column in columns}
    # Beside columns that say who played, an unknown heading over numbers is not a name.
    unknown = SKIP if SCORE in roles else SCORE
    turned = {OF_NAME: unknown} if WHO in roles else {SCORE: OF_NAME}
    turned[_WINNER] = WHO if [each.role for each in columns].count(WHO) == 1 else SKIP
    turned[_TOTAL] = SKIP if {SCORE, OF_NAME} & roles else SCORE
    return [
        each._replace(role=turned.get(each.role, each.role))
        if f"column-{at}" not in asked
        else each
        for at, each in enumerate(columns)
    ]


def _role(head: str, cells: Sequence[str]) -> str:
    """Return what a column is, by its heading and its cells."""
    words = re.findall(r"[^\W\d_]+", folded(head))
    numbers = _are_mostly(_NUMBER, cells)
    roles = [_ROLE_OF[word] for word in words if word in _ROLE_OF]
    role = SCORE if numbers and SCORE in roles else next(iter(roles), "")
    if not role and len(words) == 1:
        role = _ONE_LETTER.get(words[0], "")
        role = WHO if role and not numbers else role
    if numbers and role in (WHO, GAME, ""):
        return MATCH if role == GAME else OF_NAME if words else SCORE
    if role == SCORE and not numbers and cells and all(_BETWEEN.search(each) for each in cells):
        return SCORES
    return role or (DAY if cells and _is_day(cells[0]) else SKIP if head else WHO)


def _are_mostly(kind: re.Pattern[str], cells: Sequence[str]) -> bool:
    """Return whether at least half of the cells match a pattern."""
    some = cells[:50]
    return bool(some) and 2 * sum(bool(kind.fullmatch(cell)) for cell in some) >= len(some)


def _is_by_rounds(columns: Sequence[Column]) -> bool:
    """Return whether each line is a round: numbered, or with other lines of the same match."""
    roles = [column.role for column in columns]
    if ROUND in roles:
        return True
    matches = next((column.cells for column in columns if column.role == MATCH), ())
    return len({*matches}) < len(matches) or (OF_NAME in roles and DAY not in roles)


def _says_too_little() -> LeftOut:
    why = _("No column says who played, or none has the scores: say above what each column is.")
    return LeftOut("", why)


class _Reader:
    """Reads the lines of a table with columns of these roles."""

    def __init__(self, columns: Sequence[Column], by_rounds: bool) -> None:
        self._columns, self._by_rounds = columns, by_rounds
        self._day_first = comes_day_first(
            cell for column in columns if column.role == DAY for cell in column.cells
        )
        self._games = games_by_name()
        # Sheets often have a day only on its first line.
        self._last: date | None = None

    def line(self, number: int, row: Sequence[str]) -> _TableLine:
        """Read a line. Raise NotRead."""
        cells = [*row, *[""] * (len(self._columns) - len(row))]
        self._where = _("Line %(number)s", number=number)
        if total := next((cell for cell in cells if _ROLE_OF.get(folded(cell)) == _TOTAL), ""):
            raise self._refused("", _("This is no match: the line has totals."), total)
        day, at = self._day(cells)
        sides, points = self._named(cells) if OF_NAME in self._roles else self._listed(cells)
        said = {each: self._first(each, cells)[1] for each in (MATCH, ROUND, GAME, NOTE)}
        game = self._games.get(folded(said[GAME]), "")
        if said[GAME] and not game:
            head, _text = self._first(GAME, cells)
            raise self._refused(head, _("There is no game with that name."), said[GAME])
        number_of = int(said[ROUND]) if said[ROUND].isdecimal() else None
        note = said[NOTE][:LONGEST_NOTE]
        return _TableLine(self._where, day, at, sides, points, said[MATCH], number_of, game, note)

    @property
    def _roles(self) -> list[str]:
        return [column.role for column in self._columns]

    def _first(self, role: str, cells: Sequence[str]) -> tuple[str, str]:
        """Return the head of the first column of a role, and its cell."""
        return next(iter(self._all(role, cells)), ("", ""))

    def _all(self, role: str, cells: Sequence[str]) -> list[tuple[str, str]]:
        pairs = zip(self._columns, cells, strict=False)
        return [(each.head, cell) for each, cell in pairs if each.role == role]

    def _refused(self, head: str, why: str, text: str = "") -> NotRead:
        return NotRead(", ".join(filter(None, (self._where, head))), why, text)

    def _day(self, cells: Sequence[str]) -> tuple[date | None, time | None]:
        if DAY not in self._roles:
            return None, None
        head, text = self._first(DAY, cells)
        if not text and self._last:
            return self._last, None
        try:
            day, at = read_day(text, day_first=self._day_first)
        except ValueError:
            raise self._refused(head, _("This is not a date."), text) from None
        if at and "utc" in head.casefold():
            local = clock.local(datetime.combine(day, at, UTC))
            day, at = local.date(), local.time()
        if day > clock.today():
            raise self._refused(head, _("This day is still to come."), text)
        self._last = day
        return day, at

    def _points(self, head: str, text: str, names: str) -> int | None:
        if not text:
            if self._by_rounds:
                return None
            raise self._refused(head, _("%(names)s: no score.", names=names))
        if not _NUMBER.fullmatch(text):
            raise self._refused(head, _("This is not a whole number."), text)
        text = _THOUSANDS.sub("", text)
        points = sum(int(re.split("[.,]", part)[0]) for part in re.split(r"(?<=\d)\+", text))
        if abs(points) > LARGEST_NUMBER:
            why = _("A score is at most %(most)s.", most=LARGEST_NUMBER)
            raise self._refused(head, why, text)
        return points

    def _named(self, cells: Sequence[str]) -> tuple[tuple[tuple[str, ...], ...], Points]:
        """Read the points below the names of those who made them."""
        there = [each for each in self._all(OF_NAME, cells) if each[1] or self._by_rounds]
        if len(there) < 2:
            raise self._refused("", _("At least two sides need a score."))
        sides = tuple(cleaned(_AND.split(_name_in(head))) for head, _cell in there)
        return sides, tuple(self._points(head, cell, head) for head, cell in there)

    def _listed(self, cells: Sequence[str]) -> tuple[tuple[tuple[str, ...], ...], Points]:
        """Read who played, and the score of each side."""
        who = [cleaned(_AND.split(cell)) for _head, cell in self._all(WHO, cells)]
        scores = self._all(SCORE, cells)
        if SCORES in self._roles:
            head, text = self._first(SCORES, cells)
            scores = [(head, part) for part in _BETWEEN.split(text)]
        if len(who) == len(scores):
            # A table may have columns for more sides than there are.
            pairs = [pair for pair in zip(who, scores, strict=True) if pair[0] or pair[1][1]]
            who, scores = [names for names, _score in pairs], [score for _names, score in pairs]
        elif scores and len(who) % len(scores) == 0:
            size = len(who) // len(scores)
            who = [sum(who[at : at + size], ()) for at in range(0, len(who), size)]
        if len(who) < 2 or len(who) != len(scores) or not all(who):
            raise self._refused(
                "", _("It does not say who played, or it lacks the score of a side.")
            )
        labels = [" & ".join(names) for names in who]
        told = zip(scores, labels, strict=True)
        return tuple(who), tuple(self._points(*score, label) for score, label in told)


def _name_in(head: str) -> str:
    """Return the name at the head of a column of scores: Ana of “Points Ana”."""
    words = [each for each in head.split() if _ROLE_OF.get(folded(each)) != SCORE]
    return " ".join(words) or head


def _outcomes(lines: Sequence[_TableLine], each: str) -> Iterator[Outcome]:
    """Build matches from lines; equal lines are different matches, with stable keys."""
    times = Counter[object]()
    matches = ([line] for line in lines) if each == MATCH else _together(lines, each)
    for together in map(_since_before, matches) if each == TOTALS else matches:
        first, points = together[0], tuple(line.points for line in together)
        same = (str(first.day), first.at, first.match, first.sides)
        times[same, points] += 1
        day = first.day or clock.today()
        at = clock.moment_at(datetime.combine(day, first.at)) if first.at else moment_of(day)
        key = key_of(*same, points, times[same, points])
        facts = (first.where, key, at, first.sides, points, each != MATCH, first.game, first.note)
        ends = range(len(points) - 1, 0, -1)
        yield Outcome(*facts, tuple(key_of(*same, points[:end], 1) for end in ends))


def _together(lines: Sequence[_TableLine], each: str = ROUND) -> Iterator[list[_TableLine]]:
    """Yield the lines of each match, which are adjacent; lower totals begin a new match."""
    found: list[_TableLine] = []
    for line in lines:
        if found:
            last = found[-1]
            same = (last.sides, last.match, last.day) == (line.sides, line.match, line.day)
            begins = line.number is not None and line.number <= (last.number or 0)
            if not same or begins or (each == TOTALS and not _goes_on(last, line)):
                yield found
                found = []
        found.append(line)
    if found:
        yield found


def _goes_on(before: _TableLine, line: _TableLine) -> bool:
    """Return whether the points of a line can be totals after those of the line before."""
    pairs = zip(before.points, line.points, strict=True)
    return all(now is None or now >= (was or 0) for was, now in pairs)


def _are_totals(found: Sequence[Sequence[_TableLine]]) -> bool:
    """Return whether points look like running totals: they only grow, over several rounds."""
    pairs = [pair for lines in found for pair in pairwise(lines)]
    whole = all(None not in line.points for _before, line in pairs)
    return whole and max(map(len, found), default=0) > 2 and all(_goes_on(*pair) for pair in pairs)


def _since_before(lines: Sequence[_TableLine]) -> list[_TableLine]:
    """Turn the running totals of a match into points of each round."""
    made, was = list[_TableLine](), [0] * len(lines[0].points)
    for line in lines:
        now = [old if new is None else new for old, new in zip(was, line.points, strict=True)]
        points = tuple(new - old or None for old, new in zip(was, now, strict=True))
        made.append(line._replace(points=points))
        was = now
    return made
