"""What is taken back or changed of a running match; all that happened to it; and it as a file."""

import pytest
from sqlalchemy import select

from scorekeeper.maintenance import integrity
from scorekeeper.scorebook import cache, history, matches
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.database.models import ChangeRow, MatchRow
from scorekeeper.scorebook.match_log import Submission
from tests.interchange.match_factory import record, start, take_back
from tests.support.drafts import draft
from tests.web.visitor import FOUR, RECORD, Visitor, seated, tiles


@pytest.fixture
def table(visitor, table):
    """Return the table of a match in which Ana leads Bea 12 to 10 after two rounds."""
    visitor.play(table, "", "66")
    visitor.play(table, "55", "")
    return table


@pytest.fixture
def edit(visitor, table):
    return visitor.open(f"{table.address}/edit")


def scores(table):
    return table.texts("p", "score")


def test_it_asks_first_and_takes_round_after_round_back(visitor, table):
    undo = visitor.open(f"{table.address}/undo")
    assert undo.heading == "Undo round 2?"
    assert "Bea went out and wins the round. +10 points." in undo.text
    assert undo.texts("tbody", "", "tr") == ["Ana 12 12", "Bea 10 0"]
    table = visitor.follow(visitor.send(undo))
    assert scores(table) == ["12 points", "0 points"]
    assert "Enter round 2" in table.links
    table = visitor.follow(visitor.send(visitor.open(undo.address)))
    assert scores(table) == ["0 points", "0 points"]
    assert "Undo" not in table.links
    assert visitor.open(undo.address).answer.location == table.address


@pytest.mark.parametrize(("undone", "newest"), [(False, 3), (True, 2)])
def test_a_round_recorded_meanwhile_is_not_undone_whatever_its_number(
    visitor, table, unchanged, *, undone, newest
):
    undo = visitor.open(f"{table.address}/undo")
    if undone:
        visitor.send(visitor.open(undo.address))
    visitor.play(table, "", "11")
    with unchanged():
        late = visitor.send(undo)
    assert (late.status, late.heading) == (409, f"Undo round {newest}?")
    assert "+2 points" in late.text
    assert "The match changed while this page was open. Nothing was saved." in late.text
    left = ["12 points", "0 points" if undone else "10 points"]
    assert scores(visitor.follow(visitor.send(late))) == left


def test_names_and_places_are_changed_once_somebody_was_sure_and_the_log_tells_of_it(
    visitor, table, edit, unchanged
):
    names = edit.pressing("Save names")
    with unchanged():
        # Nothing else can be changed here.
        assert visitor.post(edit.address, names.form | {"what": "rules"}).status == 422
        asked = visitor.send(names, seated("Ana", "Dani"))
    assert (asked.status, asked.heading) == (200, "Change the names?")
    assert "Bea is now “Dani”." in asked.text
    assert visitor.follow(visitor.send(asked)).sides == ["Ana", "Dani"]
    assert visitor.open(f"{table.address}/rounds/2").text.count("Bea") == 0
    visitor.send(visitor.open(f"{table.address}/undo"))
    asked = visitor.send(visitor.open(edit.address).pressing("Swap"))
    assert "Ana and Bea swap seats." in asked.text
    swapped = visitor.follow(visitor.send(asked))
    assert (swapped.sides, scores(swapped)) == (["Bea", "Ana"], ["10 points", "12 points"])
    log = visitor.open(edit.address).texts("ol", "log", "li")
    assert [line.split(" · ", 1)[-1].removeprefix("a device ") for line in log] == [
        "Ana and Bea swap seats.",
        "Undone: the new names.",
        "Bea is now “Dani”. undone",
        "Round 2: Ana 5-5, Bea went out.",
        "Round 1: Ana went out, Bea 6-6.",
        "The match was started.",
    ]


REFUSED = (
    ("Save names", seated("Ana", "Bea"), "These are the names already"),
    ("Save names", seated("Ana", ""), "Enter a name for everybody."),
    ("Save names", seated("Ana", "ANA"), "ANA sits here twice"),
    ("Save names", seated("Ana", "B" * 41), "Enter a name of at most 40 characters."),
    ("Swap", {"one": "0", "other": "0"}, "Choose two different players."),
    ("Swap", {"one": "0", "other": "7"}, "Choose one of these."),
    ("Change goal", {"goal": "100"}, "That is the goal already"),
    ("Change goal", {"goal": ""}, "Enter a goal from 1 to 10,000."),
    ("Change goal", {"goal": "0"}, "Enter a goal from 1 to 10,000."),
    ("Change goal", {"goal": "many"}, "Enter a whole number, such as 17."),
    ("Change the lost tiles", {"lost": "35-"}, "Enter tiles such as 1-2 or 3-5."),
    ("Change the lost tiles", {"lost": "7-7"}, "7-7 is not in the set"),
    ("Change the lost tiles", {"lost": "3-5 53"}, "there is only one 3-5"),
    ("Change the lost tiles", {"lost": ""}, "These tiles are lost already"),
)


def test_an_impossible_change_is_refused_and_stays_typed(visitor, edit, unchanged):
    with unchanged():
        for button, typed, said in REFUSED:
            refused = visitor.send(edit.pressing(button), typed)
            assert refused.status == 422
            assert [problem for problem in refused.problems if said in problem], said
            kept = {name: value for name, value in typed.items() if value != "7"}
            assert kept.items() <= refused.pressing(button).form.items()


def test_a_tile_that_is_lost_meanwhile_is_named_and_no_hand_has_it_from_then_on(
    app, visitor, table, edit
):
    asked = visitor.send(edit.pressing("Change the lost tiles"), {"lost": "35"})
    assert "Lost tiles: 3-5 (it was none)." in asked.text
    visitor.send(asked)
    refused = visitor.send(visitor.open_round(table), tiles("", "35") | RECORD)
    assert refused.problems == ["3-5 in Bea’s hand is the lost tile of this set."]
    # One that lies in a hand of a round before cannot be.
    wrong = visitor.send(edit.pressing("Change the lost tiles"), {"lost": "66"})
    assert "6-6 in Bea’s hand is the lost tile of this set." in wrong.text
    with app.app_context():
        assert integrity.check().faults == ()
    visitor.send(visitor.open(visitor.open(edit.address).links["Undo the lost tiles"]))
    visitor.play(table, "", "35")


def test_a_match_of_before_in_which_a_lost_tile_is_named_twice_goes_on(app, visitor, table, edit):
    visitor.send(visitor.send(edit.pressing("Change the lost tiles"), {"lost": "35"}))
    with app.app_context():
        match = db.session.get_one(MatchRow, 1)
        match.rules = match.rules | {"tiles": {"lost": ["3-5", "5-3"]}}
        change = db.session.scalars(select(ChangeRow).filter_by(kind="lost")).one()
        change.after = {"lost": ["3-5", "3-5"]}
        db.session.commit()
        cache.init_app(app)
        assert integrity.check().faults == ()
    visitor.play(table, "", "11")
    assert visitor.open(edit.address).pressing("Change the lost tiles").form["lost"] == "3-5"
    visitor.send(visitor.open(visitor.open(edit.address).links["Undo round 3"]))
    visitor.send(visitor.open(visitor.open(edit.address).links["Undo the lost tiles"]))
    visitor.play(table, "", "35")
    with app.app_context():
        assert integrity.check().faults == ()


def test_undo_redo_and_a_removed_round_say_what_they_would_do(visitor, table, edit):
    assert "Undo round 2" in edit.links
    visitor.play(table, "", "11")
    asked = visitor.open(visitor.open(f"{table.address}/rounds/1").links["Remove"])
    assert "Ana went out and wins the round. +12 points. Rounds 2 to 3 move up." in asked.text
    assert "Bea is ahead 10 to 2." in asked.text
    assert scores(visitor.follow(visitor.send(asked))) == ["2 points", "10 points"]
    assert visitor.open(f"{table.address}/rounds/3/remove").status == 404
    undo = visitor.open(visitor.open(edit.address).links["Undo the removal of round 1"])
    assert "Round 1 removed: Ana went out, Bea 6-6." in undo.text
    visitor.send(undo)
    redo = visitor.open(visitor.open(edit.address).links["Redo the removal of round 1"])
    assert redo.heading == "Redo the removal of round 1?"
    assert scores(visitor.follow(visitor.send(redo))) == ["2 points", "10 points"]


@pytest.mark.parametrize(
    ("link", "said", "of_bea"),
    [
        ("Keep playing", "Rounds 2 to 3 count, and the match continues from there.", 20),
        ("End after round 1", "Rounds 2 to 3 will be removed. You can undo this.", 0),
    ],
)
def test_a_goal_that_would_end_a_match_earlier_says_so_and_the_table_decides(
    visitor, table, edit, unchanged, link, said, of_bea
):
    asked = visitor.send(edit.pressing("Change goal"), {"goal": "12"})
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
    assert "See result" in undecided.links
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


def test_a_deleted_match_goes_to_the_bin_and_comes_back(visitor, edit):
    asked = visitor.open(edit.links["Delete match"])
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


ACTS = {
    "records": lambda match: record(match.id, "meanwhile"),
    "undoes": lambda match: take_back(match.id),
    "redoes": lambda match: history.redo(match.id, match.version, Submission("meanwhile")),
}


@pytest.fixture
def undone(app, visitor, table):
    """Return the address of a match of three rounds, of which the last is undone."""
    visitor.play(table, "", "66")
    with app.app_context():
        take_back(1)
    return table.address


@pytest.mark.parametrize("asking", ["undo", "redo", "edit"])
@pytest.mark.parametrize("other", ACTS)
def test_a_page_that_asks_shows_one_moment_of_the_match(
    app, visitor, undone, monkeypatch, asking, other
):
    find = matches.find_match

    def find_and_act(match_id):
        """Let another device act once a page has read its match."""
        found = find(match_id)
        monkeypatch.setattr(matches, "find_match", find)
        with app.app_context():
            ACTS[other](found)
        return found

    monkeypatch.setattr(matches, "find_match", find_and_act)
    asked = visitor.open(f"{undone}/{asking}")
    assert asked.status in (200, 303)
    if asked.status == 200 and asking != "edit":
        # What was shown is what is done, as nobody was quicker.
        assert visitor.send(asked).leads_to == undone


def test_a_round_that_is_not_there_cannot_be_removed(visitor, undone, unchanged):
    asked = visitor.open(f"{undone}/rounds/1/remove")
    # A match that goes on has no later rounds to keep or to drop.
    for place in (*(f"rounds/{number}/remove" for number in (0, 3, 4, 99)), "play-on"):
        with unchanged():
            assert visitor.send(asked, to=f"{undone}/{place}").leads_to == undone


def test_any_match_is_ended_now_and_counts_for_who_is_ahead(app, visitor, table, unchanged):
    draft(visitor, table, 3, "hands-0", hands_0_tiles="12")
    asked = visitor.open(visitor.open(table.address).links["End now…"])
    assert (
        "Round 3 is only partly entered and does not count. If you undo this, it comes back."
        in (asked.text)
    )
    assert "Ana would win 12 to 10." in asked.text
    assert Visitor(app).open(f"{table.address}/rounds").links["End now…"] == asked.address
    visitor.play(table, "", "11")
    draft(visitor, table, 4, "hands-0", hands_0_tiles="12")
    with unchanged():
        late = visitor.send(asked)
    assert (late.status, "Ana would win 14 to 10." in late.text) == (409, True)
    ended = visitor.follow(visitor.send(late))
    assert "Ended early: Ana is ahead 14 to 10." in ended.text
    assert "See result" in ended.links
    assert "End now…" not in ended.links
    won = visitor.open(f"{table.address}/winner")
    assert (won.heading, won.texts("p", "how")) == (
        "Ana wins!",
        ["Ended early: 14 to 10"],
    )
    assert "Ended early: 14 to 10" in visitor.open(f"{table.address}/result.svg").answer.text
    assert "The match was ended." in visitor.open(f"{table.address}/edit").text
    assert "Finished 1" in visitor.open("/").text
    assert "Ana – 1 1 100%" in visitor.open("/players").text
    csv = visitor.client.get("/matches.csv").text
    assert ",3,Ana,Ana,14,Bea,10," in csv.splitlines()[1]
    # Nothing else ends it, nor gives it more time.
    for place in ("end", "timer/longer", "timer/turn"):
        with unchanged():
            assert visitor.send(asked, to=f"{table.address}/{place}").leads_to == table.address
    undo = visitor.open(f"{table.address}/undo")
    assert (undo.heading, "The match would continue. Ana is ahead 14 to 10." in undo.text) == (
        "Undo the early end?",
        True,
    )
    assert "Redo the early end" in visitor.follow(visitor.send(undo)).text
    assert visitor.open_round(table).form["hands-0-tiles"] == "12"


@pytest.mark.parametrize(
    ("game", "played", "would", "stands"),
    [
        ("block", ["-11", "11-"], "It would be a draw, 2 to 2.", "Ana and Bea are level 2 to 2."),
        ("hungarian", ["-11-22-33"], "Ana would win 0 · 2 · 4 · 6.", "Ana is ahead 0 · 2 · 4 · 6."),
        (
            "partnership",
            ["-11-22-33"],
            "Ana & Ciro would win 8 to 0.",
            "Ana & Ciro are ahead 8 to 0.",
        ),
    ],
)
def test_who_is_ahead_has_won_whatever_is_played_and_level_it_is_drawn(
    visitor, game, played, would, stands
):
    table = visitor.start(*FOUR[: len(played[0].split("-"))], game=game)
    # Before the first round there is nothing to end.
    assert "End now…" not in table.links
    assert visitor.open(f"{table.address}/end").leads_to == table.address
    for hands in played:
        visitor.play(table, *hands.split("-"))
    asked = visitor.open(f"{table.address}/end")
    assert would in asked.text
    assert f"Ended early: {stands}" in visitor.follow(visitor.send(asked)).text
    (how,) = visitor.open(f"{table.address}/winner").texts("p", "how")
    assert how.removeprefix("Ended early: ") in stands


FILES_OF = {
    ("Ana", "Bea"): "block-ana-bea",
    ("Zoë", "Ана"): "block-zoe",
    ("../../etc", 'x"; y\r\nZ: 1'): "block-etc-x-y-z-1",
    ("Ана", "עדה"): "block",
    ("A" * 40, "B" * 40): f"block-{'a' * 40}-{'b' * 40}",
}
# What is in them is in tests/interchange.
KINDS = {"json": "application/json", "csv": "text/csv; charset=utf-8"}


def test_a_match_is_downloaded_under_a_plain_name_whatever_the_players_are_called(app, client):
    for names, part in FILES_OF.items():
        with app.app_context():
            match_id = start(part[-40:], names)
            record(match_id, "a")
            day = f"{matches.find_match(match_id).changed_at:%Y-%m-%d}"
        for kind, content_type in KINDS.items():
            answer = client.get(f"/matches/{match_id}/export.{kind}")
            assert (answer.status_code, answer.content_type) == (200, content_type)
            said = answer.headers["Content-Disposition"]
            assert said == f"attachment; filename={part}-{day}.{kind}"
            assert client.get(f"/matches/99/export.{kind}").status_code == 404
