"""Count all figures once more, and name each that is kept otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import select

from scorekeeper.figures.match_rows import meetings_of, outcome_from, results_of
from scorekeeper.figures.meetings import Ahead, add_up_meetings
from scorekeeper.figures.rating import Rating, rated_in_order
from scorekeeper.figures.results import Result
from scorekeeper.figures.totals import Key, add_up
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.figures.rows import (
    MEETING,
    RATING,
    RESULT,
    TOTAL,
    Players,
    Values,
    meeting_from,
    rating_from,
    result_from,
    row_of_result,
    row_of_total,
    total_from,
)
from scorekeeper.scorebook.figures.state import are_kept, are_rated
from scorekeeper.scorebook.figures.tables import MeetingRow, MeetingTotalRow, ResultRow, TotalRow
from scorekeeper.scorebook.figures.writing import counts, match_facts
from scorekeeper.scorebook.people.players import players_of
from scorekeeper.scorebook.projection import Match

# Of whoever ended a match, in order.
_IN_ORDER = (ResultRow.first_id, ResultRow.second_id, ResultRow.ended_at, ResultRow.match_id)


def match_figure_faults(match: Match) -> Iterator[str]:
    """Compare the figures that are kept of a match with its rounds."""
    if not are_kept():
        return
    facts = match_facts(match, players_of([match.id])[match.id]) if counts(match) else None
    counted = {row.players: _values(row) for row in results_of(facts)} if facts else {}
    rows = db.session.execute(select(*RESULT).where(ResultRow.match_id == match.id))
    kept = {row.players: _values(row) for row in map(result_from, rows)}
    for players in sorted({*kept, *counted}):
        yield from _differences(
            f"its figures of {_named(players)}", kept.get(players), counted.get(players)
        )
    met = db.session.execute(select(*MEETING).where(MeetingRow.match_id == match.id))
    if {*map(meeting_from, met)} != {*(meetings_of(facts) if facts else ())}:
        yield "it says otherwise than its rounds who finished ahead of whom"


def total_faults() -> Iterator[str]:
    """Add all results up again, for one player or pair after the other."""
    if not are_kept():
        return
    found = db.session.execute(select(*RESULT).order_by(*_IN_ORDER))
    added: set[Players] = set()
    for players, rows in groupby(map(result_from, found), key=attrgetter("players")):
        added.add(players)
        yield from _faults_of(
            players, {key: row_of_total(key, total) for key, total in add_up(rows).items()}
        )
    of = select(TotalRow.first_id, TotalRow.second_id).distinct()
    for first, second in db.session.execute(of).all():
        players = tuple(player for player in (first, second) if player)
        if players not in added:
            yield from _faults_of(players, {})


def meeting_faults() -> Iterator[str]:
    """Add all meetings up again, for two players after two others."""
    if not are_kept():
        return
    pair = (MeetingRow.first_id, MeetingRow.second_id)
    found = db.session.execute(select(*MEETING).order_by(*pair))
    added: set[Players] = set()
    for players, rows in groupby(map(meeting_from, found), key=attrgetter("players")):
        added.add(players)
        yield from _faults_of_meetings(players, add_up_meetings(rows))
    of = select(MeetingTotalRow.first_id, MeetingTotalRow.second_id).distinct()
    for first, second in db.session.execute(of).all():
        if (first, second) not in added:
            yield from _faults_of_meetings((first, second), {})


def rating_faults() -> Iterator[str]:
    """Rate all matches again, in the order they ended."""
    if not (are_kept() and are_rated()):
        return
    alone = (ResultRow.first_id > 0, ResultRow.second_id == 0)
    rows = select(*RESULT, *RATING).where(*alone).order_by(ResultRow.match_id)
    kept: dict[tuple[int, int], Rating] = {}
    results: list[Result] = []
    for row in db.session.execute(rows):
        results.append(result_from(row))
        kept[row.match_id, row.first_id] = rating_from(row)
    matches = groupby(results, key=attrgetter("match_id"))
    outcomes = [outcome_from(rows) for _match_id, rows in matches]
    for outcome, after in rated_in_order(each for each in outcomes if each):
        for player, rating in after.items():
            if kept[outcome.match_id, player] != rating:
                yield (
                    f"After match {outcome.match_id} the rating of {_named((player,))} is"
                    f" {kept[outcome.match_id, player]}, and by the matches {rating}."
                )


def _faults_of_meetings(players: Players, counted: Mapping[Key, Ahead]) -> Iterator[str]:
    first, second = players
    row = MeetingTotalRow
    columns = (row.kind, row.period, row.met, row.first_ahead, row.second_ahead)
    found = select(*columns).where(row.first_id == first, row.second_id == second)
    kept = {
        Key(players, kind, period): Ahead(*ahead)
        for kind, period, *ahead in db.session.execute(found)
    }
    for key in sorted({*kept, *counted}):
        if kept.get(key) != counted.get(key):
            of = ", ".join(filter(None, (_named(players), key.kind, key.period)))
            yield (
                f"How often {of} met is kept as {kept.get(key)}, and counted again"
                f" {counted.get(key)}."
            )


def _faults_of(players: Players, counted: Mapping[Key, Values]) -> Iterator[str]:
    first, second = (*players, 0, 0)[:2]
    rows = select(*TOTAL).where(TotalRow.first_id == first, TotalRow.second_id == second)
    totals = dict(map(total_from, db.session.execute(rows)))
    kept = {key: row_of_total(key, total) for key, total in totals.items()}
    for key in sorted({*kept, *counted}):
        of = ", ".join(filter(None, (_named(players), key.kind, key.period)))
        for fault in _differences(f"the total of {of}", kept.get(key), counted.get(key)):
            yield f"{fault[0].upper()}{fault[1:]}."


def _differences(of: str, kept: Values | None, counted: Values | None) -> Iterator[str]:
    """Name every number that is kept otherwise than it was counted."""
    if kept is None or counted is None:
        yield f"{of} {'are missing' if kept is None else 'are kept, and there is nothing to count'}"
        return
    for name, value in counted.items():
        if kept[name] != value:
            yield f"{of} say {name} {kept[name]}, and counted again {value}"


def _values(result: Result) -> dict[str, Any]:
    values = row_of_result(result, 0, Rating())
    return {name: value for name, value in values.items() if name not in ("strength", "rated")}


def _named(players: Players) -> str:
    """Return the names of players, as far as there are any."""
    player = models.PlayerRow
    rows = db.session.execute(select(player.id, player.name).where(player.id.in_(players)))
    names = {row.id: row.name for row in rows}
    return " and ".join(names.get(each, f"player {each}") for each in players) or "everybody"
