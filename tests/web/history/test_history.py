"""Names, places and the goal of a running match; and all that happened to it."""

import pytest

from tests.web.visitor import seated


@pytest.fixture
def mend(visitor, table):
    """Return the page that mends a match in which Ana leads Bea 12 to 10."""
    visitor.play(table, "", "66")
    visitor.play(table, "55", "")
    return visitor.open(f"{table.address}/mend")


def lines(page):
    """Read the log without its times."""
    return [text.split(" · ", 1)[-1] for text in page.texts("ol", "log", "li")]


def test_a_player_is_renamed_once_somebody_was_sure(visitor, table, mend, unchanged):
    names = mend.pressing("Save the names")
    with unchanged():
        # Nothing else can be changed here.
        assert visitor.post(mend.address, names.form | {"what": "rules"}).status == 422
        asked = visitor.send(names, seated("Ana", "Dani"))
    assert (asked.status, asked.heading) == (200, "Change the names?")
    assert "Bea is now “Dani”." in asked.text
    assert visitor.follow(visitor.send(asked)).sides == ["Ana", "Dani"]
    assert visitor.open(f"{table.address}/rounds/2").text.count("Bea") == 0


def test_players_change_places_with_all_they_held(visitor, mend):
    asked = visitor.send(mend.pressing("Swap"))
    assert "Ana and Bea swap seats." in asked.text
    swapped = visitor.follow(visitor.send(asked))
    assert swapped.sides == ["Bea", "Ana"]
    assert swapped.texts("p", "score") == ["10 points", "12 points"]


def test_a_new_goal_says_first_what_it_would_end(visitor, mend):
    asked = visitor.send(mend.pressing("Change the goal"), {"goal": "12"})
    assert "The goal is now 12 (it was 100)." in asked.text
    assert "Round 1 would end the match: Ana would win 12 to 0." in asked.text
    assert (
        "Round 2 was recorded after that: you will be asked whether to keep playing." in asked.text
    )


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
    for button, typed, said in REFUSED:
        with unchanged():
            refused = visitor.send(mend.pressing(button), typed)
        assert refused.status == 422
        assert [problem for problem in refused.problems if said in problem], said
        kept = {name: value for name, value in typed.items() if value != "7"}
        assert kept.items() <= refused.pressing(button).form.items()


def test_a_match_that_went_on_meanwhile_is_asked_about_again(visitor, table, mend, unchanged):
    asked = visitor.send(mend.pressing("Change the goal"), {"goal": "12"})
    visitor.play(table, "", "11")
    with unchanged():
        late = visitor.send(asked)
    assert late.status == 409
    assert "The match changed while this page was open. Nothing was saved." in late.text
    assert visitor.send(late).status == 303


def test_the_log_tells_what_happened_the_latest_first(visitor, table, mend):
    visitor.send(visitor.send(mend.pressing("Save the names"), seated("Ana", "Dani")))
    visitor.send(visitor.open(f"{table.address}/undo"))
    page = visitor.open(mend.address)
    assert [line.removeprefix("a device ") for line in lines(page)] == [
        "Undone: the new names.",
        "Bea is now “Dani”. undone",
        "Round 2: Ana 5-5, Bea went out.",
        "Round 1: Ana went out, Bea 6-6.",
        "The match was started.",
    ]


def test_undo_and_redo_say_what_they_would_do(visitor, table, mend):
    assert "Undo round 2" in mend.links
    visitor.send(visitor.open(f"{table.address}/rounds/1/remove"))
    page = visitor.open(mend.address)
    undo = visitor.open(page.links["Undo the removal of round 1"])
    assert "Round 1 removed: Ana went out, Bea 6-6." in undo.text
    visitor.send(undo)
    redo = visitor.open(visitor.open(mend.address).links["Redo the removal of round 1"])
    assert redo.heading == "Redo the removal of round 1?"
    assert visitor.follow(visitor.send(redo)).texts("p", "score") == ["0 points", "10 points"]


@pytest.mark.usefixtures("mend")
def test_a_removed_round_says_which_ones_move_up(visitor, table):
    visitor.play(table, "", "11")
    result = visitor.open(f"{table.address}/rounds/1")
    asked = visitor.open(result.links["Remove"])
    assert "Ana went out and wins the round. +12 points. Rounds 2 to 3 move up." in asked.text
    assert "Bea is ahead 10 to 2." in asked.text
    assert visitor.follow(visitor.send(asked)).texts("p", "score") == ["2 points", "10 points"]
    assert visitor.open(f"{table.address}/rounds/3/remove").status == 404


@pytest.fixture
def undecided(visitor, mend):
    """Return the table of a match that round 1 has come to end, of which round 2 was played."""
    goal = mend.pressing("Change the goal")
    return visitor.follow(visitor.send(visitor.send(goal, {"goal": "12"})))


def test_rounds_after_the_end_are_shown_and_the_table_decides(visitor, undecided):
    assert "See the result" in undecided.links
    assert "Round 2 was recorded after the end. Keep playing?" in undecided.text
    assert undecided.texts("ol", "rounds", "li")[0] == "Round 2 after the end"
    assert "Recorded after the end" in visitor.open(f"{undecided.address}/rounds").text
    assert visitor.open(f"{undecided.address}/rounds/2").status == 404


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("Keep playing", "Round 2 counts, and the match goes on from there."),
        ("End after round 1", "Round 2 will be removed. You can undo this."),
    ],
)
def test_the_table_plays_on_or_ends_it(visitor, undecided, link, said):
    asked = visitor.open(undecided.links[link])
    assert said in asked.text
    table = visitor.follow(visitor.send(asked))
    assert "after the end" not in table.text
    goes_on = table.texts("p", "score") == ["12 points", "10 points"]
    assert goes_on is (link == "Keep playing")
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
    assert table.texts("p", "score") == ["12 points", "10 points"]
    assert "Bin" not in visitor.open("/").links
