"""Whatever is changed, what is kept of matches and players is what is read from the start."""

from itertools import combinations
from typing import Any

import pytest
from sqlalchemy import select

from scorekeeper.figures.results import Figure
from scorekeeper.maintenance.integrity import rating_faults
from scorekeeper.scorebook import cache, matches
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.database.models import MatchRow
from scorekeeper.scorebook.figures.asked import Figures, Frame
from scorekeeper.scorebook.figures.tables import ResultRow
from scorekeeper.scorebook.figures.writing import make_anew
from tests.interchange.match_factory import record
from tests.scorebook.figure_walk import Walk, matches_stored, nothing_counted, stored

pytestmark = pytest.mark.usefixtures("in_app")


@pytest.mark.parametrize("turn", range(2))
def test_after_any_changes_figures_are_those_counted_from_the_start(
    turn, seed, thorough, monkeypatch
):
    walk = Walk(10 * seed + turn, monkeypatch)
    for _part in range(20 if thorough else 4):
        walk.go(25)
        kept = stored()
        assert [*rating_faults()] == [], walk.taken
        nothing_counted()
        make_anew()
        assert kept == stored(), walk.taken
    seen = tuple(matches_stored())
    for frame in frames():
        some = Figures(frame._replace(seen=seen))
        assert read(Figures(frame)) == read(some), frame
        # The table of all says of each what is read of one.
        for player, total in some.table().items():
            own = some.total((player,))
            times = {"seconds": 0, "timed": 0, "lead_changes": 0}
            assert total == own._replace(sums=own.sums._replace(**times))
    assert len(kept) > 20


def frames():
    """Give some frames: all, a year, a month, and one kind of matches."""
    kind = db.session.scalar(select(ResultRow.kind).order_by(ResultRow.match_id.desc()).limit(1))
    for period, code in (("", ""), ("", kind), ("2025", ""), ("2025-12", kind)):
        yield Frame(period, code or "")


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
    ids = db.session.scalars(select(MatchRow.id).where(MatchRow.binned_at.is_(None)))
    return {match_id: matches.find_match(match_id) for match_id in ids}


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


def test_a_cached_match_is_updated_by_its_changes_alone(match_id, monkeypatch):
    matches.find_match(match_id)
    monkeypatch.setattr(cache, "project", None)
    for number in (1, 2, 3):
        record(match_id, f"{number}")
        assert len(matches.find_match(match_id).rounds) == number
