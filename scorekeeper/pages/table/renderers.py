"""Renderers of the pages many watch: the table, the table with all rounds, and the wall."""

from __future__ import annotations

from collections.abc import Mapping

from flask import render_template

from scorekeeper.live.page_cache import PageKey, Renderer
from scorekeeper.pages.table.scoreboard import scoreboard
from scorekeeper.pages.table.wall import wall
from scorekeeper.scorebook import history
from scorekeeper.scorebook.matches import find_match


def _table(key: PageKey) -> str:
    match, can_undo = find_match(key.match_id), history.can_undo(key.match_id)
    board = scoreboard(match, key.right, can_undo, whole=key.name == "rounds")
    return render_template("table/table.html", board=board)


def _wall(key: PageKey) -> str:
    return render_template("table/wall.html", board=wall(find_match(key.match_id)))


RENDERERS: Mapping[str, Renderer] = {"table": _table, "rounds": _table, "wall": _wall}
