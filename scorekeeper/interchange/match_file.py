"""A match as JSON in an export file (docs/export.md): what `replay` reads, with keys and times.

It depends on nothing else in the scorebook it comes from; the same match gives the same bytes.
"""

from __future__ import annotations

import json
import re
import unicodedata
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from scorekeeper.interchange.named_json import (
    FORMAT,
    MATCH_KEYS,
    NAMED_ROUND_KEYS,
    TIMER_KEYS,
    check_format,
    lineups_from,
    lineups_in,
    named_round,
    names_in,
    round_number,
    rounds_in,
    seats_from,
    setup_from,
    start_from,
    table_from,
)
from scorekeeper.rules import Code, Game, Moment, RuleError, Setup, load_game
from scorekeeper.rules.game_files import merge
from scorekeeper.rules.game_setup import NO_RULES
from scorekeeper.scorebook.changes import (
    Json,
)
from scorekeeper.scorebook.database.column_limits import LARGEST_NUMBER, LONGEST_NAME, LONGEST_NOTE
from scorekeeper.scorebook.people.seating import keys_of, player_key, whose
from scorekeeper.scorebook.people.similar_names import is_blank, look
from scorekeeper.scorebook.record import (
    Lineups,
    MatchRecord,
    RecordedRound,
    lineup_in,
    with_lineups,
)
from scorekeeper.scorebook.round_json import InvalidJson
from scorekeeper.scorebook.rule_sets import difference
from scorekeeper.scorebook.scored_match import ReplayError, score_record
from scorekeeper.scorebook.timer import Timer
from scorekeeper.wording.formats import SideNames

# A day and more; the longest clock has three hours.
MOST_SECONDS = 100_000
_KEY = re.compile(r"[0-9A-Za-z_-]{1,40}")
_GAME_ID = re.compile(r"[0-9a-z-]{1,64}")


# The entry key of an imported match is this and its key in files; on a site of links also the
# owner, as strangers may import the same match.
IMPORTED = "imported "
# Letters of the random id of a device.
_WHOSE = 12
# Bytes: no file of one match is larger.
LARGEST = 4 * 2**20


def imported_key(key: str, owner: str) -> str:
    """Return the entry key of what a device imports, by the key in the file."""
    return f"{IMPORTED}{key} {whose(owner)[:_WHOSE]}".rstrip()


def key_in_file(entry_key: str) -> str:
    """Return the key in files of an imported match."""
    return entry_key.removeprefix(IMPORTED).partition(" ")[0]


class PortableMatch(NamedTuple):
    """A match in a file; `key` is the same everywhere, `counting` how many rounds count.

    `shorter` are the keys it had while its sheet had fewer rounds, the longest first.
    """

    key: str
    opened_at: datetime
    record: MatchRecord
    counting: int
    shorter: tuple[str, ...] = ()

    @property
    def gone_on(self) -> bool:
        """Whether it is here already with fewer rounds."""
        return self.key in self.shorter

    @property
    def players(self) -> tuple[str, ...]:
        """The keys of its players, by seat and lineup."""
        if self.record.several:
            return tuple(map(player_key, self.record.people))
        return keys_of(self.record.names)


def to_json(match: PortableMatch) -> Json:
    """Write a match as a JSON object. Raise ValueError if two players have the same name."""
    record = match.record
    setup, names = record.setup, record.names
    if len({*names}) < len(names):
        # Older versions let two of one name sit down: a file gives them different names.
        names = keys_of(names)
    table: Json = {
        "format": FORMAT,
        "key": match.key,
        "opened_at": match.opened_at.astimezone(UTC).isoformat(),
        "game": setup.game.id,
        **rules_of(setup.game),
        "seats": list(names),
        "partners": setup.partners,
    }
    if record.opening_seat is not None:
        table["opening_seat"] = names[record.opening_seat]
    if record.play_on_to:
        table["play_on_to"] = record.play_on_to
    if record.several:
        table["lineups"] = [*lineups_in(record.several)]
    if record.timer:
        table["timer"] = record.timer.as_json()

    def names_of(number: int) -> tuple[str, ...]:
        return lineup_in(record.several, number).names if record.several else names

    rounds = [
        {
            **names_in(entry.played, setup, names_of(number)),
            "recorded_at": entry.recorded_at.astimezone(UTC).isoformat(),
        }
        for number, entry in enumerate(record.entries, start=1)
    ]
    table["rounds"] = rounds[: match.counting]
    if rounds[match.counting :]:
        table["later"] = rounds[match.counting :]
    return table


def from_json(request: object) -> PortableMatch:
    """Read a match from decoded JSON. Raise InvalidJson, RuleError, or ReplayError for a round."""
    table = table_from(request, MATCH_KEYS)
    check_format(table)
    check_texts(table)
    key = table.get("key")
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise InvalidJson("key is a text of at most 40 letters and digits that names the match")
    opened_at = moment_from(table, "opened_at")
    names = names_from(table)
    setup = setup_from(table, names)
    if not _GAME_ID.fullmatch(setup.game.id):
        raise InvalidJson("game is a game's id")
    start = start_from(table, setup, names)
    lineups = lineups_from(table, setup, names)
    for each in lineups:
        names_from({"seats": [*each.names]})
    counting = _entries(table, "rounds", setup, lineups)
    later = _entries(table, "later", setup, lineups, first=len(counting) + 1)
    record = MatchRecord(
        setup,
        names,
        start.lead.seat,
        start.play_on_to,
        (*counting, *later),
        timer=_timer(table.get("timer")),
    )
    record = with_lineups(record, lineups)
    _, rounds = score_record(record)
    if len(rounds) < len(counting):
        raise ReplayError(len(rounds) + 1, RuleError(Code.MATCH_OVER))
    if len(rounds) > len(counting):
        raise InvalidJson("later has rounds, but without them the match is not over")
    return PortableMatch(key, opened_at, record, len(rounds))


def to_bytes(match: Json) -> bytes:
    """Format one match, with a line for each round."""
    return _encoded(f"{_lines(match, 2)}\n")


def table_in_parts(table: Json, key: str, listed: Iterable[Json]) -> Iterator[bytes]:
    """Format a table whose last key is a list of matches, formatted one by one."""
    yield _encoded(_lines(table, 4).removesuffix("\n}") + f',\n "{key}": ')
    before = "["
    for each in listed:
        yield _encoded(f"{before}\n  {_lines(each, 2, '  ')}")
        before = ","
    yield b"\n ]" if before == "," else b"[]"


def end_of_table(table: Json) -> bytes:
    """Format the end of such a table, with what else is in it."""
    more = _lines(table, 4).removeprefix("{").removesuffix("\n}") if table else ""
    return _encoded(f"{',' if more else ''}{more}\n}}\n")


def _encoded(text: str) -> bytes:
    # Half a surrogate pair cannot be UTF-8: it becomes a JSON escape.
    return text.encode("utf-8", "backslashreplace")


def file_name(match: PortableMatch) -> str:
    """Return game, names and date in lower-case ASCII: block-ana-bea-2026-11-20 (no extension)."""
    record = match.record
    words = (record.setup.game.id, *record.names, f"{match.opened_at:%Y-%m-%d}")
    plain = (unicodedata.normalize("NFKD", word).encode("ascii", "ignore") for word in words)
    slugs = (re.sub(r"[^a-z0-9]+", "-", word.decode().lower()).strip("-") for word in plain)
    return "-".join(slug for slug in slugs if slug)


def packed(content: bytes) -> str:
    """Return the file of a match as text for an address, so that no server has to keep it."""
    return urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")


def unpacked(text: str) -> bytes:
    """Return the file packed in a text. Raise ValueError if it is invalid or incomplete."""
    reader = zlib.decompressobj()
    try:
        content = reader.decompress(urlsafe_b64decode(f"{text}==="), LARGEST)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not reader.eof:
        raise ValueError("It is not whole.")
    return content


def rules_of(game: Game) -> Json:
    """Write the house rules of a game; all its rules if house rules cannot express them.

    Its name and sources are not rules: a later version may change them.
    """
    played = _rules_alone(game)
    try:
        base = _rules_alone(load_game(game.id))
    except RuleError:
        return {"rules": _sorted(game.definition)}
    changes = difference(base, played)
    if merge(base, changes) != played:
        return {"rules": _sorted(game.definition)}
    return {"house_rules": _sorted(changes)} if changes else {}


def _rules_alone(game: Game) -> Json:
    return {key: value for key, value in game.definition.items() if key not in NO_RULES}


def _sorted(value: Any) -> Any:
    """Sort the keys of a table and of the tables in it: the same rules give the same bytes."""
    if isinstance(value, Mapping):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return value


def names_from(table: Mapping[str, Any]) -> tuple[str, ...]:
    names = seats_from(table)
    for name in names:
        check_name(name)
    keys = [look(name) for name in names]
    for seat, name in enumerate(names):
        if keys[seat] in keys[:seat]:
            raise RuleError(Code.SAME_NAME_TWICE, name=name)
    return names


def check_name(name: str) -> None:
    """Raise InvalidJson for a name that nobody can have."""
    control = any(unicodedata.category(letter) == "Cc" for letter in name)
    if control or is_blank(name) or not 1 <= len(name) <= LONGEST_NAME:
        raise InvalidJson(f"a name has 1 to {LONGEST_NAME} letters that show")


def _entries(
    table: Mapping[str, Any], key: str, setup: Setup, lineups: Lineups, first: int = 1
) -> tuple[RecordedRound, ...]:
    entries = []
    for number, entry in enumerate(rounds_in(table, key), start=first):
        try:
            check_numbers(entry)
            entry = table_from(entry, NAMED_ROUND_KEYS)
            round_number(entry, number)
            sides = SideNames(setup, lineup_in(lineups, number).names)
            played = named_round(entry, sides, Moment())
            entries.append(RecordedRound(played, moment_from(entry, "recorded_at")))
        except RuleError as error:
            raise ReplayError(number, error) from error
        except InvalidJson as error:
            raise InvalidJson(f"round {number}: {error}") from error
        if any(len(each.note) > LONGEST_NOTE for each in played.corrections):
            raise InvalidJson(f"round {number}: a note has at most {LONGEST_NOTE} letters")
    return tuple(entries)


def _timer(table: object) -> Timer | None:
    """Read the clock of a match, if it has one. Raise InvalidJson."""
    if table is None:
        return None
    clock = table_from(table, TIMER_KEYS)
    left, stopped = clock.get("left", 0), clock.get("stopped", False)
    if type(left) is not int or not 0 <= left <= MOST_SECONDS or type(stopped) is not bool:
        raise InvalidJson("timer has the seconds that are left, or the time at which it ends")
    return Timer(moment_from(clock, "ends_at") if "ends_at" in clock else None, left, stopped)


def moment_from(table: Mapping[str, Any], key: str) -> datetime:
    try:
        time = datetime.fromisoformat(table[key])
        if time.tzinfo is not None:
            return time.astimezone(UTC)
    except (KeyError, TypeError, ValueError, OverflowError):
        pass
    raise InvalidJson(f"{key} is a moment with its time zone, as 2026-11-20T19:30:00+00:00")


def check_texts(value: object) -> None:
    """Refuse NUL and surrogates in any text: no database can store them. Raise InvalidJson."""
    texts = "".join(each for each in values_in(value) if isinstance(each, str))
    if any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in texts):
        raise InvalidJson("there is a text with a letter that is none")


def check_numbers(value: object) -> None:
    """Refuse numbers that no round can have. Raise InvalidJson."""
    if any(isinstance(each, int) and abs(each) > LARGEST_NUMBER for each in values_in(value)):
        raise InvalidJson(f"no number of a round is larger than {LARGEST_NUMBER}")


def values_in(value: object) -> Iterator[object]:
    """Yield every text, number and so on in decoded JSON, also the keys of tables."""
    if isinstance(value, Mapping):
        value = [*value.keys(), *value.values()]
    if not isinstance(value, list):
        yield value
        return
    for each in value:
        yield from values_in(each)


def _lines(value: object, depth: int, indent: str = "") -> str:
    """Format JSON with a line for each entry of tables and lists of tables, `depth` levels deep."""
    inner = f"{indent} "
    if depth and value and isinstance(value, dict):
        lines = [f"{_json(key)}: {_lines(each, depth - 1, inner)}" for key, each in value.items()]
        opening, closing = "{}"
    elif depth and value and isinstance(value, list) and isinstance(value[0], dict):
        lines = [_lines(each, depth - 1, inner) for each in value]
        opening, closing = "[]"
    else:
        return _json(value)
    return "\n".join((opening, ",\n".join(inner + line for line in lines), indent + closing))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
