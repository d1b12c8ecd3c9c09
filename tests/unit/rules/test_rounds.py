"""Rounds, matches, house rules and doubts are as tests/cases say; then what no line can say.

At the end the files of the games, and their tables; docs/games.md says what they hold.
"""

import json
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.rules import (
    Code,
    Ending,
    Lead,
    Moment,
    NotEntered,
    Round,
    RuleError,
    Standing,
    Tile,
    TileSet,
    faults,
    game_ids,
    load_game,
    parse_tiles,
    score_round,
    score_so_far,
)
from scorekeeper.rules.doubts import Doubt, Law, doubts, predicted_ends
from scorekeeper.rules.game_files import game_from, read_game, with_house_rules
from scorekeeper.rules.game_keys import Leader
from scorekeeper.rules.round_entry import parse_tile
from scorekeeper.rules.scoring import score_recorded
from scorekeeper.rules.tiles_and_hands import HIGHEST_ENDS
from scorekeeper.wording.errors_and_doubts import doubt_sentence
from tests.support.cases import cases, compare, parted
from tests.unit.rules.deals import recorded
from tests.unit.rules.example import ANA, BEA, hand, leaving, pairs, scored, table
from tests.unit.rules.lines import example, outcome, paying, standing_told, with_rules

UNKNOWN = NotEntered()
FIVES, ITALIAN = table("fives-and-threes"), table("italian", 3)


@pytest.mark.parametrize("lines", cases("rounds"))
def test_each_round_comes_to_what_its_line_says(lines):
    compare(lines, outcome)


@pytest.mark.parametrize("lines", cases("matches"))
def test_each_match_stands_as_its_line_says(lines):
    compare(lines, standing_told)


def tried(line):
    """Return a line with what is wrong with its house rules: `refused CODE KEY: WHY`, or `fits`."""
    told, _refusal = parted(line)
    game, changed = with_rules(told)
    try:
        with_house_rules(load_game(game), changed)
    except RuleError as error:
        why = f": {error.detail['why']}" % error.detail if "why" in error.detail else ""
        return f"{told} => refused {error.code.name} {error.key}{why}".rstrip()
    return f"{told} => fits"


@pytest.mark.parametrize("lines", cases("rules"))
def test_house_rules_fit_or_are_refused_by_their_key(lines):
    compare(lines, tried)


def judged(told, *_said):
    """Write a round, what the referee doubts, and the ends of the line that its hands leave."""
    setup, played, moment = example(told)
    said = [doubt_sentence(doubt) for doubt in doubts(setup, played, moment)]
    ends = predicted_ends(setup, played, moment)
    said += [] if ends is None else [f"[ends {ends[0]} {ends[1]}]"]
    return [told, *(f"  {sentence}" for sentence in said)]


@pytest.mark.parametrize("lines", cases("doubts"))
def test_the_referee_says_of_a_round_what_stands_there(lines):
    compare(lines, judged)


def test_tiles_are_written_in_several_ways_and_other_texts_are_refused():
    for text in ("6-4", "4-6", "64", "46", "6|4", "6/4", "6:4", "6–4", " 6 - 4 ", "06-4"):
        assert parse_tile(text) == Tile(4, 6)
    for text in (
        *("", "-", "6", "6-", "-4", "6--4", "6-4-2", "641", "6 4", "six", "6-x"),
        *("100-1", "٦-٤", "6.4"),
    ):
        with pytest.raises(RuleError) as refused:
            parse_tile(text)
        assert (refused.value.code, refused.value.detail) == (Code.UNREADABLE_TILE, {"text": text})
    ends = [(1, 2), (2, 4), (3, 5), (6, 6), (0, 0), (9, 12)]
    assert parse_tiles(" 1-2  24,3|5;6/6\n00, 12-9 ") == tuple(Tile(*each) for each in ends)
    assert parse_tiles("  ") == ()


@pytest.mark.parametrize(
    ("highest", "tiles", "pips"), [(6, 28, 168), (9, 55, 495), (12, 91, 1092), (15, 136, 2040)]
)
def test_a_box_holds_every_pair_of_ends_once_the_heaviest_row_first(highest, tiles, pips):
    box = TileSet(highest)
    assert len(box) == len(set(box)) == tiles
    assert box.pips == pips
    assert all(tile in box for tile in box)
    assert Tile(highest + 1, 1) not in box
    assert Tile(-1, 3) not in box
    heaviest = [Tile(low, highest) for low in range(highest, -1, -1)]
    assert [*box][: highest + 2] == [*heaviest, Tile(highest - 1, highest - 1)]
    for removed in ("0-0", "0-0 6-6 0-0", "0-0 12-12"):
        smaller = TileSet(highest, parse_tiles(removed))
        assert len(smaller) == len(smaller.tiles) < tiles
    assert highest in HIGHEST_ENDS


def test_the_lightest_tile_has_the_fewest_pips_and_of_two_the_lowest_end():
    for tiles, lightest in (("0-6 1-1 5-5", Tile(1, 1)), ("1-2 0-3", Tile(0, 3)), ("", None)):
        assert hand(tiles).lightest == lightest


def test_no_seat_before_the_first_can_lead_or_close_the_line():
    for played in (leaving("1-2", "3-4", opener=-1), leaving("1-2", "3-4", blocker=-1)):
        assert [fault.code for fault in faults(table(), played)] == [Code.UNKNOWN_SEAT]


def test_an_error_names_its_facts_to_whoever_reads_a_log():
    with pytest.raises(RuleError, match="tile_not_in_set: 1-7, seat 1, highest=6, removed=False"):
        scored(table(), "3-4", "7-1")
    assert str(RuleError(Code.MATCH_OVER)) == "match_over"


def test_a_round_that_was_won_by_going_out_has_a_score_so_far():
    setup, fives = table(players=3), pairs("fives-and-threes")
    so_far = score_so_far(setup, leaving("", "4-6 1-5", UNKNOWN))
    assert so_far is not None
    assert (so_far.winning_seat, so_far.points) == (ANA, (16, 0, 0))
    assert score_so_far(setup, leaving(UNKNOWN, "4-6 1-5", UNKNOWN)) is None
    with pytest.raises(RuleError) as refused:
        score_so_far(setup, leaving("", "1-2 1-2", UNKNOWN))
    assert refused.value.code is Code.TILE_TWICE
    # A pair that goes out together.
    assert score_so_far(fives, leaving("", "1-2", UNKNOWN, "")) is None
    assert score_so_far(fives, leaving("", "1-2", "", UNKNOWN)) is not None


@pytest.mark.parametrize(
    "game_id", [each for each in game_ids() if load_game(each).out_pays_the_same]
)
def test_a_win_pays_the_same_where_no_hand_is_counted(game_id):
    players = min(load_game(game_id).deal)
    setup, others = table(game_id, players), ("1-2", "6-6 5-5", "0-1 0-2 0-3")[: players - 1]
    counted, unknown = scored(setup, "", *others), scored(setup, "", *[UNKNOWN] * (players - 1))
    assert counted.points == unknown.points


@pytest.mark.parametrize(
    ("match", "told", "late"), [({"goal": 20}, "20 0", False), ({"level": "drawn"}, "0 0", True)]
)
def test_a_table_that_plays_on_has_no_end_before_its_round_nor_by_the_clock(match, told, late):
    standing = Standing.start(table(match=match), play_on_to=3)
    for over in (False, False, True):
        standing = standing.after(*paying(f"pays {told}", standing.setup), time_over=late)
        assert (standing.over, standing.drawn) == (over, over and late)


@pytest.mark.parametrize(
    ("game_id", "players", "told", "won"),
    [
        ("block", 2, "20 35", BEA),
        ("french", 4, "40 30 20 50", 2),
        # Partners: each side has what it made.
        ("partnership", 4, "10 30", BEA),
        # Whatever the rules say of totals that are level, or one side too many at the goal.
        ("block", 2, "20 20", None),
        ("block", 3, "100 5 100", None),
    ],
)
def test_players_stop_whenever_they_like_and_who_is_ahead_has_won(game_id, players, told, won):
    for play_on_to in (0, 9):
        standing = Standing.start(table(game_id, players), play_on_to=play_on_to)
        standing = standing.after(*paying(f"pays {told}", standing.setup))
        assert not standing.over
        ended = standing.stop()
        assert (ended.over, ended.winner, ended.drawn) == (True, won, won is None)
        assert (ended.ended_early, ended.level, standing.ended_early) == (True, (), False)


def test_a_rematch_goes_on_with_the_lead_where_it_was():
    standing = Standing.start(table("hoyle"), opening_seat=BEA)
    assert standing.lead == Lead(Leader.ALTERNATE, seat=BEA)
    assert recorded(standing, leaving("1-2", "")).lead == Lead(Leader.ALTERNATE, seat=ANA)


def test_a_score_says_why_when_it_is_asked_and_once():
    score = scored(table(), "", "1-2")
    assert score.reasons is score.reasons
    assert paying("pays 3 0", table())[1].reasons == ()


def test_the_same_doubt_about_other_numbers_has_another_fingerprint():
    doubt = Doubt(Law.TWO_ENDS, (3, 4, 5, 6))
    assert doubt.fingerprint == Doubt(Law.TWO_ENDS, (3, 4, 5, 6)).fingerprint
    assert doubt.fingerprint != Doubt(Law.TWO_ENDS, (1, 4, 5, 6)).fingerprint
    assert doubt.fingerprint.startswith("two_ends:")


def in_order(*scores, players=2):
    """Return a round without hands in which seats scored in this order."""
    made = [tuple(points for each, points in scores if each == seat) for seat in range(players)]
    order = tuple(seat for seat, _points in scores)
    return Round(hands=(NotEntered(),) * players, tally=tuple(made), order=order)


def test_a_round_that_no_longer_wins_is_read_without_its_hands():
    score = score_recorded(FIVES, in_order((BEA, 3)), Moment(2, totals=(40, 40)))
    assert (score.ending, score.points) == (Ending.PLAYED, (0, 3))


def test_what_is_read_again_was_answered_and_is_refused_as_ever():
    moment = Moment(9, totals=(58, 0))
    played = leaving("", "3-4", tally=((3,), ()), order=(ANA,), last_tile_scored=True)
    assert score_recorded(FIVES, played, moment).points == (0, 0)
    with pytest.raises(RuleError) as refused:
        score_recorded(FIVES, leaving("3-4", "3-4"), moment)
    assert refused.value.code is Code.TILE_IN_TWO_HANDS
    assert score_recorded(table(), leaving("", "3-4"), Moment(2, totals=(0, 0))).points == (7, 0)
    # Whether the last tile scored is let pass: what was scored before may have been changed since.
    for before, points in ((59, 2), (60, 3)):
        played, moment = leaving("", "3-4", tally=((points,), ())), Moment(2, totals=(before, 0))
        said = replace(played, last_tile_scored=False)
        assert score_recorded(FIVES, played, moment) == score_round(FIVES, said, moment)


def test_where_the_players_play_on_a_round_counts_to_its_end():
    played = replace(in_order((ANA, 50), (BEA, 60), players=3), hands=())
    for play_on_to, winner in ((0, ANA), (1, ANA), (2, None)):
        standing = Standing.start(ITALIAN, play_on_to=play_on_to)
        score = score_round(ITALIAN, played, standing.moment)
        assert standing.after(played, score).winner == winner
        assert score.points == ((50, 60, 0) if winner is None else (50, 0, 0))


LEAST: dict[str, Any] = {
    "name": "Least",
    "summary": "As little as a game can say.",
    "source": [{"title": "These tests"}],
    "deal": {"2": 7},
    "out": {"winner": {"opponents": 1}},
    "blocked": {"rank": ["side total"], "winner": {"opponents": 1}},
}


def refused(definition):
    with pytest.raises(RuleError) as caught:
        game_from("least", definition)
    return caught.value


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_says_what_it_is_is_set_up_and_is_the_same_once_stored(game_id):
    game = load_game(game_id)
    assert game.id == game_id
    assert game.name
    assert game.summary.endswith(".")
    assert all(source.title and source.section for source in game.source)
    for players, dealt in game.deal.items():
        setup = table(game_id, players)
        assert setup.dealt == dealt
        assert sorted(seat for side in setup.sides for seat in side) == [*range(players)]
    for each in (game, with_house_rules(game, {"match": {"minutes": 30}})):
        assert game_from(game_id, json.loads(json.dumps(each.definition))) == each
    # Every box of a game for ten has tiles for them.
    for box in game.boxes if 10 in game.deal else ():
        assert with_house_rules(game, {"tiles": {"highest": box.highest}}).deal[10] >= 1


def test_a_game_that_does_not_exist_is_refused():
    for game_id in ("", "blok", "../block", "block.toml", "BLOCK"):
        with pytest.raises(RuleError) as refused:
            load_game(game_id)
        assert refused.value.code is Code.UNKNOWN_GAME
        assert refused.value.detail == {"game": game_id, "known": game_ids()}


def test_house_rules_change_their_keys_and_leave_the_others():
    block = load_game("block")
    changed = with_house_rules(block, {"match": {"test": "exceed"}, "deal": {"2": 6}})
    assert (changed.id, changed.match.test, changed.match.goal) == ("block", "exceed", 100)
    assert dict(changed.deal) == {2: 6, 3: 5, 4: 5}
    assert changed.blocked == block.blocked
    assert with_house_rules(block, {}) is block
    larger = table(tiles={"highest": 9})
    assert (len(larger.box), larger.game.deal) == (55, block.deal)
    # Sides that are given by the number of players are replaced as a whole.
    assert not table("hoyle", 4, table={"sides": "solo"}).partners


def test_a_game_needs_only_what_has_no_usual_value():
    game = game_from("least", LEAST)
    assert (game.tiles.highest, game.match.goal, game.lead.first) == (6, 100, "highest double")
    assert game.source[0].url == ""


def test_a_missing_key_is_named():
    for path in ("name", "summary", "source", "deal", "out", "blocked", "blocked.rank"):
        definition = deepcopy(LEAST)
        *above, key = path.split(".")
        del (definition[above[0]] if above else definition)[key]
        error = refused(definition)
        assert (error.code, error.key) == (Code.MISSING_KEY, path)


def test_a_game_is_a_table_and_is_for_somebody():
    for definition in (None, [], "a game", 7, True):
        assert refused(definition).code is Code.WRONG_TYPE
    error = refused(LEAST | {"deal": {}})
    assert (error.code, error.key) == (Code.CONTRADICTION, "deal")


def test_a_file_that_cannot_be_read_is_named_with_its_line(tmp_path):
    path = tmp_path / "typo.toml"
    for content, problem in (
        (b'name = "Typo"\nsummary = "No quote\n', "line 2"),
        ('name = "Dominó"'.encode("latin-1"), ""),
    ):
        path.write_bytes(content)
        with pytest.raises(RuleError) as caught:
            read_game(path)
        assert caught.value.code is Code.UNREADABLE_GAME
        assert caught.value.detail["file"] == "typo.toml"
        assert problem in str(caught.value.detail["problem"])
