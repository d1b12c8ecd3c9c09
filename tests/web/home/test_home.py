"""The home page: the match to continue, the other open ones, and the finished ones by month."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy import event

from scorekeeper.figures import clock as house
from scorekeeper.pages.home.lists import MOST_FOLDED
from scorekeeper.scorebook import cache
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.listing import AT_HAND, LISTED_A_PAGE
from tests.web.home.finished import finish, finish_at, listed
from tests.web.share.share_links import joined, links
from tests.web.visitor import Page, sent


def months(home):
    return home.texts("section", "month", "h3")


def test_other_open_matches_are_folded_the_last_touched_first(visitor):
    tables = [visitor.start(f"Ana {number}", "Bea") for number in range(MOST_FOLDED + 2)]
    visitor.play(tables[1], "", "66")
    home = visitor.open("/")
    assert home.texts("ul", "sides", "h3")[0] == "Ana 1"
    assert f"{MOST_FOLDED + 1} more open" in home.text
    assert f"Ana {MOST_FOLDED + 1}" in listed(home)[0]
    assert len(listed(home)) == MOST_FOLDED
    # The rest has a page of its own.
    every = visitor.open(home.links["All open matches"])
    assert len(listed(every)) == MOST_FOLDED + 2
    assert every.texts("h2", "") == [f"Open {MOST_FOLDED + 2}"]


@pytest.fixture
def put_away(visitor, clock):
    """Return the table of a match that nobody went on with for long; another has just ended."""
    table = visitor.start("Ana", "Bea")
    clock.now += AT_HAND
    finish(visitor, "Ciro", "Dani")
    return table


def bring_back(visitor, home, **sent_instead):
    """Press the only button that brings a match back."""
    (button,) = (each for each in home.all("button") if each.get("form") == "back")
    (form,) = (each for each in home.all("form") if each.get("id") == "back")
    return visitor.post(button.get("formaction", ""), dict(sent(form)) | sent_instead)


def test_what_nobody_went_on_with_for_a_month_is_put_away_and_one_tap_brings_it_back(
    visitor, put_away
):
    home = visitor.open("/")
    assert ("Continue" in home.links, len(listed(home))) == (False, 1)
    every = visitor.open(home.links["Put away after a month: 1"])
    assert (every.texts("h2", ""), months(every)) == (["Open 0"], ["Put away after a month: 1"])
    assert len(listed(every)) == 1
    assert visitor.open(f"{every.address}&q=Eva").text.count("No open match found.") == 1
    assert bring_back(visitor, every).leads_to == put_away.address
    home = visitor.open("/")
    assert home.links["Continue"] == put_away.address
    assert "Put away after a month: 1" not in home.links
    assert "The match was brought back." in visitor.open(f"{put_away.address}/mend").text
    # Whoever goes back to the page sees that nothing is left on it.
    assert "No open match found." in visitor.open(every.address).text


def test_a_match_that_goes_on_is_the_one_to_continue(visitor, put_away):
    visitor.play(put_away, "", "66")
    assert visitor.open("/").links["Continue"] == put_away.address
    # So is one that was over, once its last round is undone.
    visitor.send(visitor.open("/matches/2/undo"))
    home = visitor.open("/")
    assert home.links["Continue"] == "/matches/2"
    assert len(listed(home)) == 1


@pytest.mark.usefixtures("put_away")
def test_only_who_may_score_a_match_brings_it_back(app, visitor, unchanged):
    every = visitor.open("/?state=open")
    with unchanged():
        expired = bring_back(visitor, every, csrf_token="")
    assert (expired.status, len(expired.problems), len(listed(expired))) == (400, 1, 1)
    app.config["ACCESS"] = "links"
    watch = links(visitor, Page("/matches/1", every.answer, every.root))["watch"]
    guest = joined(app, watch)
    seen = guest.open("/?state=away")
    assert (len(listed(seen)), "Bring back" in seen.text) == (1, False)
    with unchanged():
        assert bring_back(guest, every).status == 403


def test_finished_matches_are_listed_by_the_month_they_ended_in(app, visitor, clock):
    clock.now = datetime(2026, 11, 20).astimezone()
    ended = (
        *("2026-11-01 00:30", "2026-11-01 00:30", "2026-01-01 00:00"),
        *("2025-12-31 23:59", "2025-03-05 00:00"),
    )
    for number, moment in enumerate(ended):
        finish_at(app, datetime.fromisoformat(moment).astimezone(), f"Ana {number}", "Bea")
    assert months(visitor.open("/")) == [
        *("November · 2 matches", "January · 1 match"),
        *("December 2025 · 1 match", "March 2025 · 1 match"),
    ]


def test_older_matches_are_on_further_pages_also_of_a_search(app, visitor):
    table = visitor.start("Ana", "Bea")
    now = house.now()
    for number in range(LISTED_A_PAGE + 1):
        # Pairs of matches that ended at the same moment.
        moment = now - timedelta(minutes=30 - number // 2)
        finish_at(app, moment, f"Ana {number}", "Bea")
    first = visitor.open("/")
    assert len(listed(first)) == LISTED_A_PAGE
    assert first.links["Continue"] == table.address
    assert first.texts("h2", "")[-1] == f"Finished {LISTED_A_PAGE + 1}"
    second = visitor.open(first.links["Older matches"])
    (oldest,) = listed(second)
    assert "Ana 0 0" in oldest
    assert months(second) == [each for each in months(first) if each in months(second)]
    assert "Older matches" not in second.links
    assert "Continue" not in second.links
    assert listed(visitor.open(second.links["All matches"])) == listed(first)
    finish_at(app, now, "Dani", "Bea")
    searched = visitor.open("/?q=ana&game=block")
    assert searched.texts("h2", "")[-1] == f"Finished {LISTED_A_PAGE + 1}"
    older = visitor.open(searched.links["Older matches"])
    assert listed(older) == [oldest]
    assert older.form == {"q": "ana", "player": "", "game": "block"}
    # A place that is none shows the first page, and beyond the last there is none.
    no_places = ("0", "-1", "two", "", "1-", "-1-1", "1.5-2", "<b>", "9" * 5000, "9" * 18 + "-1")
    for place in (*no_places, "9" * 17 + "-1"):
        assert listed(visitor.open(f"/?before={place}"))[1:] == listed(first)[:-1], place
    for place in ("0-0", "1-999999999"):
        assert visitor.open(f"/?before={place}").status == 404


def test_no_match_more_costs_a_query_more(app, visitor):
    queries, counts = [], {}
    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", lambda *query: queries.append(query))
    for matches in (2, 4):
        for number in range(matches):
            finish(visitor, "Ana", "Bea")
            visitor.start("Ana", f"Ciro {number}")
        counts[matches] = []
        for address in ("/", "/?q=ana", "/?player=Ana&game=block"):
            # The first time since the program was started, and again.
            cache.init_app(app)
            for _ in range(2):
                queries.clear()
                visitor.open(address)
                counts[matches].append(len(queries))
    assert counts[2] == counts[4]
