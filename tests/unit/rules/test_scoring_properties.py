"""What holds of every round, whatever the tiles."""

from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import (
    Code,
    PipsHand,
    Round,
    RoundScore,
    RuleError,
    Setup,
    Tile,
    TileSet,
    faults,
    score_round,
)
from scorekeeper.rules.reasons import Compared
from scorekeeper.rules.rounds import empty_seats, parse_tile
from scorekeeper.rules.tiles import possible_totals
from tests.unit.rules.deals import counted, played_houses, played_tables, ties

ends = st.integers(0, 15)
TILES_OF_SIX = tuple(TileSet(6))


@given(ends, ends)
def test_a_tile_reads_back_as_it_was_written(one: int, other: int) -> None:
    tile = Tile(one, other)
    assert parse_tile(str(tile)) == tile == parse_tile(f"{other}|{one}") == Tile(other, one)
    assert hash(tile) == hash(Tile(other, one))


@given(st.sets(st.sampled_from(TILES_OF_SIX), max_size=7))
def test_possible_totals_are_those_of_every_choice_of_tiles(tiles: set[Tile]) -> None:
    totals = possible_totals(frozenset(tiles))
    for size in range(len(tiles) + 1):
        sums = {sum(tile.pips for tile in some) for some in combinations(tiles, size)}
        assert totals[size] == sum(1 << pips for pips in sums)


@given(played_tables())
def test_what_a_deal_leaves_has_no_fault(case: tuple[Setup, Round]) -> None:
    setup, played = case
    assert not list(faults(setup, played))


@given(played_tables())
def test_what_a_deal_leaves_has_no_fault_where_it_was_counted(case: tuple[Setup, Round]) -> None:
    setup, played = case
    assert not list(faults(setup, replace(played, hands=tuple(map(counted, played.hands)))))
    known = tuple(
        PipsHand(hand.pips, len(hand.known_tiles), hand.lightest) for hand in played.hands
    )
    assert not list(faults(setup, replace(played, hands=known)))


@given(played_houses())
def test_no_hands_outweigh_the_box(case: tuple[Setup, Round]) -> None:
    setup, played = case
    assert sum(score_round(setup, played).pips) <= setup.box.pips


@given(played_houses())
def test_only_the_winner_scores_and_never_less_than_0(case: tuple[Setup, Round]) -> None:
    score = score_round(*case)
    for side, points in enumerate(score.points):
        assert points >= 0
        assert points == 0 or side == score.winning_side
    assert (score.winning_side is None) == (score.winning_seat is None)


@given(played_tables() | ties())
def test_every_game_pays_what_its_rules_come_to(case: tuple[Setup, Round]) -> None:
    setup, played = case
    assert score_round(setup, played).points == reckoned(setup, played)


def reckoned(setup: Setup, played: Round) -> tuple[int, ...]:
    """Reckon the points of each side by the words of the four games, not by their files."""
    totals = [sum(played.hands[seat].pips for seat in side) for side in setup.sides]
    lightest = [i for i, total in enumerate(totals) if total == min(totals)]
    out = empty_seats(played)
    if out:
        lightest = [setup.side_of(out[0])]
    elif setup.game.id == "block" and len(lightest) > 1:
        weights = {
            side: min(t.pips for seat in setup.sides[side] for t in played.hands[seat].known_tiles)
            for side in lightest
        }
        lightest = [side for side in lightest if weights[side] == min(weights.values())]
    points = [0] * len(totals)
    if len(lightest) == 1:
        (winner,) = lightest
        points[winner] = sum(totals) - totals[winner]
        if not out:
            sign = {"block": -1, "hoyle": 1}.get(setup.game.id, 0)
            points[winner] += sign * totals[winner]
    return tuple(points)


@given(played_houses(), st.data())
def test_whoever_sits_where_the_points_go_with_the_hands(
    case: tuple[Setup, Round], data: st.DataObject
) -> None:
    setup, played = case
    turns = st.integers(0, setup.players - 1).map(
        lambda turn: [(seat + turn) % setup.players for seat in range(setup.players)]
    )
    # Partners stay across from each other when everybody moves on by some seats.
    seats = data.draw(turns if setup.partners else st.permutations(range(setup.players)))
    moved = replace(played, hands=tuple(played.hands[seat] for seat in seats))
    before, after = score_round(setup, played), score_round(setup, moved)
    for new_seat, old_seat in enumerate(seats):
        new, old = setup.side_of(new_seat), setup.side_of(old_seat)
        assert after.points[new] == before.points[old]
        assert (after.winning_side == new) == (before.winning_side == old)


@given(played_tables() | ties())
def test_pips_give_the_points_that_tiles_give_and_only_a_tie_asks_for_more(
    case: tuple[Setup, Round],
) -> None:
    setup, played = case
    by_tiles = score_round(setup, played)
    hands = [counted(hand) for hand in played.hands]
    asked = seats_asked(setup, Round(tuple(hands)))
    for seat in asked:
        hands[seat] = replace(hands[seat], lightest=played.hands[seat].lightest)
    by_pips = score_round(setup, Round(tuple(hands)))
    assert by_pips.points == by_tiles.points
    assert by_pips.winning_side == by_tiles.winning_side
    assert asked == tied_seats(setup, by_tiles)


def seats_asked(setup: Setup, played: Round) -> set[int]:
    try:
        score_round(setup, played)
    except RuleError as error:
        return set(error.seats) if error.code is Code.LIGHTEST_TILE_NEEDED else set()
    return set()


def tied_seats(setup: Setup, score: RoundScore) -> set[int]:
    """Say whose tiles are looked at: of those who tie, where the game settles ties by tiles."""
    looked_at = [step for step in score.reasons if isinstance(step, Compared)][1:]
    return {seat for step in looked_at for mark in step.marks for seat in setup.sides[mark.side]}
