"""House rules on the form that starts a match: filled in, refused, saved under a name, deleted."""

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.pages.new_match.house_rules import HouseRulesForm
from scorekeeper.rules import game_ids, load_game
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.scorebook.database.db import writing
from scorekeeper.scorebook.database.models import RuleSetRow
from tests.support.cases import tables
from tests.support.house_rules import PLAIN, RULES, SAVE, THREE, TWO, opened, rules, started
from tests.web.pagelint import text_of
from tests.web.visitor import Visitor, seated

DELETE, SUNDAY = {"action": "delete-1"}, {"save_as": "Sunday"}
# The tie that the reference rules explain: 17 against 17, won by 1-2 over 3-4.
TIE = ("12 24 35", "55 34")


OWN_IGNORED, OWN_ADDED = (rules(blocked_winner_own=answer) for answer in ("ignored", "added"))


def scores(visitor, table):
    """Play the tie and return the scores on the table after it."""
    visitor.play(table, *TIE)
    shown = visitor.open(table.address).texts("p", "score")
    return [int(text.split()[0]) for text in shown]


def offered(page):
    return page.texts("div", "game", "label")


def filled_in(game, **changed):
    unasked = {field.name: str(field.data) for field in HouseRulesForm(load_game(game))}
    asked = {f"house-{name}": answer for name, answer in changed.items()}
    assert asked.keys() <= unasked.keys()
    form = HouseRulesForm(load_game(game), MultiDict(unasked | asked))
    assert form.validate(), form.errors
    return form


@pytest.mark.parametrize("agreed", tables("house_rules", "agreed", {"game", "filled", "changes"}))
def test_what_is_agreed_changes_the_game_and_nothing_else(agreed):
    form = filled_in(agreed["game"], **agreed["filled"])
    assert form.changes == agreed["changes"]
    with_house_rules(load_game(agreed["game"]), form.changes)


@pytest.mark.parametrize("game", game_ids())
def test_house_rules_that_are_not_changed_change_nothing(game):
    assert filled_in(game).changes == {}


# Of a game: what is asked of it, and what is not.
ASKED = {
    "eight-minus-players": ("blocked-winner-own", "blocked-winner-partner"),
    "mexican-partners": ("blocked-rank", "deal-4"),
    "jamaican-partners": ("blocked-next-worth", "rounding"),
    "jamaican-cut-throat": ("match-one-all-worth", "rounding"),
    "all-fives": ("rounding", "bonus-0-points"),
    "french": ("weights-tile-0-0", "blocked-winner-own"),
    "triominos": ("match-test", "deal-2"),
    "hoyle": ("blocked-rank", "tiles-highest"),
}


def test_only_what_applies_to_a_game_is_asked():
    # All that is asked of other games is on the pages that are kept in tests/web/every_page.
    for game, (asked, not_asked) in ASKED.items():
        form = HouseRulesForm(load_game(game))
        assert asked in form, game
        assert not_asked not in form, game


@pytest.mark.parametrize(
    ("game", "seats", "counts"),
    [("block", 4, (4,)), ("draw", 0, (2, 3, 4)), ("jamaican-partners", 4, ())],
)
def test_the_four_rules_that_people_ask_for_come_first_and_more_has_the_rest(game, seats, counts):
    first = ["A tie when blocked goes to"]
    if counts:
        first += ["The box", "Who cannot play", *(f"Tiles each, {n} players" for n in counts)]
    form = HouseRulesForm(load_game(game))
    often, rest = form.parts(seats)
    assert [field.label.text for field in often] == first
    assert {*often, *rest} == {*form}
    assert not {*often} & {*rest}


def rest_is_open(page):
    (more,) = (each for each in page.all("details") if text_of(each).startswith("More "))
    return "open" in more.attrib


def test_opening_house_rules_keeps_what_was_filled_in(visitor, new_match, unchanged):
    filled = seated("Ana", "", "Ciro") | {"game": "hoyle", "goal": "150", "other_goal": "x"}
    filled["partners"] = "y"
    changed = OWN_IGNORED | rules(deal_2="x")
    with unchanged():
        page = visitor.send(new_match, filled | RULES)
        again = visitor.send(page, changed | RULES)
        other = visitor.send(again, {"game": "block"} | RULES)
    assert (page.status, page.problems) == (200, [])
    assert (filled | {"rules_of": "hoyle"}).items() <= page.form.items()
    assert changed.items() <= again.form.items()
    # Those of another game are as it has them.
    assert {"rules_of": "block", "house-deal-2": "7"}.items() <= other.form.items()
    # One that is refused among the rest is shown.
    assert not rest_is_open(page)
    assert rest_is_open(visitor.send(page, rules(weights_tile_0_0="x")))


def test_a_match_is_played_as_was_agreed_and_the_next_one_is_not(visitor):
    table = started(visitor, TWO, blocked_winner_own="added", deal_2="9")
    assert "Deal 9 tiles each." in table.text
    assert scores(visitor, table) == [34, 0]
    assert scores(visitor, visitor.start("Ana", "Bea")) == [0, 0]
    # A button drops them.
    page = visitor.send(opened(visitor), OWN_ADDED | PLAIN)
    assert page.all("section", "house") == []
    assert scores(visitor, visitor.follow(visitor.send(page))) == [0, 0]


RANGE, NO_NUMBER = "Enter a number from {} to {}.", "Enter a whole number, such as 17."
NO_FIT = "“Tiles each, {} players” does not fit the other rules: {} of 28 tiles."
OTHERS_OPEN = (
    "The house rules below are those of {}: choose it again, or open the house rules of {}."
)


def test_what_cannot_be_is_refused_where_it_stands(visitor, refused):
    page = opened(visitor, THREE)
    for field, entered, sentence in (
        *(("house-deal-2", number, RANGE.format(1, 50)) for number in ("0", "51", "")),
        ("house-deal-2", "many", NO_NUMBER),
        ("house-weights-tile-0-0", "-1", RANGE.format(0, 100)),
        ("house-weights-tile-0-0", "9" * 5000, NO_NUMBER),
        ("house-bonus-0-points", "1001", RANGE.format(0, 1000)),
        ("house-blocked-winner-own", "twice", "Select one of these."),
        ("house-deal-4", "8", NO_FIT.format(4, 32)),
        ("game", "hoyle", OTHERS_OPEN.format("Block", "Hoyle")),
    ):
        # A choice that was never offered is shown as it was.
        shows = {field: page.form[field]} if entered == "twice" else {}
        answer = refused(page, {field: entered}, sentence, shows=shows)
        assert answer.links[sentence] == f"#{field}"
    # What contradicts is refused one after the other, all else at once.
    entered = rules(deal_2="0", bonus_0_points="x") | {"other_goal": "0"}
    no_goal = "Enter a goal from 1 to 10,000."
    refused(page, entered, no_goal, RANGE.format(1, 50), NO_NUMBER)
    answer = refused(page, rules(deal_3="10", deal_4="9"), NO_FIT.format(3, 30))
    answer = refused(answer, rules(deal_3="9"), NO_FIT.format(4, 36))
    assert visitor.send(answer, rules(deal_4="7")).status == 303


def test_house_rules_of_an_unknown_game_are_refused(visitor, new_match, refused):
    sentence = "These house rules were for a game that is gone: open those of Block, or do without."
    for forged in ("chess", "set-1", "<b>"):
        answer = refused(new_match, TWO | {"rules_of": forged}, sentence, shows={"rules_of": ""})
    for game, problems in (("chess", ["Select one of these."]), ("block", [])):
        assert visitor.send(answer, {"game": game} | RULES).problems == problems


@pytest.fixture
def saved(visitor):
    """Return the page after Block with the winner's pips ignored, to 61, was saved as Sunday."""
    page = visitor.send(opened(visitor), OWN_IGNORED | SUNDAY | {"other_goal": "61"} | SAVE)
    assert page.status == 200
    return page


def test_saved_rules_are_chosen_and_played_even_when_they_are_deleted(visitor, saved):
    assert saved.texts("p", "notice") == ["“Sunday” is saved and chosen."]
    chosen = TWO | {"game": "set-1", "goal": "usual", "other_goal": ""}
    assert chosen.items() <= saved.form.items()
    assert offered(saved)[:2] == ["Sunday", "Block"]
    assert saved.all("section", "house") == []
    # The next match offers them first, with their changes in words.
    page = visitor.open("/matches/new")
    assert (page.form["game"], offered(page)[:2]) == ("block", ["Sunday", "Block"])
    about = page.texts("p", "about")[0]
    assert about.startswith("Block with house rules: ")
    assert "goal: 61" in about
    table = visitor.follow(visitor.send(visitor.open("/matches/new?game=set-1"), TWO))
    visitor.send(saved, DELETE)
    assert "first to 61" in table.text
    assert scores(visitor, table) == [17, 0]


def test_saved_rules_can_be_changed_and_saved_under_another_name(visitor, saved, refused):
    page = visitor.send(saved, RULES)
    assert page.texts("section", "house", "h2") == ["House rules for Sunday"]
    assert OWN_IGNORED.items() <= page.form.items()
    table = visitor.follow(visitor.send(page, OWN_ADDED))
    assert "first to 61" in table.text
    assert scores(visitor, table) == [34, 0]
    refused(page, {"game": "block"}, OTHERS_OPEN.format("Sunday", "Block"))
    other = visitor.send(page, {"house-match-test": "exceed", "save_as": "Draw"} | SAVE)
    assert offered(other)[:3] == ["Draw", "Sunday", "Block"]
    # The name is that of whoever saved them, in any language.
    assert "Draw" in offered(Visitor(visitor.app, "es").open("/matches/new"))
    assert "goal: more than 61" in other.texts("p", "about")[0]


@pytest.mark.usefixtures("saved")
def test_what_cannot_be_saved_is_refused_and_a_match_starts_whatever_the_name_is(visitor, refused):
    page = opened(visitor)
    for filled, sentence in (
        ({"save_as": " \u202e "}, "Enter a name for these rules."),
        ({"save_as": "S" * 41}, "Enter a name of at most 40 letters."),
        ({"save_as": " SUNDAY"}, "“SUNDAY” is taken: give these rules another name."),
        (
            {"house-blocked-winner-own": "minus", "save_as": "Usual"},
            "These are the rules of Block: change one to save them.",
        ),
        (SUNDAY | {"house-deal-4": "9"}, NO_FIT.format(4, 36)),
    ):
        # What was pressed is no field of the page that comes back.
        shown = {"save_as": filled["save_as"].strip(" \u202e"), "action": None}
        answer = refused(page, OWN_ADDED | filled | SAVE, sentence, shows=shown)
        assert answer.links[sentence] == f"#{[*filled][-1]}", sentence
    assert visitor.send(page, {"save_as": "S" * 300}).status == 303
    # To save rules nobody has to sit down.
    page = visitor.send(opened(visitor, {}), OWN_ADDED | {"save_as": "Ours"} | SAVE)
    assert offered(page)[0] == "Ours"


def test_deleting_rules_closes_them_where_they_are_open_and_no_others(visitor, saved, unchanged):
    other, own, late = opened(visitor), visitor.send(saved, RULES), visitor.twin()
    page = visitor.send(other, OWN_ADDED | DELETE)
    assert page.texts("p", "notice") == ["“Sunday” is deleted."]
    assert (OWN_ADDED | {"game": "block", "rules_of": "block"}).items() <= page.form.items()
    with unchanged():
        page = visitor.send(own, {"game": "hoyle"} | DELETE)
    assert page.texts("p", "notice") == ["These rules were already deleted."]
    assert (page.all("section", "house"), page.form["game"]) == ([], "hoyle")
    with unchanged():
        answer = late.send(saved)
    assert (answer.status, answer.problems) == (422, ["Select one of these."])
    assert TWO.items() <= answer.form.items()


def test_deleting_the_rules_that_are_chosen_chooses_their_game(visitor, saved):
    page = visitor.send(visitor.send(saved, RULES), THREE | DELETE)
    assert page.all("section", "house") == []
    assert (THREE | {"game": "block"}).items() <= page.form.items()
    assert "Sunday" not in offered(page)
    assert visitor.send(page).status == 303


def test_rules_that_fit_no_game_any_more_can_only_be_deleted(app, visitor):
    with app.app_context(), writing() as session:
        session.add(RuleSetRow(name="Old", name_key="old", game_id="chess", changes={}))
    page = visitor.open("/matches/new")
    assert "“Old” no longer fits any game." in page.text
    assert "Old" not in offered(page)
    assert "“Old” no longer" not in visitor.send(page, DELETE).text
