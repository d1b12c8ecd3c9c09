"""The players of a file of many matches: what is the same for them in every match.

A seat is that of the player whose name looks like its name. Whoever the scorebook knows already
stays as they are there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import Select, insert, select
from sqlalchemy.orm import Session

from scorekeeper.interchange.match_file import PortablePlayer, check_name, check_texts
from scorekeeper.interchange.named_json import table_from
from scorekeeper.scorebook.changes import Json
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.people.colours import COLOURS
from scorekeeper.scorebook.people.seating import NAMED, player_key
from scorekeeper.scorebook.round_json import InvalidJson

_PLAYER_KEYS = {"name", "colour", "hidden", "forgotten"}
_PLAYER, _SEAT, _MATCH = models.PlayerRow, models.SeatRow, models.MatchRow


def players_to_json(session: Session) -> list[Json]:
    """Write those who sit in matches that are not in the trash, in an order that is the same."""
    sitting = select(_SEAT.player_id).join(_MATCH).where(_MATCH.binned_at.is_(None))
    return _listed(session, select(_PLAYER).where(_PLAYER.id.in_(sitting)))


def forgotten_to_json(session: Session, match_id: int) -> list[Json]:
    """Write those of a match whose names were forgotten."""
    sitting = select(_SEAT.player_id).filter_by(match_id=match_id)
    forgotten = select(_PLAYER).where(_PLAYER.id.in_(sitting), _PLAYER.forgotten)
    return _listed(session, forgotten)


def _listed(session: Session, players: Select[models.PlayerRow]) -> list[Json]:
    rows = session.scalars(players.order_by(_PLAYER.id.desc()))
    # The second of one name at a table, whom older versions let sit down, has no name of their own.
    # Those of several owners who have one name are one in a file: it does not say who started what.
    named = {row.key: row for row in rows if row.key == player_key(row.name)}
    return [_to_json(row) for _key, row in sorted(named.items())]


def players_from(table: Mapping[str, object]) -> dict[str, PortablePlayer]:
    """Read the players of a file by their keys; none where it is one of format 1.

    Raise InvalidJson.
    """
    listed = table.get("players", [])
    if not isinstance(listed, list):
        raise InvalidJson("players is a list")
    players: dict[str, PortablePlayer] = {}
    for number, request in enumerate(listed, start=1):
        try:
            player = _read(request)
        except InvalidJson as error:
            raise InvalidJson(f"player {number}: {error}") from error
        if player.key in players:
            raise InvalidJson(f"player {number}: another one is called {player.name} already")
        players[player.key] = player
    return players


def add_players(
    session: Session, players: Mapping[str, PortablePlayer], keys: Collection[str]
) -> None:
    """Add those players of a file who are to sit down, by their keys, and are not known yet.

    The players are locked.
    """
    wanted = [key for key in players if key in keys]
    here = select(_PLAYER.key).where(NAMED, _PLAYER.owner == "")
    known = {*session.scalars(here)} if wanted else set()
    rows = [players[key]._asdict() for key in wanted if key not in known]
    if rows:
        session.execute(insert(_PLAYER), rows)


def _to_json(row: models.PlayerRow) -> Json:
    flags = {name: True for name in ("hidden", "forgotten") if getattr(row, name)}
    return {"name": row.name, "colour": row.colour, **flags}


def _read(request: object) -> PortablePlayer:
    table = table_from(request, _PLAYER_KEYS)
    check_texts(table)
    name, colour = table.get("name"), table.get("colour")
    if not isinstance(name, str):
        raise InvalidJson("name is the name of a player")
    check_name(name)
    if type(colour) is not int or colour not in COLOURS:
        raise InvalidJson(f"colour is a number from 1 to {len(COLOURS)}")
    flags = {flag: table.get(flag, False) for flag in ("hidden", "forgotten")}
    if not all(isinstance(value, bool) for value in flags.values()):
        raise InvalidJson("hidden and forgotten are true or false")
    return PortablePlayer(player_key(name), name, colour, **flags)
