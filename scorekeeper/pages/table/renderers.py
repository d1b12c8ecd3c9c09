"""How the pages of a match are rendered that many watch: the table, all rounds, the wall."""

from __future__ import annotations

from collections.abc import Mapping

from flask import render_template

from scorekeeper.live.page_cache import PageKey, Renderer
from scorekeeper.pages.table.scoreboard import table_page
from scorekeeper.pages.table.wall import wall_page
from scorekeeper.scorebook import history
from scorekeeper.scorebook.matches import find_match


def _table(asked: PageKey) -> str:
    match, can_undo = find_match(asked.match_id), history.can_undo(asked.match_id)
    page = table_page(match, asked.right, can_undo, whole=asked.name == "rounds")
    return render_template("table/table.html", page=page)


def _wall(asked: PageKey) -> str:
    page = wall_page(find_match(asked.match_id))
    return render_template("table/wall.html", page=page)


RENDERERS: Mapping[str, Renderer] = {"table": _table, "rounds": _table, "wall": _wall}
