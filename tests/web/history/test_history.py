"""Names, places and the goal of a running match; all that happened to it; and it as a file."""

import csv
import io
import json

import pytest

from scorekeeper.interchange import import_export
from scorekeeper.scorebook import matches
from tests.interchange.match_factory import record, start
from tests.web.history.test_undo import scores
from tests.web.visitor import seated


@pytest.fixture
def mend(visitor, table):
    """Return the page that mends a match in which Ana leads Bea 12 to 10."""
    visitor.play(table, "", "66")
    visitor.play(table, "55", "")
    return visitor.open(f"{table.address}/mend")


def test_names_and_places_are_changed_once_somebody_was_sure_and_the_log_tells_of_it(
    visitor, table, mend, unchanged
):
    names = mend.pressing("Save the names")
    with unchanged():
        # Nothing else can be changed here.
        assert visitor.post(mend.address, names.form | {"what": "rules"}).status == 422
        asked = visitor.send(names, seated("Ana", "Dani"))
    assert (asked.status, asked.heading) == (200, "Change the names?")
    assert "Bea is now “Dani”." in asked.text
    assert visitor.follow(visitor.send(asked)).sides == ["Ana", "Dani"]
    assert visitor.open(f"{table.address}/rounds/2").text.count("Bea") == 0
    visitor.send(visitor.open(f"{table.address}/undo"))
    asked = visitor.send(visitor.open(mend.address).pressing("Swap"))
    assert "Ana and Bea swap seats." in asked.text
    swapped = visitor.follow(visitor.send(asked))
    assert (swapped.sides, scores(swapped)) == (["Bea", "Ana"], ["10 points", "12 points"])
    log = visitor.open(mend.address).texts("ol", "log", "li")
    assert [line.split(" · ", 1)[-1].removeprefix("a device ") for line in log] == [
        "Ana and Bea swap seats.",
        "Undone: the new names.",
        "Bea is now “Dani”. undone",
        "Round 2: Ana 5-5, Bea went out.",
        "Round 1: Ana went out, Bea 6-6.",
        "The match was started.",
    ]


REFUSED = (
    ("Save the names", seated("Ana", "Bea"), "These are the names already"),
    ("Save the names", seated("Ana", ""), "Enter a name for everybody."),
    ("Save the names", seated("Ana", "ANA"), "ANA sits here twice"),
    ("Save the names", seated("Ana", "B" * 41), "Enter a name of at most 40 letters."),
    ("Swap", {"one": "0", "other": "0"}, "Select two different players."),
    ("Swap", {"one": "0", "other": "7"}, "Select one of these."),
    ("Change the goal", {"goal": "100"}, "That is the goal already"),
    ("Change the goal", {"goal": ""}, "Enter a goal from 1 to 10,000."),
    ("Change the goal", {"goal": "0"}, "Enter a goal from 1 to 10,000."),
    ("Change the goal", {"goal": "many"}, "Enter a whole number, such as 17."),
)


def test_an_impossible_change_is_refused_and_stays_typed(visitor, mend, unchanged):
    with unchanged():
        for button, typed, said in REFUSED:
            refused = visitor.send(mend.pressing(button), typed)
            assert refused.status == 422
            assert [problem for problem in refused.problems if said in problem], said
            kept = {name: value for name, value in typed.items() if value != "7"}
            assert kept.items() <= refused.pressing(button).form.items()


def test_undo_redo_and_a_removed_round_say_what_they_would_do(visitor, table, mend):
    assert "Undo round 2" in mend.links
    visitor.play(table, "", "11")
    asked = visitor.open(visitor.open(f"{table.address}/rounds/1").links["Remove"])
    assert "Ana went out and wins the round. +12 points. Rounds 2 to 3 move up." in asked.text
    assert "Bea is ahead 10 to 2." in asked.text
    assert scores(visitor.follow(visitor.send(asked))) == ["2 points", "10 points"]
    assert visitor.open(f"{table.address}/rounds/3/remove").status == 404
    undo = visitor.open(visitor.open(mend.address).links["Undo the removal of round 1"])
    assert "Round 1 removed: Ana went out, Bea 6-6." in undo.text
    visitor.send(undo)
    redo = visitor.open(visitor.open(mend.address).links["Redo the removal of round 1"])
    assert redo.heading == "Redo the removal of round 1?"
    assert scores(visitor.follow(visitor.send(redo))) == ["2 points", "10 points"]


@pytest.mark.parametrize(
    ("link", "said", "of_bea"),
    [
        ("Keep playing", "Rounds 2 to 3 count, and the match goes on from there.", 20),
        ("End after round 1", "Rounds 2 to 3 will be removed. You can undo this.", 0),
    ],
)
def test_a_goal_that_would_end_a_match_earlier_says_so_and_the_table_decides(
    visitor, table, mend, unchanged, link, said, of_bea
):
    asked = visitor.send(mend.pressing("Change the goal"), {"goal": "12"})
    assert "The goal is now 12 (it was 100)." in asked.text
    assert "Round 1 would end the match: Ana would win 12 to 0." in asked.text
    after = "Round 2 was recorded after that: you will be asked whether to keep playing."
    assert after in asked.text
    visitor.play(table, "55", "")
    with unchanged():
        late = visitor.send(asked)
    assert late.status == 409
    assert "The match changed while this page was open. Nothing was saved." in late.text
    undecided = visitor.follow(visitor.send(late))
    assert "See the result" in undecided.links
    assert "Rounds 2 to 3 were recorded after the end. Keep playing?" in undecided.text
    assert undecided.texts("ol", "rounds", "li")[0] == "Round 3 after the end"
    assert "Recorded after the end" in visitor.open(f"{table.address}/rounds").text
    assert visitor.open(f"{table.address}/rounds/2").status == 404
    asked = visitor.open(undecided.links[link])
    assert said in asked.text
    decided = visitor.follow(visitor.send(asked))
    assert "after the end" not in decided.text
    assert scores(decided) == ["12 points", f"{of_bea} points"]
    assert visitor.open(asked.address).answer.location == table.address


def test_a_deleted_match_goes_to_the_bin_and_comes_back(visitor, mend):
    asked = visitor.open(mend.links["Delete this match"])
    assert "2 rounds: Ana 12, Bea 10." in asked.text
    bin_page = visitor.follow(visitor.send(asked))
    assert bin_page.heading == "Bin"
    assert "Ana 12" in bin_page.text
    home = visitor.open("/")
    assert "Nothing played yet" in home.text
    assert visitor.open("/matches/1").status == 404
    table = visitor.follow(visitor.send(visitor.open(home.links["Bin"])))
    assert scores(table) == ["12 points", "10 points"]
    assert "Bin" not in visitor.open("/").links


def test_a_match_is_downloaded_as_json_and_as_a_table(visitor, table):
    visitor.play(table, "12", "66 65")
    answer = visitor.client.get(f"{table.address}/export.json")
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    match = json.loads(answer.data)
    assert (match["format"], match["game"], match["seats"]) == (2, "block", ["Ana", "Bea"])
    answer = visitor.client.get(f"{table.address}/export.csv")
    assert (answer.status_code, answer.content_type) == (200, "text/csv; charset=utf-8")
    (row,) = csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"), newline=""))
    assert (row["Round"], row["Winner"], row["Left Bea"]) == ("1", "Ana", "6|6 5|6")
    for kind in ("json", "csv"):
        assert visitor.open(f"/matches/99/export.{kind}").status == 404


FILES_OF = {
    ("Ana", "Bea"): "block-ana-bea",
    ("Zoë", "Ана"): "block-zoe",
    ("../../etc", 'x"; y\r\nZ: 1'): "block-etc-x-y-z-1",
    ("Ана", "עדה"): "block",
    ("A" * 40, "B" * 40): f"block-{'a' * 40}-{'b' * 40}",
}


def test_a_name_of_a_file_is_plain_whatever_the_players_are_called(app, client):
    for names, part in FILES_OF.items():
        with app.app_context():
            match_id = start(part, names)
            record(match_id, f"round of {part}")
            day = f"{matches.find_match(match_id).changed_at:%Y-%m-%d}"
            assert import_export.export_match(match_id).name == f"{part}-{day}"
        for kind in ("csv", "json"):
            answer = client.get(f"/matches/{match_id}/export.{kind}")
            said = answer.headers["Content-Disposition"]
            assert said == f"attachment; filename={part}-{day}.{kind}"
