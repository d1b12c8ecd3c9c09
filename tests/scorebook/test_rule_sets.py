"""House rules under a name."""

import pytest

from scorekeeper.rules import load_game
from scorekeeper.rules.games import with_house_rules
from scorekeeper.rules.schema import merge
from scorekeeper.scorebook import rule_sets as rulesets
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.rule_sets import NameTaken, difference, rule_sets, save_rule_set

BLOCK = load_game("block")
TO_61 = with_house_rules(BLOCK, {"match": {"goal": 61}})
BOTH = with_house_rules(TO_61, {"blocked": {"rank": ["side total"]}})
DRAWN = with_house_rules(BLOCK, {"blocked": {"rank": ["side total"]}})


@pytest.fixture(autouse=True)
def scorebook(app):
    """Open an empty scorebook."""
    with app.app_context():
        yield


def saved():
    return {each.name: each.game for each in rule_sets()}


def test_a_set_is_the_game_with_its_changes_and_only_these_are_stored_once():
    for _time in range(2):
        assert save_rule_set("Sunday", BOTH) == 1
    assert saved() == {"Sunday": BOTH}
    row = db.session.get_one(models.RuleSetRow, 1)
    changes = {"match": {"goal": 61}, "blocked": {"rank": ["side total"]}}
    assert (row.game_id, row.changes) == ("block", changes)


def test_sets_are_listed_by_name_whatever_the_case():
    for name in ("Zeta", "alfa", "Élan", "Beta"):
        save_rule_set(name, TO_61)
    assert [*saved()] == ["alfa", "Beta", "Zeta", "Élan"]


@pytest.mark.parametrize(
    ("name", "again"),
    # The first is longer when casefolded.
    [("ΐ" * 40, "ΐ" * 40), ("Sunday", "Sunday"), ("Sunday", "SUNDAY"), ("Дом", "ДОМ")],
)
def test_a_name_is_taken_whatever_the_case_and_the_script(name, again):
    save_rule_set(name, TO_61)
    with pytest.raises(NameTaken):
        save_rule_set(again, DRAWN)
    assert saved() == {name: TO_61}


def test_a_deleted_set_frees_its_name_and_deleting_it_again_deletes_no_other():
    gone = save_rule_set("Sunday", TO_61)
    rulesets.delete_rule_set(gone)
    save_rule_set("Sunday", DRAWN)
    rulesets.delete_rule_set(gone)
    assert saved() == {"Sunday": DRAWN}


@pytest.mark.parametrize(
    ("game_id", "changes"), [("chess", {}), ("block", {"match": {"goal": 0}}), ("block", {"x": 1})]
)
def test_a_set_that_fits_no_game_any_more_is_listed_without_one(game_id, changes):
    with writing() as session:
        row = models.RuleSetRow(name="Old", name_key="old", game_id=game_id, changes=changes)
        session.add(row)
    assert saved() == {"Old": None}


def test_merging_a_difference_gives_the_changed_rules_again():
    changes = {"match": {"goal": 61}, "deal": {"5": 4}, "bonus": [{"name": "x", "points": 5}]}
    changed = merge(BLOCK.definition, changes)
    assert difference(BLOCK.definition, changed) == changes
    assert merge(BLOCK.definition, difference(BLOCK.definition, changed)) == changed
    assert difference(changed, changed) == {}
