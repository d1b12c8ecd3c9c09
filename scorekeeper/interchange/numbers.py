"""The numbers of people whose names were forgotten, where a file comes into another scorebook.

A number is what one scorebook calls somebody, and says nothing in another one. So nobody is joined
with somebody here for a number alone: where it is taken, whoever comes gets the next free one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import count

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.interchange.match_file import PortableMatch, PortablePlayer, to_json
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.limits import LONGEST_NAME
from scorekeeper.scorebook.people.seating import NAMED, keys_of, player_key

Players = Mapping[str, PortablePlayer]
# Finds a match of a file as it is stored here, where it is here already.
Stored = Callable[[PortableMatch], PortableMatch | None]

_PLAYER = models.PlayerRow
_DIGITS = re.compile("[0-9]+")


def names_here(
    session: Session, players: Players, matches: Sequence[PortableMatch], stored: Stored
) -> dict[str, str]:
    """Return what those of a file are called here who are called otherwise, by their keys."""
    known = select(_PLAYER.key, _PLAYER.forgotten).where(NAMED, _PLAYER.owner == "")
    here = dict(session.execute(known).all())
    names = {key: name for match in matches for key, name in _seats(match)}
    numbered = {key for key in names if here.get(key) or _is_forgotten(players, key)}
    told = dict[str, str]()
    for key, name in _told(numbered, matches, stored):
        other = player_key(name)
        free = other not in {*names} - numbered and other not in map(player_key, told.values())
        # Who is forgotten there does not get a name here.
        if free and (here.get(other) or not _is_forgotten(players, key)):
            told.setdefault(key, name)
    taken = {*here, *names}
    for key, name in names.items():
        if key in numbered and key in here and key not in told:
            told[key] = _next_free(name, taken)
            taken.add(player_key(told[key]))
    return told


def match_here(match: PortableMatch, names: Mapping[str, str]) -> PortableMatch:
    """Return a match of a file with the names that its players have here."""
    called = tuple(names.get(key, name) for key, name in _seats(match))
    return match._replace(record=match.record._replace(names=called))


def players_here(players: Players, names: Mapping[str, str]) -> dict[str, PortablePlayer]:
    """Return the players of a file, by their keys, with the names that they have here."""
    called = [
        player._replace(name=names[key], key=player_key(names[key])) if key in names else player
        for key, player in players.items()
    ]
    return {player.key: player for player in called}


def _is_forgotten(players: Players, key: str) -> bool:
    return key in players and players[key].forgotten


def _seats(match: PortableMatch) -> Iterator[tuple[str, str]]:
    names = match.record.names
    return zip(keys_of(names), names, strict=True)


def _told(
    numbered: Collection[str], matches: Sequence[PortableMatch], stored: Stored
) -> Iterator[tuple[str, str]]:
    """Yield who somebody of a file is here: who sits there in the same match."""
    unknown = {*numbered}
    for match in matches:
        if unknown.isdisjoint(keys_of(match.record.names)):
            continue
        there = stored(match)
        if there and match.record.entries and _are_same(match, there):
            names = there.record.names
            for (key, _name), name in zip(_seats(match), names, strict=True):
                if key in unknown:
                    yield key, name
                    unknown.remove(key)


def _are_same(match: PortableMatch, there: PortableMatch) -> bool:
    """Say whether two matches are the same but for the names: nobody changed seats."""
    if len(match.record.names) != len(there.record.names):
        return False
    record = there.record._replace(names=match.record.names)
    return to_json(there._replace(record=record)) == to_json(match)


def _next_free(name: str, taken: Collection[str]) -> str:
    """Return a name that nobody has: the same words with another number."""
    if len(name) + len(str(len(taken))) > LONGEST_NAME or not _DIGITS.search(name):
        name = "Player 1"
    numbers = (_DIGITS.sub(str(number), name, count=1) for number in count(1))
    return next(other for other in numbers if player_key(other) not in taken)
