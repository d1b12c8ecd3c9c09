"""Each way to play a club night, from its start to who has won, with people who come and go."""

import json
import re

import pytest

from scorekeeper.interchange.import_export import export_all, import_read
from scorekeeper.interchange.import_reader import read_file
from scorekeeper.maintenance import integrity
from tests.effort import THOROUGH
from tests.support.club_nights import (
    TWELVE,
    addresses,
    come,
    enter,
    open_tables,
    press,
    row,
    start,
    tap,
)
from tests.web.pagelint import text_of
from tests.web.visitor import FOUR, Visitor

PAIRS = [" & ".join(two) for two in zip(TWELVE[::2], TWELVE[1::2], strict=True)]
# Who comes, what is chosen, and how many rounds there are.
NIGHTS = {
    "loose people": (TWELVE[:5], {"how": "winner stays", "rounds": "4"}, 4),
    "one of two stays": (TWELVE[:4], {"how": "winner stays", "alone": "2", "rounds": "5"}, 5),
    "one of four stays": (
        TWELVE[:6],
        {"how": "winner stays", "alone": "4", "tables": "1", "rounds": "3"},
        3,
    ),
    "singles": (TWELVE[:7], {"alone": "4", "game": "mexican-train", "order": "points"}, 0),
    "six at a table": (TWELVE[:6], {"alone": "6", "game": "mexican-train", "rounds": "2"}, 2),
    "all meet all": (TWELVE[:5], {"how": "round robin", "alone": "2", "rounds": "5"}, 5),
    "swiss of single people": (TWELVE[:5], {"how": "swiss", "alone": "2", "bye": "full"}, 0),
    "knockout": (PAIRS, {"how": "knockout"}, 3),
    "knockout of single people": (TWELVE[:5], {"how": "knockout", "alone": "2"}, 3),
    "groups": (PAIRS, {"how": "groups"}, 5),
    "best of three": (PAIRS[:4], {"how": "swiss", "best_of": "3", "rounds": "2"}, 2),
    "best of five in a knockout": (PAIRS[:3], {"how": "knockout", "best_of": "5"}, 2),
}


def tables(page):
    """Read who plays at the tables of the round, a list for each."""
    return [
        [text_of(name) for name in board.iter("span") if name.get("class") == "name"]
        for board in page.all("summary", "board")
    ]


def finish(visitor, night, number):
    """Enter a result for each table until none asks for one: the first of them wins."""
    for _match in range(5):
        page = visitor.open(night.address)
        found = [
            each.get("href", "")
            for each in page.all("a")
            if re.search(rf"/rounds/{number}/tables/\d+$", each.get("href", ""))
        ]
        boards = [text_of(board) for board in page.all("summary", "board")]
        left = [at for at, told in zip(found, boards, strict=True) if "done" not in told]
        if not left:
            return
        for address in left:
            form = visitor.open(address).pressing("Enter result").form
            fields = [name for name in form if name in ("one", "other") or "more" in name]
            filled = {name: str(90 - 10 * at) for at, name in enumerate(fields)}
            assert visitor.post(address, form | filled).status == 303


SUNDAY = {"house-blocked-winner-own": "0", "save_as": "Sunday", "action": "save"}
LESS_OFTEN = {"one of two stays", "six at a table", "knockout of single people"}


@pytest.mark.parametrize(
    "what",
    [pytest.param(what, marks=[THOROUGH] if what in LESS_OFTEN else []) for what in NIGHTS],
)
def test_a_night_is_played_from_its_start_to_who_has_won(visitor, what, elsewhere):
    people, chosen, rounds = NIGHTS[what]
    night = come(visitor, start(visitor, **chosen), people)
    for number in range(1, (rounds or 3) + 1):
        assert press(visitor, night, f"Make the draw for round {number}").status == 303
        # The draw is undone and made again.
        press(visitor, night, "Undo: the draw")
        press(visitor, night, "Redo: the draw")
        drawn = visitor.open(night.address)
        assert press(visitor, night, "Open the tables").status == 303
        playing = visitor.open(night.address)
        seated = [name for table in tables(playing) for name in table]
        assert len({*seated}) == len(seated)
        assert sorted(" ".join(drawn.texts("a", "seat-name")).split()) == sorted(
            TWELVE[: len(" & ".join(people).split(" & "))]
        )
        visitor.open(f"{night.address}/wall")
        # Who leaves while they play and comes back is where they were.
        tap(visitor, night, TWELVE[1], "leave")
        tap(visitor, night, TWELVE[1], "back")
        finish(visitor, night, number)
    if not rounds:
        press(visitor, night, "End club night now")
    page = visitor.open(night.address)
    assert "win" in text_of(page.all("section", "winner-of-night")[0])
    assert visitor.open(f"{night.address}/wall").status == 200
    assert visitor.open(f"{night.address}/podium.svg").status == 200
    assert visitor.open(f"{night.address}/matches.csv").status == 200
    assert visitor.open("/club/season").status == 200
    with visitor.app.app_context():
        assert integrity.check().faults == ()
        file = exported()
    with elsewhere.app_context():
        import_read(read_file(file))
        assert integrity.check().faults == ()
        assert exported()["club_nights"][0]["record"] == file["club_nights"][0]["record"]


def exported():
    damaged = list[str]()
    file = json.loads(b"".join(export_all(damaged)))
    assert damaged == []
    return file


def test_a_night_is_played_by_saved_house_rules_again_and_in_another_scorebook(
    app, visitor, elsewhere
):
    new = visitor.open("/matches/new")
    rules = visitor.send(new, {"game": "block", "action": "rules"})
    visitor.send(rules, SUNDAY)
    page = visitor.open("/club?new").pressing("Start club night")
    assert "Sunday · Block" in page.text
    assert page.form["game"] == "block"
    # A game of their own has the tables that it is for, and what else is wrong keeps it.
    refused = visitor.send(page, {"name": "Friday", "game": "set-1", "alone": "6"})
    assert refused.problems == ["Block is not played by that many: choose another game."]
    assert refused.pressing("Start club night").form["game"] == "set-1"
    night = come(visitor, start(visitor, game="set-1", minutes="30", goal="90"), FOUR)
    open_tables(visitor, night)
    # What is deleted by now is played as it was.
    visitor.send(visitor.open("/matches/rules").pressing("Delete"))
    again = visitor.open("/club")
    assert "Block · with house rules · to 90 · 30 minutes · " in again.text
    second = visitor.follow(visitor.send(again.pressing("Start like last time")))
    open_tables(visitor, second)
    plain = start(visitor, name="Plain", minutes="30")
    assert "house rules" not in plain.text
    with app.app_context():
        file = exported()
    rules_at_tables = [each["house_rules"]["blocked"] for each in file["matches"]]
    assert rules_at_tables == [{"winner": {"own": 0}}] * 2
    with elsewhere.app_context():
        import_read(read_file(file))
        rules_there = [each["house_rules"] for each in exported()["club_nights"]]
        assert rules_there == [each["house_rules"] for each in file["club_nights"]]


def test_what_is_entered_of_a_night_stays_on_the_way_to_the_house_rules_and_back(visitor):
    page = visitor.open("/club?new").pressing("Start club night")
    filled = {"name": "Friday", "how": "swiss", "game": "draw", "rounds": "many", "bye": "full"}
    editor = visitor.follow(visitor.send(page, filled | {"action": "rules"}))
    assert (editor.form["game"], "Play by these rules" in editor.text) == ("draw", False)
    back = visitor.follow(visitor.send(editor, {"action": "back"}))
    assert filled.items() <= back.pressing("Start club night").form.items()
    refused = visitor.send(editor, {"house-deal-2": "99", "action": "save"})
    saved = visitor.follow(visitor.send(refused, {"house-deal-2": "6"} | SUNDAY))
    kept = filled | {"game": "set-1"}
    assert kept.items() <= saved.pressing("Start club night").form.items()


def test_on_a_site_of_links_strangers_share_no_house_rules(app, visitor):
    visitor.send(visitor.send(visitor.open("/matches/new"), {"action": "rules"}), SUNDAY)
    app.config["ACCESS"] = "links"
    page = visitor.open("/club?new").pressing("Start club night")
    assert "Sunday · Block" not in page.text
    refused = visitor.send(page, {"name": "Friday", "game": "set-1"})
    assert refused.problems == ["Choose one from the list."]


def test_how_many_tables_a_knockout_begins_with_is_the_same_before_its_draw_and_after(visitor):
    night = come(visitor, start(visitor, how="knockout", alone="2"), TWELVE[:9])
    said = ("9 people, 1 table", "7 sit out")
    assert all(words in visitor.open(f"{night.address}/people").text for words in said)
    open_tables(visitor, night)
    page = visitor.open(night.address).text
    assert "Table 1" in page
    assert "Table 2" not in page


def bracket(page):
    """Read the rounds of a bracket: what each is called, and the names of each meeting."""
    return [
        (
            text_of(next(stage.iter("h3"))),
            [[text_of(name) for name in each.iter("span")] for each in stage.iter("li")],
        )
        for stage in page.all("div", "of-stage")
    ]


def test_a_bracket_shows_who_meets_whom_who_goes_on_and_who_plays_for_the_third_place(visitor):
    night = come(visitor, start(visitor, how="knockout"), PAIRS[:4])
    open_tables(visitor, night)
    (head, meet), (last, unknown) = bracket(visitor.open(night.address))
    assert (head, last) == ("Semifinals", "Final")
    assert sorted(name for two in meet for name in two) == sorted(PAIRS[:4])
    assert unknown == [["–", "–"]]
    enter(visitor, night, 1, 1, one="60", other="100")
    for place in ("", "/wall"):
        assert bracket(visitor.open(night.address + place))[1][1] == [[meet[0][1], "–"]]
    # In a knockout somebody has to win.
    asked = enter(visitor, night, 1, 2, one="80", other="80")
    assert "A draw" not in asked.text
    won = visitor.send(asked.pressing(f"{meet[1][0]} won"), to=f"{night.address}/rounds/1/tables/2")
    assert won.status == 303
    open_tables(visitor, night, 2)
    page = visitor.open(night.address)
    assert bracket(page)[1][1] == [[meet[0][1], meet[1][0]], [meet[0][0], meet[1][1]]]
    assert "Third place" in page.text
    enter(visitor, night, 2, 1, one="100", other="0")
    enter(visitor, night, 2, 2, one="0", other="100")
    over = visitor.open(night.address)
    assert f"{meet[0][1]} win!" in over.text
    places = [row(over, name)[0] for name in (meet[0][1], meet[1][0], meet[1][1], meet[0][0])]
    assert places == ["1", "2", "3", "4"]
    # Nothing is left to be drawn.
    form = visitor.open(f"{night.address}/people").pressing("Add them").form
    answer = visitor.post(f"{night.address}/draw", form)
    assert answer.problems == ["No match is left to play: the knockout is over."]


@pytest.mark.parametrize("best_of", ["1", "3"])
def test_a_finalist_who_leaves_loses_the_last_match_and_is_second(visitor, best_of):
    people = TWELVE[:4]
    asked = {"how": "knockout", "alone": "2", "best_of": best_of}
    night = come(visitor, start(visitor, **asked), people)
    open_tables(visitor, night)
    meet = bracket(visitor.open(night.address))[0][1]
    for table in (1, 2):
        enter(visitor, night, 1, table, instead="1")
    winner, second = meet[0][0], meet[1][0]
    tap(visitor, night, second, "leave")
    assert press(visitor, night, "Make the draw for round 2").status == 303
    assert f"{second} has left" in visitor.open(night.address).text
    # Who comes back before the tables are opened plays.
    come(visitor, night, [second])
    press(visitor, night, "Open the tables")
    assert f"{second} did not come" not in visitor.open(night.address).text
    press(visitor, night, "Undo: the opening of the tables")
    tap(visitor, night, second, "leave")
    press(visitor, night, "Open the tables")
    page = visitor.open(night.address)
    assert f"{second} did not come" in page.text
    enter(visitor, night, 2, 2, instead="1")
    over = visitor.open(night.address)
    assert f"{winner} wins!" in over.text
    assert [row(over, name)[0] for name in (winner, second, meet[0][1], meet[1][1])] == [*"1234"]


def knockout_of(visitor, people):
    """Play the first round of a knockout; return who has won, table by table, and who has lost."""
    night = come(visitor, start(visitor, how="knockout", alone="2"), people)
    open_tables(visitor, night)
    meet = bracket(visitor.open(night.address))[0][1]
    for table in range(1, len(meet) + 1):
        enter(visitor, night, 1, table, one="100", other=str(10 * table))
    return night, [one for one, _other in meet], [other for _one, other in meet]


def test_those_who_were_to_meet_last_and_do_not_come_share_the_place(visitor):
    night, won, lost = knockout_of(visitor, TWELVE[:4])
    for name in won:
        tap(visitor, night, name, "leave")
    open_tables(visitor, night, 2)
    enter(visitor, night, 2, 2, instead="nobody")
    over = visitor.open(night.address)
    assert [row(over, name)[0] for name in (*won, *lost)] == ["1 =", "1 =", "3 =", "3 ="]
    headline = text_of(over.all("section", "winner-of-night")[0])
    assert all(name in headline for name in won)
    press(visitor, night, "Draw lots for tied places")
    decided = visitor.open(night.address)
    assert sorted(row(decided, name)[0] for name in (*won, *lost)) == [*"1234"]
    assert sorted(row(decided, name)[0] for name in won) == ["1", "2"]


def test_who_is_left_alone_in_a_knockout_has_won(visitor):
    night, (first, *others), _lost = knockout_of(visitor, TWELVE[:8])
    for name in others:
        tap(visitor, night, name, "leave")
    assert "win!" not in visitor.open(night.address).text
    open_tables(visitor, night, 2)
    over = visitor.open(night.address)
    assert f"{first} wins!" in over.text
    # The others were to play the semifinals: one of them against the winner.
    assert [row(over, name)[0] for name in (first, *others)] == ["1", "2", "3 =", "3 ="]
    assert any(f"Got further than {name}." in over.text for name in others[1:])


def test_who_is_level_in_all_is_decided_by_lot_or_by_the_organizer_and_why_says_so(visitor):
    night = come(visitor, start(visitor, how="swiss", rounds="1"), PAIRS[:4])
    open_tables(visitor, night)
    for table in (1, 2):
        enter(visitor, night, 1, table, one="100", other="60")
    first = [name for name in PAIRS[:4] if row(visitor.open(night.address), name)[0] == "1 ="]
    assert len(first) == 2
    assert press(visitor, night, f"Put {first[1]} ahead").status == 303
    page = visitor.open(night.address)
    assert [row(page, name)[0] for name in reversed(first)] == ["1", "2"]
    word = f"Level with {first[0]}, put ahead by the officials."
    assert word in page.text
    press(visitor, night, "Draw lots for tied places")
    page = visitor.open(night.address)
    assert "ahead by drawing lots." in page.text
    assert word in page.text
    assert "Let lot decide" not in page.text
    press(visitor, night, "Undo: the decision")
    press(visitor, night, "Undo: the decision")
    assert row(visitor.open(night.address), first[0])[0] == "1 ="


def test_at_a_table_the_next_of_several_matches_is_opened_by_whoever_plays_there(app, visitor):
    device = Visitor(app)
    night = come(visitor, start(visitor, how="swiss", alone="2", best_of="3", goal="20"), FOUR[:2])
    open_tables(visitor, night)
    codes = addresses(visitor.open(f"{night.address}/codes"))
    code = next(address for address in codes if "/tables/1/" in address)
    for match in (1, 2):
        assert device.open(code).leads_to == f"/matches/{match}"
        device.play(
            device.open(f"/matches/{match}"), *(["", "66 56"] if match == 1 else ["66 56", ""])
        )
        asked = device.open(code)
        assert "The next match is ready to open" in asked.text
        form = asked.pressing("Open the next match")
        # Twice is once.
        assert [device.send(form).status for _again in range(2)] == [303, 303]
    assert "Match 3" in visitor.open(night.address).text
    assert enter(visitor, night, 1, 3, one="20", other="10").status == 303
    page = visitor.open(night.address)
    assert "All tables are finished." in page.text
    assert sorted(row(page, name)[1:] for name in FOUR[:2]) == [["0", "−1"], ["1", "+1"]]
    # An earlier one is corrected.
    other = enter(visitor, night, 1, 1, one="10", other="20")
    assert other.status == 303
    press(visitor, night, "Undo: the result")


def test_to_sit_out_is_worth_a_full_score_where_that_was_chosen(visitor):
    for bye, points in (("half", "50"), ("full", "100")):
        night = start(visitor, how="swiss", alone="2", bye=bye, rounds="1", name=bye)
        come(visitor, night, FOUR[:3])
        open_tables(visitor, night)
        out = visitor.open(night.address).texts("p", "out")[0].removeprefix("Sitting out: ")
        enter(visitor, night, 1, 1, one="100", other="60")
        assert row(visitor.open(night.address), out)[1:] == ["1", "+50", points]


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"alone": "6"}, "Block is not played by that many: choose another game."),
        (
            {"game": "mexican-train"},
            "Mexican Train is not played by that many: choose another game.",
        ),
        (
            {"how": "knockout", "alone": "4"},
            "In a knockout two sides meet: choose two pairs or two players.",
        ),
        ({"best_of": "3", "alone": "4"}, "Several matches are for two sides: choose one match."),
        ({"best_of": "2"}, "Choose one from the list."),
        ({"alone": "x"}, "Choose one from the list."),
        ({"groups": "1"}, "Enter 2 to 64 groups."),
    ],
)
def test_a_way_that_cannot_be_is_refused_and_what_was_chosen_is_kept(visitor, chosen, sentence):
    page = visitor.open("/club?new").pressing("Start club night")
    refused = visitor.send(page, {"name": "Friday"} | chosen)
    assert (refused.status, refused.problems) == (422, [sentence])
    assert refused.pressing("Start club night").form["name"] == "Friday"
