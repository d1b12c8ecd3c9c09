"""The players of a file of many matches: the facts that are the same in every match.

A seat belongs to the player whose name looks the same. Players that the scorebook already has stay
as they are.

A forgotten player has a number for a name. Such a number means nothing in another scorebook, so it
never matches a player here: if it is taken, the new player gets the next free one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count

from sqlalchemy import Select, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.interchange.match_file import PortableMatch, check_name, check_texts, to_json
from scorekeeper.interchange.named_json import table_from
from scorekeeper.scorebook.changes import Json
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.column_limits import LONGEST_NAME
from scorekeeper.scorebook.people.colours import COLOURS
from scorekeeper.scorebook.people.seating import NAMED, add_player, player_key
from scorekeeper.scorebook.round_json import InvalidJson

# The players of a file by key: name, colour, and whether hidden or forgotten.
Players = Mapping[str, Json]
# Finds the stored match for a match of a file, if it is here already.
Stored = Callable[[PortableMatch], PortableMatch | None]

_PLAYER_KEYS = {"name", "colour", "hidden", "forgotten"}
_PLAYER, _SEAT, _MATCH = models.PlayerRow, models.SeatRow, models.MatchRow
_HERE = select(_PLAYER.key, _PLAYER.forgotten).where(NAMED, _PLAYER.owner == bindparam("of"))
_DIGITS = re.compile("[0-9]+")


def players_to_json(session: Session, among: Collection[int] | None = None) -> list[Json]:
    """Write the players of all matches that are not in the bin, always in the same order.

    With `among`, only those of matches with these ids.
    """
    sitting = select(_SEAT.player_id).join(_MATCH).where(_MATCH.binned_at.is_(None))
    if among is not None:
        sitting = sitting.where(_MATCH.id.in_(among))
    return _listed(session, select(_PLAYER).where(_PLAYER.id.in_(sitting)))


def forgotten_to_json(session: Session, match_id: int) -> list[Json]:
    """Write the forgotten players of a match."""
    sitting = select(_SEAT.player_id).filter_by(match_id=match_id)
    forgotten = select(_PLAYER).where(_PLAYER.id.in_(sitting), _PLAYER.forgotten)
    return _listed(session, forgotten)


def new_people(session: Session, matches: Sequence[PortableMatch], of: str) -> list[str]:
    """Return the names of the new players in some matches, in order."""
    known = {*session.scalars(_HERE, {"of": of})} if matches else set()
    people: dict[str, str] = {}
    for match in matches:
        for key, name in people_of(match):
            if key not in known:
                people.setdefault(key, name)
    return [*people.values()]


def _listed(session: Session, players: Select[models.PlayerRow]) -> list[Json]:
    rows = session.scalars(players.order_by(_PLAYER.id.desc()))
    # The second of one name at a table, whom older versions let sit down, has no name of their own.
    # Players of several owners with one name are one in a file, which has no owners.
    named = {row.key: row for row in rows if row.key == player_key(row.name)}
    return [_to_json(row) for _key, row in sorted(named.items())]


def players_from(table: Mapping[str, object]) -> dict[str, Json]:
    """Read the players of a file by their keys. Raise InvalidJson."""
    listed = table.get("players", [])
    if not isinstance(listed, list):
        raise InvalidJson("players is a list")
    players: dict[str, Json] = {}
    for number, request in enumerate(listed, start=1):
        try:
            player = _read(request)
        except InvalidJson as error:
            raise InvalidJson(f"player {number}: {error}") from error
        key = player_key(player["name"])
        if key in players:
            raise InvalidJson(f"player {number}: another one is called {player['name']} already")
        players[key] = player
    return players


def add_players(session: Session, players: Players, keys: Collection[str], of: str) -> None:
    """Add the players of a file with these keys who are not here yet.

    `of` is their owner. The players are locked.
    """
    wanted = {key: player for key, player in players.items() if key in keys}
    known = {*session.scalars(_HERE, {"of": of})} if wanted else set()
    for key, player in wanted.items():
        if key not in known:
            add_player(session, of, key=key, **player)


def _to_json(row: models.PlayerRow) -> Json:
    flags = {name: True for name in ("hidden", "forgotten") if getattr(row, name)}
    return {"name": row.name, "colour": row.colour, **flags}


def _read(request: object) -> Json:
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
    return {"name": name, "colour": colour, **flags}


def names_here(
    session: Session,
    players: Players,
    names: Mapping[str, str],
    matches: Callable[[], Iterable[PortableMatch]],
    stored: Stored,
    of: str,
) -> dict[str, str]:
    """Return by key the names here of players who have another name in the file.

    `names` has the players of its matches. Only players of the owner `of` count as here.
    """
    here = dict(session.execute(_HERE, {"of": of}).all())
    numbered = {key for key in names if here.get(key) or _is_forgotten(players, key)}
    new_names = dict[str, str]()
    for key, name in _told(numbered, matches, stored) if numbered else ():
        other = player_key(name)
        free = other not in {*names} - numbered and other not in map(player_key, new_names.values())
        # Who is forgotten there does not get a name here.
        if free and (here.get(other) or not _is_forgotten(players, key)):
            new_names.setdefault(key, name)
    taken = {*here, *names}
    for key, name in names.items():
        if key in numbered and key in here and key not in new_names:
            new_names[key] = _next_free(name, taken)
            taken.add(player_key(new_names[key]))
    return new_names


def match_here(match: PortableMatch, names: Mapping[str, str]) -> PortableMatch:
    """Return a match of a file with the names that its players have here."""
    if not names:
        return match
    called = tuple(names.get(key, name) for key, name in people_of(match))
    return match._replace(record=match.record.with_people(called))


def players_here(players: Players, names: Mapping[str, str]) -> dict[str, Json]:
    """Return the players of a file, by their keys, with the names that they have here."""
    called = [{**player, "name": names.get(key, player["name"])} for key, player in players.items()]
    return {player_key(player["name"]): player for player in called}


def _is_forgotten(players: Players, key: str) -> bool:
    return key in players and bool(players[key]["forgotten"])


def people_of(match: PortableMatch) -> Iterator[tuple[str, str]]:
    """Yield the keys and names of the players of a match."""
    return zip(match.players, match.record.people, strict=True)


def _told(
    numbered: Collection[str], matches: Callable[[], Iterable[PortableMatch]], stored: Stored
) -> Iterator[tuple[str, str]]:
    """Yield the player here for a player of a file: the one at that seat of the same match."""
    unknown = {*numbered}
    for match in matches():
        if unknown.isdisjoint(match.players):
            continue
        there = stored(match)
        if there and match.record.entries and is_same(match, there):
            names = there.record.people
            for (key, _name), name in zip(people_of(match), names, strict=True):
                if key in unknown:
                    yield key, name
                    unknown.remove(key)


def is_same(match: PortableMatch, there: PortableMatch) -> bool:
    """Return whether two matches differ in nothing but the names: nobody changed seats."""
    if len(match.record.people) != len(there.record.people):
        return False
    record = there.record.with_people(match.record.people)
    return to_json(there._replace(record=record)) == to_json(match)


def _next_free(name: str, taken: Collection[str]) -> str:
    """Return a name that nobody has: the same words with another number."""
    if len(name) + len(str(len(taken))) > LONGEST_NAME or not _DIGITS.search(name):
        name = "Player 1"
    numbers = (_DIGITS.sub(str(number), name, count=1) for number in count(1))
    return next(other for other in numbers if player_key(other) not in taken)
