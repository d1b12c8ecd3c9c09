"""What is asked of a scorebook with a year of a club is what another computation finds."""

from collections import Counter
from itertools import combinations

import pytest

from scorekeeper.figures.counted_rounds import way_of
from scorekeeper.figures.match_results import NOT_COMPARED, WHOLE, kind_of
from scorekeeper.scorebook.cache import match_at
from scorekeeper.scorebook.figures import page_figures as figures_read
from scorekeeper.scorebook.figures.queries import Figures, Frame
from scorekeeper.scorebook.figures.recounting import recount_all
from scorekeeper.scorebook.people.players import players_of
from tests.databases import opened, sqlite_url
from tests.scorebook.stored import store_club
from tests.unit.figures import brute
from tests.unit.figures.club import PEOPLE, TABLES, year

CODES = sorted({kind_of(setup).code for setup in TABLES})
EVERYBODY = range(1, PEOPLE + 1)
# Of so many, who are partners and rivals of all others, each two are looked at.
SOME = range(1, 11)


@pytest.fixture(scope="module")
def club(sqlite_template, tmp_path_factory):
    """Enter a scorebook of the club, and return its matches."""
    place, played = tmp_path_factory.mktemp("club"), year(300, seed=2030)
    with opened(sqlite_url(sqlite_template, place), place) as app:
        store_club(app, played)
        with app.app_context():
            recount_all()
            yield played


def test_the_year_has_all_that_can_happen(club):
    seen = Counter(way_of(each.score) for match in club for each in match.rounds)
    assert min(seen.values()) > 5
    assert len(seen) == 5
    assert sum(match.winner is None for match in club) > 5
    assert any(match.standing.put_out for match in club)
    assert {match.rounds[-1].recorded_at.month for match in club} == set(range(1, 13))


@pytest.mark.parametrize("code", [*CODES, ""])
def test_the_sums_of_players_and_of_partners_are_those_counted_round_by_round(club, code):
    played = [match for match in club if code in ("", kind_of(match.setup).code)]
    figures, pairs = Figures(Frame(kind=code)), 0
    table = figures.table()
    # All games together leave out what does not compare.
    left_out = () if code else NOT_COMPARED
    for player in EVERYBODY:
        expected = brute.sums(played, player, left_out=left_out)
        total = table.get(player) or figures.total((player,))
        assert +brute.as_counts(total.sums) == +expected, player
        assert total.sums.luck == brute.luck(played, player) * WHOLE
        assert total.longest == brute.longest_run(played, player)
    for one, two in combinations(SOME, 2):
        together = figures.total((one, two)).sums
        pairs += together.matches
        assert +brute.as_counts(together) == +brute.sums(played, one, two, left_out=left_out)
    assert code or pairs > 5
    # Everybody together made each point once, in matches of one kind.
    over = [match for match in played if code and brute.ended(match)]
    scores = [each.score for match in over for each in match.rounds]
    sums = figures.total(()).sums
    if code:
        assert (sums.matches, sums.rounds) == (len(over), len(scores))
        assert sums.made == sum(sum(score.points) for score in scores)
        assert sums.biggest == max(max(score.points) for score in scores)
        assert sums.rounds_won == sum(score.winning_side is not None for score in scores)
        first = [match.rows[match.players[0]].sums for match in over]
        assert sums.lead_changes == sum(each.lead_changes for each in first)


def test_who_met_whom_is_what_their_matches_say(club):
    for one in SOME:
        met, _partners = Figures().with_others(one)
        for two in EVERYBODY:
            expected = brute.ahead(club, one, two) if one != two else (0, 0, 0)
            assert tuple(met.get(two, (0, 0, 0))) == expected


def test_the_ratings_are_those_of_all_matches_rated_at_once(club):
    kept = Figures().ratings()
    assert dict(kept) == brute.ratings(club)
    season = figures_read.season_table()
    assert {each.player: each.rating for each in season} == dict(kept)


def test_a_score_that_is_kept_is_that_of_the_rounds(club):
    ids = [match.match_id for match in club]
    players = players_of(ids)
    for match, score in zip(club, figures_read.scores_of(ids), strict=True):
        scored = match_at(match.match_id, len(match.rounds))
        assert (score.match_id, score.setup) == (match.match_id, scored.setup)
        assert (score.names, score.players) == (scored.names, players[match.match_id])
        assert (score.totals, score.winner) == (match.standing.totals, match.winner)
        assert (score.colours, score.put_out) == (scored.seat_colours, scored.standing.put_out)
        assert (score.rounds, score.last_at) == (len(scored.rounds), scored.last_at)
