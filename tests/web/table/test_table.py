"""The table of a match: where it leads, undo and redo, the win; the winner's page, the rematch.

What is said of a match is in tests/cases/tables.toml, and how the pages say it is kept in
tests/web/every_page. On a large screen the evening is shown too.
"""

from re import findall

import pytest

from scorekeeper.pages.table.scoreboard import NEWEST
from tests.support.played_matches import won_by
from tests.web.pagelint import parse, text_of
from tests.web.visitor import FOUR, HEAVY, RECORD, TEN, tiles

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def played(visitor, table):
    """Return the table after Ana won 12 points, and Bea 10."""
    visitor.play(table, "", "66")
    return visitor.follow(visitor.play(table, "55", ""))


@pytest.fixture
def over(visitor):
    """Return the table of a match that Ana won in three rounds."""
    table = visitor.start("Ana", "Bea")
    for hands in (("", HEAVY), ("66", ""), ("", HEAVY)):
        visitor.play(table, *hands)
    return visitor.open(table.address)


def banner(table):
    """Read what happened last, without the buttons."""
    (news,) = table.all("section", "news")
    return " ".join(text for text in map(text_of, news.findall("p")[:-1]) if text)


def turns(table):
    return table.texts("form", "", "button")


def hands_asked_for(table):
    """List where the panels of the turned table lead."""
    links = (link for panel in table.all("div", "panel") for link in panel.iter("a"))
    return [link.get("href", "").removeprefix(table.address) for link in links]


def newest(table):
    return table.texts("ol", "rounds", "li")


def test_a_new_match_leads_to_its_first_round_and_to_no_undo_winner_or_rematch(visitor, unchanged):
    table = visitor.start(*FOUR, partners="y")
    assert (turns(table), newest(table)) == ([], [])
    assert table.links["Enter round 1"] == f"{table.address}/rounds/new"
    # On the turned table each panel leads to the hand of its player.
    assert table.texts("div", "panel", "h2")[2] == "Ciro with Ana"
    assert hands_asked_for(table) == [f"/rounds/new?hand={seat}" for seat in range(4)]
    # Without a script it is the page that takes the whole round.
    page = visitor.open(f"{table.address}/rounds/new?hand=2")
    assert page.fields >= {f"hands-{seat}-tiles" for seat in range(4)}
    with unchanged():
        again = visitor.post(f"{table.address}/rematch", {})
    shown = (visitor.open(f"{table.address}/{page}") for page in ("winner", "result.svg"))
    assert {page.answer.location for page in (again, *shown)} == {table.address}
    # Where so many rounds are played, there is no way to a goal.
    assert table.all("progress") != []
    assert visitor.start("Ana", "Bea", "Ciro", game="mexican-train").all("progress") == []
    # Plays are entered by all together.
    assert hands_asked_for(visitor.start("Ana", "Bea", "Ciro", game="italian")) == []


def test_who_plays_first_is_said_on_the_card_at_the_seat_and_on_the_wall(visitor):
    table = visitor.start(*FOUR, game="dominican-patio")
    visitor.play(table, "1-1", "", "1-2", "1-3")
    table = visitor.open(table.address)
    assert table.texts("p", "note") == ["Ana: shuffles", "Bea: plays first ahead"]
    panels = table.texts("div", "panel", "h2")[:2]
    assert panels == ["Ana with Ciro shuffles", "Bea with Dani plays first"]
    assert visitor.open(f"{table.address}/wall").texts("p", "first") == ["Bea: plays first"]


def test_of_a_long_match_the_newest_rounds_are_listed_and_the_others_a_tap_away(visitor):
    table = visitor.start("Ana", "Bea", other_goal="500")
    for _ in range(NEWEST):
        visitor.play(table, "03 44", "12 35")
    table = visitor.follow(visitor.play(table, "", "66"))
    # The last of the list leads to all.
    assert len(newest(table)) == NEWEST + 1
    assert newest(table)[0] == f"Round {NEWEST + 1} Ana +12 went out"
    assert table.links[newest(table)[0]] == f"{table.address}/rounds/{NEWEST + 1}"
    every = visitor.open(table.links[f"All {NEWEST + 1} rounds"])
    assert every.texts("tbody", "", "th") == [*map(str, range(NEWEST + 1, 0, -1))]
    assert every.texts("tbody", "", "tr")[1] == f"{NEWEST} Blocked, 11 · 11, a draw –0–0"


def test_undo_and_redo_are_one_tap_each_as_often_as_there_was_a_change(visitor, played, unchanged):
    assert turns(played) == ["Undo"]
    table = visitor.follow(visitor.tap(played, "Undo"))
    assert banner(table) == "Round 2 undone Bea 10 → 0"
    assert table.texts("p", "score") == ["12 points", "0 points"]
    assert turns(table) == ["Redo round 2", "Undo round 1"]
    with unchanged():
        visitor.tap(played, "Undo")
    again = visitor.follow(visitor.tap(table, "Redo round 2"))
    assert banner(again) == "Bea went out +10 left: Ana 10"
    assert (again.texts("p", "score"), turns(again)) == (["12 points", "10 points"], ["Undo"])
    # What was recorded meanwhile is not undone unseen.
    visitor.play(played, "", "11")
    with unchanged():
        late = visitor.tap(again, "Undo")
    assert late.leads_to == f"{played.address}#went-on"
    (said,) = visitor.open(played.address).texts("p", "went-on")
    assert said.startswith("Another device was faster: nothing was changed.")
    for button in ("Undo", "Undo round 2", "Undo round 1"):
        table = visitor.follow(visitor.tap(visitor.open(played.address), button))
    assert (banner(table), turns(table)) == ("Round 1 undone Ana 12 → 0", ["Redo round 1"])


@pytest.mark.parametrize("button", ["Undo", "Redo round 2", "Pause clock", "+5 minutes"])
def test_a_button_of_the_table_that_is_sent_twice_counts_once(visitor, unchanged, button):
    table = visitor.start("Ana", "Bea", minutes="30")
    for hand in ("66", "55"):
        visitor.play(table, "", hand)
    if button.startswith("Redo"):
        visitor.tap(visitor.open(table.address), "Undo")
    seen = visitor.open(table.address)
    assert visitor.tap(seen, button).status == 303
    with unchanged():
        assert visitor.tap(seen, button).leads_to == table.address


def test_two_who_change_the_clock_at_once_are_told_and_one_that_is_over_has_no_buttons(visitor):
    seen = visitor.start("Ana", "Bea", minutes="30", goal="50")
    assert visitor.tap(seen, "Pause clock").leads_to == seen.address
    assert visitor.tap(seen, "+5 minutes").leads_to == f"{seen.address}#went-on"
    assert "Resume clock" in visitor.open(seen.address).texts("button", "")
    visitor.play(seen, "", HEAVY)
    pressed = {*visitor.open(seen.address).texts("button", "")}
    assert not {"Resume clock", "Pause clock", "+5 minutes"} & pressed


def test_a_form_of_another_site_undoes_nothing_and_starts_no_rematch(visitor, over, unchanged):
    form, ours = over.pressing("Undo"), {"Origin": "http://localhost"}
    for headers in (
        {},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        ours | {"Sec-Fetch-Site": "same-site"},
        ours | {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "none"},
    ):
        with unchanged():
            asked = visitor.client.post(form.target, data=form.form, headers=headers)
            refused = visitor.client.post(f"{over.address}/rematch", headers=headers)
        assert (asked.status_code, refused.status_code) == (200, 400)
        assert "Undo round 3?" in asked.text


def test_what_an_edit_a_removed_round_and_a_new_name_changed_is_told(visitor, played):
    form = visitor.open(f"{played.address}/rounds/1/edit")
    table = visitor.follow(visitor.send(form, tiles("66", "") | {"hands-0-out": ""} | RECORD))
    assert banner(table) == "Round 1 edited Ana 12 → 0 Bea 10 → 22"
    assert table.texts("p", "score") == ["0 points", "22 points"]
    table = visitor.follow(visitor.tap(table, "Undo"))
    assert banner(table) == "Undone: the change to round 1 Ana 0 → 12 Bea 22 → 10"
    table = visitor.follow(visitor.send(visitor.open(f"{played.address}/rounds/1/remove")))
    assert banner(table) == "Round 1 removed Ana 12 → 0"
    names = visitor.open(f"{played.address}/edit").pressing("Save names")
    table = visitor.follow(visitor.send(visitor.send(names, {"names-1": "Dani"})))
    assert banner(table) == "Bea is now “Dani”."
    table = visitor.follow(visitor.tap(table, "Undo"))
    assert banner(table) == "Undone: the new names"


def test_open_pages_have_the_celebration_only_once_the_match_is_won(visitor, table, over):
    for place in ("", "/rounds", "/wall"):
        assert visitor.open(f"{table.address}{place}").all("template") == []
        (kept,) = visitor.open(f"{over.address}{place}").all("template")
        assert kept.get("data-win") == "c1"
        assert [text_of(each) for each in kept.iter("h2")] == ["Ana wins!"]
    # The table leads to the winner, and takes no hands.
    assert over.texts("div", "ended") == ["Rematch See result"]
    assert over.links["See result"] == f"{over.address}/winner"
    assert not [words for words in over.links if words.startswith("Enter round")]
    assert "Deal 7 tiles" not in over.text
    assert hands_asked_for(over) == []


def test_six_love_fills_the_marks_of_the_winner_and_a_win_of_the_others_starts_again(visitor):
    table = visitor.start(*FOUR, game="jamaican-partners")
    visitor.play(table, "", "12", "23", "13")
    result = visitor.result(visitor.play(table, "12", "", "23", "13"))
    assert result.texts("p", "notice") == ["Back to love: everybody starts again from 0."]
    for _ in range(6):
        answer = visitor.play(table, "", "12", "23", "13")
    won = visitor.follow(answer)
    assert len(won.all(f"{SVG}circle", "won")) == 6
    assert won.texts("ul", "cards", "li") == ["Ana & Ciro 6", "Bea & Dani 0 love"]
    assert won.texts("section", "strip", "li")[1] == "Round 2: Bea & Dani 2"
    assert [len(won.all("i", kind)) for kind in ("kept", "lost")] == [6, 2]
    assert len(won.all("li", "reset")) == 1
    assert not won.all("ol", "podium")


def test_the_result_is_a_picture_that_needs_nothing_else(visitor, over):
    won = visitor.open(f"{over.address}/winner")
    for words, size in (("Wide", ("1200", "630")), ("Square", ("1080", "1080"))):
        answer = visitor.client.get(won.links[words])
        assert answer.mimetype == "image/svg+xml"
        root, *_ = parse(answer.text, fragment=True)[0].iter(f"{SVG}svg")
        assert (root.get("width"), root.get("height")) == size
        words_drawn = {each.text for each in root.iter(f"{SVG}text")}
        assert words_drawn >= {"Block", "Ana wins!", "138", "Bea", "12", "goal 100"}
        assert not {"style", "image", "script", "href"} & set(findall(r"\w+", answer.text))
        # The device keeps it, and is told that it is still the same.
        assert answer.headers["Cache-Control"] == "private, no-cache"
        headers = {"If-None-Match": answer.headers["ETag"]}
        assert visitor.client.get(won.links[words], headers=headers).status_code == 304
    assert visitor.open(won.links["Wide"].replace("wide", "round")).status == 404


def test_a_rematch_takes_one_tap_keeps_what_was_chosen_and_who_leads_and_is_one(visitor, unchanged):
    table = visitor.start(*FOUR, game="dominican-patio", partners="y", other_goal="61")
    won = visitor.follow(visitor.play(table, "00", HEAVY, "", "11"))
    assert won.buttons == ["Rematch"]
    first = visitor.send(won)
    with unchanged():
        assert visitor.send(visitor.open(won.address)).leads_to == first.leads_to
    again = visitor.follow(first)
    assert (again.heading, again.sides) == ("Dominican, patio", ["Ana & Ciro", "Bea & Dani"])
    assert again.texts("p", "score") == ["0 points", "0 points"]
    assert "first to 61" in again.text
    # As in the next round of the match before.
    assert "Ciro plays first." in again.text


def lines(page):
    """Return the table of the evening, if it is shown: place, name, matches and won."""
    rows = [row for shown in page.all("section", "evening") for row in shown.findall(".//tbody/tr")]
    return [[(cell.text or "") for cell in row][:4] for row in rows]


def test_between_matches_the_evening_is_shown_until_an_undo_or_a_rematch(visitor):
    won_by(visitor, "Ana", "Bea")
    table = won_by(visitor, "Bea", "Ciro")
    wall = f"{table.address}/wall/evening"
    page = visitor.open(wall)
    assert lines(page) == [["1", "Ana", "1", "1"], ["2", "Bea", "2", "1"], ["3", "Ciro", "1", "0"]]
    assert "Played " in page.text
    # A match that goes on is shown as on any wall.
    visitor.tap(visitor.open(table.address), "Undo")
    page = visitor.open(wall)
    assert (lines(page), page.sides) == ([], ["Bea", "Ciro"])
    assert page.links["Only this match"] == f"{table.address}/wall"
    visitor.play(table, "", HEAVY)
    rematch = visitor.send(visitor.open(f"{table.address}/winner")).leads_to
    assert visitor.open(wall).leads_to == f"{rematch}/wall/evening"
    visitor.send(visitor.open(f"{rematch}/delete"))
    assert lines(visitor.open(wall))
    assert visitor.open("/matches/99/wall/evening").status == 404


def test_an_evening_has_as_many_players_as_are_read_from_afar_and_is_sent_once(visitor):
    for winner, loser in zip(TEN[::2], TEN[1::2], strict=True):
        last = won_by(visitor, winner, loser)
    wall = f"{last.address}/wall/evening"
    etag = {"If-None-Match": visitor.open(wall).answer.headers["ETag"]}
    assert visitor.client.get(wall, headers=etag).status_code == 304
    # Another match changes it.
    won_by(visitor, "Karla", "Leo")
    assert visitor.client.get(wall, headers=etag).status_code == 200
    page = visitor.open(wall)
    assert len(lines(page)) == 10
    assert page.all("section", "rows10")


def test_the_rounds_of_a_match_have_the_totals_beside_the_points(visitor, table):
    visitor.play(table, "", "66")
    visitor.play(table, "", "11")
    page = visitor.open(f"{table.address}/rounds")
    assert page.texts("small", "so-far") == ["14", "0", "12", "0"]
