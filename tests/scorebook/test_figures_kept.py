"""Whatever is changed, what is kept of matches and players is what is read from the start."""

from itertools import combinations
from typing import Any

import pytest
from sqlalchemy import select

from scorekeeper.figures.match_results import Figure
from scorekeeper.scorebook import cache, matches
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.figures.figures_table import ResultRow
from scorekeeper.scorebook.figures.queries import Figures, Frame
from scorekeeper.scorebook.figures.recounting import recount_all
from tests.support.kept_figures import matches_stored, nothing_counted, stored
from tests.support.random_changes import Walk, match_ids_kept

pytestmark = pytest.mark.usefixtures("in_checked_app")


@pytest.mark.parametrize("turn", range(2))
def test_after_any_changes_figures_are_those_counted_from_the_start(
    turn, seed, thorough, monkeypatch
):
    walk = Walk(10 * seed + turn, monkeypatch)
    for _part in range(20 if thorough else 4):
        walk.go(30)
        kept = stored()
        nothing_counted()
        recount_all()
        assert kept == stored(), walk.taken
    seen = tuple(matches_stored())
    newest = select(ResultRow.kind).order_by(ResultRow.match_id.desc()).limit(1)
    kind = db.session.scalar(newest) or ""
    for frame in (Frame(), Frame(kind=kind), Frame("2025"), Frame("2025-12", kind)):
        some = Figures(frame._replace(seen=seen))
        assert read(Figures(frame)) == read(some), frame
        # The table of all says of each what is read of one.
        for player, total in some.table().items():
            own = some.total((player,))
            times = {"seconds": 0, "timed": 0, "lead_changes": 0}
            assert total == own._replace(sums=own.sums._replace(**times))
    assert len(kept) > 20


def read(figures):
    """Return all that can be asked of figures."""
    found: dict[str, Any] = {"table": figures.table(), "ratings": figures.ratings()}
    found["everybody"] = figures.total(()), figures.kinds(()), figures.newest((), 9)
    people = sorted(found["ratings"])
    for player in people:
        found[f"of {player}"] = (
            figures.total((player,)),
            figures.kinds((player,)),
            figures.with_others(player),
            figures.results((player,), 5),
            figures.rated(player),
            *(figures.behind((player,), figure) for figure in (None, *Figure)),
        )
    for one, two in combinations(people, 2):
        found[f"{one} and {two}"] = figures.total((one, two)), figures.meetings(two, one)
    return found


def every_match():
    """Find every match by the cache that there is."""
    return {match_id: matches.find_match(match_id) for match_id in match_ids_kept()}


def test_a_cached_match_equals_the_stored_match_whoever_changed_it(app, seed, monkeypatch):
    walk = Walk(seed, monkeypatch)
    for _part in range(12):
        # As a program that has just started, or another one that changes what this one has read.
        cached = app.extensions["match_cache"]
        cache.init_app(app)
        walk.go(12)
        cache.init_app(app)
        stored_ones = every_match()
        app.extensions["match_cache"] = cached
        assert every_match() == stored_ones, walk.taken
    assert len(stored_ones) > 5
