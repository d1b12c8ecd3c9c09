"""What matches come to, added up: facts of a match, results, people, evenings and ratings."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from scorekeeper.clock import read_period
from scorekeeper.figures import head_to_head
from scorekeeper.figures.counted_rounds import CountedRound, results_of
from scorekeeper.figures.match_results import (
    WHOLE,
    Figure,
    Kind,
    Measure,
    Result,
    Sums,
    Totals,
    added,
    counted_from,
    total_of,
)
from scorekeeper.figures.rating import LEAST_MATCHES, Finished, Rating, rated_in_order
from scorekeeper.rules import Standing, game_ids
from scorekeeper.rules.game_keys import Entry, Reset
from tests.support.cases import cases, compare, parted
from tests.unit.figures.club import scored_round
from tests.unit.rules.deals import label, tables
from tests.unit.rules.lines import played_by

ANA, BEA, CIRO, DANI = NAMES = (1, 2, 3, 4)
EIGHT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
BLOCK = Kind("block", partners=False, measure=Measure.POINTS)


def after(minutes):
    """Return the time so many minutes after eight."""
    return EIGHT + timedelta(minutes=minutes)


def match_of(told, *, players=NAMES, match_id=7):
    """Return the rows of a match as tests/cases/figures.toml has it, which began at eight."""
    told, _, minutes = told.partition(" at ")
    start, steps = played_by(told)
    times = map(int, minutes.split()) if minutes else range(5, 5 * len(steps) + 1, 5)
    counted = [
        CountedRound(played, score, standing, after(time))
        for (played, score, standing), time in zip(steps, times, strict=True)
    ]
    return results_of(match_id, start.setup, players[: start.setup.players], counted, EIGHT)


def result(match_id, *, won, **sums):
    """Return a result of a match; those of a higher id ended later."""
    counts = Sums(matches=1, won=int(won), **sums)
    return Result((ANA,), match_id, after(match_id), BLOCK, 0, 1 if won else 2, counts)


def figure(row, name):
    """Return what a row says of a figure."""
    if name == "ended":
        return int((row.ended_at - EIGHT).total_seconds()) // 60
    return row.place if name == "place" else getattr(row.sums, name)


@pytest.mark.parametrize("lines", cases("figures"))
def test_a_match_comes_to_what_its_line_says(lines):
    compare(lines, figures_told)


def figures_told(line):
    """Return a line with what its match comes to."""
    match, told = parted(line)
    rows, found = match_of(match), list[str]()
    assert {row.kind for row in rows} == {Kind.of(rows[0].kind.code)}
    for name in (each.partition(" ")[0] for each in told.split("; ")):
        figures = [rows[0].kind.code] if name == "kind" else [figure(row, name) for row in rows]
        found.append(" ".join([name, *map(str, figures)]))
    return f"{match} => {'; '.join(found)}"


FORGED_KINDS = ["", "block", "block/both/points", "block/alone/goals", "a/b/c/d"]
FORGED_PERIODS = [
    *("0000", "26", "2026-13", "2026-00", "2026-1", "20262", "2026-11-20", "٢٠٢٦", "all"),
    *("0001", "9999", "newest-", "newest-x", "newest-01"),
]


def test_a_forged_kind_or_period_is_refused():
    for read, texts in ((Kind.of, FORGED_KINDS), (read_period, FORGED_PERIODS)):
        for text in texts:
            with pytest.raises(ValueError, match=r"."):
                read(text)


OF_TILES = [setup for setup in tables(game_ids()) if setup.game.table.entry is Entry.TILES]


@pytest.mark.parametrize("setup", OF_TILES, ids=label)
def test_the_rows_of_a_match_of_any_game_agree_with_its_standing(setup):
    random, standing, rounds = Random(label(setup)), Standing.start(setup), list[CountedRound]()
    numbers = tuple(range(1, setup.players + 1))
    # A match, or a part of a long one.
    while not standing.over and len(rounds) < 40:
        played, score = scored_round(setup, standing, numbers, random)
        standing = standing.after(played, score)
        rounds.append(CountedRound(played, score, standing, EIGHT))
    rows = results_of(1, setup, numbers, rounds, EIGHT)
    assert max(row.sums.rounds for row in rows) == standing.rounds
    for seat, row in enumerate(rows):
        if setup.game.match.reset is Reset.NEVER:
            assert row.sums.made == standing.totals[row.side]
        assert row.won == (standing.winner == row.side)
        assert row.sums.rounds_won + row.sums.drawn <= row.sums.rounds
        assert row.sums.caught <= row.sums.seen <= row.sums.hands
        assert (row.players, row.side) == ((seat + 1,), setup.side_of(seat))
    # The first of a side sits on the seat of its number.
    assert sum(row.sums.rounds_won for row in rows[: len(setup.sides)]) <= standing.rounds
    # One winner, who was ahead of all and played all rounds.
    first = {(row.side, row.sums.rounds) for row in rows if row.place == 1}
    assert first == ({(standing.winner, standing.rounds)} if standing.over else set())
    assert standing.over or {row.place for row in rows} == {0}


def test_a_total_says_when_it_begins_and_ends_and_how_matches_were_won():
    newest = (True, False, True, True, True, False, True)
    # The longest run is that of the matches 3 to 5.
    seven = [result(at, won=won) for at, won in enumerate(newest, start=1)]
    assert total_of(seven) == Totals(Sums(matches=7, won=5), after(1), after(7), 3, newest)
    assert total_of([]) == Totals()
    many = [result(at, won=at % 3 == 0) for at in range(1, 31)]
    # Of so many the newest twelve are told.
    assert total_of(many).newest == tuple(at % 3 == 0 for at in range(19, 31))


def test_all_kinds_together_have_no_points_and_no_pips():
    won = result(1, won=True, rounds=4, made=40, biggest=20, pips=8, hands=4)
    lost = result(2, won=False, rounds=6, made=95, given=130, biggest=40, seen=2)
    sums = total_of([won, lost]).sums
    assert (sums.made, sums.given, sums.biggest, sums.pips, sums.hands) == (135, 130, 40, 8, 4)
    assert sums.compared == Sums(matches=2, won=1, rounds=10, seen=2)


def test_figures_are_the_same_in_any_order_and_their_parts_add_up_to_the_whole(thorough, seed):
    random = Random(seed)
    for _ in range(500 if thorough else 30):
        rows = [Sums(*random.choices(range(51), k=len(Sums()))) for _ in range(16)]
        first, second = sorted(random.choices(range(17), k=2))
        parts = [*map(added, (rows[:first], rows[first:second], rows[second:]))]
        whole = added(rows)
        assert whole == added(random.sample(rows, len(rows))) == added(parts)
        # What compares of all kinds is that of each.
        assert added(each.compared for each in parts) == whole.compared


def test_shares_and_averages_are_of_what_is_known():
    sums = Sums(
        matches=4, won=3, luck=WHOLE, rounds=10, out=4, block=2, tile=1, made=98, given=60,
        pips=30, hands=8, caught=1, seen=5, seconds=3000, timed=10,
    )  # fmt: skip
    assert (sums.share, sums.chance, sums.above_luck) == (0.75, 0.25, 2.0)
    assert (sums.rounds_won, sums.made_a_round, sums.given_a_round) == (7, 9.8, 6.0)
    assert (sums.pips_a_hand, sums.caught_share, sums.seconds_a_round) == (3.75, 0.2, 300.0)
    of_nothing = Sums()
    assert (of_nothing.share, of_nothing.chance, of_nothing.pips_a_hand) == (None,) * 3
    assert (of_nothing.made_a_round, of_nothing.above_luck) == (None, 0)


def test_every_figure_leads_to_the_matches_it_was_counted_from():
    rows = [
        result(1, won=True, out=2, biggest=20),
        result(2, won=False, block=1, drawn=1, biggest=31),
        result(3, won=True, tile=1, caught=1, biggest=5),
        result(4, won=True, biggest=31),
        result(5, won=False, by_points=1),
        result(6, won=True),
        result(7, won=True),
    ]
    ids = {figure: [row.match_id for row in counted_from(rows, figure)] for figure in Figure}
    assert counted_from(rows) == rows
    assert ids == {
        "won": [1, 3, 4, 6, 7],
        "out": [1],
        "block": [2],
        "tile": [3],
        "by_points": [5],
        "drawn": [2],
        "caught": [3],
        # The first of two, as of the runs.
        "biggest": [2],
        "run": [3, 4],
    }
    for none in ([], [result(1, won=False)]):
        assert [*counted_from(none, Figure.RUN), *counted_from(none, Figure.BIGGEST)] == []


def meetings(*ahead):
    """Return meetings, the last one first."""
    return [head_to_head.Meeting(at, BLOCK, each) for at, each in enumerate(ahead)]


def test_meetings_add_up_level_ones_are_nobodys_and_the_newest_make_a_row():
    ahead = head_to_head.ahead_in(meetings(1, 1, 0, -1, 1))
    assert ahead == head_to_head.Ahead(met=5, first=3, second=1)
    assert (ahead.level, ahead.share) == (1, 0.75)
    assert head_to_head.Ahead(met=2).share is None
    for newest, first, second in (((1, 1, 0, -1, 1), 2, 0), ((-1, 1), 0, 1), ((), 0, 0)):
        rows = (
            head_to_head.in_a_row(meetings(*newest)),
            head_to_head.in_a_row(meetings(*newest), -1),
        )
        assert [*map(len, rows)] == [first, second]


def test_a_rival_is_who_is_ahead_most_of_the_times():
    met = {
        BEA: head_to_head.Ahead(47, 28, 19),
        # 23 of 43 is more than 11 of 21, and 4 of 4 is too few.
        DANI: head_to_head.Ahead(43, 20, 23),
        CIRO: head_to_head.Ahead(21, 10, 11),
        9: head_to_head.Ahead(4, 0, 4),
    }
    assert head_to_head.rival_of(met) == DANI
    assert head_to_head.rival_of({BEA: met[BEA]}) is None


@pytest.mark.parametrize(
    ("partners", "best"),
    [
        # 9 of 16 is 56%, 5 of 9 a little less, 3 of 5 is 60%, and 4 of 4 says little.
        ({BEA: (16, 9), CIRO: (9, 5), DANI: (5, 3), 9: (4, 4)}, DANI),
        ({BEA: (16, 9), CIRO: (9, 5)}, BEA),
        # Of two as good whoever played more, or was there first.
        ({BEA: (5, 3), CIRO: (10, 6)}, CIRO),
        ({CIRO: (5, 3), BEA: (5, 3)}, BEA),
        # Luck would have won as much.
        ({BEA: (6, 3), CIRO: (6, 1)}, None),
    ],
)
def test_the_best_partner_won_the_largest_part_with_enough_matches(partners, best):
    together = {
        other: Sums(matches=matches, won=won, luck=matches * WHOLE // 2)
        for other, (matches, won) in partners.items()
    }
    assert head_to_head.best_partner(together) == best


def test_the_season_is_ordered_by_wins_above_luck_then_by_wins():
    # Ana won 3 of 4 at tables of four: 3 - 1 = 2 more than luck. Bea won 4 of 6 against one other:
    # 4 - 3 = 1 more. Ciro and Dani have 1 - 1 = 0, and so has 9, who won 2 of 4.
    played = {9: (4, 2, 2), DANI: (2, 1, 1), BEA: (6, 4, 3), CIRO: (4, 1, 1), ANA: (4, 3, 1)}
    found = head_to_head.ranked(
        {
            player: Totals(Sums(matches=matches, won=won, luck=luck * WHOLE))
            for player, (matches, won, luck) in played.items()
        }
    )
    places = [(each.place, each.player) for each in found]
    assert places == [(1, ANA), (2, BEA), (3, 9), (4, CIRO), (4, DANI)]


def test_an_evening_has_its_matches_its_rounds_and_its_players():
    over = match_of("block 2 with match.goal = 20 : - / 6-6 | - / 5-5")
    goes_on = match_of("block 3 : 6-6 / - / 1-2", players=(BEA, CIRO, DANI), match_id=8)
    found = head_to_head.evening([*over, *goes_on])
    assert (found.matches, found.going_on) == ((7,), (8,))
    assert (found.sums.rounds, found.sums.matches) == (3, 1)
    # Ana won one of one, where luck gives half; Ciro and Dani ended none, Bea lost hers.
    places = [(each.place, each.player) for each in found.players]
    assert places == [(1, ANA), (2, CIRO), (2, DANI), (4, BEA)]
    # Three rounds in 10 and in 5 minutes.
    assert found.sums.seconds_a_round == 300
    # Points of several games do not compare.
    assert (found.sums.made, found.players[0].sums.made) == (0, 0)


def finished(match_id, *sides, places=(1, 2)):
    return [
        Finished(match_id, after(match_id), side, place, player)
        for side, (players, place) in enumerate(zip(sides, places, strict=True))
        for player in players
    ]


def last_of(*matches, before=None):
    """Return everybody's rating after some matches."""
    rows = [row for each in matches for row in each]
    rated = {row.player: rating for row, rating in rated_in_order(rows, before)}
    return (before or {}) | rated


def test_a_match_moves_ratings_as_algorithm_4_of_weng_and_lin_does():
    for match, *expected in (
        (finished(1, (ANA,), (BEA,)), 27.635389, 22.364611),
        (finished(1, (ANA, CIRO), (BEA, DANI)), 26.964294, 23.035705),
        (finished(1, (ANA,), (BEA,), (CIRO,), places=(1, 2, 2)), 27.869049, 23.565476),
    ):
        rated = last_of(match)
        assert [rated[each].strength for each in (ANA, BEA)] == pytest.approx(expected, abs=2e-6)


def test_matches_are_rated_in_the_order_they_ended_or_by_their_ids():
    many = [
        finished(1, (ANA,), (BEA,)),
        finished(2, (BEA, DANI), (ANA, CIRO)),
        finished(3, (ANA,), (CIRO,), (DANI,), places=(1, 2, 2)),
        finished(4, (CIRO,), (BEA,), (ANA,), places=(1, 2, 3)),
    ]
    assert last_of(*reversed(many)) == last_of(*many)
    one, two = ([row._replace(ended_at=after(0)) for row in each] for each in many[:2])
    assert last_of(two, one) == last_of(one, two)
    # Whatever their ids: the first of them may end as the last.
    late = [row._replace(ended_at=after(9)) for row in many[0]]
    last = [row._replace(match_id=9) for row in late]
    assert last_of(late, many[1]) == last_of(many[1], last) != last_of(*many[:2])


@pytest.mark.parametrize(
    ("strength", "unsure", "matches", "shown"),
    [
        # 1500 + 5.6 · 15 = 1584, sure to 60 points: only the tens are known.
        (30.6, 4.0, 30, 1580),
        # Sure to 120 points: only the hundreds.
        (30.6, 8.0, 30, 1600),
        # Sure to 9 points: all.
        (30.6, 0.6, 30, 1584),
        (24.0, 2.0, 30, 1480),
        # After enough matches it is shown.
        (25.0, 6.0, LEAST_MATCHES, 1500),
        (25.0, 6.0, LEAST_MATCHES - 1, None),
    ],
)
def test_a_rating_has_no_digits_that_are_not_known(strength, unsure, matches, shown):
    assert Rating(strength, unsure, matches).points == shown


def test_after_enough_matches_of_any_table_the_tens_are_known():
    # Whoever plays with whom: nobody is less sure than after matches of two pairs.
    known: dict[int, Rating] = {}
    for at in range(LEAST_MATCHES):
        sides = ((ANA, CIRO), (BEA, DANI)) if at % 2 else ((BEA, DANI), (ANA, CIRO))
        known = last_of(finished(at, *sides), before=known)
    assert known[ANA].unsure * 15 < 100
    assert known[ANA].matches == LEAST_MATCHES
