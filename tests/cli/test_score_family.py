"""`scorekeeper score` with every game, and with every key of a round."""

from typing import Any

import pytest

from scorekeeper.rules import game_ids, load_game
from tests.cli.json_cli import answer, complaint, refusal

FOUR = ["Ana", "Bea", "Ciro", "Dani"]
NAMES = [*FOUR, "Eva"]
OUT = {"Ana": ["6-6"], "Bea": ["4-5"], "Ciro": [], "Dani": ["2-4"]}
TIED = {"Ana": ["1-3"], "Bea": ["1-2"], "Ciro": ["4-6"], "Dani": ["5-6"]}

EVERY_TABLE = [(game_id, players) for game_id in game_ids() for players in load_game(game_id).deal]


def request(game: str, hands: Any = None, **options: Any) -> dict[str, Any]:
    """Build a request for four players, or for as many as there are hands."""
    names = NAMES[: len(hands)] if hands else FOUR
    table: dict[str, Any] = {"game": game, "seats": names, **options}
    return table if hands is None else table | {"hands": hands}


def points(reply: Any) -> list[int]:
    return [side["points"] for side in reply["sides"]]


@pytest.mark.parametrize(("game", "players"), EVERY_TABLE)
def test_every_game_scores_a_round_of_all_its_players(game: str, players: int) -> None:
    names = NAMES[:players]
    by_totals = load_game(game).table.entry == "totals"
    tiles = [["1-2"], ["3-4"], ["5-6"], ["0-1"], ["2-3"]][:players]
    hands = {name: 5 * (seat + 1) if by_totals else tiles[seat] for seat, name in enumerate(names)}
    hands[names[0]] = 0 if by_totals else []
    by_hands: dict[str, Any] = {"game": game, "seats": names, "hands": hands}
    if load_game(game).table.entry == "plays":
        by_hands = {"game": game, "seats": names, "plays": [[names[1], "6-6"], [names[2], "5-5"]]}
    reply = answer("score", by_hands)
    assert reply.keys() == {"ending", "winner", "sides", "reasons", "warnings"}
    assert reply["warnings"] == [] or load_game(game).table.layout == "line"
    assert all(reason.endswith(".") for reason in reply["reasons"])


def test_italian_is_scored_by_the_tiles_as_they_were_laid() -> None:
    plays = [["Ana", "6-6"], ["Bea", "5-6"], ["Ciro", "2-5"]]
    reply = answer("score", {"game": "italian", "seats": FOUR[:3], "plays": plays})
    assert (reply["ending"], reply["winner"], points(reply)) == ("played", None, [0, 0, 10])
    assert reply["reasons"][0] == "Ciro brought the table to 30."


def test_the_prize_depends_on_the_number_of_the_round() -> None:
    assert points(answer("score", request("puerto-rico-500", OUT))) == [127, 0]
    assert points(answer("score", request("puerto-rico-500", OUT, round_no=4))) == [52, 0]
    assert points(answer("score", request("puerto-rico-500", OUT, round_no=5))) == [27, 0]


def test_events_are_names_or_names_with_a_seat() -> None:
    events = ["capicúa", {"name": "paso corrido", "seat": "Dani"}, {"name": "chuchazo"}]
    assert points(answer("score", request("dominican-patio", OUT, events=events))) == [77, 25]


def test_some_games_need_the_opener_or_the_blocker() -> None:
    error = refusal("score", request("brazil-to-six", TIED))
    assert (error["code"], error["message"]) == (
        "blocker_needed",
        "The round is blocked: say who closed the line.",
    )
    assert points(answer("score", request("brazil-to-six", TIED, blocker="Ana"))) == [0, 1]
    tied_hands = {"Ana": ["0-3"], "Bea": ["1-2"], "Ciro": ["6-6"], "Dani": ["2-4"]}
    assert refusal("score", request("dominican-patio", tied_hands))["code"] == "opener_needed"
    reply = answer("score", request("dominican-patio", tied_hands, opener="Bea"))
    assert points(reply) == [0, 24]


def test_a_tally_is_by_seat_or_by_side() -> None:
    seats: dict[str, Any] = {"partners": True, "tally": {"Ana": 10, "Ciro": 5, "Bea & Dani": 20}}
    assert points(answer("score", request("all-fives", OUT, **seats))) == [30, 20]
    twice = {"Ana": 5, "Ana & Ciro": 10}
    message = complaint("score", request("all-fives", OUT, partners=True, tally=twice))
    assert "the tally of Ana stands twice" in message
    assert refusal("score", request("all-fives", OUT, tally={"Eva": 5}))["code"] == "unknown_seat"
    assert refusal("score", request("hoyle", OUT, tally={"Ana": 5}))["code"] == "unknown_event"


def test_corrections_are_a_table_of_points_or_a_list_with_notes() -> None:
    table = {"Ana & Ciro": -5, "Bea": 10}
    assert points(answer("score", request("partnership", OUT, corrections=table))) == [10, 10]
    notes = [{"side": "Dani", "points": 10, "note": "last round"}]
    reply = answer("score", request("partnership", OUT, corrections=notes))
    assert points(reply) == [15, 10]
    assert reply["reasons"][-1] == "Bonus / penalty for Bea & Dani, +10: last round."
    nobody = [{"points": 10}]
    assert (
        refusal("score", request("partnership", OUT, corrections=nobody))["code"] == "unknown_seat"
    )


def test_doubts_are_warnings_and_the_round_is_scored() -> None:
    reply = answer("score", request("partnership", OUT, ends=[6, 6]))
    assert points(reply) == [15, 0]
    # 4-5 and 2-4 leave 2 and 5 an odd number of times.
    assert reply["warnings"] == [
        {
            "code": "confirmed_ends",
            "message": "With these hands the line ends in 2 and 5.",
            "numbers": [2, 5],
            "tiles": [],
        }
    ]
    assert answer("score", request("partnership", OUT, ends=[5, 2]))["warnings"] == []
    (warning,) = answer("score", request("dominican-patio", OUT, events=["capicúa"]))["warnings"]
    assert (warning["code"], warning["numbers"]) == ("capicua", [2, 5])


def test_a_hand_with_an_open_end_of_a_blocked_line_is_doubted() -> None:
    hands = {"Ana": ["1-2"], "Bea": ["5-5", "3-4"]}
    (warning,) = answer("score", request("block", hands, ends=[6, 5]))["warnings"]
    assert (warning["numbers"], warning["tiles"]) == ([5], ["5-5"])
    assert refusal("score", request("block", hands, ends=[6, 7]))["code"] == "no_such_end"


@pytest.mark.parametrize(
    ("refused", "code", "seats"),
    [
        (request("hoyle", {"Ana": ["joker"], "Bea": ["1-2"]}), "unreadable_tile", ["Ana"]),
        (request("rummikub", {"Ana": 0, "Bea": -5}), "negative_total", ["Bea"]),
        (request("chicken-foot", {"Ana": 0, "Bea": -5}), "negative_total", ["Bea"]),
        (request("rummikub", {"Ana": 0, "Bea": ["1-2"]}), "totals_only", ["Bea"]),
        (request("mexican-train", {"Ana": 0, "Bea": ["1-2"] * 92}), "tile_twice", ["Bea"]),
        (request("block", OUT, events=["capicúa"]), "unknown_event", []),
        (request("brazil-to-six", OUT, events=["carroça"] * 2), "event_twice", []),
        (request("dominican-patio", OUT, events=["paso corrido"]), "seat_needed", []),
        (request("italian", OUT), "plays_only", []),
        (request("block", OUT, plays=[["Ana", "6-6"]]), "not_plays", []),
        (request("italian", plays=[["Eva", "6-6"]]), "unknown_seat", []),
        (request("italian", plays=[["Ana", "6-6"], ["Bea", "6-6"]]), "tile_twice", ["Bea"]),
        (request("italian", plays=[["Ana", "sixes"]]), "unreadable_tile", ["Ana"]),
        (request("block", OUT, house_rules={"match": {"best": "low"}}), "contradiction", []),
        (request("italian", plays=[], house_rules={"match": {"goal": 5}}), "contradiction", []),
        (request("block", OUT, house_rules={"weights": {"joker": 30}}), "contradiction", []),
        (request("block", OUT, house_rules={"bonuses": []}), "unknown_key", []),
    ],
)
def test_what_a_game_does_not_have_is_refused(
    refused: dict[str, Any], code: str, seats: list[str]
) -> None:
    error = refusal("score", refused)
    assert (error["code"], error["seats"]) == (code, seats)


@pytest.mark.parametrize(
    "options",
    [
        {"ends": "3 5"},
        {"ends": [3]},
        {"tally": [5, 0]},
        {"tally": {"Ana": "5"}},
        {"corrections": 5},
        {"corrections": [5]},
        {"corrections": {"Ana": 0.5}},
        {"plays": {"Ana": "6-6"}},
        {"plays": [[]]},
        {"plays": ["6-6"]},
        {"plays": [["Ana", "6-6", 12]]},
        {"events": [{"seat": "Ana"}]},
        {"events": [["capicúa"]]},
    ],
    ids=str,
)
def test_a_value_of_the_wrong_shape_is_unreadable(options: dict[str, Any]) -> None:
    assert complaint("score", request("all-fives", OUT, **options))
