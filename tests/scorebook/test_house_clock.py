"""Months and evenings are those of the clock of the house, in pages and in what is kept."""

from datetime import UTC, date, datetime, timedelta

import pytest

from scorekeeper import create_app
from scorekeeper.figures import clock
from scorekeeper.figures.clock import evening_of
from scorekeeper.rules import Setup, load_game
from scorekeeper.rules.games import with_house_rules
from scorekeeper.scorebook.figures import read as figures_read
from scorekeeper.scorebook.figures.asked import Figures, Frame
from scorekeeper.scorebook.figures.writing import are_kept, settle_figures
from scorekeeper.wording.dates import evening_name, format_datetime
from tests.interchange.match_factory import ANA_WINS_12
from tests.scorebook.stored import match_stored, players_stored, store

# In Auckland it is an hour past midnight on the first of November.
MOMENT = datetime(2026, 10, 31, 12, 0, tzinfo=UTC)
AUCKLAND, LIMA = "Pacific/Auckland", "America/Lima"
SHORT = with_house_rules(load_game("block"), {"match": {"goal": 10}})

pytestmark = pytest.mark.usefixtures("in_app")


@pytest.fixture
def in_app(app):
    with app.app_context():
        yield
    clock.set_zone("")


def matches_in(period):
    return Figures(Frame(period)).number()


def test_a_match_is_in_the_month_of_the_house_and_by_another_clock_in_another_at_once():
    clock.set_zone(AUCKLAND)
    seated = {1: "Ana", 2: "Bea"}
    begun, rounds = MOMENT - timedelta(minutes=5), [(ANA_WINS_12, MOMENT)]
    match = match_stored(1, Setup(SHORT, 2, False), seated, begun, rounds)
    store([players_stored(seated.values()), match])
    settle_figures()
    assert (matches_in("2026-10"), matches_in("2026-11")) == (0, 1)
    assert format_datetime(MOMENT) == "1 Nov, 01:00"
    # Whoever still plays has not begun a new evening.
    assert evening_of(MOMENT) == date(2026, 10, 31)
    assert figures_read.evening(date(2026, 10, 31)).matches == (1,)
    clock.set_zone(LIMA)
    assert are_kept()
    assert (matches_in("2026-10"), matches_in("2026-11")) == (1, 0)


def test_a_setting_says_which_clock_it_is(app):
    create_app({**app.config, "TIME_ZONE": AUCKLAND})
    assert format_datetime(MOMENT) == "1 Nov, 01:00"


@pytest.mark.parametrize("zone", [AUCKLAND, "Pacific/Honolulu"])
def test_an_evening_has_its_day_by_the_clock_of_the_house(zone):
    clock.set_zone(zone)
    assert evening_name(date(2025, 10, 31)) == "Evening, 31 Oct 2025"
