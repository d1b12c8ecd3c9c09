"""The home page: what goes on, what is over, finding a match, and starting the last one again."""

from datetime import datetime, timedelta

import pytest

from scorekeeper.pages.home.home_lists import MOST_FOLDED
from scorekeeper.scorebook.match_lists import AT_HAND, LISTED_A_PAGE
from tests.support.access import joined, links
from tests.support.house_rules import started
from tests.support.played_matches import end_at, finish
from tests.web.visitor import HEAVY, Visitor, seated, sent

AGAIN = "Same as last time"


def listed(home):
    return home.texts("a", "match")


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
    app, visitor, put_away, unchanged
):
    home = visitor.open("/")
    assert ("Continue" in home.links, len(listed(home))) == (False, 1)
    every = visitor.open(home.links["Not played for a month: 1"])
    assert (every.texts("h2", ""), months(every)) == (["Open 0"], ["Not played for a month: 1"])
    assert len(listed(every)) == 1
    for name, found in (("ana", 1), ("Eva", 0)):
        searched = visitor.open(f"{every.address}&q={name}")
        assert len(listed(searched)) == found
        assert ("No open match found." in searched.text) is not bool(found)
    with unchanged():
        expired = bring_back(visitor, every, csrf_token="")
    assert (expired.status, len(expired.problems), len(listed(expired))) == (400, 1, 1)
    # Only who may score it brings it back.
    app.config["ACCESS"] = "links"
    guest = joined(app, links(visitor, put_away)["watch"])
    seen = guest.open("/?state=away")
    assert (len(listed(seen)), "Reopen" in seen.text) == (1, False)
    with unchanged():
        assert bring_back(guest, every).status == 403
    assert bring_back(visitor, every).leads_to == put_away.address
    home = visitor.open("/")
    assert home.links["Continue"] == put_away.address
    assert "Not played for a month: 1" not in home.links
    assert "The match was restored." in visitor.open(f"{put_away.address}/edit").text
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


def test_finished_matches_are_listed_by_the_month_they_ended_in(visitor, clock):
    for moment in ("2025-03-05", "2025-12-31 23:59", "2026-01-01", *2 * ["2026-11-01 00:30"]):
        clock.now = datetime.fromisoformat(moment).astimezone()
        finish(visitor, "Ana", "Bea")
    clock.now = datetime(2026, 11, 20).astimezone()
    assert months(visitor.open("/")) == [
        *("November · 2 matches", "January · 1 match"),
        *("December 2025 · 1 match", "March 2025 · 1 match"),
    ]


def test_older_matches_are_on_further_pages_also_of_a_search(app, visitor, clock):
    table, begun = visitor.start("Ana", "Bea"), clock.now
    for number in range(LISTED_A_PAGE + 1):
        finish(visitor, f"Ana {number}", "Bea")
        # Pairs of matches that ended at the same moment.
        end_at(app, begun + timedelta(minutes=number // 2), number + 2)
    first = visitor.open("/")
    assert len(listed(first)) == LISTED_A_PAGE
    assert first.links["Continue"] == table.address
    assert first.texts("h2", "")[-1] == f"Finished {LISTED_A_PAGE + 1}"
    second = visitor.open(first.links["Older matches"])
    (oldest,) = listed(second)
    assert "Ana 0 0" in oldest
    assert months(second) == [each for each in months(first) if each in months(second)]
    assert not {"Older matches", "Continue"} & second.links.keys()
    assert listed(visitor.open(second.links["All matches"])) == listed(first)
    clock.now += timedelta(hours=1)
    finish(visitor, "Dani", "Bea")
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


# What is asked for, and who won the matches that are found.
SEARCHED = {
    **dict.fromkeys(("q=agnes", "q=ÁGNES", "q=ana+block", "player=Ana&game=block&q=ag"), "Ágnes"),
    **dict.fromkeys(("q=draw", "game=draw"), "Bea"),
    **dict.fromkeys(("q=ana", "player=Ana"), "Ágnes Bea"),
    **dict.fromkeys(("q=an", "q=", "q=%CC%81", "q=%00", "game=chess"), "Ágnes Bea Dani"),
    **dict.fromkeys(("q=ana++ciro", "q=nobody", "q=%25", "q=_", "player=An"), ""),
    f"q={5000 * 'a'}": "",
}


def test_every_word_is_looked_for_in_names_and_games_and_what_is_found_is_counted(visitor):
    finish(visitor, "Ana", "Ágnes")
    finish(visitor, "Ana", "Bea", game="draw")
    finish(visitor, "Ciro", "Dani")
    for asked, found in SEARCHED.items():
        page, winners = visitor.open(f"/?{asked}"), found.split()
        assert {won.split(" ")[0] for won in page.texts("span", "won")} == {*winners}, asked
        assert page.texts("h2", "") == [f"Finished {len(winners)}"]
        counted = [month.split(" · ")[1].split()[0] for month in months(page)]
        assert counted == ([str(len(winners))] if winners else [])
    # What may be chosen was played; what was asked for is still there, and can be dropped.
    options = [each.get("value") for each in visitor.open("/").all("option")]
    assert options == ["", "Ágnes", "Ana", "Bea", "Ciro", "Dani", "", "block", "draw"]
    page = visitor.open("/?q=Ana&player=Zoe&game=draw")
    assert page.form | {"before": ""} == {"q": "Ana", "player": "Zoe", "game": "draw", "before": ""}
    assert "No finished match found." in page.text
    assert len(listed(visitor.open(page.links["All matches"]))) == 3


def again(visitor):
    return visitor.follow(visitor.send(visitor.open("/").pressing(AGAIN)))


def test_the_last_match_starts_again_with_one_tap_as_it_was(visitor):
    filled = seated("Ana", "Bea", "Ciro", "Dani") | {"partners": "y", "goal": "150"}
    first = started(visitor, filled, blocked_rank_then="")
    assert "first to 150 · with house rules" in visitor.open("/").text
    second = again(visitor)
    assert second.address != first.address
    assert (second.heading, second.sides) == ("Block, partners", ["Ana & Ciro", "Bea & Dani"])
    assert "first to 150" in second.text
    assert "House rules: tie: a draw" in second.text


def test_it_is_the_match_played_last_and_none_that_was_deleted(visitor):
    first, second = visitor.start("Ana", "Bea"), visitor.start("Ciro", "Dani")
    visitor.play(first, "", "66")
    assert again(visitor).sides == ["Ana", "Bea"]
    for table in ("/matches/3", first.address):
        visitor.send(visitor.open(f"{table}/delete"))
    assert again(visitor).sides == second.sides
    for table in ("/matches/4", second.address):
        visitor.send(visitor.open(f"{table}/delete"))
    home = visitor.open("/")
    assert AGAIN not in home.text
    assert home.texts("h2", "") == ["Nothing played yet"]
    assert home.links["Start the first match"] == "/matches/new"
    assert not home.all("form")


def test_a_device_without_a_session_is_asked_first_as_reading_sets_no_cookie(app, visitor):
    visitor.start("Ana", "Bea")
    guest = Visitor(app)
    asked = guest.open(guest.open("/").links[AGAIN])
    assert asked.heading == AGAIN
    assert "Block · first to 100 Ana, Bea" in asked.text
    assert guest.follow(guest.send(asked)).sides == ["Ana", "Bea"]
    assert AGAIN not in guest.open("/").links


def test_whoever_may_score_starts_it_again_and_owns_that_and_who_watches_is_not_offered_it(
    app, visitor
):
    app.config["ACCESS"] = "links"
    table = visitor.start("Ana", "Bea", goal="50")
    shared = links(visitor, table)
    watcher, scorer = (joined(app, shared[kind]) for kind in ("watch", "score"))
    home = watcher.open("/")
    assert home.links["Watch"] == table.address
    assert AGAIN not in home.text
    visitor.play(table, "", HEAVY)
    new = again(scorer)
    assert scorer.open(f"{new.address}/delete").status == 200
    assert visitor.open(new.address).status == 403
