"""Read a file to import: a file of matches, an export of BG Stats, or a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, BinaryIO

from scorekeeper.interchange.bg_stats import is_export, read_export
from scorekeeper.interchange.imported_results import MatchesInFile, ReadFile
from scorekeeper.interchange.json_file import ListInFile, decoded
from scorekeeper.interchange.match_file import PortableMatch, from_json
from scorekeeper.interchange.named_json import (
    FILE_FORMAT,
    check_format,
    refusal,
    table_from,
)
from scorekeeper.interchange.written_tables import read_table
from scorekeeper.messages import gettext as _
from scorekeeper.rules import RuleError
from scorekeeper.scorebook.round_json import InvalidJson
from scorekeeper.scorebook.scored_match import ReplayError


class CannotImport(Exception):
    """The rules refuse a match of a file; the message says which match and round, and why."""


def read_any(file: BinaryIO, asked: Mapping[str, str] | None = None) -> ReadFile:
    """Read a file of matches, an export of BG Stats, or a table, in the way that is `asked` for.

    The file stays open until its matches are imported. Raise InvalidJson, CannotImport, ValueError
    or RecursionError.
    """
    try:
        request = decoded(file)
    except ValueError:
        file.seek(0)
        content = file.read()
        # A table has several cells.
        if content.lstrip()[:1] in (b"{", b"[") or not any(sign in content for sign in b"\n;,\t|"):
            raise
        return read_table(content, asked or {})
    return read_export(request, asked or {}) if is_export(request) else read_file(request)


def read_file(request: object) -> ReadFile:
    """Read a Scorekeeper file except its matches, which are read during the import."""
    file = _file_of(request)
    return ReadFile(ours=MatchesInFile(partial(_matches, file), partial(_heads, file), file))


def _matches(file: Mapping[str, Any]) -> Iterator[PortableMatch]:
    """Read the matches of a file. Raise InvalidJson, CannotImport."""
    return (_read(number, table) for number, table in enumerate(file["matches"], start=1))


def _heads(file: Mapping[str, Any]) -> Iterator[PortableMatch]:
    return _matches({"matches": map(_without_rounds, file["matches"])})


def _without_rounds(table: object) -> object:
    if not isinstance(table, Mapping):
        return table
    return {key: value for key, value in table.items() if key not in ("rounds", "later")}


def _file_of(request: object) -> Mapping[str, Any]:
    """Return a file of many matches, or one match as such a file. Raise InvalidJson."""
    if not isinstance(request, Mapping):
        return {"matches": [request]}
    if "matches" not in request:
        match = {key: value for key, value in request.items() if key != "players"}
        return {"matches": [match], "players": request.get("players", [])}
    table = table_from(request, {"format", "players", "matches", "club_nights"})
    check_format(table, FILE_FORMAT)
    if not isinstance(table["matches"], list | ListInFile):
        raise InvalidJson("matches is a list")
    return table


def _read(number: int, table: object) -> PortableMatch:
    """Read a match of a file; errors name its number (from 1) and its players."""
    try:
        return from_json(table)
    except InvalidJson as error:
        raise InvalidJson(f"match {number}: {error}") from error
    except ReplayError as refused:
        facts = _facts(number, table, refused.fault) | {"round": refused.number}
        sentence = _("Match %(number)s (%(names)s), round %(round)s: %(why)s", **facts)
        raise CannotImport(sentence) from refused
    except RuleError as error:
        facts = _facts(number, table, error)
        raise CannotImport(_("Match %(number)s (%(names)s): %(why)s", **facts)) from error


def _facts(number: int, table: object, fault: RuleError) -> dict[str, object]:
    names = tuple(table["seats"]) if isinstance(table, Mapping) else ()
    return {"number": number, "names": ", ".join(names), "why": refusal(fault, names)}
