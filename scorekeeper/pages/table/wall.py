"""What is shown of a match on a large screen, to be read from across the room."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from scorekeeper.pages.shared.match import reminder, sides_of, title_of
from scorekeeper.pages.shared.outcome import headline_of
from scorekeeper.pages.shared.sides import Side, goal_of
from scorekeeper.pages.table.live import Live, live_of, news_of
from scorekeeper.scorebook.projection import Match


@dataclass(frozen=True, slots=True)
class Wall:
    """The wall view; `digits` is how many the longest score has."""

    title: str
    meta: str
    live: Live
    sides: tuple[Side, ...]
    digits: int
    over: bool
    news: str
    next_text: str
    table_url: str


def wall(match: Match) -> Wall:
    """Show the scores as large as they fit, how the last round ended, and who leads next."""
    sides = sides_of(match)
    return Wall(
        title=title_of(match),
        meta=goal_of(match.setup),
        live=live_of(match, url_for("stream.events", match_id=match.id, name="wall")),
        sides=sides,
        digits=max(2, *(len(side.points) for side in sides)),
        over=match.standing.over,
        news=news_of(match),
        next_text=f"{headline_of(match)}." if match.standing.over else reminder(match),
        table_url=url_for("table.show", match_id=match.id),
    )
