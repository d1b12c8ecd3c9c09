"""How the pages of a match are rendered that many watch: the table, all rounds, the wall."""

from __future__ import annotations

from collections.abc import Mapping

from flask import render_template

from scorekeeper.live.page_cache import PageKey, Renderer
from scorekeeper.pages.table.scoreboard import scoreboard
from scorekeeper.pages.table.wall import wall
from scorekeeper.scorebook import history
from scorekeeper.scorebook.matches import find_match


def _table(asked: PageKey) -> str:
    match, can_undo = find_match(asked.match_id), history.can_undo(asked.match_id)
    board = scoreboard(match, asked.right, can_undo, whole=asked.name == "rounds")
    return render_template("table/table.html", board=board)


def _wall(asked: PageKey) -> str:
    board = wall(find_match(asked.match_id))
    return render_template("table/wall.html", board=board)


RENDERERS: Mapping[str, Renderer] = {"table": _table, "rounds": _table, "wall": _wall}
