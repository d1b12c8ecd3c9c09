"""House rules: one editor made from the classes of a game, saved rules, and files of them."""

import json

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.pages.new_match.house_rules import HouseRulesForm
from scorekeeper.rules import game_ids, load_game
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.scorebook.database.db import writing
from scorekeeper.scorebook.database.models import RuleSetRow
from tests.support.cases import tables
from tests.support.house_rules import (
    PLAY,
    RULES,
    SAVE,
    THREE,
    TWO,
    agreed,
    opened,
    rules,
    started,
)
from tests.web.visitor import Visitor, seated

SUNDAY = {"save_as": "Sunday"}
# The tie that the reference rules explain: 17 against 17, won by 1-2 over 3-4.
TIE = ("12 24 35", "55 34")


OWN_IGNORED, OWN_ADDED = (rules(blocked_winner_own=answer) for answer in ("0", "1"))


def scores(visitor, table):
    """Play the tie and return the scores on the table after it."""
    visitor.play(table, *TIE)
    shown = visitor.open(table.address).texts("p", "score")
    return [int(text.split()[0]) for text in shown]


def offered(page):
    return page.texts("div", "game", "label")


def filled_in(game, **changed):
    game = load_game(game)
    unasked = {each.name: each.data for each in HouseRulesForm(game, game)}
    unasked = {name: "" if data is None else str(data) for name, data in unasked.items()}
    asked = {f"house-{name}": answer for name, answer in changed.items()}
    assert asked.keys() <= unasked.keys()
    form = HouseRulesForm(game, game, MultiDict(unasked | asked))
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


# Of a game: what is shown of it, and what has no effect there.
SHOWN = {
    "eight-minus-players": ("blocked-winner-own", "blocked-winner-partner"),
    "mexican-partners": ("blocked-rank", "table-draws"),
    "jamaican-partners": ("blocked-next-worth", "rounding-to"),
    "jamaican-cut-throat": ("match-one-all-worth", "scale-pips"),
    "all-fives": ("rounding-mode", "table-strict"),
    "french": ("weights-tile-0-0", "blocked-winner-own"),
    "triominos": ("match-test", "deal-2"),
    "draw": ("table-draws", "plays-marks"),
    "italian": ("plays-marks", "out-winner-flat"),
    "rummikub": ("weights-joker", "weights-blank-end"),
}


def test_only_what_has_an_effect_in_a_game_is_shown(visitor):
    for game, (shown, not_shown) in SHOWN.items():
        page = visitor.open(f"/matches/new?game={game}&rules=")
        assert f"house-{shown}" in page.fields, game
        assert f"house-{not_shown}" not in page.fields, game


def test_what_follows_from_an_answer_is_shown_with_it_and_goes_with_it(visitor):
    page = visitor.open("/matches/new?game=block&rules=")
    drawn = visitor.send(page, rules(table_boneyard="drawn") | RULES)
    assert drawn.form["house-table-draws"] == "0"
    one = visitor.send(drawn, rules(table_draws="1") | RULES)
    assert "2 rules are changed" in one.text
    assert (
        "boneyard: players draw from it · a player who cannot play draws: 1 tile a turn" in one.text
    )
    again = visitor.send(one, rules(table_boneyard="unused") | RULES)
    assert "house-table-draws" not in again.fields
    assert "No rule is changed" in again.text


def test_a_rule_goes_back_to_what_is_usual(visitor):
    page = visitor.open("/matches/new?game=block&rules=")
    page = visitor.send(page, rules(deal_2="9", deal_3="6", bonus_0_pays="×2") | RULES)
    assert "2 rules are changed" in page.text
    for usual, left_over in (("deal", "1 rule is changed"), ("bonus-0-", "No rule is changed")):
        page = visitor.post(page.target, page.form | {"usual": usual})
        assert left_over in page.text
    assert (page.form["house-deal-2"], page.form["house-bonus-0-pays"]) == ("7", "0")


def test_the_editor_keeps_what_was_filled_in_for_the_match(visitor, new_match, unchanged):
    filled = seated("Ana", "", "Ciro") | {"game": "hoyle", "other_goal": "x", "partners": "y"}
    with unchanged():
        page = visitor.send(new_match, filled | RULES)
        back = visitor.send(page, {"action": "back"})
        other = visitor.send(page, {"game": "block"} | RULES)
    assert (page.status, page.problems) == (200, [])
    assert filled.items() <= page.form.items()
    assert filled.items() <= back.form.items()
    # Those of another game are as it has them.
    assert {"rules_of": "block", "house-deal-2": "7"}.items() <= other.form.items()


def test_the_goal_that_was_chosen_is_one_of_the_rules(visitor):
    page = opened(visitor, TWO | {"other_goal": "61", "minutes": "30"})
    assert (page.form["house-match-goal"], page.form["house-match-minutes"]) == ("61", "30")
    form = visitor.send(page, PLAY)
    assert (form.form["goal"], form.form["other_goal"], form.form["minutes"]) == ("usual", "", "")
    assert "first to 61" in visitor.follow(visitor.send(form)).text


def test_a_match_is_played_as_was_agreed_and_the_next_one_is_not(visitor):
    table = started(visitor, TWO, blocked_winner_own="1", deal_2="9")
    assert "Deal 9 tiles each." in table.text
    assert scores(visitor, table) == [34, 0]
    assert scores(visitor, visitor.start("Ana", "Bea")) == [0, 0]
    # They can be changed once more before, or left.
    page = agreed(visitor, TWO, blocked_winner_own="1")
    assert page.form["game"] == "agreed"
    assert offered(page)[:2] == ["Block with house rules", "Block"]
    again = visitor.send(page, RULES)
    assert OWN_ADDED.items() <= again.form.items()
    plain = visitor.send(again, rules(blocked_winner_own="-1") | PLAY)
    assert plain.form["game"] == "block"
    assert scores(visitor, visitor.follow(visitor.send(page, {"game": "block"}))) == [0, 0]


def test_a_box_to_18_is_played_with_and_each_of_its_tiles_has_a_name(visitor):
    table = started(visitor, TWO | {"game": "mexican-train"}, tiles_highest="18")
    assert "seventeen|eighteen" in visitor.open_round(table).answer.text
    visitor.play(table, "", "17-18")
    assert "seventeen-eighteen" in visitor.open(f"{table.address}/rounds/1").answer.text


RANGE, NO_NUMBER = "Enter a number from {} to {}.", "Enter a whole number, such as 17."
NO_PAY = "Enter points such as 25, a multiple such as ×2, or points win by win such as 100 75 50."
NO_FIT = "“{} players” does not fit the other rules: {} of 28 tiles."


def test_what_cannot_be_is_refused_where_it_stands(visitor, refused):
    page = opened(visitor, THREE)
    for field, entered, sentence in (
        *(("house-deal-2", number, RANGE.format(1, 50)) for number in ("0", "51")),
        ("house-deal-2", "many", NO_NUMBER),
        ("house-weights-tile-0-0", "-1", RANGE.format(0, 100)),
        ("house-weights-tile-0-0", "9" * 5000, NO_NUMBER),
        (
            "house-bonus-0-pays",
            "much",
            "Enter points such as 25, a multiple such as ×2, or points win by win such as "
            "100 75 50.",
        ),
        ("house-tiles-lost", "35-", "Enter tiles such as 1-2 or 3-5."),
        ("house-tally-steps", "5 x", "Enter numbers with spaces between them, such as 10 8 6 5."),
        ("house-weights-tile", "6-6", "Enter a tile and what it counts, such as 6-6 20."),
        ("house-blocked-winner-own", "twice", "Choose one of these."),
        ("house-deal-4", "8", NO_FIT.format(4, 32)),
    ):
        # A choice that was never offered is shown as it was.
        shows = {field: page.form[field]} if entered == "twice" else {}
        answer = refused(page, {field: entered} | PLAY, sentence, shows=shows | {"action": None})
        assert answer.links[sentence] == f"#{field}"
    # All that is no answer at once; what contradicts one after the other.
    entered = rules(deal_2="0", bonus_0_pays="much") | {"other_goal": "0"}
    assert len(visitor.send(page, entered | PLAY).problems) == 2
    answer = visitor.send(page, rules(deal_3="10", deal_4="9") | PLAY)
    assert answer.problems == [NO_FIT.format(3, 30)]
    assert visitor.send(answer, rules(deal_3="9", deal_4="7") | PLAY).status == 200


def test_rules_that_are_none_are_not_offered(visitor, new_match, refused):
    for forged in ("chess", "{}", "[" * 9000, '{"game": "chess"}', '{"game": "block", "rules": 1}'):
        answer = refused(
            new_match,
            TWO | {"agreed_rules": forged, "game": "agreed"},
            "Choose one of these.",
            shows={"agreed_rules": "", "game": None},
        )
    assert visitor.send(answer, {"game": "block"}).status == 303


@pytest.fixture
def saved(visitor):
    """Return the page after Block with the winner's pips ignored, to 61, was saved as Sunday."""
    page = opened(visitor, TWO | {"other_goal": "61"})
    page = visitor.send(page, OWN_IGNORED | SUNDAY | SAVE)
    assert page.status == 200
    return page


def test_saved_rules_are_chosen_and_played_even_when_they_are_deleted(visitor, saved):
    assert saved.texts("p", "notice") == ["“Sunday” is saved and chosen."]
    chosen = TWO | {"game": "set-1", "goal": "usual", "other_goal": ""}
    assert chosen.items() <= saved.form.items()
    assert offered(saved)[:2] == ["Sunday", "Block"]
    # The next match offers them first, with their changes in words.
    page = visitor.open("/matches/new")
    assert (page.form["game"], offered(page)[:2]) == ("block", ["Sunday", "Block"])
    about = page.texts("p", "about")[0]
    assert about.startswith("Block with house rules: ")
    assert "goal: 61" in about
    table = visitor.follow(visitor.send(visitor.open("/matches/new?game=set-1"), TWO))
    listed = visitor.open("/matches/rules")
    assert listed.texts("li", "card", "h2") == ["Sunday"]
    gone = visitor.send(listed.pressing("Delete"))
    assert gone.texts("p", "notice") == ["“Sunday” is deleted."]
    assert visitor.send(listed.pressing("Delete")).texts("p", "notice") == [
        "These rules were already deleted."
    ]
    assert "Sunday" not in offered(visitor.open("/matches/new"))
    assert "first to 61" in table.text
    assert scores(visitor, table) == [17, 0]


def test_saved_rules_say_in_how_many_matches_they_were_played(visitor, saved):
    def told():
        return visitor.open("/matches/rules").texts("p", "hint")

    assert told() == ["Not played yet"]
    by_rules = visitor.follow(visitor.send(saved, seated("Ana", "Bea") | {"action": ""}))
    visitor.start("Ana", "Bea")
    assert told() == ["Played in 1 match"]
    again = visitor.open(f"{by_rules.address}/again")
    visitor.send(again)
    assert told() == ["Played in 2 matches"]
    visitor.send(visitor.open(f"{by_rules.address}/delete"))
    assert told() == ["Played in 1 match"]


def test_saved_rules_can_be_changed_and_saved_under_another_name(visitor, saved):
    page = visitor.send(saved, RULES)
    assert OWN_IGNORED.items() <= page.form.items()
    table = visitor.follow(visitor.send(visitor.send(page, OWN_ADDED | PLAY)))
    assert "first to 61" in table.text
    assert scores(visitor, table) == [34, 0]
    other = visitor.send(page, {"house-match-test": "exceed", "save_as": "Draw"} | SAVE)
    assert offered(other)[:3] == ["Draw", "Sunday", "Block"]
    # The name is that of whoever saved them, in any language.
    assert "Draw" in offered(Visitor(visitor.app, "es").open("/matches/new"))
    assert "goal: more than 61" in other.texts("p", "about")[0]


@pytest.mark.usefixtures("saved")
def test_what_cannot_be_saved_is_refused(visitor, refused):
    page = opened(visitor)
    for filled, sentence in (
        ({"save_as": " \u202e "}, "Enter a name for these rules."),
        ({"save_as": "S" * 41}, "Enter a name of at most 40 characters."),
        ({"save_as": " SUNDAY"}, "The name “SUNDAY” is taken: choose another."),
        (
            {"house-blocked-winner-own": "-1", "save_as": "Usual"},
            "These are the usual rules of Block: change one before you save.",
        ),
        (SUNDAY | {"house-deal-4": "9"}, NO_FIT.format(4, 36)),
    ):
        # What was pressed is no field of the page that comes back.
        shown = {"save_as": filled["save_as"].strip(" \u202e"), "action": None}
        answer = refused(page, OWN_ADDED | filled | SAVE, sentence, shows=shown)
        assert answer.links[sentence] == f"#{[*filled][-1]}", sentence
    # To save rules nobody has to sit down.
    page = visitor.send(opened(visitor, {}), OWN_ADDED | {"save_as": "Ours"} | SAVE)
    assert offered(page)[0] == "Ours"


def test_rules_go_from_one_house_to_another_by_a_file(app, visitor, saved):
    file = visitor.client.get("/matches/rules/1/file")
    assert file.headers["Content-Disposition"] == "attachment; filename=sunday.rules.json"
    told = json.loads(file.data)
    assert told["name"] == "Sunday"
    assert told["house_rules"] == {"blocked": {"winner": {"own": 0}}, "match": {"goal": 61}}
    # The editor gives the same, of rules that are not saved too.
    page = visitor.send(saved, RULES)
    sent = {**page.form, **SUNDAY, "action": "file"}
    assert json.loads(visitor.client.post(page.target, data=sent).data) == told
    other = Visitor(app)
    listed = other.open("/matches/rules")
    page = other.follow(other.bring(listed, "Open", file.data))
    assert OWN_IGNORED.items() <= page.form.items()
    assert (page.form["save_as"], page.form["house-match-goal"]) == ("Sunday", "61")
    for wrong in (b"", b"\xff", b"[]", b'{"game": 1}', b"x" * 30_000):
        answer = other.bring(listed, "Open", wrong)
        assert answer.status == 422
        assert answer.problems == [
            "This is not a file of house rules: choose one that was downloaded here."
        ]
    answer = other.bring(listed, "Open", b'{"game": "chess"}')
    assert answer.problems[0].startswith("There is no game “chess”.")
    assert other.client.get("/matches/rules/9/file").status_code == 404


def test_rules_that_fit_no_game_any_more_can_only_be_deleted(app, visitor):
    with app.app_context(), writing() as session:
        session.add(RuleSetRow(name="Old", name_key="old", game_id="chess", changes={}))
    page = visitor.open("/matches/rules")
    assert "“Old” no longer fits any game." in page.text
    assert "Old" not in offered(visitor.open("/matches/new"))
    assert "“Old” no longer" not in visitor.send(page.pressing("Delete")).text


@pytest.mark.usefixtures("saved")
def test_the_same_people_play_again_by_saved_rules(visitor):
    table = visitor.start("Ana", "Bea")
    page = visitor.open(f"{table.address}/again")
    again = visitor.follow(visitor.send(page, {"rules": "1"}))
    assert (again.sides, "first to 61" in again.text) == (["Ana", "Bea"], True)
    assert "first to 100" in visitor.follow(visitor.send(visitor.open(page.address))).text
