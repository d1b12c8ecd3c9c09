"""Players of the API, and their figures: those of the matches that may be seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import abort

from scorekeeper.access import guard
from scorekeeper.api.figure_schemas import (
    FiguresQuerySchema,
    FiguresSchema,
    HeadToHeadSchema,
    PairSchema,
    PlayerSchema,
    PlayersSchema,
    SeasonSchema,
)
from scorekeeper.api.problems import blueprint, unfit, wrong_shape
from scorekeeper.api.requests_and_answers import reads
from scorekeeper.clock import read_period
from scorekeeper.figures.head_to_head import Ahead, Ranked
from scorekeeper.figures.match_results import NOT_COMPARED, Sums, Totals
from scorekeeper.scorebook.figures.page_figures import (
    PlayerFigures,
    pair_figures,
    player_figures,
    rivals,
    season_table,
)
from scorekeeper.scorebook.figures.queries import Figures, Frame, read_kind
from scorekeeper.scorebook.people.players import NoSuchPlayer, Player, find_player, players_by_id
from scorekeeper.scorebook.people.players import list_players as known_players

Asked = Mapping[str, Any]
Shown = dict[str, Any]


@blueprint.get("/players")
@reads("List the players of the matches that may be seen.", gives=PlayersSchema)
def list_players() -> Shown:
    """List the players that are not hidden, by name."""
    return {"players": known_players(guard.visible_matches())}


@blueprint.get("/players/<int:player_id>")
@reads("Read a player.", gives=PlayerSchema)
def show_player(player_id: int) -> Player:
    """Send a player; 404 also if none of their matches may be seen."""
    return _player(player_id)


@blueprint.get("/players/<int:player_id>/figures")
@reads("Read the figures of a player.", asks=FiguresQuerySchema, gives=FiguresSchema)
def show_figures(asked: Asked, player_id: int) -> Shown:
    """Send the figures of a player, with those against each opponent and with each partner."""
    frame = _frame(asked)
    player = _player(player_id)
    figures, known = player_figures(player.id, frame), players_by_id(frame.seen)
    met, partners = _others("ahead", figures.met, known), _others("sums", figures.partners, known)
    return _told(figures, frame, player=player, met=met, partners=partners)


@blueprint.get("/players/<int:player_id>/against/<int:other_id>")
@reads("Read a head to head.", asks=FiguresQuerySchema, gives=HeadToHeadSchema)
def show_head_to_head(asked: Asked, player_id: int, other_id: int) -> Shown:
    """Send how two players did against each other."""
    frame = _frame(asked)
    players = _two(player_id, other_id)
    return {**rivals(player_id, other_id, frame)._asdict(), "players": players}


@blueprint.get("/players/<int:player_id>/with/<int:other_id>")
@reads("Read the figures of two partners.", asks=FiguresQuerySchema, gives=PairSchema)
def show_pair(asked: Asked, player_id: int, other_id: int) -> Shown:
    """Send the figures of two players as partners."""
    frame = _frame(asked)
    players = _two(player_id, other_id)
    return _told(pair_figures(player_id, other_id, frame), frame, players=players)


@blueprint.get("/season")
@reads("Read everybody’s figures.", asks=FiguresQuerySchema, gives=SeasonSchema)
def show_season(asked: Asked) -> Shown:
    """Send all matches together, and everybody in the order of a season.

    Hidden players are left out, as on the page.
    """
    frame = _frame(asked)
    known = {each.id: each for each in players_by_id(frame.seen).values() if not each.hidden}
    lines = [line for line in season_table(frame) if line.player in known]
    return {
        "total": _compared(Figures(frame).total(()), frame),
        "players": [_told(line, frame, player=known[line.player]) for line in lines],
    }


def _frame(asked: Asked) -> Frame:
    """Read which matches are asked for. Raise Refused."""
    period = _read("period", asked, read_period, "2026, 2026-11 or newest")
    kind = _read("kind", asked, read_kind, "block/alone/points")
    return Frame(period, kind, guard.visible_matches())


def _read(field: str, asked: Asked, read: Callable[[str], str], example: str) -> str:
    try:
        return read(asked[field])
    except ValueError:
        sentence = f"There is no {field} of that name: they are written as {example}."
        raise unfit([wrong_shape(sentence, field)]) from None


def _told(figures: PlayerFigures | Ranked, frame: Frame, **more: object) -> Shown:
    return {**figures._asdict(), "total": _compared(figures.total, frame), **more}


def _others(
    what: str, found: Mapping[int, Ahead] | Mapping[int, Sums], known: Mapping[int, Player]
) -> list[Shown]:
    """Return `what` for each other player who is known."""
    return [{what: each, "player": known[other]} for other, each in found.items() if other in known]


def _compared(total: Totals, frame: Frame) -> Totals:
    """Return a total; if kinds are counted together, points and pips are None."""
    nothing: dict[str, Any] = dict.fromkeys(NOT_COMPARED)
    return total if frame.kind else total._replace(sums=total.sums._replace(**nothing))


def _two(player_id: int, other_id: int) -> list[Player]:
    if player_id == other_id:
        abort(404)
    return [_player(player_id), _player(other_id)]


def _player(player_id: int) -> Player:
    try:
        return find_player(player_id, guard.visible_matches())
    except NoSuchPlayer:
        abort(404)
