"""Matches in every state, for the tests of export, import and maintenance."""

from scorekeeper.rules import (
    Correction,
    Event,
    Hand,
    PipsHand,
    Play,
    Round,
    Setup,
    Tile,
    load_game,
    parse_tiles,
)
from scorekeeper.rules.games import with_house_rules
from scorekeeper.scorebook import history, matches
from scorekeeper.scorebook.changes import (
    goal_changed,
    play_on_allowed,
    players_renamed,
    players_swapped,
)
from scorekeeper.scorebook.log import Submission
from tests.web.visitor import TEN

NAMES = ("Ana", "Bea")
FOUR = (*NAMES, "Ciro", "Dani")
LONG = with_house_rules(load_game("block"), {"match": {"goal": 10_000}})


def left(*hands):
    """Return a round after which these tiles are left."""
    return Round(tuple(Hand(parse_tiles(hand)) for hand in hands))


ANA_WINS_12 = left("", "66")


def start(key, names=NAMES):
    """Open a match to a goal that is far away."""
    return matches.open_match(Setup.of(LONG, len(names)), names, key)


def record(match_id, *keys):
    """Record a round for each entry key: Ana wins 12 points in each."""
    for key in keys:
        number = matches.find_match(match_id).next_number
        matches.record_round(match_id, number, key, ANA_WINS_12)


def take_back(match_id):
    """Undo the last change."""
    version = matches.version_of(match_id)
    history.undo(match_id, version, Submission(f"undo {version}"))


def rename(match_id, *names):
    """Rename the players."""
    mend(match_id, lambda match: players_renamed(match.record, names))


def swap(match_id, one, other):
    """Let two players change seats."""
    mend(match_id, lambda _match: players_swapped(one, other))


def many_matches():
    """Fill a scorebook with matches that have everything a match can have."""
    record(start("plain"), "a", "b")
    pairs = Setup(load_game("dominican-patio"), 4, True)
    match_id = matches.open_match(pairs, FOUR, "pairs", opening_seat=2)
    matches.record_round(
        match_id,
        1,
        "a",
        Round(
            (*left("", "66").hands, PipsHand(17, 3, Tile(1, 2)), PipsHand(4)),
            opener=2,
            blocker=1,
            ends=(3, 5),
            corrections=(Correction(1, -5, "misread “=1+1”"),),
        ),
    )
    points = matches.open_match(Setup.of(load_game("all-fives"), 2), ("Zoë", "Ана"), "fives")
    matches.record_round(points, 1, "a", Round(left("", "66").hands, tally=((15,), ())))
    italian = matches.open_match(Setup.of(load_game("italian"), 3), FOUR[:3], "italian")
    plays = tuple(Play(seat, tile) for seat, tile in enumerate(parse_tiles("66 65 55")))
    matches.record_round(italian, 1, "a", Round(plays=plays))
    ended = matches.open_match(Setup.of(load_game("block"), 2), ("אנה", "👩‍👩‍👧"), "ended")
    record(ended, "a", "b", "c")
    mend(ended, lambda match: goal_changed(match.record, 24))
    on = matches.open_match(Setup.of(load_game("block"), 2), FOUR[:2], "on")
    record(on, "a", "b", "c")
    mend(on, lambda match: goal_changed(match.record, 30))
    mend(on, lambda match: play_on_allowed(match.record))
    undone = start("undone")
    record(undone, "a", "b")
    take_back(undone)
    rename(undone, "Ana", "Dani")
    claimed = matches.open_match(Setup(load_game("puerto-rico-500"), 4, True), FOUR, "claimed")
    claim = load_game("puerto-rico-500").claims[0]
    hands = left("", "66", "55", "44").hands
    matches.record_round(claimed, 1, "a", Round(hands, events=(Event(claim.name, 0),)))
    ten = matches.open_match(Setup.of(load_game("mexican-train"), 10), TEN, "ten")
    counted = Round(tuple(PipsHand(pips) for pips in range(10)))
    matches.record_round(ten, 1, "a", counted)


def mend(match_id, build):
    """Change the current version of a match."""
    version = matches.version_of(match_id)
    history.edit_match(match_id, version, Submission(f"mended {version}"), build)
