"""What pages show of figures: of all matches, of those a device may see, and of the newest."""

from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import text

from scorekeeper import clock as house
from scorekeeper import create_app
from scorekeeper.clock import NEWEST
from scorekeeper.pages.shared.dates_and_figures import evening_name, format_datetime
from scorekeeper.rules import Setup, load_game
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.scorebook import history, match_bin, matches
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.figures import page_figures as figures_read
from scorekeeper.scorebook.figures.queries import Figures, Frame
from scorekeeper.scorebook.figures.recounting import are_kept
from tests.databases import SQLITE_ONLY
from tests.interchange.match_factory import id_of, left, sent
from tests.support.query_plans import collected, plan_of

pytestmark = pytest.mark.usefixtures("clock", "in_app")

# One round that Ana wins is a match.
SHORT = with_house_rules(load_game("block"), {"match": {"goal": 10}})


@pytest.fixture
def clock(clock):
    """Return a clock that is a minute later whenever it is looked at."""
    # An evening by the clock of the machine.
    clock.now, clock.step = datetime(2026, 11, 20, 22).astimezone(), timedelta(minutes=1)
    return clock


def won_by_first(*names, setup=None):
    """Play a match that whoever sits first wins."""
    setup = setup or Setup(SHORT, len(names), False)
    match_id = matches.open_match(setup, names, f"{names} {house.now()}")
    rest = [""] * (setup.players - 2)
    matches.record_round(match_id, 1, "first", left("", "66", *("55", "44")[: len(rest)]))
    return match_id


def test_the_newest_are_the_last_30_of_whoever_is_asked_for_and_a_curve_has_30_points():
    for _match in range(32):
        won_by_first("Ana", "Bea")
    won_by_first("Ciro", "Dani")
    ana, bea = id_of("Ana"), id_of("Bea")
    newest = figures_read.player_figures(ana, Frame(NEWEST))
    assert (newest.total.sums.matches, newest.met[bea].met) == (30, 30)
    assert Figures(Frame(NEWEST), (ana,)).behind((ana,), None)[-1] == 3
    assert Figures(Frame(NEWEST)).total(()).sums.matches == 30
    assert figures_read.rivals(bea, ana, Frame(NEWEST)).ahead.met == 30
    figures = figures_read.player_figures(ana, newest=2)
    # The last of 30 equal parts of 32.
    assert [rating.matches for _at, rating in figures.curve][:15] == [*range(1, 15), 16]
    assert len(figures.curve) == 30
    assert figures.curve[-1][1] == figures.rating
    assert [row.match_id for row in figures.newest] == [32, 31]


def test_what_a_device_sees_is_rated_again_only_when_a_match_of_it_changed():
    first, second, *_others = (won_by_first("Ana", name) for name in ("Bea", "Bea", "Ciro"))
    frame = Frame(seen=(first, second))

    def matches_and_queries():
        with collected(db.engine) as asked:
            found = figures_read.player_figures(id_of("Ana"), frame)
        assert found.rating.matches == found.total.sums.matches == found.met[id_of("Bea")].met
        return found.total.sums.matches, len(asked)

    (counted, read), (again, known) = matches_and_queries(), matches_and_queries()
    assert (counted, again) == (2, 2)
    assert known < read
    history.undo(second, 1, sent("undo"))
    assert matches_and_queries() == (1, read)
    history.redo(second, 2, sent("redo"))
    assert matches_and_queries() == (2, read)


def test_the_parts_that_somebody_has_of_a_match_are_asked_for_in_the_order_of_seats():
    with collected(db.engine) as asked:
        Figures().total((1,))
    # SQLite has its rows in this order anyway, and PostgreSQL in none.
    key = ("ended_at", "match_id", "seat")
    (query,) = asked
    assert query.endswith("ORDER BY " + ", ".join(f"match_results.{each}" for each in key))


@SQLITE_ONLY
def test_the_rows_of_a_player_are_found_by_their_key_and_those_of_others_by_the_match():
    won_by_first("Ana", "Bea")
    won_by_first("Ana", "Bea", "Ciro", "Dani", setup=Setup(SHORT, 4, True))
    ana, bea, ciro = (id_of(name) for name in ("Ana", "Bea", "Ciro"))
    with collected(db.engine) as asked:
        figures_read.player_figures(ana)
        figures_read.rivals(ana, bea)
        figures_read.pair_figures(ana, ciro)
        Figures(Frame("2026")).total(())
        Figures().number()
        Figures().ratings()
    steps = [step for query, values in asked.items() for step in plan_of(db.engine, query, values)]
    found = {step.removesuffix(" LEFT-JOIN") for step in steps if "match_results" in step}
    by_match = {each for each in found if "ix_match_results_match (match_id=?" in each}
    assert len(by_match) == 3
    assert found - by_match == {
        "SEARCH match_results USING PRIMARY KEY (player_id=?)",
        # The last match of each player.
        "SEARCH match_results_1 USING PRIMARY KEY (player_id=?)",
        # The total of everybody is that of all rows, and their number that of the matches.
        "SCAN match_results",
        "SCAN match_results USING COVERING INDEX ix_match_results_ended",
    }


def test_scores_come_in_the_order_that_is_asked_for_without_matches_in_the_bin():
    one, two, three = (won_by_first("Ana", "Bea") for _match in range(3))
    match_bin.move_to_bin(two, sent("binned"))
    before = figures_read.scores_of([three, two, one, 999])
    assert [score.match_id for score in before] == [three, one]
    assert before[0].totals == (12, 0)
    # What is not counted as it is now is scored from its rounds.
    with writing() as session:
        session.execute(text("UPDATE match_results SET made = made + 1, version = version - 1"))
    assert figures_read.scores_of([three, one]) == before


def test_a_match_is_in_the_month_of_the_house_and_by_another_clock_in_another_at_once(
    app, clock, request
):
    request.addfinalizer(lambda: house.set_zone(""))
    # In Auckland it is an hour past midnight on the first of November.
    moment = clock.now = datetime(2026, 10, 31, 12, 0, tzinfo=UTC)
    create_app({**app.config, "TIME_ZONE": "Pacific/Auckland"})
    assert format_datetime(moment) == "1 Nov, 01:00"
    won_by_first("Ana", "Bea")
    months = Frame("2026-10"), Frame("2026-11")
    assert [Figures(month).number() for month in months] == [0, 1]
    # Whoever still plays has not begun a new evening.
    evening = house.evening_of(moment)
    assert evening == date(2026, 10, 31)
    assert figures_read.evening(evening).matches == (1,)
    for zone in ("Pacific/Auckland", "Pacific/Honolulu"):
        house.set_zone(zone)
        assert evening_name(date(2025, 10, 31)) == "Played 31 Oct 2025"
    assert are_kept()
    assert [Figures(month).number() for month in months] == [1, 0]
