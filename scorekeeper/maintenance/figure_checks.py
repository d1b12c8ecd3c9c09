"""Count all figures once more, and name each that is kept otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import select

from scorekeeper.figures.rating import Finished, Rating, outcomes_of, rated_in_order
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.figures.rows import FINISHED, RATING
from scorekeeper.scorebook.figures.state import are_rated
from scorekeeper.scorebook.figures.tables import NEVER, NOT_YET, ResultRow
from scorekeeper.scorebook.figures.writing import counted_rows
from scorekeeper.scorebook.projection import Match


def match_figure_faults(match: Match) -> Iterator[str]:
    """Compare the figures that are kept of a match with its rounds, if it is counted as it is now.

    Otherwise it will be soon.
    """
    kept = [dict(row) for row in _rows_of(match)]
    if {row["version"] for row in kept} != {match.version}:
        return
    counted = counted_rows([match])[match.id]
    if len(kept) != len(counted):
        yield f"it has figures of {len(kept)} seats, and counted again of {len(counted)}"
    for was, now in zip(kept, counted, strict=False):
        yield from _differences(was, now)


def rating_faults() -> Iterator[str]:
    """Rate all matches again, in the order they ended."""
    if not are_rated():
        return
    found = db.session.execute(select(*FINISHED, *RATING).where(ResultRow.rated > NOT_YET))
    rows, kept = list[Finished](), dict[tuple[int, int], Rating]()
    for *row, strength, unsure, rated in found:
        rows.append(Finished(*row))
        kept[rows[-1].match_id, rows[-1].player] = Rating(strength, unsure, rated)
    for outcome, after in rated_in_order(outcomes_of(rows)):
        for player, rating in after.items():
            if kept[outcome.match_id, player] != rating:
                yield (
                    f"After match {outcome.match_id} the rating of {_named(player)} is"
                    f" {kept[outcome.match_id, player]}, and by the matches {rating}."
                )


def _rows_of(match: Match) -> Sequence[Any]:
    table = ResultRow.__table__
    found = select(*table.c).where(table.c.match_id == match.id).order_by(table.c.seat)
    return db.session.execute(found).mappings().all()


def _differences(kept: dict[str, Any], counted: dict[str, Any]) -> Iterator[str]:
    """Name every number that is kept otherwise than it was counted."""
    # Which rating it is says rating_faults; here, whether there is one.
    rated = {"rated": NEVER if kept["rated"] == NEVER else NOT_YET}
    of_ratings = {name: counted[name] for name in ("strength", "unsure")}
    for name, value in counted.items():
        if (kept | rated | of_ratings)[name] != value:
            yield (
                f"its figures of {_named(counted['player_id'])} say {name} {kept[name]},"
                f" and counted again {value}"
            )


def _named(player: int) -> str:
    """Return the name of a player, as far as there is one."""
    name = db.session.scalar(select(models.PlayerRow.name).filter_by(id=player))
    return name or f"player {player}"
