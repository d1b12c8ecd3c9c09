"""The table of a match: what it leads to; undo and redo by one tap; the win it keeps aside.

What it says of a match is in tests/cases/tables.toml.
"""

import pytest

from scorekeeper.pages.table.scoreboard import NEWEST
from tests.web.history.test_undo import scores
from tests.web.pagelint import text_of
from tests.web.share.share_links import joined, links
from tests.web.visitor import HEAVY, RECORD, tiles

FOUR = ("Ana", "Bea", "Ciro", "Dani")


@pytest.fixture
def played(visitor, table):
    """Return the table after Ana won 12 points, and Bea 10."""
    visitor.play(table, "", "66")
    return visitor.follow(visitor.play(table, "55", ""))


@pytest.fixture
def over(visitor, table):
    """Return the table of a match that Ana won."""
    visitor.play(table, "", HEAVY)
    visitor.play(table, "", HEAVY)
    return visitor.open(table.address)


def banner(table):
    """Read what happened last, without the buttons."""
    (news,) = table.all("section", "news")
    return " ".join(text for text in map(text_of, news.findall("p")[:-1]) if text)


def turns(table):
    """List the buttons that undo or redo."""
    return [text_of(button) for form in table.all("form") for button in form.iter("button")]


def hands_asked_for(table):
    """List where the panels of the turned table lead."""
    found = (
        link.get("href", "") for panel in table.all("div", "panel") for link in panel.iter("a")
    )
    return [address.removeprefix(table.address) for address in found]


def newest(table):
    """Read the rounds in brief."""
    return table.texts("ol", "rounds", "li")


def test_a_new_match_leads_to_its_first_round_and_has_nothing_to_undo(visitor):
    table = visitor.start(*FOUR, partners="y")
    assert (turns(table), newest(table)) == ([], [])
    assert table.links["Enter round 1"] == f"{table.address}/rounds/new"
    # On the turned table each panel leads to the hand of its player.
    assert table.texts("div", "panel", "h2")[2] == "Ciro with Ana"
    assert hands_asked_for(table) == [f"/rounds/new?hand={seat}" for seat in range(4)]
    # Without a script it is the page that takes the whole round.
    page = visitor.open(f"{table.address}/rounds/new?hand=2")
    assert page.fields >= {f"hands-{seat}-tiles" for seat in range(4)}
    # Plays are entered by all together.
    assert hands_asked_for(visitor.start("Ana", "Bea", "Ciro", game="italian")) == []


def test_a_round_is_told_and_why_shows_the_hands_the_sum_and_the_totals(visitor):
    table = visitor.start(*FOUR)
    visitor.play(table, "", "66", "45 12", "01")
    table = visitor.follow(visitor.play(table, "", "36 12", "45", "56 24"))
    assert banner(table) == "Ana went out +38 left: Bea 12 Ciro 9 Dani 17"
    (sheet,) = table.texts("div", "sheet")
    assert sheet.startswith("Ana went out and wins the round.")
    assert "12 + 9 + 17 = 38 · Ana 25 → 63" in sheet
    assert table.links["Edit round 2"] == f"{table.address}/rounds/2/amend"
    spoken = [tile.get("aria-label") for tile in table.all("span", "tile")]
    assert spoken == ["three-six", "one-two", "four-five", "five-six", "two-four"]
    assert [bar.get("value") for bar in table.all("progress")] == ["63", "0", "0", "0"]


def test_who_plays_first_is_said_on_the_card_at_the_seat_and_on_the_wall(visitor):
    table = visitor.start(*FOUR, game="dominican-patio")
    visitor.play(table, "1-1", "", "1-2", "1-3")
    table = visitor.open(table.address)
    assert table.texts("p", "note") == ["Ana: shuffles", "Bea: plays first ahead"]
    panels = table.texts("div", "panel", "h2")[:2]
    assert panels == ["Ana with Ciro shuffles", "Bea with Dani plays first"]
    assert visitor.open(f"{table.address}/wall").texts("p", "first") == ["Bea: plays first"]


def test_a_win_of_the_other_side_shows_no_points_and_says_that_all_start_again(visitor):
    table = visitor.start(*FOUR, game="jamaican-partners")
    visitor.play(table, "", "12", "23", "13")
    result = visitor.result(visitor.play(table, "12", "", "23", "13"))
    assert result.texts("p", "notice") == ["Back to love: everybody starts again from 0."]
    assert "That ends the run of Ana & Ciro: after this round all start from 0." in result.text
    assert "+1" not in result.text
    marks = visitor.open(table.address).all("p", "marks")
    assert [each.get("aria-label") for each in marks] == [
        "Ana & Ciro: 0 of 6 won",
        "Bea & Dani: 0 of 6 won",
    ]


def test_whoever_is_out_is_greyed_and_enters_no_hand(visitor):
    table = visitor.start(*FOUR, game="french")
    visitor.play(table, "", HEAVY, "53 43", "01")
    table = visitor.open(table.address)
    assert {text.split()[0] for text in table.texts("div", "out", "h2")} == {"Bea"}
    assert hands_asked_for(table) == [f"/rounds/new?hand={seat}" for seat in (0, 2, 3)]
    # Where so many rounds are played, there is no way to a goal.
    assert not visitor.start("Ana", "Bea", "Ciro", game="mexican-train").all("progress")


def test_of_a_long_match_the_newest_rounds_are_listed_and_the_others_a_tap_away(visitor):
    table = visitor.start("Ana", "Bea", other_goal="500")
    for _ in range(NEWEST):
        visitor.play(table, "03 44", "12 35")
    assert len(newest(visitor.open(table.address))) == NEWEST
    visitor.play(table, "", "66")
    table = visitor.open(table.address)
    assert newest(table)[0] == f"Round {NEWEST + 1} Ana +12 went out"
    assert table.links[newest(table)[0]] == f"{table.address}/rounds/{NEWEST + 1}"
    assert len(newest(table)) == NEWEST + 1
    every = visitor.open(table.links[f"All {NEWEST + 1} rounds"])
    assert every.address == table.links["All rounds"]
    assert every.texts("tbody", "", "th") == [*map(str, range(NEWEST + 1, 0, -1))]
    assert every.texts("tbody", "", "tr")[1] == f"{NEWEST} Blocked, 11 · 11, drawn ––"
    assert every.links["Table"] == table.address


def test_undo_and_redo_are_one_tap_each_as_often_as_there_was_a_change(visitor, played):
    assert turns(played) == ["Undo"]
    table = visitor.follow(visitor.tap(played, "Undo"))
    assert banner(table) == "Round 2 taken back Bea 10 → 0"
    assert scores(table) == ["12 points", "0 points"]
    assert turns(table) == ["Redo round 2", "Undo round 1"]
    again = visitor.follow(visitor.tap(table, "Redo round 2"))
    assert banner(again) == "Bea went out +10 left: Ana 10"
    assert (scores(again), turns(again)) == (["12 points", "10 points"], ["Undo"])
    table = visitor.follow(visitor.tap(again, "Undo"))
    table = visitor.follow(visitor.tap(table, "Undo round 1"))
    assert banner(table) == "Round 1 taken back Ana 12 → 0"
    assert turns(table) == ["Redo round 1"]


def test_what_was_recorded_meanwhile_is_not_undone_unseen_nor_one_round_twice(
    visitor, played, unchanged
):
    visitor.tap(played, "Undo")
    with unchanged():
        table = visitor.follow(visitor.tap(played, "Undo"))
    visitor.play(played, "", "11")
    with unchanged():
        late = visitor.tap(table, "Undo round 1")
    assert late.leads_to == f"{played.address}#went-on"
    table = visitor.open(played.address)
    (said,) = table.texts("p", "went-on")
    assert said.startswith("Another device was faster: nothing was changed.")
    assert scores(table) == ["14 points", "0 points"]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "same-site"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_a_form_of_another_site_undoes_nothing_and_starts_no_rematch(
    visitor, over, unchanged, headers
):
    form = over.pressing("Undo")
    with unchanged():
        asked = visitor.client.post(form.target, data=form.form, headers=headers)
        refused = visitor.client.post(f"{over.address}/rematch", headers=headers)
    assert (asked.status_code, refused.status_code) == (200, 400)
    assert "Undo round 2?" in asked.text


def test_an_edited_round_is_told_with_the_totals_it_changed(visitor, played):
    form = visitor.open(f"{played.address}/rounds/1/amend")
    table = visitor.follow(visitor.send(form, tiles("66", "") | {"hands-0-out": ""} | RECORD))
    assert banner(table) == "Round 1 edited Ana 12 → 0 Bea 10 → 22"
    assert scores(table) == ["0 points", "22 points"]
    table = visitor.follow(visitor.tap(table, "Undo"))
    assert banner(table) == "Undone: the change of round 1 Ana 0 → 12 Bea 22 → 10"


def test_a_removed_round_and_a_new_name_are_told_too(visitor, played):
    table = visitor.follow(visitor.send(visitor.open(f"{played.address}/rounds/1/remove")))
    assert banner(table) == "Round 1 removed Ana 12 → 0"
    names = visitor.open(f"{played.address}/mend").pressing("Save the names")
    table = visitor.follow(visitor.send(visitor.send(names, {"names-1": "Dani"})))
    assert banner(table) == "Bea is now “Dani”."
    table = visitor.follow(visitor.tap(table, "Undo"))
    assert banner(table) == "Undone: the new names"


def test_whoever_only_watches_reads_it_and_is_offered_nothing(app, visitor, played):
    app.config["ACCESS"] = "links"
    guest = joined(app, links(visitor, played)["watch"])
    watched = guest.open(played.address)
    assert banner(watched) == "Bea went out +10 left: Ana 10"
    assert "Edit round 2" not in watched.links
    assert (turns(watched), hands_asked_for(watched)) == ([], [])
    assert not [
        each for each in watched.all("section", "table-mode") if "data-draft" in each.attrib
    ]
    for _ in range(2):
        visitor.play(played, "", HEAVY)
    watched = guest.open(played.address)
    assert watched.texts("div", "ended") == ["See the result"]
    assert "Rematch" not in text_of(watched.all("template")[0])


def test_a_match_that_is_over_leads_to_its_winner_and_takes_no_hands(over):
    assert over.texts("div", "ended") == ["Rematch See the result"]
    assert over.links["See the result"] == f"{over.address}/winner"
    assert not [words for words in over.links if words.startswith("Enter round")]
    assert "Deal 7 tiles" not in over.text
    assert hands_asked_for(over) == []


@pytest.mark.parametrize("address", ["", "/rounds", "/wall"])
def test_open_pages_have_the_celebration_only_once_the_match_is_won(visitor, table, address):
    visitor.play(table, "", HEAVY)
    assert visitor.open(f"{table.address}{address}").all("template") == []
    visitor.play(table, "", HEAVY)
    page = visitor.open(f"{table.address}{address}")
    (kept,) = page.all("template")
    assert kept.get("data-win") == "c1"
    assert [text_of(each) for each in kept.iter("h2")] == ["Ana wins!"]
    if address:
        # It is cached for many devices, and starts the rematch nevertheless.
        again = visitor.follow(visitor.tap(page, "Rematch"))
        assert (again.sides, again.address != table.address) == (["Ana", "Bea"], True)
