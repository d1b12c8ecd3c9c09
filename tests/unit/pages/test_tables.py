"""Every match of tests/cases/tables.toml is told as it says there."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.pages.shared.match import (
    celebration_of,
    first_of,
    house_rules_of,
    ranked_totals,
    shuffles_of,
    sides_of,
)
from scorekeeper.pages.table import highlights
from scorekeeper.pages.table.banner import banner_of, reasons_beside, round_moves, sum_of
from scorekeeper.pages.table.highlights import Highlight
from scorekeeper.pages.table.scoreboard import meta_of, newest_rounds, news_of, notes_of
from scorekeeper.pages.table.winner import pips_of, podium
from scorekeeper.scorebook.record import MatchRecord, RecordedRound
from scorekeeper.scorebook.scored_match import Match, score_record
from tests.support.cases import ANSWER, Line, Unreadable, cases, compare, reading
from tests.unit.rules.lines import rounds_of

NOTHING = "nothing"
NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
NAMES = ("Ana", "Bea", "Ciro", "Dani", "Eva", "Fede", "Gina", "Hugo", "Ines", "Juan")


def match_of(line):
    """Return the match of a line as the scorebook has it."""
    setup, *rounds = rounds_of(line)
    entries = tuple(RecordedRound(played, NOW) for played in rounds)
    record = MatchRecord(setup, NAMES[: setup.players], entries=entries)
    standing, scored = score_record(record)
    assert len(scored) == len(rounds)
    return Match(1, 0, record, standing, scored, opened_at=NOW, changed_at=NOW)


@pytest.mark.parametrize("lines", cases("tables"))
def test_a_match_is_told_as_it_is_written(lines):
    compare(lines, all_told)


def all_told(line, *answers):
    """Return the line of a match, with what is told of it wherever that is asked."""
    match = match_of(line)
    yield line
    for answer in answers:
        what = answer.removeprefix(ANSWER).partition(": ")[0]
        with reading(answer):
            yield f"{ANSWER}{what}: {told(what, match)}"


def test_what_is_not_told_of_a_match_is_said():
    with pytest.raises(Unreadable, match="`lst` is nothing that is told"):
        compare([Line("block 2 :"), Line("  lst: nothing")], all_told)


def test_how_long_it_took_is_told_where_that_is_known():
    match = match_of("block 2 : Ana out x3")
    # Two minutes: played before they were entered. A week: over several evenings.
    for minutes, said in (
        *((42, "Time played 42 minutes"), (145, "Time played 2 h 25 min")),
        *((2, NOTHING), (7 * 24 * 60, NOTHING)),
    ):
        begun = match.last_at - timedelta(minutes=minutes)
        assert told("time_played", replace(match, opened_at=begun)) == said


def told(what, match):
    """Say one thing of a match in the words of the pages."""
    if what in RULE_TEXTS:
        return " / ".join(RULE_TEXTS[what](match)) or NOTHING
    if not hasattr(highlights, what):
        raise Unreadable(f"`{what}` is nothing that is told of a match.")
    fact: Highlight | None = getattr(highlights, what)(match)
    return in_a_line(fact) if fact else NOTHING


def in_a_line(fact):
    colour = f"({fact.number})" if fact.number else ""
    return " ".join(filter(None, (fact.label, fact.name, fact.value, fact.more, colour)))


def facts(shown):
    return " ".join(map(" ".join, shown))


def last(match):
    banner = banner_of(match, None, None)
    gain = "" if banner.gain is None else " ".join(filter(None, banner.gain))
    yield " ".join(filter(None, (banner.text, gain, banner.label, facts(banner.facts))))


def notes(match):
    for note in notes_of(match, sides_of(match)):
        yield " ".join(filter(None, (note.first or note.shuffles, note.ahead))) or "–"


def seats(match):
    for seat in range(match.setup.players):
        yield first_of(match, (seat,)) or shuffles_of(match, (seat,)) or "–"


def progress(match):
    for side in sides_of(match):
        drawn = "".join("x" if won else "." for won in side.marks) or side.percent
        yield f"{side.progress} {drawn}"


RULE_TEXTS: Mapping[str, Callable[[Match], Iterable[str]]] = {
    "last": last,
    "sum": lambda match: filter(None, [sum_of(match, match.rounds[-1])]),
    "moved": lambda match: [facts(round_moves(match, match.rounds[-1]))],
    "reasons": lambda match: reasons_beside(match, match.rounds[-1]),
    "meta": lambda match: [meta_of(match)],
    "news": lambda match: filter(None, [news_of(match)]),
    "house": lambda match: house_rules_of(match.setup.game),
    "totals": lambda match: [ranked_totals(match)],
    "scores": lambda match: (f"{side.name} {side.points}" for side in sides_of(match)),
    "rest": lambda match: (note.rest for note in notes_of(match, sides_of(match))),
    "notes": notes,
    "seats": seats,
    "progress": progress,
    "rounds": lambda match: (f"{each.ending} ({each.how})" for each in newest_rounds(match, 12)),
    "won": lambda match: [f"{celebration_of(match)} {highlights.how_won(match)}"],
    "podium": lambda match: (
        f"{sides_of(match)[side].name} {sides_of(match)[side].points} {words}"
        for side, _place, words in podium(match)
    ),
    "facts": lambda match: map(in_a_line, highlights.highlights_of(match)),
}


def test_the_marks_of_the_rounds_lie_as_the_pips_of_a_tile_with_a_short_last_row_in_the_middle():
    for count, last_row in ((3, [22.0]), (4, [11.0, 33.0]), (7, [22.0]), (8, [9.0, 35.0])):
        pips = pips_of((True,) * count)
        lowest = max(y for _x, y, _won in pips)
        assert [x for x, y, _won in pips if y == lowest] == last_row, count
