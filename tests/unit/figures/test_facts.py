"""What a match came to on each seat, from its rounds."""

import pytest

from scorekeeper.figures.results import WHOLE, Kind, Measure, Sums, kind_of
from scorekeeper.rules import Round, Setup
from scorekeeper.rules.errors import RuleError
from tests.unit.figures.example import NAMES, after, match_of
from tests.unit.rules.example import laid, leaving, pairs, table


@pytest.mark.parametrize(
    ("setup", "played", "ways"),
    [
        (table(), leaving("", "66"), ("out", "")),
        # 1 + 2 = 3 pips against 12.
        (table(), leaving("12", "66"), ("block", "")),
        # Both hold 6 pips; the lightest tiles are 1-2 with 3 and 0-1 with 1.
        (table(), leaving("12 03", "01 05"), ("", "tile")),
        # A round that nothing settles is drawn, and one that everybody scores for is not.
        (table("dominican-formal", 4), leaving("12", "03", "04", "13"), ("drawn",) * 4),
        (table("hungarian", 3), leaving("12", "03", "66"), ("",) * 3),
    ],
)
def test_a_round_is_won_in_one_way_or_drawn(
    setup: Setup, played: Round, ways: tuple[str, ...]
) -> None:
    for row, way in zip(match_of(setup, played), ways, strict=False):
        counted = {name: getattr(row.sums, name) for name in ("out", "block", "tile", "drawn")}
        assert counted == dict.fromkeys(counted, 0) | ({way: 1} if way else {})
        assert row.sums.rounds == 1


def test_a_match_that_goes_on_has_rounds_but_is_no_match_yet() -> None:
    ana, _bea = match_of(table(), leaving("", "66"))
    assert (ana.place, ana.won, ana.ended_at) == (0, False, after(5))
    assert (ana.sums.matches, ana.sums.won, ana.sums.luck) == (0, 0, 0)
    assert (ana.sums.rounds, ana.sums.made) == (1, 12)


@pytest.mark.parametrize(
    ("setup", "rounds", "places"),
    [
        # Bea 12; then Ana 12 + 10 + 8 = 30. Ciro and Dani have 0, and share a place.
        (
            table(players=4, match={"goal": 30}),
            (leaving("01", "", "56", "00"), leaving("", "66", "55", "44")),
            [1, 2, 3, 3],
        ),
        # Where the fewest win: 0, 12 and 3 points; 12 is past the limit of 10.
        (table("hungarian", 3, match={"goal": 10}), (leaving("", "66", "12"),), [1, 3, 2]),
        # Whoever was put out later is ahead, whatever the totals.
        (
            table("french", 4, match={"goal": 10}),
            (
                # 0, 10, 2 and 3: Bea is out.
                leaving("", "46", "11", "12"),
                # Ciro has 2 + 12 = 14 and is out.
                leaving("", "", "66", "01"),
                # Dani has 3 + 1 + 11 = 15, more than Bea, and was in for longer.
                leaving("", "", "", "56"),
            ),
            [1, 4, 3, 2],
        ),
    ],
)
def test_sides_are_placed_by_their_totals(
    setup: Setup, rounds: tuple[Round, ...], places: list[int]
) -> None:
    rows = match_of(setup, *rounds)
    assert [row.place for row in rows] == places
    assert {row.sums.luck * setup.players for row in rows} == {WHOLE}
    if setup.game.id == "french":
        # Who is out of a match plays no more rounds.
        assert [row.sums.rounds for row in rows] == [3, 1, 2, 3]


@pytest.mark.parametrize(
    ("setup", "played", "counted"),
    [
        # Only tiles tell who is caught with the double six.
        (table(players=3), leaving("", "66 12", 9), [(0, 1, 0, 1), (15, 1, 1, 1), (9, 1, 0, 0)]),
        # In a larger box it is a tile like others.
        (
            table("cuban-double-nine", 4),
            leaving("", "66", "12", "13"),
            [(pips, 1, 0, 0) for pips in (0, 12, 3, 4)],
        ),
        # What is no domino has no pips, and of tiles that were laid no hands are known.
        (table("rummikub"), leaving(0, 30), [(0, 0, 0, 0)] * 2),
        (table("italian", 3), laid((0, "66")), [(0, 0, 0, 0)] * 3),
    ],
)
def test_pips_and_the_double_six_are_counted_where_hands_are_known(
    setup: Setup, played: Round, counted: list[tuple[int, ...]]
) -> None:
    sums = [row.sums for row in match_of(setup, played)]
    assert [(each.pips, each.hands, each.caught, each.seen) for each in sums] == counted


def test_a_round_that_cost_points_is_no_biggest_round() -> None:
    # Bea loses what she holds: -20 and -10.
    _ana, bea = match_of(table("rummikub"), leaving(0, 20), leaving(0, 10))
    assert (bea.sums.biggest, bea.sums.made) == (0, -30)


@pytest.mark.parametrize(
    ("minutes", "seconds", "timed"),
    [
        ((4, 10), 600, 2),
        # A break is no round.
        ((61, 66), 300, 1),
        # As after an import: the match was opened later than its rounds were played.
        ((-5, -5), 0, 0),
    ],
)
def test_a_round_takes_the_time_since_the_one_before(
    minutes: tuple[float, ...], seconds: int, timed: int
) -> None:
    ana, _bea = match_of(table(), leaving("", "66"), leaving("", "66"), minutes=minutes)
    assert (ana.sums.seconds, ana.sums.timed) == (seconds, timed)


def test_a_match_without_rounds_has_rows_of_nothing() -> None:
    rows = match_of(table(), players=NAMES)
    assert [(row.sums, row.ended_at) for row in rows] == [(Sums(), after(0))] * 2


@pytest.mark.parametrize(
    ("game", "measure"),
    [
        ("block", Measure.POINTS),
        ("hungarian", Measure.FEWEST),
        ("mexican-train", Measure.FEWEST),
        ("jamaican-partners", Measure.WINS),
        ("gaple", Measure.WINS),
        ("fives-and-threes", Measure.POINTS),
        ("rummikub", Measure.POINTS),
    ],
)
def test_low_scores_and_rounds_won_are_told_from_points(game: str, measure: Measure) -> None:
    for players in range(2, 5):
        try:
            setup = table(game, players)
        except RuleError:
            continue
        assert kind_of(setup).measure is measure


def test_house_rules_may_change_what_a_match_is_counted_in() -> None:
    wins = table(out={"winner": {"opponents": 0, "flat": 1}}, match={"goal": 6})
    assert kind_of(wins).measure is Measure.WINS


def test_a_kind_is_read_back_from_its_code() -> None:
    kind = kind_of(pairs())
    assert kind != kind_of(table(players=4))
    assert kind.code == "block/partners/points"
    assert Kind.of(kind.code) == kind


@pytest.mark.parametrize("code", ["", "block", "block/both/points", "block/alone/goals", "a/b/c/d"])
def test_another_text_is_no_kind(code: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Kind.of(code)
