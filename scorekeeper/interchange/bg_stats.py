"""Plays of BG Stats, an app for all kinds of games: read from its export, and sent to it.

Its export is JSON of `games`, `players` and `plays`, which name each other by numbers (`id`). A
play is sent as the app documents it: by a link that has it as JSON.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, time
from itertools import groupby
from typing import Any, NamedTuple, TypeGuard
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from scorekeeper import clock
from scorekeeper.interchange.imported_results import (
    LeftOut,
    NotRead,
    Outcome,
    Points,
    ReadFile,
    cleaned,
    games_by_name,
    key_of,
)
from scorekeeper.interchange.match_file import PortableMatch
from scorekeeper.interchange.written_days import read_day
from scorekeeper.messages import gettext as _
from scorekeeper.rules.game_keys import Best
from scorekeeper.rules.game_setup import Setup
from scorekeeper.scorebook.database.column_limits import LONGEST_NOTE
from scorekeeper.scorebook.database.letter_case import folded
from scorekeeper.scorebook.people.seating import keys_of
from scorekeeper.scorebook.record import counted_lineup
from scorekeeper.scorebook.round_json import InvalidJson
from scorekeeper.scorebook.scored_match import score_record
from scorekeeper.wording.formats import translate_name

LINK = "bgstats://app.bgstatsapp.com/createPlay.html?data="
# The name of a game of dominoes has one of these words; Kingdomino is none.
_DOMINOES = re.compile(r"\b(?:domino\w{0,2}|mexican train|chicken ?foot|tri-?omin\w*)\b")
_WHOLE = re.compile(r"-?\d+(?:\.0+)?")


class ExportedGame(NamedTuple):
    """A game in an export: its number of plays, whether to import it, and as which game."""

    id: str
    name: str
    plays: int
    wanted: bool
    game: str


def is_export(request: object) -> TypeGuard[Mapping[str, Any]]:
    """Return whether decoded JSON is an export of BG Stats."""
    return isinstance(request, Mapping) and {"games", "players", "plays"} <= request.keys()


def read_export(request: Mapping[str, Any], asked: Mapping[str, str]) -> ReadFile:
    """Read the plays of domino games, or of the games that are `asked` for.

    `asked` has `game-7` (7 is its number there): one of our games, "" for the usual one, or "no".
    Raise InvalidJson.
    """
    try:
        plays = [play for play in request["plays"] if not play.get("ignored")]
        called = {str(each["id"]): str(each["name"]) for each in request["games"]}
        names = {each["id"]: str(each["name"]) for each in request["players"]}
        games = _games(called, Counter(str(play["gameRefId"]) for play in plays), asked)
        read, wanted = ReadFile(games=games), {each.id: each for each in games if each.wanted}
        for number, play in enumerate(plays, start=1):
            if game := wanted.get(str(play["gameRefId"])):
                _add(read, play, game, names, number)
    except (KeyError, TypeError, AttributeError) as error:
        raise InvalidJson(f"this is no whole export of BG Stats: {error}") from error
    return read


def _games(
    called: Mapping[str, str], plays: Counter[str], asked: Mapping[str, str]
) -> list[ExportedGame]:
    games, by_name = [], games_by_name()
    for game_id, name in called.items():
        ours = by_name.get(folded(name), "")
        usual = ours if ours or _DOMINOES.search(folded(name)) else "no"
        said = asked.get(f"game-{game_id}", usual)
        games.append(ExportedGame(game_id, name, plays[game_id], said != "no", said))
    return sorted(games, key=lambda game: (not game.wanted, -game.plays, game.name))


def _add(
    read: ReadFile,
    play: Mapping[str, Any],
    game: ExportedGame,
    names: Mapping[Any, str],
    number: int,
) -> None:
    where = f"{game.name}, {str(play.get('playDate', number))[:10]}"
    try:
        sides, points = _sides(play, names, where)
        day, at = read_day(str(play["playDate"]))
    except ValueError:
        read.left_out.append(LeftOut(where, _("This is not a date."), str(play["playDate"])))
        return
    except NotRead as error:
        read.left_out.append(error.left_out)
        return
    moment = clock.moment_at(datetime.combine(day, at or time(20)))
    key = re.sub("[^0-9A-Za-z]", "", str(play.get("uuid", "")))[:40] or key_of(where, sides, points)
    note = " ".join(str(play.get("comments", "")).split())[:LONGEST_NOTE]
    read.add(Outcome(where, key, moment, sides, (points,), note=note), game.game, None)


def _sides(
    play: Mapping[str, Any], names: Mapping[Any, str], where: str
) -> tuple[tuple[tuple[str, ...], ...], Points]:
    """Return who played together, and the score of each side. Raise NotRead."""
    scores = play["playerScores"]
    teams = [str(each.get("team") or at) for at, each in enumerate(scores)]
    by_team = sorted(zip(teams, scores, strict=True), key=lambda each: each[0])
    together = [[one for _team, one in some] for _team, some in groupby(by_team, lambda e: e[0])]
    sides = tuple(cleaned([names[one["playerRefId"]] for one in some]) for some in together)
    return sides, tuple(
        _score(some, where, " & ".join(side)) for some, side in zip(together, sides, strict=True)
    )


def _score(some: Sequence[Mapping[str, Any]], where: str, names: str) -> int:
    """Return the score of a side: that of each if equal, else the sum. Raise NotRead."""
    texts = [text for one in some if (text := str(one.get("score") or "").strip())]
    if not texts:
        raise NotRead(where, _("%(names)s: no score.", names=names))
    for text in texts:
        if not _WHOLE.fullmatch(text):
            raise NotRead(where, _("This is not a whole number."), text)
    points = [int(text.partition(".")[0]) for text in texts]
    return points[0] if len({*points}) == 1 else sum(points)


def link_of(match: PortableMatch) -> str:
    """Return the link that opens BG Stats with a match to be added."""
    setup = match.record.setup
    play = {
        "sourceName": "Scorekeeper",
        "sourcePlayId": match.key,
        "playDate": f"{_played_at(match).astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "game": {"sourceGameId": setup.game.id, **_game(setup)},
        "players": [
            {"name": name, "sourcePlayerId": key, **_score_of(match, seat)}
            for seat, (key, name) in enumerate(_people(match))
        ],
    }
    return LINK + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")))


def as_export(matches: Iterable[PortableMatch]) -> dict[str, Any]:
    """Write matches that are over as BG Stats exports them, and reads them."""
    games, players = dict[str, dict[str, Any]](), dict[str, dict[str, Any]]()
    plays = []
    for match in matches:
        setup, at = match.record.setup, f"{clock.local(_played_at(match)):%Y-%m-%d %H:%M:%S}"
        people = _people(match)
        for key, name in people:
            players.setdefault(key, {**_numbered(players, "player", key), "name": name})
        game = {**_numbered(games, "game", setup.game.id), **_game(setup)}
        scores = [
            {"playerRefId": players[key]["id"], "seatOrder": seat, **_score_of(match, seat)}
            for seat, (key, _name) in enumerate(people)
        ]
        play = {
            "uuid": match.key,
            "gameRefId": games.setdefault(setup.game.id, game)["id"],
            "playDate": at,
            "usesTeams": setup.partners,
            "playerScores": scores,
        }
        plays.append(play)
    about = "This is a play file that can be read by Board Game Stats."
    found = {"games": [*games.values()], "players": [*players.values()], "plays": plays}
    return {"about": about, **found, "locations": [], "userInfo": {}}


def _people(match: PortableMatch) -> list[tuple[str, str]]:
    """Return the keys and names of those who played the last round."""
    lineups = match.record.lineups
    names = lineups[counted_lineup(lineups, match.counting, over=True)].names
    return [*zip(keys_of(names), names, strict=True)]


def _game(setup: Setup) -> dict[str, Any]:
    name, high = translate_name(setup.game.name), setup.game.match.best is Best.HIGH
    return {"name": name, "highestWins": high, "noPoints": False}


def _score_of(match: PortableMatch, seat: int) -> dict[str, Any]:
    """Return the result of a player; partners have the same team and score."""
    setup, standing = match.record.setup, score_record(match.record)[0]
    side = setup.side_of(seat)
    team = {"team": str(side + 1)} if setup.partners else {}
    return {"score": str(standing.totals[side]), "winner": side == standing.winner, **team}


def _played_at(match: PortableMatch) -> datetime:
    return match.record.entries[match.counting - 1].recorded_at


def _numbered(known: Mapping[str, Any], kind: str, key: str) -> dict[str, Any]:
    uuid = str(uuid5(NAMESPACE_URL, f"scorekeeper:{kind}:{key}"))
    return {"uuid": uuid, "id": len(known) + 1}
