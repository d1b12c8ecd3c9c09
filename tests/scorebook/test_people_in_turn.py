"""A seat is held by players in turn: each round stays with who played it, and so do figures."""

import json
from itertools import count
from random import Random

import pytest

from scorekeeper.figures.match_results import kind_of
from scorekeeper.interchange import import_export
from scorekeeper.interchange.replay import replay
from scorekeeper.pages.players.match_lines import lines_of
from scorekeeper.rules import Hand, RuleError, Setup, load_game
from scorekeeper.rules.round_entry import StartScore
from scorekeeper.scorebook import changes, history, matches, taking_places
from scorekeeper.scorebook.figures.queries import Figures, Frame
from scorekeeper.scorebook.people.players import list_players
from scorekeeper.scorebook.round_edits import RoundEdit
from scorekeeper.scorebook.round_json import fingerprint
from scorekeeper.wording.errors_and_doubts import error_sentence
from tests.effort import THOROUGH
from tests.interchange.match_factory import FOUR, LONG, brought, edit, left, sent, take_back

pytestmark = pytest.mark.usefixtures("in_checked_app")
TRAIN = load_game("mexican-train")
KEYS = count(1)


def start(setup, names=FOUR):
    return matches.open_match(setup, names, f"opened {next(KEYS)}")


def find(match_id):
    return matches.find_match(match_id)


def play(match_id, *hands):
    number = find(match_id).next_number
    matches.record_round(match_id, number, f"round {next(KEYS)}", left(*hands))


def takes(match_id, seat, name, first):
    edit(match_id, lambda match: taking_places.take_place(match, seat, name, first))


def leaves(match_id, seat):
    edit(match_id, lambda match: taking_places.leave(match, seat))


def joins(match_id, name, rule=StartScore.ZERO):
    edit(match_id, lambda match: taking_places.join(match, name, rule))


def ended(match_id):
    edit(match_id, lambda match: changes.match_stopped(match.record))


def totals(match_id):
    return find(match_id).standing.totals


def sums(name):
    (player,) = list_players(word=name)
    return Figures().total((player.id,)).sums


def names_by_round(match_id):
    match = find(match_id)
    return [match.at(scored.number).names for scored in match.rounds]


def test_a_round_is_of_the_match_itself_where_the_same_people_sit_there_now():
    match_id = start(Setup(LONG, 4, True))
    play(match_id, "", "66", "12", "34")
    play(match_id, "11", "", "12", "22")
    match = find(match_id)
    assert match.at(1) is match
    takes(match_id, 3, "Eva", 2)
    match = find(match_id)
    assert match.at(1).names[3] == "Dani"
    assert match.at(2) is match


def test_who_takes_a_place_has_the_rounds_from_then_on_and_the_partner():
    match_id = start(Setup(LONG, 4, True))
    for _round in range(3):
        play(match_id, "", "66", "12", "34")
    play(match_id, "11", "66", "12", "")
    takes(match_id, 3, "Eva", 3)
    play(match_id, "11", "", "12", "22")
    was, score = ("Ana", "Bea", "Ciro", "Dani"), totals(match_id)
    assert names_by_round(match_id) == [was] * 2 + [(*was[:3], "Eva")] * 3
    ended(match_id)
    eva, dani, bea = sums("Eva"), sums("Dani"), sums("Bea")
    # The match counts for those who sit there when it ends, each round for who played it.
    assert (eva.matches, eva.rounds, eva.out) == (1, 3, 2)
    assert (dani.matches, dani.rounds, dani.out) == (0, 2, 0)
    assert (bea.matches, bea.rounds, bea.made) == (1, 5, dani.made + eva.made)
    ids = {each.name: each.id for each in list_players()}
    pairs = {name: Figures().total((ids["Bea"], ids[name])).sums.rounds for name in ("Dani", "Eva")}
    assert pairs == {"Dani": 2, "Eva": 3}
    met, partners = Figures().with_others(ids["Bea"])
    assert ({*met}, {*partners}) == ({ids["Ana"], ids["Ciro"]}, {ids["Eva"]})
    assert Figures().total(()).sums.rounds == 5
    take_back(match_id)
    take_back(match_id)
    take_back(match_id)
    assert names_by_round(match_id) == [was] * 4
    assert totals(match_id) == (score[0], score[1] - 5)


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=THOROUGH) for seed in range(4, 60))]
)
def test_scores_by_seat_do_not_depend_on_who_sits_there_and_figures_add_up(seed, elsewhere):
    random, setup = Random(seed), Setup(LONG, 4, bool(seed % 2))
    played, other = start(setup), start(setup, ("Lia", "Max", "Noa", "Ove"))
    opened, made = find(played).record, 0
    for number in range(1, 9):
        seat, first = random.randrange(4), random.randint(1, number)
        made += 2
        try:
            takes(played, seat, random.choice(["Dani", "Eva", "Fil", "Gus"]), first)
        except RuleError:
            # Whoever was drawn has a place already.
            made -= 1
        hands = [f"{seat}{seat + 1}" for seat in range(4)]
        hands[random.randrange(4)] = ""
        play(played, *hands)
        play(other, *hands)
    assert totals(played) == totals(other)
    ended(played)
    counted = [Figures().total((each.id,)).sums for each in list_players()]
    assert (sum(each.rounds for each in counted), Figures().total(()).sums.rounds) == (32, 8)
    assert (sum(each.matches for each in counted), Figures().number()) == (4, 1)
    of_kind = Figures(Frame(kind=kind_of(setup).code)).table().values()
    assert sum(each.sums.made for each in of_kind) == sum(totals(other)) * len(setup.sides[0])
    file = import_export.export_match(played).content
    assert [*replay(json.loads(file))["totals"].values()] == [*totals(other)]
    brought(elsewhere, file)
    with elsewhere.app_context():
        assert import_export.export_match(1).content == file
    for _change in range(made + 1):
        take_back(played)
    assert find(played).record == opened


@pytest.mark.parametrize(
    ("rule", "joined_with", "after_an_edit"),
    [(StartScore.ZERO, 0, 0), (StartScore.WORST, 30, 40), (StartScore.MEAN, 10, 14)],
)
def test_somebody_joins_with_a_score_and_somebody_leaves(rule, joined_with, after_an_edit):
    match_id = start(Setup(TRAIN, 3, False), FOUR[:3])
    play(match_id, 0, 1, 30)
    joins(match_id, "Eva", rule)
    assert totals(match_id) == (0, 1, 30, joined_with)
    play(match_id, 5, 0, 5, 5)
    leaves(match_id, 2)
    play(match_id, 5, 5, Hand(), 0)
    assert totals(match_id) == (10, 6, 35, joined_with + 5)
    # What is corrected before counts for all that came after.
    was = find(match_id).rounds[0].played
    edits = {1: RoundEdit(fingerprint(was), left(0, 1, 40, Hand()))}
    history.edit_rounds(match_id, edits, sent("corrected"))
    assert totals(match_id) == (10, 6, 45, after_an_edit + 5)
    ended(match_id)
    people = ("Ana", "Bea", "Ciro", "Eva")
    assert [sums(name).rounds for name in people] == [3, 3, 2, 2]
    assert [sums(name).matches for name in people] == [1, 1, 0, 1]
    assert (Figures().total(()).sums.rounds, Figures().total(()).sums.matches) == (3, 1)
    # The first of them is taken out, and comes back: who joined stays with the same rounds.
    edit(match_id, lambda match: changes.round_removed(match.record, 1))
    assert [each.first for each in find(match_id).record.lineups] == [1, 1, 2]
    take_back(match_id)
    assert [each.first for each in find(match_id).record.lineups] == [1, 2, 3]
    for _change in range(7):
        take_back(match_id)
    assert (find(match_id).setup.players, find(match_id).record.several) == (3, ())


def test_who_left_comes_back_with_the_score_of_then():
    match_id = start(Setup(TRAIN, 3, False), FOUR[:3])
    play(match_id, 0, 1, 30)
    leaves(match_id, 2)
    play(match_id, 0, 1, Hand())
    takes(match_id, 2, "Ciro", 3)
    play(match_id, 0, 1, 2)
    assert (totals(match_id), find(match_id).standing.away) == ((0, 3, 32), ())


REFUSED = {
    "a seat of partners left": (True, lambda match: taking_places.leave(match, 0)),
    "a fifth partner": (True, lambda match: taking_places.join(match, "Eva", StartScore.ZERO)),
    "one who sits there": (True, lambda match: taking_places.take_place(match, 0, "ana", 1)),
    "one of another seat": (True, lambda match: taking_places.take_place(match, 0, "Bea", 1)),
    "a round to come": (True, lambda match: taking_places.take_place(match, 0, "Eva", 9)),
    "round 0": (True, lambda match: taking_places.take_place(match, 0, "Eva", 0)),
    "a fifth of a game for four": (
        False,
        lambda match: taking_places.join(match, "Eva", StartScore.ZERO),
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_makes_no_sense_is_refused_with_a_sentence(what):
    partners, build = REFUSED[what]
    match_id = start(Setup(LONG, 4, partners))
    with pytest.raises(RuleError) as refused:
        edit(match_id, build)
    assert error_sentence(refused.value)


def test_a_match_that_is_ended_level_is_drawn_in_all_figures():
    match_id = start(Setup(LONG, 2, False), FOUR[:2])
    play(match_id, "", "66")
    play(match_id, "66", "")
    ended(match_id)
    assert find(match_id).standing.drawn
    ana, everybody = Figures().table()[1], Figures().total(()).sums
    assert (ana.sums.matches, ana.sums.won, ana.longest, ana.newest) == (1, 0, 0, (False,))
    assert (everybody.matches, everybody.rounds) == (1, 2)
    assert [line.outcome for line in lines_of(Figures().results((1,), 9))] == ["drew"]
