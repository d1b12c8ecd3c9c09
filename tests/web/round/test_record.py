"""The page that takes a round, step by step; tests/cases/entries.toml has what one step says."""

import re
from typing import Any

import pytest
from sqlalchemy import update

from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.round.hand_cards import LARGEST_TRIANGLE, pad
from scorekeeper.rules.tiles_and_hands import TileSet
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.matches import find_match
from tests.web.visitor import CHECK, FOUR, HEAVY, RECORD, Visitor, pips, tiles

# With every tile dealt: six numbers are left over once each, and a line has two ends.
IMPOSSIBLE = tiles("", "12", "34", "56")
# The same law, broken by other numbers.
OTHERWISE = tiles("", "12", "34", "05")


def test_a_match_is_played_from_the_first_round_to_the_winner(visitor, table):
    for hands in (("", HEAVY), ("12 24 35", "55 34"), (HEAVY, "")):
        recorded = visitor.play(table, *hands)
    result = visitor.result(recorded)
    assert result.heading == "Round 3"
    assert result.links["Back to the table"] == table.address
    assert result.links["Enter round 4"] == f"{table.address}/rounds/new"
    assert "Deal 7 tiles each." in result.text
    winner = visitor.follow(visitor.play(table, "", HEAVY))
    assert (winner.address, winner.heading) == (f"{table.address}/winner", "Ana wins!")
    assert winner.texts("ol", "podium", "b") == ["138", "69"]
    assert "4 rounds" in winner.text
    assert visitor.open_round(table).answer.location == winner.address
    last, earlier = (visitor.open(f"{table.address}/rounds/{number}") for number in (4, 1))
    assert not [words for words in last.links if words.startswith("Enter round")]
    # An earlier round keeps the totals that it led to.
    assert earlier.texts("ul", "totals", "li")[0] == "Ana +69 69 31 to go"


def test_without_scripts_a_button_checks_first_and_what_was_refused_can_be_corrected(
    visitor, table, unchanged, refused
):
    form = visitor.open_round(table)
    assert form.buttons[:2] == ["Check first", "Record round"]
    # What cannot be seen does not matter between tiles.
    typed = tiles("\u202e1-2\x00\t24\u200b\ufeff", "55")
    with unchanged():
        wrong = visitor.send(form, tiles("", "") | CHECK)
        checked = visitor.send(form, typed | CHECK)
    assert (wrong.problems, len(wrong.texts("p", "say"))) == ([], 1)
    assert checked.status == 200
    assert checked.texts("p", "say") == ["Blocked: 9 · 10. Ana wins."]
    assert checked.form["hands-1-tiles"] == "55"
    # Enter presses no button, and records all the same.
    assert visitor.send(checked).leads_to == table.address
    page = refused(visitor.open_round(table), tiles("", "1" * 601), "Enter fewer tiles.")
    assert visitor.send(page, {"hands-1-tiles": "6-1"} | RECORD).leads_to == table.address


def test_a_claim_the_game_does_not_have_is_refused(visitor, unchanged):
    form = visitor.open_round(visitor.start(*FOUR, game="dominican-patio"))
    claims = {each.get("value") for each in form.all("input") if each.get("name") == "events"}
    assert claims == {"0", "1", "2@0", "2@1", "2@2", "2@3"}
    typed = {**form.form, **tiles("", "12", "23", "13")}
    for forged in ("9", "2", "0@0", "2@7", "x"):
        with unchanged():
            page = visitor.post(form.target, typed | {"events": forged})
        assert (page.status, page.problems) == (422, ["Choose one of these."])


def test_whoever_saw_the_doubts_of_the_preview_records_at_once_and_another_is_said_again(visitor):
    table = visitor.start(*FOUR, game="partnership")
    form = visitor.open_round(table)
    first = visitor.send(form, IMPOSSIBLE | RECORD)
    other = visitor.send(first, OTHERWISE | RECORD)
    assert [page.status for page in (first, other)] == [422, 422]
    assert first.texts("ul", "doubts", "li") != other.texts("ul", "doubts", "li") != []
    preview = visitor.send(form, IMPOSSIBLE, to=f"{table.address}/rounds/preview")
    (box,) = [each for each in preview.all("div") if each.get("id") == "preview"]
    assert box.get("data-anyway") == "Record anyway"
    (seen,) = [each.get("value", "") for each in preview.all("input")]
    answer = visitor.post(form.target, {**form.form, **IMPOSSIBLE, **RECORD, "overruled": seen})
    assert answer.leads_to == table.address


def test_an_old_round_is_doubted_by_what_the_match_was_then(visitor):
    table = visitor.start(*FOUR, game="cuban-east", partners="y")
    # Dani claims what counts once in a match: since then it has been claimed.
    claimed = tiles("", "35", "11", "22") | {"events": "1@3"}
    form = visitor.open_round(table)
    assert visitor.send(form, claimed | RECORD).leads_to == table.address
    first = visitor.open(f"{table.address}/rounds/1")
    assert "Primer pase" in first.text
    assert first.texts("p", "overruled") == []
    edit = visitor.open(f"{table.address}/rounds/1/edit")
    assert visitor.send(edit, tiles("", "36", "11", "22") | RECORD).leads_to == table.address
    again = visitor.send(visitor.open_round(table), claimed | RECORD)
    (doubt,) = again.texts("ul", "doubts", "li")
    assert doubt == "No second primer pase: it counts once in a match."


def test_whoever_is_out_of_the_match_enters_no_hand(visitor):
    table = visitor.start(*FOUR, game="french")
    # A hand with a double counts twice: Bea adds 138.
    table = visitor.follow(visitor.play(table, "", HEAVY, "53 43", "01"))
    assert {text.split()[0] for text in table.texts("div", "out", "h2")} == {"Bea"}
    # On the turned table there are panels for the others.
    hands = [address for address in table.links.values() if "?hand=" in address]
    assert hands == [f"{table.address}/rounds/new?hand={seat}" for seat in (0, 2, 3)]
    form = visitor.open_round(table)
    assert "out of the match" in form.texts("div", "out")[0]
    assert "hands-1-tiles" not in form.fields
    left = {"hands-0-out": "y", "hands-2-tiles": "12", "hands-3-tiles": "34"}
    assert visitor.send(form, left | RECORD).status == 303
    hands = visitor.open(f"{table.address}/rounds/2").texts("ul", "hands", "li")
    assert [hand.split()[0] for hand in hands] == ["Ana", "Ciro", "Dani"]


@pytest.mark.parametrize(
    ("game", "counted", "otherwise"),
    [
        ("block", "pips", ""),
        ("chicken-foot", "points", "0-0 counts 50, all other tiles their pips"),
        ("french", "points", "a hand with a double counts double, all other tiles their pips"),
    ],
)
def test_points_are_asked_for_where_tiles_count_otherwise_than_their_pips(
    visitor, game, counted, otherwise
):
    table = visitor.start(*FOUR, game=game)
    assert f"Count {counted} instead" in visitor.open_round(table).buttons
    page = visitor.open(f"{table.address}/rounds/new?entry=pips")
    assert f"Ana: {counted.capitalize()} left" in page.texts("div", "field", "label")
    said = f": {otherwise}" if otherwise else ""
    hint = f"Count the {counted} left in each hand, and tick who went out{said}."
    assert page.texts("p", "how") == [hint]
    # What the scripts say of each hand.
    (form,) = page.all("form", "record")
    assert form.get("data-otherwise", "") == otherwise


def test_only_what_a_game_needs_is_asked_whatever_way_is_wanted(visitor):
    for game, has, has_not, others in (
        ("block", "-tiles ends", "order-", ["Count pips", "Points"]),
        ("all-fives", "-tiles -tally", "ends", ["Count pips", "Points"]),
        ("italian", "plays", "-tiles -pips -count", ["Points"]),
        ("rummikub", "-pips", "-tiles -count ends plays", []),
    ):
        table = visitor.start("Ana", "Bea", "Ciro", game=game)
        for asked in ("", "?entry=tiles"):
            form = visitor.open(f"{table.address}/rounds/new{asked}")
            hidden = {
                each.get("name") for each in form.all("input") if each.get("type") == "hidden"
            }
            there = form.fields - hidden
            assert all(any(name.endswith(end) for name in there) for end in has.split())
            assert not any(name.endswith(end) for name in form.fields for end in has_not.split())
        ways = [button for button in form.buttons if button.endswith("instead")]
        assert ways == [f"{other} instead" for other in others]


def test_the_way_to_enter_is_one_tap_away_and_keeps_what_was_typed(visitor, table, unchanged):
    typed = tiles("1-2 24", "nonsense")
    counted = {"hands-1-pips": "7", "hands-1-count": "2", "hands-1-lightest": "1-1"}
    with unchanged():
        form = visitor.send(visitor.open_round(table), typed | {"action": "pips"})
        assert (form.status, form.form["hands-0-pips"]) == (200, "9")
        form = visitor.send(form, counted | {"action": "tiles"})
        assert typed.items() <= form.form.items()
        form = visitor.send(form, {"action": "pips"})
    assert counted.items() <= form.form.items()
    # What was typed the other way is not in the way.
    form = visitor.send(form, {"hands-0-pips": "many", "hands-1-count": "-1", "action": "tiles"})
    assert visitor.send(form, tiles("", "66") | RECORD).leads_to == table.address
    # Tiles weigh what the game says.
    table = visitor.start("Ana", "Bea", game="chicken-foot")
    form = visitor.send(visitor.open_round(table), tiles("", "00 12") | {"action": "pips"})
    assert pips("out", "53").items() <= form.form.items()


def test_a_round_is_asked_for_the_way_the_last_one_was_entered(visitor):
    table = visitor.start("Ana", "Bea", game="mexican-train")
    ways: tuple[tuple[str, Any], ...] = (("pips", pips("out", "31")), ("tiles", tiles("12-12", "")))
    for way, hands in ways:
        form = visitor.send(visitor.open_round(table), {"action": way})
        assert visitor.send(form, hands | RECORD).status == 303
        assert visitor.open_round(table).form["entry"] == way


def test_the_pad_of_a_large_box_is_folded_into_full_rows():
    for highest, lengths in (
        (6, [7, 6, 5, 4, 3, 2, 1]),
        (9, [10, 9, 1, 8, 2, 7, 3, 6, 4, 5]),
        (12, [13, 12, 1, 11, 2, 10, 3, 9, 4, 8, 5, 7, 6]),
    ):
        rows = pad(TileSet(highest), folded=highest > LARGEST_TRIANGLE)
        assert [len(row) for row in rows] == lengths
        names = [name for row in rows for name in row]
        assert {*names} == {f"{low}-{end}" for end in range(highest + 1) for low in range(end + 1)}
        assert names[:2] == [f"{highest}-{highest}", f"{highest - 1}-{highest}"]


def test_two_devices_that_record_one_round_are_told_of_each_other(app, visitor, table, unchanged):
    form = visitor.open_round(table)
    visitor.play(table, "", "66 12")
    with app.app_context():
        db.session.execute(update(models.ChangeRow).values(device="Phone"))
        db.session.commit()
    with unchanged():
        other, same = (visitor.send(form, tiles("", hand) | RECORD) for hand in ("55", "21 66"))
    # How two entries are shown side by side is in tests/cases/entries.toml.
    assert other.texts("h2", "")[0] == "Round 1: recorded on Phone, and entered here"
    assert (same.status, same.heading) == (409, "Round 1 is recorded")
    assert same.links["See round 1"] == f"{table.address}/rounds/1"
    assert [words for words in same.links if words.startswith("Enter")] == ["Enter round 2"]
    over = visitor.start("Ana", "Bea", other_goal="10")
    form = visitor.open_round(over)
    visitor.play(over, "", "66")
    same = visitor.send(form, tiles("", "66") | RECORD)
    assert not [words for words in same.links if words.startswith("Enter")]


def test_two_forms_of_a_kind_have_nothing_in_common(app, visitor):
    for names in (("Ana", "Bea"), ("Ciro", "Dani", "Eva")):
        visitor.start(*names)
    with app.test_request_context(method="POST", data={"hands-0-pips": "x", "opener": "1"}):
        one = RoundForm(find_match(1))
        one.hands[0].validate()
    with app.test_request_context():
        other = RoundForm(find_match(2))
        assert (other.hands[0].pips.errors, other.opener.data) == ((), None)
    assert [form.opener.choices for form in (one, other)] == [["0", "1"], ["0", "1", "2"]]
    assert one.opener.data == "1"
    assert one.hands[0].pips.errors
    assert {field.meta for field in one} == {one.meta}


def test_a_token_that_was_good_is_refused_to_another_device(app, visitor, table, unchanged):
    stranger, ours = Visitor(app), visitor.open_round(table).form | tiles("", "6-6")
    stranger.open_round(table)
    preview, wrong = f"{table.address}/rounds/preview", ours["csrf_token"].swapcase()
    # The first time it is checked, the second time it is known.
    for _ in range(2):
        assert visitor.post(preview, ours).status == 200
        assert stranger.post(preview, ours).status == 400
        for token in (wrong, "x", ""):
            with unchanged():
                sent = visitor.post(f"{table.address}/rounds/new", ours | {"csrf_token": token})
            assert sent.status == 400


def test_a_script_that_prefers_a_page_gets_that_to_which_a_recorded_round_leads(visitor, table):
    visitor.client.environ_base["HTTP_PREFER"] = "return=representation"
    for place, hands in ((table.address, ("", HEAVY)), (f"{table.address}/winner", ("", HEAVY))):
        came = visitor.play(table, *hands)
        shown = visitor.open(place)
        assert (came.status, came.answer.headers["Content-Location"]) == (200, place)
        assert (came.heading, came.text) == (shown.heading, shown.text)
        names = [name for name, _ in came.answer.headers if name != "Vary"]
        assert len(names) == len({*names})
    # What is refused is that, and a page that is opened is as ever.
    late = visitor.play(table, "", "12")
    assert late.status == 409
    assert "Content-Location" not in late.answer.headers


# What a page asks for at once, and soon: the rest is loaded later, or never. Headers are counted.
ASKED_FOR = re.compile(r'(?:<link rel="stylesheet"(?!\s+disabled)|<script)[^>]*?"(/static/[^"]+)"')
SOON = "/static/round/photo-button.js"
HEADERS = 300


def test_a_page_that_takes_a_round_sends_35_kilobytes_when_it_is_first_seen(visitor):
    address = f"{visitor.start(*FOUR).address}/rounds/new"
    asked = (address, SOON, *ASKED_FOR.findall(visitor.client.get(address).text))
    assert len(asked) == 7
    zipped = {"Accept-Encoding": "gzip"}
    sizes = [len(visitor.client.get(each, headers=zipped).data) + HEADERS for each in asked]
    assert round(sum(sizes) / 1000) <= 35
