"""Renderers of the pages many watch: the table, the table with all rounds, and the wall."""

from __future__ import annotations

from collections.abc import Mapping

from flask import render_template

from scorekeeper.live.page_cache import PageKey, Renderer
from scorekeeper.pages.table.course import course_of
from scorekeeper.pages.table.score_line import score_line
from scorekeeper.pages.table.scoreboard import table_page
from scorekeeper.pages.table.wall import wall_page
from scorekeeper.pages.table.win import win_of
from scorekeeper.rules.setup import counts_wins
from scorekeeper.scorebook import history
from scorekeeper.scorebook.change_list import latest_change
from scorekeeper.scorebook.matches import find_match
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.projection import Match


def _table(key: PageKey) -> str:
    match = find_match(key.match_id, key.version)
    last, scores = latest_change(match), key.right >= Right.SCORE
    undoes = None
    if scores and last is not None:
        # What was changed last can be undone; only after an undo it is asked what else can.
        undoes = history.next_undo(match.id) if last.undoes else last.change
    whole = key.name == "rounds"
    page = table_page(match, key.right, last, undoes=undoes, whole=whole)
    line = score_line(course_of(match)) if whole and _has_line(match) else None
    win = win_of(match, key.right)
    return render_template(f"table/{key.name}.html", page=page, win=win, line=line)


def _has_line(match: Match) -> bool:
    """Say whether there is a line to draw: one of a few rounds won says nothing."""
    return bool(match.rounds) and not counts_wins(match.setup.game)


def _wall(key: PageKey) -> str:
    match = find_match(key.match_id, key.version)
    win = win_of(match, key.right)
    return render_template("table/wall.html", page=wall_page(match), win=win, with_evening=False)


RENDERERS: Mapping[str, Renderer] = {"table": _table, "rounds": _table, "wall": _wall}
