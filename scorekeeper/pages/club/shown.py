"""What the pages of an evening show: its tables, its standings, and why somebody is ahead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from scorekeeper.club.standings import ORDERS, By, Key, Played, Row, why_ahead
from scorekeeper.figures import clock
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.messages import lazy_pgettext, ngettext, npgettext, pgettext
from scorekeeper.scorebook.evening import ClubEvening, Person, Seen
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import join_names, minutes, number, rounds

# For translators: heads of the columns of the standings of an evening.
KEYS = {
    Key.WINS: lazy_pgettext("column", "Won"),
    Key.EFFECTIVENESS: _l("Effectiveness"),
    Key.POINTS: _l("Points"),
    Key.DIFFERENCE: _l("Difference"),
    Key.HEAD_TO_HEAD: _l("Against each other"),
    Key.ROUNDS_WON: _l("Rounds won"),
}


class Board(NamedTuple):
    """A table of a round: who plays there, how it stands, and whether it has an end.

    `scores` are the points of both sides, None where nobody has any yet; `won` is the side that
    has won. `left` is how many seconds its clock has, None without one.
    """

    number: int
    sides: tuple[str, str]
    match: Match | None
    scores: tuple[int, int] | None
    over: bool
    won: int | None
    by: By | None
    left: int | None
    paused: bool


def boards(seen: Seen, round_number: int) -> list[Board]:
    """Return the tables of a round that was opened, by their numbers."""
    return [
        _board(seen, round_number, table)
        for table in range(1, len(seen.evening.rounds[round_number - 1].drawn.tables) + 1)
    ]


def _board(seen: Seen, round_number: int, table: int) -> Board:
    evening, now = seen.evening, clock.now()
    drawn = evening.rounds[round_number - 1].drawn.tables[table - 1]
    match, result = seen.match_of(round_number, table), seen.result(round_number, table)
    timer = match.record.timer if match and result is None else None
    totals = match.standing.totals if match and match.rounds else None
    scores = result.points if result else totals
    return Board(
        number=table,
        sides=(side_name(evening, drawn.sides[0]), side_name(evening, drawn.sides[1])),
        match=match,
        scores=(scores[0], scores[1]) if scores else None,
        over=result is not None,
        won=result.winner if result else None,
        by=result.by if result else None,
        left=timer.seconds_left(now) if timer else None,
        paused=bool(timer and timer.paused),
    )


def side_name(evening: ClubEvening, side: Sequence[int]) -> str:
    """Name a pair, or one person."""
    return " & ".join(evening.people[place].name for place in side)


def names_of(evening: ClubEvening, places: Sequence[int]) -> str:
    """Name several people in a sentence."""
    return join_names([evening.people[place].name for place in places])


def summary(evening: ClubEvening) -> str:
    """Say in one line what is played: Block to 100, 30 minutes; round 3 of 5."""
    match, settings, played = evening.game.match, evening.settings, len(evening.played)
    parts = [_(evening.game.name), _("to %(goal)s", goal=number(match.goal))]
    if match.minutes:
        parts.append(minutes(match.minutes))
    if played and settings.rounds:
        # For translators: a round of an evening, in which each table plays a match.
        parts.append(
            pgettext("evening", "round %(number)s of %(all)s", number=played, all=settings.rounds)
        )
    elif played:
        parts.append(pgettext("evening", "round %(number)s", number=played))
    elif settings.rounds:
        parts.append(npgettext("evening", "%(num)s round", "%(num)s rounds", settings.rounds))
    if settings.until:
        # For translators: an evening is played until a time: until 23:00.
        parts.append(_("until %(time)s", time=settings.until))
    return " · ".join(parts)


def is_over(evening: ClubEvening) -> bool:
    """Say whether all rounds that were planned are played."""
    planned = evening.settings.rounds
    return bool(planned) and len(evening.played) >= planned and evening.drawn is None


def columns(evening: ClubEvening) -> tuple[Key, ...]:
    """Return what the standings show, the first of what is compared first."""
    order = ORDERS[evening.settings.order]
    return tuple(key for key in order if key is not Key.HEAD_TO_HEAD)


def reasons(evening: ClubEvening, rows: Sequence[Row]) -> list[str]:
    """Say for each row why it is ahead of the next one; "" for the last."""
    return [
        _reason(evening, row, behind) if behind and row.played else ""
        for row, behind in zip_longest(rows, rows[1:])
    ]


def _reason(evening: ClubEvening, row: Row, behind: Row) -> str:
    key = why_ahead(row, behind, ORDERS[evening.settings.order])
    other = side_name(evening, behind.side)
    if key is None:
        return _("Level with %(name)s.", name=other)
    values = {"own": number(row.value(key)), "other": number(behind.value(key)), "name": other}
    match key:
        case Key.WINS:
            return _("Ahead of %(name)s by wins: %(own)s to %(other)s.", **values)
        case Key.EFFECTIVENESS:
            return _(
                "As many wins as %(name)s, and ahead by effectiveness: %(own)s to %(other)s.",
                **values,
            )
        case Key.DIFFERENCE:
            return _(
                "As many wins as %(name)s, and ahead by the difference of points:"
                " %(own)s to %(other)s.",
                **values,
            )
        case Key.HEAD_TO_HEAD:
            return _("As many wins as %(name)s, and won against them.", **values)
        case Key.ROUNDS_WON:
            return _("Ahead of %(name)s by rounds won: %(own)s to %(other)s.", **values)
    return _("Level with %(name)s but for points: %(own)s to %(other)s.", **values)


def story(evening: ClubEvening, row: Row) -> Iterator[tuple[int, str, int]]:
    """Yield what each match came to: the round, in words, and its effectiveness."""
    for each in row.played:
        yield each.result.round, _told(evening, each), each.effectiveness


def _told(evening: ClubEvening, played: Played) -> str:
    result = played.result
    if result.by is By.SITTING_OUT:
        return _("Sat out: counts as a win")
    others = side_name(evening, played.opponents)
    if result.by is By.ABSENT:
        if played.won:
            return _("%(names)s did not come", names=others)
        return _("Did not come")
    own, other = result.points[played.side], result.points[1 - played.side]
    score = {"own": number(own), "other": number(other), "names": others}
    if played.won:
        return _("Won %(own)s to %(other)s against %(names)s", **score)
    if result.winner is None:
        return _("Drawn %(own)s to %(other)s with %(names)s", **score)
    return _("Lost %(own)s to %(other)s against %(names)s", **score)


def said_of(board: Board) -> str:
    """Say in few words where a table is."""
    if board.by is By.ABSENT:
        who = None if board.won is None else board.sides[1 - board.won]
        return _("%(names)s did not come", names=who) if who else _("Nobody came")
    if board.over:
        return (
            _("%(names)s won", names=board.sides[board.won])
            if board.won is not None
            else _("Drawn")
        )
    if board.match is None:
        return _("The match was deleted: enter a result, or restore it.")
    played = len(board.match.rounds)
    return rounds(played) if played else _("Not begun yet")


def missing(boards_of_round: Sequence[Board]) -> str:
    """Say how many tables are still played."""
    left = [board for board in boards_of_round if not board.over]
    if not left:
        return _("All tables are finished.")
    return ngettext("%(num)s table is still played.", "%(num)s tables are still played.", len(left))


def paired_people(evening: ClubEvening) -> list[tuple[Person, ...]]:
    """List who came, pairs together, in the order in which they came."""
    people = evening.people
    found: list[tuple[Person, ...]] = []
    for person in people:
        if person.partner is None:
            found.append((person,))
        elif person.position < person.partner:
            found.append((person, people[person.partner]))
    return found


FILTERS = (side_name, names_of, said_of)
