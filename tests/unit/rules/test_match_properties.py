"""Properties of every match."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import Round, Setup, Standing, score_round
from scorekeeper.rules.games import with_house_rules
from tests.unit.rules.deals import rounds, tables


@st.composite
def matches(draw: st.DrawFn) -> tuple[Setup, list[Round]]:
    """Draw a match, cut off where it is over."""
    setup = draw(tables())
    game = with_house_rules(setup.game, {"match": {"goal": draw(st.integers(1, 100))}})
    setup = Setup(game, setup.players, setup.partners)
    standing, played = Standing.start(setup), []
    for each in draw(st.lists(rounds(setup), max_size=8)):
        if standing.over:
            break
        standing = recorded(standing, each)
        played.append(each)
    return setup, played


def recorded(standing: Standing, played: Round) -> Standing:
    return standing.after(played, score_round(standing.setup, played))


def replayed(setup: Setup, played: list[Round]) -> Standing:
    standing = Standing.start(setup)
    for each in played:
        standing = recorded(standing, each)
    return standing


@given(matches())
def test_a_replay_comes_to_the_sum_of_its_rounds(match: tuple[Setup, list[Round]]) -> None:
    setup, played = match
    standing = replayed(setup, played)
    points = [score_round(setup, each).points for each in played]
    assert standing.totals == tuple(map(sum, zip(*points, strict=True))) or not played
    assert standing.rounds == len(played)


@given(matches())
def test_undoing_what_was_recorded_leaves_what_was_before(
    match: tuple[Setup, list[Round]],
) -> None:
    setup, played = match
    history = [Standing.start(setup)]
    for each in played:
        history.append(recorded(history[-1], each))
    # To undo is to replay without the last round.
    assert history == [replayed(setup, played[:kept]) for kept in range(len(played) + 1)]


@given(matches())
def test_a_match_is_over_only_at_the_goal_and_has_one_winner(
    match: tuple[Setup, list[Round]],
) -> None:
    standing = replayed(*match)
    highest = max(standing.totals)
    at_the_goal = [total >= standing.goal_points for total in standing.totals]
    assert at_the_goal == [to_go == 0 for to_go in standing.to_go]
    assert all(standing.totals[side] == highest for side in standing.leaders)
    assert standing.over == (any(at_the_goal) and standing.totals.count(highest) == 1)
    assert standing.winner is None or standing.leaders == (standing.winner,)


@given(matches())
def test_totals_never_fall(match: tuple[Setup, list[Round]]) -> None:
    setup, played = match
    standing = Standing.start(setup)
    for each in played:
        before, standing = standing, recorded(standing, each)
        assert all(new >= old for new, old in zip(standing.totals, before.totals, strict=True))
