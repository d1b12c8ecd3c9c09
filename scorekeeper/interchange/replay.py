"""The commands that need only the rules: `score`, `replay`, `games`; `cli.py` finds them here.

They score a round, or replay a match, given as JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TextIO

import click

from scorekeeper.interchange.named_json import (
    MATCH_KEYS,
    NAMED_ROUND_KEYS,
    ROUND_IN_NAMES,
    TABLE_KEYS,
    TIMER_KEYS,
    check_format,
    lineups_from,
    named_round,
    refusal,
    round_number,
    rounds_in,
    seats_from,
    setup_from,
    start_from,
    table_from,
    unique_keys,
)
from scorekeeper.rules import (
    Moment,
    Round,
    RoundScore,
    RuleError,
    Standing,
    game_ids,
    load_game,
    score_round,
)
from scorekeeper.rules.doubts import doubts
from scorekeeper.rules.scoring import score_recorded
from scorekeeper.scorebook.record import lineup_in, seated
from scorekeeper.scorebook.round_json import InvalidJson
from scorekeeper.wording.errors_and_doubts import doubt_sentence
from scorekeeper.wording.round_sentences import RoundNarrator

# Some editors begin a text with a byte-order mark.
JSON_FILE = click.File(encoding="utf-8-sig")

Reply = dict[str, Any]


@dataclass(frozen=True, slots=True)
class InvalidRequest(Exception):
    """The rules refuse the round or match; `reply` has the error as JSON."""

    reply: Reply


def score(request: object) -> Reply:
    """Score one round, a table with `game`, `seats` and `hands`. Raise InvalidJson, InvalidRequest.

    Return its ending, winner, sides (pips and points), reasons and warnings.
    """
    table = table_from(request, TABLE_KEYS | ROUND_IN_NAMES)
    seats = seats_from(table)
    try:
        setup = setup_from(table, seats)
        narrator, moment = RoundNarrator(setup, seats), Moment(number=round_number(table))
        played = named_round(table, narrator, moment)
        scored = score_round(setup, played, moment)
    except RuleError as error:
        raise _refused(error, seats) from error
    return _score_reply(narrator, played, scored, moment)


def replay(request: object) -> Reply:
    """Score the rounds of a match in order. Raise InvalidJson, or InvalidRequest naming the round.

    Return its rounds, totals, winner and losers, and whether it is over.
    """
    table = table_from(request, MATCH_KEYS | {"players"})
    check_format(table)
    seats, entries = seats_from(table), rounds_in(table)
    try:
        setup = setup_from(table, seats)
        standing, lineups = start_from(table, setup, seats), lineups_from(table, setup, seats)
    except RuleError as error:
        raise _refused(error, seats) from error
    rounds = []
    for number, entry in enumerate(entries, start=1):
        standing, seats = seated(lineups, standing), lineup_in(lineups, number).names
        narrator = RoundNarrator(standing.setup, seats)
        try:
            reply, standing = _score_next(narrator, entry, standing)
        except RuleError as error:
            raise _refused(error, seats, round=number) from error
        except InvalidJson as error:
            raise InvalidJson(f"round {number}: {error}") from error
        rounds.append(reply)
    if table_from(table.get("timer") or {}, TIMER_KEYS).get("stopped") is True:
        standing = standing.stop()
    standing, narrator = seated(lineups, standing), RoundNarrator(setup, lineups[-1].names)
    return {
        "rounds": rounds,
        "totals": _by_side(narrator, standing.totals),
        "over": standing.over,
        "winner": _side_names(narrator, standing.winner),
        "losers": [_side_names(narrator, side) for side in standing.losers],
    }


def _score_next(
    narrator: RoundNarrator, entry: object, standing: Standing
) -> tuple[Reply, Standing]:
    table = table_from(entry, NAMED_ROUND_KEYS)
    round_number(table, standing.rounds + 1)
    played = named_round(table, narrator, standing.moment)
    scored = score_recorded(narrator.setup, played, standing.moment)
    reply = _score_reply(narrator, played, scored, standing.moment)
    standing = standing.after(played, scored)
    reply = {
        "number": standing.rounds,
        "ending": reply["ending"],
        "winner": reply["winner"],
        "points": _by_side(narrator, scored.points),
        "totals": _by_side(narrator, standing.totals),
        "reset": standing.reset,
        "reasons": reply["reasons"],
        "warnings": reply["warnings"],
    }
    return reply, standing


def _score_reply(
    narrator: RoundNarrator, played: Round, scored: RoundScore, moment: Moment
) -> Reply:
    return {
        "ending": scored.ending,
        "winner": _side_names(narrator, scored.winning_side),
        "sides": [
            {"seats": _side_names(narrator, side), "pips": pips, "points": points}
            for side, (pips, points) in enumerate(zip(scored.pips, scored.points, strict=True))
        ],
        "reasons": [narrator.headline(scored), *narrator.reasons(scored)],
        "warnings": [
            {
                "code": doubt.law,
                "message": doubt_sentence(doubt),
                "numbers": list(doubt.numbers),
                "tiles": [str(tile) for tile in doubt.tiles],
            }
            for doubt in doubts(narrator.setup, played, moment)
        ],
    }


def _by_side(narrator: RoundNarrator, numbers: tuple[int, ...]) -> dict[str, int]:
    return {narrator.label(side): number for side, number in enumerate(numbers)}


def _side_names(narrator: RoundNarrator, side: int | None) -> list[str] | None:
    if side is None:
        return None
    return [narrator.names[seat] for seat in narrator.setup.sides[side]]


def _refused(error: RuleError, seats: tuple[str, ...], **where: int) -> InvalidRequest:
    said = {
        "code": error.code,
        "message": refusal(error, seats),
        "tiles": [str(tile) for tile in error.tiles],
        "seats": [seats[seat] for seat in error.seats],
    }
    return InvalidRequest({"error": {**said, **where}})


@click.group()
def rules() -> None:
    """What can be done without a scorebook."""


@rules.command("score")
@click.argument("file", type=JSON_FILE)
def score_command(file: TextIO) -> None:
    """Score the round in FILE (- for standard input), a JSON object; say why."""
    print_reply(score, file)


@rules.command("replay")
@click.argument("file", type=JSON_FILE)
def replay_command(file: TextIO) -> None:
    """Play the match in FILE (- for standard input), a JSON object, round by round."""
    print_reply(replay, file)


@rules.command()
def games() -> None:
    """List the games: id, name, players, and what each is."""
    for game in map(load_game, game_ids()):
        players = ", ".join(map(str, game.deal))
        click.echo(f"{game.id:22} {game.name} ({players} players). {game.summary}")


def print_reply(reply_to: Callable[[object], Reply], file: TextIO) -> None:
    """Print the reply to a request as JSON; exit with 1 if it is refused, 2 if unreadable."""
    try:
        reply, status = reply_to(json.load(file, object_pairs_hook=unique_keys)), 0
    except InvalidRequest as refused:
        reply, status = refused.reply, 1
    except (ValueError, RecursionError) as error:
        # A ValueError is text or JSON that cannot be decoded, or a request of the wrong shape.
        raise click.UsageError(f"The request cannot be read: {error}") from error
    printed = json.dumps(reply, ensure_ascii=False, indent=2)
    # UTF-8 in any terminal, as JSON is; a lone surrogate is escaped as JSON escapes it.
    click.echo(printed.encode("utf-8", "backslashreplace"))
    sys.exit(status)
