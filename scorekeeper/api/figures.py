"""Figures of the API: of a player, of two against each other or as partners, of everybody.

Whoever may not see all matches has figures of those that may be seen, as on the pages.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, abort

from scorekeeper.access import guard
from scorekeeper.api import reading
from scorekeeper.api.answers import answer
from scorekeeper.api.blueprint import blueprint
from scorekeeper.api.figure_values import (
    Value,
    figures_value,
    pair_value,
    rivals_value,
    season_value,
)
from scorekeeper.api.operations import Operation, describes
from scorekeeper.api.players import player_or_404
from scorekeeper.api.problems import Refused, pointer
from scorekeeper.scorebook.figures.frame import Frame, read_kind, read_span
from scorekeeper.scorebook.figures.read import (
    everybody,
    pair_figures,
    player_figures,
    rivals,
    season_table,
)
from scorekeeper.scorebook.figures.state import are_kept, are_rated
from scorekeeper.scorebook.people.players import Player, players_by_id


@blueprint.get("/players/<int:player_id>/figures")
@describes(Operation("Read the figures of a player.", gives="Figures", query="FiguresQuery"))
def show_figures(player_id: int) -> Response:
    """Send what a player came to, head to head and with each partner too."""
    frame = _frame()
    player = player_or_404(player_id)
    figures = player_figures(player.id, frame)
    known = players_by_id(frame.seen)
    return _answer(figures_value(player, figures, known, one_kind=bool(frame.kind)))


@blueprint.get("/players/<int:player_id>/against/<int:other_id>")
@describes(Operation("Read a head to head.", gives="HeadToHead", query="FiguresQuery"))
def show_head_to_head(player_id: int, other_id: int) -> Response:
    """Send how two players did against each other."""
    frame = _frame()
    one, two = _two(player_id, other_id)
    return _answer(rivals_value(one, two, rivals(one.id, two.id, frame)))


@blueprint.get("/players/<int:player_id>/with/<int:other_id>")
@describes(Operation("Read the figures of two partners.", gives="Pair", query="FiguresQuery"))
def show_pair(player_id: int, other_id: int) -> Response:
    """Send what two players came to as partners."""
    frame = _frame()
    one, two = _two(player_id, other_id)
    found = pair_figures(one.id, two.id, frame)
    return _answer(pair_value(one, two, found, one_kind=bool(frame.kind)))


@blueprint.get("/season")
@describes(Operation("Read everybody’s figures.", gives="Season", query="FiguresQuery"))
def show_season() -> Response:
    """Send all matches together, and everybody in the order of a season."""
    frame = _frame()
    total, lines, known = everybody(frame), season_table(frame), players_by_id(frame.seen)
    return _answer(season_value(total, lines, known, one_kind=bool(frame.kind)))


def _frame() -> Frame:
    """Read which matches are asked for. Raise Refused."""
    asked = reading.query()
    period = _read("period", asked["period"], read_span, "2026, 2026-11 or newest")
    kind = _read("kind", asked["kind"], read_kind, "block/alone/points")
    return Frame(period, kind, guard.visible_matches())


def _read(field: str, text: str, read: Callable[[str], str], example: str) -> str:
    try:
        return read(text)
    except ValueError:
        sentence = f"There is no {field} of that name: they are written as {example}."
        wrong = {"code": "wrong_shape", "detail": sentence, "pointer": pointer(field)}
        raise Refused(422, "wrong_shape", sentence, [wrong]) from None


def _two(player_id: int, other_id: int) -> tuple[Player, Player]:
    if player_id == other_id:
        abort(404)
    return player_or_404(player_id), player_or_404(other_id)


def _answer(value: Value) -> Response:
    return answer({**value, "complete": are_kept() and are_rated()})
