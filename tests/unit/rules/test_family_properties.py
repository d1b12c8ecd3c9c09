"""What holds of every game of the family, whatever the tiles."""

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import (
    Hand,
    Round,
    Setup,
    Standing,
    Tile,
    faults,
    game_ids,
    load_game,
    score_round,
)
from scorekeeper.rules.options import Entry, Reset

TABLES = [
    Setup.of(game, players)
    for game in map(load_game, game_ids())
    if game.table.entry is Entry.TILES
    for players in game.deal
]


def left(setup: Setup, random: Random, put_out: tuple[int, ...] = ()) -> Round:
    """Leave some tiles of each hand of a deal, none of one perhaps, and say who led and blocked."""
    box = random.sample(setup.box.tiles, setup.players * setup.dealt)
    out = random.choice([None, *range(setup.players)])
    hands = [
        Hand(tuple(box[seat :: setup.players][: random.randint(1, setup.dealt)]))
        for seat in range(setup.players)
    ]
    for seat in put_out if out is None else (*put_out, out):
        hands[seat] = Hand()
    seats = range(setup.players)
    return Round(tuple(hands), opener=random.choice(seats), blocker=random.choice(seats))


# Hypothesis draws the seed alone: a permutation of 91 tiles takes it longer than all the scoring.
seeds = st.integers(0, 2**32).map(Random)


@st.composite
def played_tables(draw: st.DrawFn) -> tuple[Setup, Round]:
    setup = draw(st.sampled_from(TABLES))
    return setup, left(setup, draw(seeds))


@st.composite
def matches(draw: st.DrawFn) -> tuple[Setup, list[Round]]:
    """Draw a match of any game, cut off where it is over; who is out of it has no hand."""
    setup, random = draw(st.sampled_from(TABLES)), draw(seeds)
    standing, played = Standing.start(setup), list[Round]()
    for _ in range(draw(st.integers(0, 12))):
        if standing.over:
            break
        played.append(left(setup, random, standing.moment.put_out))
        standing = recorded(standing, played[-1])
    return setup, played


def recorded(standing: Standing, played: Round) -> Standing:
    return standing.after(played, score_round(standing.setup, played, standing.moment))


@given(played_tables())
def test_what_a_deal_leaves_has_no_fault_and_a_score(case: tuple[Setup, Round]) -> None:
    setup, played = case
    assert not list(faults(setup, played))
    assert len(score_round(setup, played).points) == len(setup.sides)


@given(st.sampled_from(TABLES), seeds)
def test_what_is_wrong_does_not_depend_on_what_else_was_entered(
    setup: Setup, random: Random
) -> None:
    # Tiles alone are checked all at once; with a seat that led, one thing after another.
    tiles = [*setup.box.tiles, random.choice(setup.box.tiles), Tile(15, 15)]
    sizes = [random.choice([0, 1, 1, 2, setup.most_in_hand, 16]) for _ in range(setup.players)]
    played = Round(tuple(Hand(tuple(random.sample(tiles, size))) for size in sizes))
    plain = [str(fault) for fault in faults(setup, played)]
    assert plain == [str(fault) for fault in faults(setup, replace(played, opener=0))]


@given(played_tables())
def test_no_side_scores_less_than_0(case: tuple[Setup, Round]) -> None:
    assert min(score_round(*case).points) >= 0


@given(played_tables())
def test_each_for_themselves_the_points_go_with_the_hands(case: tuple[Setup, Round]) -> None:
    setup, played = case
    last = setup.players - 1
    # Everybody moves one seat on, and partners stay partners.
    moved = replace(
        played,
        hands=(played.hands[last], *played.hands[:last]),
        opener=((played.opener or 0) + 1) % setup.players,
        blocker=((played.blocker or 0) + 1) % setup.players,
    )
    before, after = score_round(setup, played), score_round(setup, moved)
    for seat in range(setup.players):
        new, old = setup.side_of((seat + 1) % setup.players), setup.side_of(seat)
        assert after.points[new] == before.points[old]


@given(matches())
def test_undoing_what_was_recorded_leaves_what_was_before(case: tuple[Setup, list[Round]]) -> None:
    setup, played = case
    history = [Standing.start(setup)]
    for each in played:
        history.append(recorded(history[-1], each))
    for kept, standing in enumerate(history):
        again = Standing.start(setup)
        for each in played[:kept]:
            again = recorded(again, each)
        assert again == standing


@given(matches())
def test_a_match_that_is_over_has_one_winner_among_those_still_in(
    case: tuple[Setup, list[Round]],
) -> None:
    setup, played = case
    standing = Standing.start(setup)
    for each in played:
        before, standing = standing, recorded(standing, each)
        if setup.game.match.reset is Reset.NEVER:
            assert all(a >= b for a, b in zip(standing.totals, before.totals, strict=True))
        assert set(before.put_out) <= set(standing.put_out)
    assert standing.winner not in (*standing.put_out, *standing.losers)
    assert standing.over == (standing.winner is not None)
    assert standing.reset is False or set(standing.totals) == {0}
