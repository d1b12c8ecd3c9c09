"""House rules that are saved under a name, used again, and deleted."""

import pytest

from scorekeeper.pages.new_match.games import offered_games
from scorekeeper.rules import load_game
from scorekeeper.rules.games import with_house_rules
from scorekeeper.scorebook.database.db import writing
from scorekeeper.scorebook.database.models import RuleSetRow
from scorekeeper.scorebook.rule_sets import RuleSet
from tests.unit.wording.made_up_language import Phrases, speaking
from tests.web.new_match.house_rules_form import RULES, SAVE, TIE, TWO, opened, rules, scores
from tests.web.visitor import seated

DELETE = {"action": "delete-1"}
OWN_IGNORED = rules(blocked_winner_own="ignored")
OWN_ADDED = rules(blocked_winner_own="added")
SUNDAY = {"save_as": "Sunday"}
# What was pressed is no field of the page that comes back.
BUTTON: dict[str, str | None] = {"action": None}


@pytest.fixture
def saved(visitor):
    """Return the page after Block with the winner's pips ignored, to 61, was saved as Sunday."""
    page = visitor.send(opened(visitor), OWN_IGNORED | SUNDAY | {"other_goal": "61"} | SAVE)
    assert page.status == 200
    return page


def offered(page):
    return page.texts("div", "game", "label")


def test_saving_rules_chooses_them_and_keeps_the_names(visitor, saved):
    assert saved.texts("p", "notice") == ["“Sunday” is saved and chosen."]
    chosen = TWO | {"game": "set-1", "goal": "usual", "other_goal": ""}
    assert chosen.items() <= saved.form.items()
    assert offered(saved)[:2] == ["Sunday", "Block"]
    assert saved.all("section", "house") == []
    # The next match suggests them too, with their changes in words.
    page = visitor.open("/matches/new")
    assert (page.form["game"], offered(page)[:2]) == ("block", ["Block", "Sunday"])
    about = page.texts("p", "about")[1]
    assert about.startswith("Block with house rules: ")
    assert "goal: 61" in about


def test_a_match_is_played_by_saved_rules_even_when_they_are_deleted(visitor, saved):
    chosen = visitor.follow(visitor.send(visitor.open("/matches/new?game=set-1"), TWO))
    visitor.send(saved, DELETE)
    assert "first to 61" in chosen.text
    assert scores(visitor, chosen, *TIE) == [17, 0]


def test_saved_rules_can_be_changed_for_one_match_and_saved_under_another_name(
    visitor, saved, refused
):
    page = visitor.send(saved, RULES)
    assert page.texts("section", "house", "h2") == ["House rules for Sunday"]
    assert OWN_IGNORED.items() <= page.form.items()
    table = visitor.follow(visitor.send(page, OWN_ADDED))
    assert "first to 61" in table.text
    assert scores(visitor, table, *TIE) == [34, 0]
    sentence = (
        "The house rules below are those of Sunday: choose it again,"
        " or open the house rules of Block."
    )
    refused(page, {"game": "block"}, sentence)
    other = visitor.send(page, {"house-match-test": "exceed", "save_as": "Monday"} | SAVE)
    assert offered(other)[:3] == ["Monday", "Block", "Sunday"]
    assert "goal: more than 61" in other.texts("p", "about")[0]


@pytest.mark.usefixtures("saved")
@pytest.mark.parametrize(
    ("filled", "sentence"),
    [
        ({"save_as": ""}, "Enter a name for these rules."),
        ({"save_as": " \u202e "}, "Enter a name for these rules."),
        ({"save_as": "S" * 41}, "Enter a name of at most 40 letters."),
        (SUNDAY, "“Sunday” is taken: give these rules another name."),
        ({"save_as": " SUNDAY"}, "“SUNDAY” is taken: give these rules another name."),
        (
            {"save_as": "Usual", "house-blocked-winner-own": "minus"},
            "These are the rules of Block: change one to save them.",
        ),
        (
            SUNDAY | {"house-deal-4": "9"},
            "“Tiles each, 4 players” does not fit the other rules: 36 of 28 tiles.",
        ),
    ],
)
def test_what_cannot_be_saved_is_refused(visitor, refused, filled, sentence):
    shown = {"save_as": filled["save_as"].replace("\u202e", "").strip()} | BUTTON
    page = refused(opened(visitor), OWN_ADDED | filled | SAVE, sentence, shows=shown)
    field = "house-deal-4" if "house-deal-4" in filled else "save_as"
    assert page.links[sentence] == f"#{field}"


def test_rules_are_saved_without_players_and_a_match_starts_whatever_their_name_is(visitor):
    page = visitor.send(opened(visitor, {}), OWN_ADDED | SUNDAY | SAVE)
    assert page.problems == []
    assert offered(page)[0] == "Sunday"
    assert visitor.send(opened(visitor), {"save_as": "S" * 300}).status == 303


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
    three = seated("Ana", "Bea", "Ciro")
    page = visitor.send(visitor.send(saved, RULES), three | DELETE)
    assert page.all("section", "house") == []
    assert (three | {"game": "block"}).items() <= page.form.items()
    assert "Sunday" not in offered(page)
    assert visitor.send(page).status == 303


def test_rules_that_fit_no_game_any_more_can_only_be_deleted(app, visitor):
    with app.app_context(), writing() as session:
        session.add(RuleSetRow(name="Old", name_key="old", game_id="chess", changes={}))
    page = visitor.open("/matches/new")
    assert "“Old” no longer fits any game." in page.text
    assert "Old" not in offered(page)
    assert "“Old” no longer" not in visitor.send(page, DELETE).text


def test_saved_rules_keep_their_name_and_are_described_in_the_language(app):
    game = with_house_rules(load_game("block"), {"match": {"goal": 150}})
    phrases: Phrases = {
        "Block": "Bloqueo",
        ("rule", "goal"): "meta",
        "%(game)s with house rules: %(rules)s.": "%(rules)s en %(game)s.",
    }
    with speaking("es", phrases, app):
        card = offered_games([RuleSet(1, "Block", "block", game)])["set-1"]
        assert (card.name, card.summary) == ("Block", "meta: 150 en Bloqueo.")
