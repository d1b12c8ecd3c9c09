"""Export matches to files, and import them into another scorebook.

A match keeps its key in every scorebook, so that importing it twice adds it once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from itertools import groupby, islice
from operator import itemgetter
from secrets import token_hex
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.interchange.bg_stats import as_export, link_of
from scorekeeper.interchange.club_nights import add_nights, nights_to_json
from scorekeeper.interchange.imported_results import MatchesInFile, ReadFile
from scorekeeper.interchange.known_matches import (
    at_one_moment,
    goes_on,
    is_as_stored,
    with_keys_here,
)
from scorekeeper.interchange.match_file import (
    IMPORTED,
    PortableMatch,
    end_of_table,
    file_name,
    imported_key,
    key_in_file,
    table_in_parts,
    to_bytes,
    to_json,
)
from scorekeeper.interchange.named_json import FILE_FORMAT
from scorekeeper.interchange.player_list import (
    Players,
    add_players,
    forgotten_to_json,
    match_here,
    names_here,
    new_people,
    people_of,
    players_from,
    players_here,
    players_to_json,
)
from scorekeeper.interchange.spreadsheets import as_csv, match_table
from scorekeeper.scorebook.changes import (
    Change,
    ChangeKind,
    Json,
    match_opened,
    rounds_recorded,
)
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.column_limits import in_parts
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.figures.recounting import count_all, settle_figures
from scorekeeper.scorebook.match_bin import ids_in_bin
from scorekeeper.scorebook.match_log import Submission, change_within
from scorekeeper.scorebook.matches import NewMatch, add_matches, find_match
from scorekeeper.scorebook.people.seating import lock_players, whose
from scorekeeper.scorebook.permissions import rights
from scorekeeper.scorebook.permissions.rights import lock_match
from scorekeeper.scorebook.scored_match import Match, read_in_parts, read_match, score_stored

# Bytes. A match takes a few thousand; nobody can record rounds while those of a file are added.
MAX_FILE_SIZE = 64 * 2**20
# How many of the new matches of a file are shown before they are imported.
MOST_SHOWN = 8
# How many matches are in memory at once, and for files of other programs added per transaction.
ADDED_AT_ONCE = 100


class Download(NamedTuple):
    """A file, whose name has no extension."""

    name: str
    content: bytes


@dataclass(slots=True)
class Imported:
    """How many matches of a file were added, how many were there already, and which differ.

    `longer` has the names of the players of each match that was there with fewer rounds: the
    missing ones are added. `different` has the names for each match that has other content here,
    and is not changed. `binned` of the known ones are in the bin. `first` are some of the new
    matches, `nights` is the number of new nights, and `people` are the new players; `only` is the
    match if nothing else came.
    """

    new: int = 0
    known: int = 0
    longer: list[str] = field(default_factory=list)
    different: list[str] = field(default_factory=list)
    first: list[PortableMatch] = field(default_factory=list, compare=False)
    binned: int = field(default=0, compare=False)
    nights: int = field(default=0, compare=False)
    people: list[str] = field(default_factory=list, compare=False)
    only: int | None = field(default=None, compare=False)


class _OnlyAsked(Exception):
    """It was a preview: the transaction is rolled back."""


def export_match(match_id: int) -> Download:
    """Write one match as JSON, with its forgotten players. Raise NoSuchMatch."""
    match = _portable_match(db.session(), find_match(match_id))
    forgotten = forgotten_to_json(db.session(), match_id)
    table = to_json(match) | ({"players": forgotten} if forgotten else {})
    return Download(file_name(match), to_bytes(table))


def bg_stats_link(match_id: int) -> str:
    """Return the link that sends a match to BG Stats. Raise NoSuchMatch."""
    return link_of(_portable_match(db.session(), find_match(match_id)))


def export_bg_stats(damaged: list[str], among: Collection[int] | None = None) -> bytes:
    """Write all finished matches, or those `among` some ids, as BG Stats reads them."""
    session, row = db.session(), models.MatchRow
    listed = select(row.id).where(row.binned_at.is_(None), row.finished_at.is_not(None))
    if among is not None:
        listed = listed.where(row.id.in_(among))
    ids, matches = session.scalars(listed.order_by(row.finished_at, row.id)).all(), []
    for match_id, stored in read_in_parts(session, ids):
        try:
            if isinstance(stored, Exception):
                raise stored
            matches.append(_to_portable(score_stored(stored), stored.match.entry_key))
        # A damaged row may raise anything; the other matches are still exported.
        except Exception as error:
            damaged.append(f"Match {match_id} cannot be read: {error}")
    return to_bytes(as_export(matches))


def export_spreadsheet(match_id: int) -> Download:
    """Write one match as CSV. Raise NoSuchMatch."""
    match = find_match(match_id)
    return Download(file_name(_portable_match(db.session(), match)), as_csv(match_table(match)))


def export_all(
    damaged: list[str], among: Collection[int] | None = None, owner: str = ""
) -> Iterator[bytes]:
    """Yield, in parts, a file of the players and all matches that are not in the bin.

    They are in the order they were opened. `damaged` gets a sentence for each that cannot be read.
    With `among`, the file has only the matches with these ids, and the club nights of `owner`.
    """
    session, row, keys = db.session(), models.MatchRow, dict[int, str]()
    listed = select(row.id).where(row.binned_at.is_(None)).order_by(row.created_at, row.id)
    if among is not None:
        listed = listed.where(row.id.in_(among))
    exported = _exported(session, session.scalars(listed).all(), keys, damaged)
    players = players_to_json(session, among)
    yield from table_in_parts({"format": FILE_FORMAT, "players": players}, "matches", exported)
    # Once the matches are written, their keys are known.
    nights = nights_to_json(session, keys, damaged, None if among is None else owner)
    yield end_of_table({"club_nights": nights} if nights else {})


def _exported(
    session: Session, match_ids: Sequence[int], keys: dict[int, str], damaged: list[str]
) -> Iterator[Json]:
    """Yield matches as JSON for a file, and add their keys there to `keys`.

    Matches opened at the same moment come in the same order in every scorebook.
    """
    for _moment, together in groupby(
        _portable_matches(session, match_ids, keys, damaged), itemgetter(0)
    ):
        for _opened_at, _its_key, table in sorted(together, key=itemgetter(1)):
            del table["format"]
            yield table


def _portable_matches(
    session: Session, match_ids: Sequence[int], keys: dict[int, str], damaged: list[str]
) -> Iterator[tuple[datetime, str, Json]]:
    for match_id, stored in read_in_parts(session, match_ids):
        try:
            if isinstance(stored, Exception):
                raise stored
            match = _to_portable(score_stored(stored), stored.match.entry_key)
            table = to_json(match)
        # A damaged row may raise anything; the other matches are still exported.
        except Exception as error:
            damaged.append(f"Match {match_id} cannot be read: {error}")
        else:
            keys[match_id] = match.key
            yield match.opened_at, match.key, table


def import_read(
    read: ReadFile,
    owner: str = "",
    told: Callable[[int], None] = lambda _number: None,
    import_key: str = "",
) -> Imported:
    """Add the new matches of a Scorekeeper file: all of them, or none if one is refused.

    Files of other programs are added in parts, so that rounds can be recorded in between; `told` is
    called with how many were added. The device `owner`, if there is one, owns them. `match_bin.py`
    finds them by the `import_key`.
    """
    imported, import_key = Imported(), import_key or token_hex(16)
    if read.ours:
        with writing() as session:
            imported = _import(session, read.ours, owner, import_key)
    else:
        known = _known_keys(db.session(), owner)
        for matches in in_parts(with_keys_here(read.matches, known, ids_in_bin()), ADDED_AT_ONCE):
            with writing() as session:
                part = _import(session, MatchesInFile.of_others(matches), owner, import_key)
            imported.new, imported.known = imported.new + part.new, imported.known + part.known
            imported.longer += part.longer
            imported.different += part.different
            told(imported.new)
    settle_figures()
    return imported


def preview_import(read: ReadFile, owner: str = "") -> Imported:
    """Return what `import_read` would return, but write nothing. Raise what it does."""
    if read.ours:
        return _tried(read.ours, owner)
    session = db.session()
    known, binned = _known_keys(session, owner), ids_in_bin()
    matches = with_keys_here(read.matches, known, binned)
    new = [match for match in matches if match.key not in known]
    gone_on = [match for match in matches if match.gone_on]
    imported = _tried(MatchesInFile.of_others(gone_on), owner) if gone_on else Imported()
    imported.new, imported.first = len(new), new[:MOST_SHOWN]
    imported.known += len(matches) - len(new) - len(gone_on)
    imported.binned = sum(known.get(match.key) in binned for match in matches)
    imported.people = new_people(session, new, whose(owner))
    return imported


def _tried(file: MatchesInFile, owner: str) -> Imported:
    """Import within a transaction that is rolled back."""
    imported = Imported()
    with suppress(_OnlyAsked), writing() as session:
        imported = _import(session, file, owner)
        raise _OnlyAsked
    return imported


def _import(session: Session, file: MatchesInFile, owner: str, import_key: str = "") -> Imported:
    """Add the new matches of a file, and compare the others, a part at a time."""
    imported, players, known = Imported(), players_from(file.table), _known_keys(session, owner)
    if names := _names_here(session, file, players, known, owner):
        players = players_here(players, names)
    matches, number = (match_here(match, names) for match in file.each()), 0
    while part := [*islice(matches, ADDED_AT_ONCE)]:
        new = dict[str, PortableMatch]()
        for match in part:
            if match.key not in known:
                new.setdefault(match.key, match)
        added = _add(session, imported, [*new.values()], players, owner, import_key)
        known |= zip(new, added, strict=True)
        for match in part:
            if new.get(match.key) is match:
                continue
            # Matches from other programs may have been corrected here.
            if file.table or match.gone_on:
                _meet(session, imported, match, known[match.key])
            else:
                imported.known += 1
        number += len(part)
    if number == 1 and (imported.new or imported.longer):
        imported.only = known[match.key]
    imported.nights = add_nights(session, file.table.get("club_nights", []), names, known, owner)
    return imported


def _names_here(
    session: Session, file: MatchesInFile, players: Players, known: Mapping[str, int], owner: str
) -> dict[str, str]:
    """Lock what a file may change; return the names that its players have here, if others."""
    called = dict[str, str]()
    # Matches that may get rounds are locked before the players, as in every other change.
    for match in file.heads():
        called |= people_of(match)
        if match.key in known and (file.table or match.gone_on):
            lock_match(session, known[match.key])
    # Locked before the players are read, so that a free number stays free.
    lock_players(session)

    def stored(match: PortableMatch) -> PortableMatch | None:
        if match.key not in known:
            return None
        return _portable_match(session, read_match(session, known[match.key]))

    return names_here(session, players, called, file.each, stored, whose(owner))


def _meet(session: Session, imported: Imported, match: PortableMatch, match_id: int) -> None:
    """Add to a match that is here the further rounds of a file, or note that they differ."""
    here, names = read_match(session, match_id), ", ".join(match.record.names)
    there = _portable_match(session, here)
    # A name is written as here.
    if match.gone_on:
        match, there = (at_one_moment(each, here.last_at) for each in (match, there))
    if is_as_stored(match, there):
        imported.known += 1
        imported.binned += here.binned_at is not None
    elif here.binned_at is None and goes_on(match, there):
        _add_rounds(session, match_id, match)
        imported.longer.append(names)
    else:
        imported.different.append(names)


def _add_rounds(session: Session, match_id: int, match: PortableMatch) -> None:
    """Add the missing rounds of a match. Raise ReplayError."""

    def added(_session: Session, there: Match) -> Change:
        new = match.record.entries[len(there.record.entries) :]
        return rounds_recorded(there.record, new)

    change_within(session, match_id, Submission(token_hex(16)), added)


def _add(
    session: Session,
    imported: Imported,
    matches: Sequence[PortableMatch],
    players: Players,
    owner: str,
    import_key: str,
) -> list[int]:
    """Add new matches, and the `players` of a file who sit in them; return the ids."""
    imported.people += new_people(session, matches, whose(owner))
    sitting = {key for match in matches for key in match.players}
    add_players(session, players, sitting, whose(owner))
    new = [
        NewMatch(
            match.record,
            match_opened(match.record, ChangeKind.IMPORTED),
            Submission(imported_key(match.key, owner)),
            match.opened_at,
            import_key,
        )
        for match in matches
    ]
    added = add_matches(session, new, owner)
    rights.add_owner_of_new(session, added, owner)
    count_all(session, added)
    imported.new += len(added)
    imported.first += matches[: MOST_SHOWN - len(imported.first)]
    return added


def _known_keys(session: Session, owner: str) -> dict[str, int]:
    """Return the ids of the matches that are here, by their keys in files.

    On a site of links, only the matches of the owner.
    """
    row = models.MatchRow
    listed = select(row.entry_key, row.created_at, row.id)
    if whose(owner):
        listed = listed.where(row.owner == owner)
    rows = session.execute(listed)
    return {_key(entry_key, opened_at): match_id for entry_key, opened_at, match_id in rows}


def _to_portable(match: Match, entry_key: str) -> PortableMatch:
    key = _key(entry_key, match.opened_at)
    return PortableMatch(key, match.opened_at, match.record, len(match.rounds))


def _portable_match(session: Session, match: Match) -> PortableMatch:
    entry_key = select(models.MatchRow.entry_key).filter_by(id=match.id)
    return _to_portable(match, session.scalars(entry_key).one())


def _key(entry_key: str, opened_at: datetime) -> str:
    """Return the key of a match in files; no match of any other scorebook has the same.

    The entry key alone would not do: that of a rematch is made of the id of the first match.
    """
    if entry_key.startswith(IMPORTED):
        return key_in_file(entry_key)
    return sha256(f"{entry_key} {opened_at.isoformat()}".encode()).hexdigest()[:32]
