"""Whether a match of a file is here already: the same, with fewer rounds, or with other rounds.

A Scorekeeper file has a key for each match. A sheet has none: the day, the names and the points
identify the match. If it was imported when the sheet had fewer rounds, the new ones are added.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from datetime import datetime

from scorekeeper.interchange.match_file import PortableMatch
from scorekeeper.interchange.player_list import is_same


def with_keys_here(
    matches: Sequence[PortableMatch], known: Mapping[str, int], binned: Container[int]
) -> list[PortableMatch]:
    """Return the matches; those imported before with fewer rounds get the keys they have here.

    Not if the match here is in the bin, or the sheet also still has it with fewer rounds.
    """
    found, taken = [*matches], {match.key for match in matches}
    for at, match in enumerate(found):
        fits = (key for key in match.shorter if key in known and known[key] not in binned)
        here = next((key for key in fits if key not in taken), "")
        if here and match.key not in known:
            taken.add(here)
            found[at] = match._replace(key=here)
    return found


def at_one_moment(match: PortableMatch, moment: datetime) -> PortableMatch:
    """Return a match with all times set to one moment, as a sheet has no times of rounds."""
    entries = tuple(each._replace(recorded_at=moment) for each in match.record.entries)
    record = match.record._replace(entries=entries, timer=None)
    return match._replace(opened_at=moment, record=record, counting=len(entries))


def is_as_stored(match: PortableMatch, there: PortableMatch) -> bool:
    """Return whether a match is here as a file has it, played by the same people."""
    return there.players == match.players and is_same(match, there)


def goes_on(match: PortableMatch, there: PortableMatch) -> bool:
    """Return whether a match has all rounds of the one that is `there`, and more."""
    same, more = len(there.record.entries), len(match.record.entries)
    record = match.record._replace(entries=match.record.entries[:same])
    return same < more and is_as_stored(match._replace(record=record, counting=same), there)
