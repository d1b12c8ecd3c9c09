"""`scorekeeper replay` and `scorekeeper games`: a whole match as JSON, and the games there are.

Not every match is a race to a goal.
"""

from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given

from scorekeeper.cli import main
from scorekeeper.interchange import replay
from scorekeeper.rules import Round, Setup, Standing, game_ids, load_game, score_round
from tests.cli.json_cli import answer, complaint, refusal
from tests.unit.rules.deals import matches

MATCH: dict[str, Any] = {
    "game": "block",
    "goal": 50,
    "seats": ["Ana", "Bea"],
    "rounds": [
        {"hands": {"Ana": ["1-2", "2-4"], "Bea": ["5-5", "3-4"]}},
        {"hands": {"Ana": ["0-3", "6-6"], "Bea": ["1-2", "2-4", "3-3"]}},
        {"hands": {"Ana": 50, "Bea": 0}, "opener": "Bea", "round_no": 3},
    ],
}


REPLAYED: dict[str, Any] = {
    "rounds": [
        {
            "number": 1,
            "ending": "blocked",
            "winner": ["Ana"],
            "points": {"Ana": 8, "Bea": 0},
            "totals": {"Ana": 8, "Bea": 0},
            "reset": False,
            "reasons": [
                "Blocked: 9 · 17. Ana wins.",
                "Ana holds 9 pips and Bea holds 17 pips.",
                "17 (opponents) − 9 (own hand) = 8 points.",
            ],
            "warnings": [],
        },
        {
            "number": 2,
            "ending": "blocked",
            "winner": None,
            "points": {"Ana": 0, "Bea": 0},
            "totals": {"Ana": 8, "Bea": 0},
            "reset": False,
            "reasons": [
                "Blocked: 15 · 15. Nobody wins, the round is drawn.",
                "Ana and Bea tie with 15 pips each.",
                "0-3 (3 pips) and 1-2 (3 pips) weigh the same.",
                "Nothing breaks the tie between Ana and Bea: nobody wins the round.",
            ],
            "warnings": [],
        },
        {
            "number": 3,
            "ending": "went out",
            "winner": ["Bea"],
            "points": {"Ana": 0, "Bea": 50},
            "totals": {"Ana": 8, "Bea": 50},
            "reset": False,
            "reasons": [
                "Bea went out and wins the round.",
                "Bea played the last tile.",
                "The other hand holds 50 pips: 50 points.",
            ],
            "warnings": [],
        },
    ],
    "totals": {"Ana": 8, "Bea": 50},
    "over": True,
    "winner": ["Bea"],
    "losers": [],
}


def test_a_match_is_replayed() -> None:
    assert answer("replay", MATCH) == REPLAYED


def test_a_match_without_rounds_has_totals_of_0() -> None:
    assert answer("replay", MATCH | {"rounds": []}) == {
        "rounds": [],
        "totals": {"Ana": 0, "Bea": 0},
        "over": False,
        "winner": None,
        "losers": [],
    }


@pytest.mark.parametrize("goal", [{}, {"goal": None}])
def test_the_goal_is_optional(goal: dict[str, Any]) -> None:
    asked = {key: value for key, value in MATCH.items() if key != "goal"} | goal
    reply = answer("replay", asked)
    assert (reply["over"], reply["winner"]) == (False, None)


FOUR = ["Ana", "Bea", "Ciro", "Dani"]


def won_by(name: str) -> dict[str, Any]:
    hands = {"Ana": ["1-2"], "Bea": ["3-4"], "Ciro": ["5-6"], "Dani": ["0-1"]}
    return {"hands": hands | {name: []}}


def hands_of(*hands: object) -> dict[str, Any]:
    return {"hands": dict(zip(FOUR, hands, strict=False))}


def match(game: str, *rounds: dict[str, Any], players: int = 4, **options: Any) -> dict[str, Any]:
    return {"game": game, "seats": FOUR[:players], "rounds": list(rounds), **options}


def fives(*rounds: dict[str, Any]) -> dict[str, Any]:
    """A match of Fives and Threes after a round in which Ana made 58 points and Bea 59."""
    so_far = hands_of(9, 9) | {"tally": {"Ana": 58, "Bea": 59}}
    return match("fives-and-threes", so_far, *rounds, players=2)


DRAWN = hands_of(["0-3"], ["1-2"], ["6-6"], ["5-6"])
TRAIN = [hands_of(12, 0)] * 13
LOW = [hands_of(40, 30, 0), hands_of(0, 50, 0), hands_of(60, 30, 4)]
FRENCH = [hands_of(100, 20, 0, 30), {"hands": {"Bea": 20, "Ciro": 0, "Dani": 30}}]
LAST = {"hands": {"Bea": 60, "Ciro": 0, "Dani": 40}}
THIRTY = {"plays": [["Ana", "6-6"], ["Bea", "5-6"], ["Ciro", "2-5"]]}
TWO_EACH = {"hands": {}, "tally": {"Ana": [2, 1], "Bea": 2}}
OUT = hands_of(3, 0) | {"tally": {"Bea": 2}, "last_tile_scored": True}
OWN_IGNORED = {"house_rules": {"blocked": {"winner": {"own": 0}}}}


@pytest.mark.parametrize(
    ("asked", "totals", "winner"),
    [
        (MATCH | {"house_rules": {"match": {"goal": 200}}}, [8, 50], ["Bea"]),
        (MATCH | OWN_IGNORED, [17, 50], ["Bea"]),
        (MATCH | {"house_rules": {"match": {"test": "exceed"}}}, [8, 50], None),
        (match("hoyle", hands_of(["1-2"], ["4-5"], ["5-5"], ["2-4"]), goal=28), [28, 0], [0, 2]),
        # The round after a drawn one counts double; six-love ends a match, or its run.
        (match("jamaican-partners", DRAWN, won_by("Bea")), [0, 2], None),
        (match("jamaican-partners", won_by("Ana"), won_by("Bea")), [0, 0], None),
        (match("jamaican-partners", *[won_by("Ciro")] * 6), [6, 0], [0, 2]),
        (match("jamaican-cut-throat", *map(won_by, FOUR)), [0, 0, 0, 0], None),
        (match("hungarian", *LOW, players=3), [100, 110, 4], ["Ciro"]),
        # A player who is out needs no hand.
        (match("french", *FRENCH), [100, 40, 0, 60], None),
        (match("french", *FRENCH, LAST), [100, 100, 0, 100], ["Ciro"]),
        (match("mexican-train", *TRAIN[1:], players=2), [144, 0], None),
        (match("mexican-train", *TRAIN, players=2), [156, 0], ["Bea"]),
        (match("mexican-train", *TRAIN[:2], players=2, goal=2), [24, 0], ["Bea"]),
        # Italian from plays, or from points counted by hand.
        (
            match("italian", THIRTY, {"tally": {"Ana": 10, "Ciro": 40}}, players=3),
            [10, 0, 50],
            ["Ciro"],
        ),
        # Fives and Threes score by score, as a sum, and with the last tile.
        (fives(hands_of(3, 4) | {"tally": {"Ana": [2, 3]}}), [60, 59], None),
        (fives(hands_of(3, 4) | {"tally": {"Ana": 5}}), [58, 59], None),
        (fives(OUT), [58, 59], None),
        # Whoever reached 61 first has won; without their order the next round decides.
        (fives(TWO_EACH | {"order": ["Ana", "Ana", "Bea"]}), [61, 59], ["Ana"]),
        (
            fives(TWO_EACH, hands_of(3, 4) | {"tally": {"Ana": 4, "Bea": [3, 2]}}),
            [65, 66],
            ["Bea"],
        ),
    ],
)
def test_totals_and_winner_are_those_of_the_rules(
    asked: dict[str, Any], totals: list[int], winner: list[object] | None
) -> None:
    reply = answer("replay", asked)
    # A pair is named by its seats.
    named = winner and [FOUR[each] if isinstance(each, int) else each for each in winner]
    assert (list(reply["totals"].values()), reply["winner"]) == (totals, named)
    assert reply["over"] == (winner is not None)


def test_a_pair_has_one_total_under_both_names() -> None:
    hands = hands_of(["1-2"], ["4-5"], ["5-5"], ["2-4"])
    reply = answer("replay", match("hoyle", hands))
    assert reply["totals"] == reply["rounds"][0]["points"] == {"Ana & Ciro": 28, "Bea & Dani": 0}


def test_losers_are_named() -> None:
    assert answer("replay", match("hungarian", *LOW, players=3))["losers"] == [["Ana"], ["Bea"]]
    reply = answer("replay", match("french", *FRENCH, LAST))
    assert reply["losers"] == [["Ana"], ["Bea"], ["Dani"]]


def test_a_round_that_ends_a_run_says_so() -> None:
    reply = answer("replay", match("jamaican-partners", won_by("Ana"), won_by("Bea")))
    assert [each["reset"] for each in reply["rounds"]] == [False, True]
    assert reply["rounds"][1]["points"] == {"Ana & Ciro": 0, "Bea & Dani": 0}
    assert reply["rounds"][1]["reasons"][-1] == (
        "That ends the run of Ana & Ciro: after this round all start from 0."
    )


def test_prizes_depend_on_the_number_of_the_round() -> None:
    reply = answer("replay", match("puerto-rico-500", *[won_by("Ana")] * 5))
    # Bea 7, Ciro 11 and Dani 1, with 100, 75, 50, 25 and nothing.
    assert [each["points"]["Ana & Ciro"] for each in reply["rounds"]] == [119, 94, 69, 44, 19]


def test_every_round_has_its_warnings_and_corrections() -> None:
    doubtful = hands_of(["1-2"], ["3-4"], ["5-6"], ["0-0"])
    corrected = won_by("Ana") | {"corrections": {"Bea & Dani": 5}}
    reply = answer("replay", match("partnership", doubtful, corrected))
    codes = [[warning["code"] for warning in each["warnings"]] for each in reply["rounds"]]
    assert codes == [["two_ends", "absent_number"], ["two_ends"]]
    assert reply["rounds"][1]["points"]["Bea & Dani"] == 5


def test_an_unreadable_round_is_named() -> None:
    wrong = won_by("Ana") | {"ends": [3]}
    assert "round 2: " in complaint("replay", match("partnership", won_by("Ana"), wrong))


@pytest.mark.parametrize(
    ("asked", "number", "code", "seats"),
    [
        (MATCH | {"rounds": [*MATCH["rounds"], hands_of(0, 5)]}, 4, "match_over", []),
        (
            MATCH | {"rounds": [MATCH["rounds"][0], hands_of(["1-2"], ["2-1"])]},
            2,
            "tile_in_two_hands",
            ["Ana", "Bea"],
        ),
        (match("french", FRENCH[0], hands_of(5, 20, 0, 30)), 2, "put_out", ["Ana"]),
    ],
)
def test_a_round_that_cannot_be_is_refused_with_its_number(
    asked: dict[str, Any], number: int, code: str, seats: list[str]
) -> None:
    error = refusal("replay", asked)
    assert error.keys() == {"code", "message", "tiles", "seats", "round"}
    assert (error["round"], error["code"], error["seats"]) == (number, code, seats)


@pytest.mark.parametrize(
    ("goal", "code"),
    [
        (0, "out_of_range"),
        (-5, "out_of_range"),
        (10**9, "out_of_range"),
        (True, "wrong_type"),
        ("100", "wrong_type"),
        (99.5, "wrong_type"),
        (float("nan"), "wrong_type"),
    ],
)
def test_an_invalid_goal_is_refused(goal: object, code: str) -> None:
    error = refusal("replay", MATCH | {"goal": goal})
    assert error["code"] == code
    assert error["message"].startswith("match.goal must be ")
    assert "round" not in error


@given(matches())
def test_a_replay_has_the_totals_of_the_rules_after_every_round(
    match: tuple[Setup, list[Round]],
) -> None:
    setup, played = match
    names = ("Ana", "Bea", "Ciro", "Dani")[: setup.players]
    standing = Standing.start(setup)
    totals = []
    for each in played:
        standing = standing.after(each, score_round(setup, each))
        totals.append(list(standing.totals))
    rounds = [
        {
            "hands": {
                name: list(map(str, hand.known_tiles))
                for name, hand in zip(names, each.hands, strict=True)
            }
        }
        for each in played
    ]
    reply = replay.replay(
        {
            "game": setup.game.id,
            "goal": setup.game.match.goal,
            "seats": list(names),
            "partners": setup.partners,
            "rounds": rounds,
        }
    )
    assert [list(each["totals"].values()) for each in reply["rounds"]] == totals
    assert list(reply["totals"].values()) == list(standing.totals)
    assert reply["over"] == standing.over


def test_games_are_listed_with_how_many_play_them() -> None:
    result = CliRunner().invoke(main, ["games"])
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(game_ids())
    assert "Block (2, 3, 4 players)" in lines[0]
    assert all(load_game(line.split()[0]).summary in line for line in lines)
