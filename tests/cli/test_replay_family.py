"""`scorekeeper replay` with games whose matches are no race to a goal."""

from typing import Any

from tests.cli.json_cli import answer, complaint, refusal

FOUR = ["Ana", "Bea", "Ciro", "Dani"]


def won_by(name: str) -> dict[str, Any]:
    hands = {"Ana": ["1-2"], "Bea": ["3-4"], "Ciro": ["5-6"], "Dani": ["0-1"]}
    return {"hands": hands | {name: []}}


def match(game: str, *rounds: dict[str, Any], players: int = 4, **options: Any) -> dict[str, Any]:
    return {"game": game, "seats": FOUR[:players], "rounds": list(rounds), **options}


def test_at_six_love_a_win_of_the_others_resets_the_totals() -> None:
    reply = answer("replay", match("jamaican-partners", won_by("Ana"), won_by("Bea")))
    assert [each["reset"] for each in reply["rounds"]] == [False, True]
    assert [each["points"] for each in reply["rounds"]][1] == {"Ana & Ciro": 0, "Bea & Dani": 0}
    assert reply["rounds"][1]["reasons"][-1] == (
        "That ends the run of Ana & Ciro: after this round all start from 0."
    )
    assert reply["totals"] == {"Ana & Ciro": 0, "Bea & Dani": 0}
    six = answer("replay", match("jamaican-partners", *[won_by("Ciro")] * 6))
    assert (six["over"], six["winner"], six["losers"]) == (True, ["Ana", "Ciro"], [])


def test_the_round_after_a_drawn_one_counts_double() -> None:
    drawn = {"hands": {"Ana": ["0-3"], "Bea": ["1-2"], "Ciro": ["6-6"], "Dani": ["5-6"]}}
    reply = answer("replay", match("jamaican-partners", drawn, won_by("Bea")))
    assert reply["totals"] == {"Ana & Ciro": 0, "Bea & Dani": 2}


def test_cut_throat_resets_the_totals_once_all_have_won() -> None:
    reply = answer("replay", match("jamaican-cut-throat", *map(won_by, FOUR)))
    assert reply["rounds"][-1]["reset"]
    assert set(reply["totals"].values()) == {0}


def test_hungarian_names_the_losers_and_the_winner() -> None:
    hands = {"Ana": 40, "Bea": 30, "Ciro": 0}
    both = {"Ana": 0, "Bea": 50, "Ciro": 0}
    more = {"Ana": 60, "Bea": 30, "Ciro": 4}
    rounds = [{"hands": each} for each in (hands, both, more)]
    reply = answer("replay", match("hungarian", *rounds, players=3))
    assert reply["totals"] == {"Ana": 100, "Bea": 110, "Ciro": 4}
    assert (reply["winner"], reply["losers"]) == (["Ciro"], [["Ana"], ["Bea"]])


def test_a_player_out_of_a_french_match_needs_no_hand() -> None:
    first = {"hands": {"Ana": 100, "Bea": 20, "Ciro": 0, "Dani": 30}}
    second = {"hands": {"Bea": 20, "Ciro": 0, "Dani": 30}}
    reply = answer("replay", match("french", first, second))
    assert reply["totals"] == {"Ana": 100, "Bea": 40, "Ciro": 0, "Dani": 60}
    assert not reply["over"]
    wrong = {"hands": {"Ana": 5, "Bea": 20, "Ciro": 0, "Dani": 30}}
    error = refusal("replay", match("french", first, wrong))
    assert (error["code"], error["seats"], error["round"]) == ("put_out", ["Ana"], 2)
    last = {"hands": {"Bea": 60, "Ciro": 0, "Dani": 40}}
    reply = answer("replay", match("french", first, second, last))
    assert (reply["winner"], reply["losers"]) == (["Ciro"], [["Ana"], ["Bea"], ["Dani"]])


def test_prizes_depend_on_the_number_of_the_round() -> None:
    reply = answer("replay", match("puerto-rico-500", *[won_by("Ana")] * 5))
    # Bea 7, Ciro 11 and Dani 1, with 100, 75, 50, 25 and nothing.
    assert [each["points"]["Ana & Ciro"] for each in reply["rounds"]] == [119, 94, 69, 44, 19]


def test_mexican_train_ends_after_its_rounds_and_the_lowest_wins() -> None:
    rounds = [{"hands": {"Ana": 12, "Bea": 0}}] * 12
    reply = answer("replay", match("mexican-train", *rounds, players=2))
    assert not reply["over"]
    reply = answer("replay", match("mexican-train", *rounds, rounds[0], players=2))
    assert (reply["totals"], reply["winner"]) == ({"Ana": 156, "Bea": 0}, ["Bea"])
    short = match("mexican-train", *rounds[:2], players=2, goal=2)
    assert answer("replay", short)["over"]


def test_italian_is_replayed_from_plays_or_from_points_counted_by_hand() -> None:
    thirty = {"plays": [["Ana", "6-6"], ["Bea", "5-6"], ["Ciro", "2-5"]]}
    tens = {"tally": {"Ana": 10, "Ciro": 40}}
    reply = answer("replay", match("italian", thirty, tens, players=3))
    assert (reply["totals"], reply["winner"]) == ({"Ana": 10, "Bea": 0, "Ciro": 50}, ["Ciro"])


def fives(*rounds: dict[str, Any]) -> dict[str, Any]:
    """Replay Fives and Threes after a round in which Ana made 58 points and Bea 59."""
    so_far = {"hands": {"Ana": 9, "Bea": 9}, "tally": {"Ana": 58, "Bea": 59}}
    reply: dict[str, Any] = answer("replay", match("fives-and-threes", so_far, *rounds, players=2))
    return reply


def test_fives_and_threes_is_replayed_score_by_score() -> None:
    blocked = {"hands": {"Ana": 3, "Bea": 4}, "tally": {"Ana": [2, 3]}}
    assert fives(blocked)["totals"] == {"Ana": 60, "Bea": 59}
    pooled = {"hands": {"Ana": 3, "Bea": 4}, "tally": {"Ana": 5}}
    assert fives(pooled)["totals"] == {"Ana": 58, "Bea": 59}
    out = {"hands": {"Ana": 3, "Bea": 0}, "tally": {"Bea": 2}, "last_tile_scored": True}
    assert fives(out)["totals"] == {"Ana": 58, "Bea": 59}


def test_whoever_reached_61_first_has_won_a_replayed_match() -> None:
    both = {"hands": {}, "tally": {"Ana": [2, 1], "Bea": 2}, "order": ["Ana", "Ana", "Bea"]}
    reply = fives(both)
    assert (reply["totals"], reply["winner"]) == ({"Ana": 61, "Bea": 59}, ["Ana"])
    # Without their order they are level, and the next round decides by whatever it gives.
    level = {key: value for key, value in both.items() if key != "order"}
    last = {"hands": {"Ana": 3, "Bea": 4}, "tally": {"Ana": 4, "Bea": [3, 2]}}
    reply = fives(level, last)
    assert (reply["totals"], reply["winner"]) == ({"Ana": 65, "Bea": 66}, ["Bea"])


def test_every_round_has_its_warnings_and_corrections() -> None:
    doubtful = {"hands": {"Ana": ["1-2"], "Bea": ["3-4"], "Ciro": ["5-6"], "Dani": ["0-0"]}}
    corrected = won_by("Ana") | {"corrections": {"Bea & Dani": 5}}
    reply = answer("replay", match("partnership", doubtful, corrected))
    codes = [[warning["code"] for warning in each["warnings"]] for each in reply["rounds"]]
    assert codes == [["two_ends", "absent_number"], ["two_ends"]]
    assert reply["rounds"][1]["points"]["Bea & Dani"] == 5


def test_an_unreadable_round_is_named() -> None:
    wrong = won_by("Ana") | {"ends": [3]}
    assert "round 2: " in complaint("replay", match("partnership", won_by("Ana"), wrong))
