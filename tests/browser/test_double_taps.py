"""An action counts once, however hurried the finger; whoever is quick elsewhere is never held up."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import FOUR, after, played, recording, won
from tests.unchanged import rows
from tests.web.visitor import HEAVY, tiles

DELAYS = (60, 120, 250, 400)


def twice(scorer, control, delay):
    box = control.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    scorer.page.touchscreen.tap(x, y)
    scorer.page.wait_for_timeout(delay)
    scorer.page.touchscreen.tap(x, y)


@pytest.mark.parametrize("delay", DELAYS)
def test_undo(scorer, visitor, delay, app):
    table = played(visitor, 4)
    scorer.open(table.address)
    twice(scorer, scorer.control("Undo"), delay)
    scorer.page.wait_for_timeout(1000)
    scorer.sees("Enter round 4")
    
@pytest.mark.parametrize("delay", DELAYS)
def test_out(scorer, visitor, delay, app):
    scorer.open(f"{visitor.start(*FOUR).address}/rounds/new")
    twice(scorer, scorer.control("Ana went out"), delay)
    scorer.page.wait_for_timeout(700)
    scorer.holds("Ana, went out", "Bea, not entered yet")

@pytest.mark.parametrize("delay", DELAYS)
def test_tile(scorer, visitor, delay, app):
    scorer.open(f"{visitor.start(*FOUR).address}/rounds/new")
    twice(scorer, scorer.tile("1-2"), delay)
    scorer.page.wait_for_timeout(700)
    scorer.holds("Ana, 3 pips, 1 tile")

@pytest.mark.parametrize("delay", DELAYS)
def test_record(scorer, visitor, delay, app):
    scorer.open(f"{visitor.start('Ana', 'Bea').address}/rounds/new")
    scorer.walks("Ana: out; Bea: 6-6 | Bea, 12 pips, 1 tile")
    scorer.page.wait_for_timeout(600)
    twice(scorer, scorer.control("Record round"), delay)
    scorer.page.wait_for_timeout(1000)
    assert scorer.page.url.endswith("/matches/1"), scorer.page.url
    scorer.sees("Enter round 2")
