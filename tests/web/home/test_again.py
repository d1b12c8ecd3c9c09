"""Same as last time: the last match starts again with one tap."""

import pytest

from tests.web.home.finished import finish
from tests.web.new_match.test_house_rules import started
from tests.web.share.share_links import joined, links
from tests.web.visitor import HEAVY, Visitor, seated

AGAIN = "Same as last time"


def again(visitor):
    """Tap the button on the home page, and return the new table."""
    return visitor.follow(visitor.send(visitor.open("/").pressing(AGAIN)))


def test_the_last_match_starts_again_with_one_tap_as_it_was(visitor):
    filled = seated("Ana", "Bea", "Ciro", "Dani") | {"partners": "y", "goal": "150"}
    first = started(visitor, filled, blocked_rank="drawn")
    assert "first to 150 · with house rules" in visitor.open("/").text
    second = again(visitor)
    assert second.address != first.address
    assert (second.heading, second.sides) == ("Block, partners", ["Ana & Ciro", "Bea & Dani"])
    assert "first to 150" in second.text
    for page in (second, visitor.open(f"{second.address}/rounds")):
        assert "House rules: tie: drawn" in page.text


def test_the_lead_passes_on_as_in_a_rematch(visitor):
    finish(visitor, "Ana", "Bea")
    winner = visitor.open("/matches/1/winner")
    rematch = visitor.follow(visitor.send(winner.pressing("Rematch")))
    leads = [each for each in rematch.text.split(". ") if "starts" in each]
    visitor.send(visitor.open(f"{rematch.address}/delete"))
    for _ in range(2):
        assert [each for each in again(visitor).text.split(". ") if "starts" in each] == leads != []


def test_it_is_the_match_played_last_and_none_that_was_deleted(visitor):
    first, second = visitor.start("Ana", "Bea"), visitor.start("Ciro", "Dani")
    visitor.play(first, "", "66")
    assert again(visitor).sides == ["Ana", "Bea"]
    for table in ("/matches/3", first.address):
        visitor.send(visitor.open(f"{table}/delete"))
    assert again(visitor).sides == second.sides
    for table in ("/matches/4", second.address):
        visitor.send(visitor.open(f"{table}/delete"))
    assert AGAIN not in visitor.open("/").text


def test_a_device_without_a_session_is_asked_first_as_reading_sets_no_cookie(app, visitor):
    visitor.start("Ana", "Bea")
    guest = Visitor(app)
    asked = guest.open(guest.open("/").links[AGAIN])
    assert asked.heading == AGAIN
    assert "Block · first to 100 Ana, Bea" in asked.text
    assert guest.follow(guest.send(asked)).sides == ["Ana", "Bea"]
    assert AGAIN not in guest.open("/").links


@pytest.fixture
def by_links(app):
    """Let nobody see a match without a link."""
    app.config["ACCESS"] = "links"


@pytest.mark.usefixtures("by_links")
def test_whoever_may_only_watch_is_not_offered_to_start_it_again(app, visitor):
    table = visitor.start("Ana", "Bea")
    shared = links(visitor, table)
    watcher = joined(app, shared["watch"])
    home = watcher.open("/")
    assert home.links["Watch"] == table.address
    assert AGAIN not in home.text
    form = visitor.open("/").pressing(AGAIN)
    assert watcher.post(form.target, form.form).status == 403
    assert Visitor(app).post(form.target, form.form).status == 403


@pytest.mark.usefixtures("by_links")
def test_whoever_starts_it_again_owns_the_new_match(app, visitor):
    table = visitor.start("Ana", "Bea", goal="50")
    scorer = joined(app, links(visitor, table)["score"])
    visitor.play(table, "", HEAVY)
    new = again(scorer)
    assert scorer.open(f"{new.address}/delete").status == 200
    assert visitor.open(new.address).status == 403
