"""Matches put into a scorebook as they are stored, in a part of the time of playing them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import insert

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import writing
from scorekeeper.scorebook.database.folding import folded
from scorekeeper.scorebook.round_json import round_to_json
from tests.unit.figures.club import PEOPLE

Rows = Mapping[Any, Sequence[dict[str, Any]]]

NAMES = [f"Player {number}" for number in range(1, PEOPLE + 1)]


def players_stored(names):
    """Return the rows of people, who are numbered from 1."""
    return {
        models.PlayerRow: [
            {"id": player, "key": folded(name), "name": name, "colour": 1 + player % 5}
            for player, name in enumerate(names, start=1)
        ]
    }


def match_stored(match_id, setup, seated, opened_at, rounds, *, over=True):
    """Return the rows of a match of some players, by their ids in the order they sit."""
    last = rounds[-1][1]
    match = {
        "id": match_id,
        "entry_key": f"stored {match_id}",
        "game_id": setup.game.id,
        "rules": dict(setup.game.definition),
        "partners": setup.partners,
        "version": len(rounds),
        "created_at": opened_at,
        "changed_at": last,
        "finished_at": last if over else None,
    }
    played = [
        {
            "match_id": match_id,
            "number": number,
            "record": round_to_json(each),
            "recorded_at": recorded_at,
        }
        for number, (each, recorded_at) in enumerate(rounds, start=1)
    ]
    seats = [*seats_stored(match_id, seated)]
    return {models.MatchRow: [match], models.SeatRow: seats, models.RoundRow: played}


def seats_stored(match_id, seated):
    """Give the rows of seats: who sits there, by their ids in the order they sit."""
    for position, player in enumerate(seated):
        yield {"match_id": match_id, "position": position, "player_id": player}


def store(several):
    """Write rows in one transaction."""
    added = defaultdict[Any, list[dict[str, Any]]](list)
    for tables in several:
        for table, rows in tables.items():
            added[table] += rows
    with writing() as session:
        for table, rows in added.items():
            session.connection().execute(insert(table), rows)


def store_club(app, matches, names=NAMES, earlier=timedelta()):
    """Write matches of a club whose players have these names, each so much earlier than played."""
    with app.app_context():
        store([players_stored(names), *(_of_club(match, earlier) for match in matches)])


def _of_club(match, earlier):
    return match_stored(
        match.match_id,
        match.setup,
        match.players,
        match.opened_at - earlier,
        [(each.played, each.recorded_at - earlier) for each in match.rounds],
        over=match.winner is not None,
    )
