"""Matches put into a scorebook as they are stored, in a part of the time of playing them."""

from datetime import timedelta

from sqlalchemy import insert

from scorekeeper.scorebook.database.db import writing
from scorekeeper.scorebook.database.letter_case import folded
from scorekeeper.scorebook.database.models import MatchRow, PlayerRow, RoundRow, SeatRow
from scorekeeper.scorebook.round_json import round_to_json
from tests.unit.figures.club import PEOPLE

NAMES = [f"Player {number}" for number in range(1, PEOPLE + 1)]


def seats_stored(match_id, seated):
    """Give the rows of seats: who sits there, by their ids in the order they sit."""
    for position, player in enumerate(seated):
        yield {"match_id": match_id, "position": position, "player_id": player}


def rounds_stored(match, earlier):
    for number, each in enumerate(match.rounds, start=1):
        row = {"match_id": match.match_id, "number": number, "record": round_to_json(each.played)}
        yield row | {"recorded_at": each.recorded_at - earlier}


def match_stored(match, earlier):
    last = match.rounds[-1].recorded_at - earlier
    return {
        "id": match.match_id,
        "entry_key": f"stored {match.match_id}",
        "game_id": match.setup.game.id,
        "rules": dict(match.setup.game.definition),
        "partners": match.setup.partners,
        "version": len(match.rounds),
        "created_at": match.opened_at - earlier,
        "changed_at": last,
        "finished_at": None if match.winner is None else last,
    }


def store_club(app, matches, names=NAMES, earlier=timedelta()):
    """Write matches of a club whose players have these names, each so much earlier than played."""
    people = [
        {"id": player, "key": folded(name), "name": name, "colour": 1 + player % 5}
        for player, name in enumerate(names, start=1)
    ]
    rows = {
        PlayerRow: people,
        MatchRow: [match_stored(match, earlier) for match in matches],
        SeatRow: [row for match in matches for row in seats_stored(match.match_id, match.players)],
        RoundRow: [row for match in matches for row in rounds_stored(match, earlier)],
    }
    with app.app_context(), writing() as session:
        for table, each in rows.items():
            session.connection().execute(insert(table), each)
