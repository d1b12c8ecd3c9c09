"""The page that starts a match: what it offers and starts, and what it refuses and keeps."""

import json

import pytest

from scorekeeper.pages.new_match.games import GROUPS, PAIRS, TABLES, offered_games
from scorekeeper.pages.new_match.games import suggested as suggested_for
from scorekeeper.rules import game_ids, load_game
from scorekeeper.scorebook.match_lists import PlayedGame
from scorekeeper.scorebook.people.similar_names import clean_name, is_blank, look
from tests.web.pagelint import text_of
from tests.web.visitor import FOUR, TEN, Visitor, seated

SIDES = ["Ana & Ciro", "Bea & Dani"]


def offered(page):
    return [option.get("value", "") for option in page.all("option")]


def of(players, **chosen):
    return seated(*TEN[:players]) | chosen


@pytest.mark.parametrize(
    ("filled", "title", "deal", "sides"),
    [
        (of(3), "Block", 5, FOUR[:3]),
        (of(4), "Block", 5, FOUR),
        (of(4, partners="y"), "Block, partners", 5, SIDES),
        (of(2, game="hoyle"), "Hoyle", 7, FOUR[:2]),
        (of(4, game="hoyle"), "Hoyle", 6, SIDES),
        (of(4, game="eight-minus-players"), "Eight minus players", 4, FOUR),
        (of(10, game="chicken-foot"), "Chicken Foot", 4, TEN),
    ],
)
def test_a_game_starts_with_any_number_of_players_it_is_for(
    visitor, new_match, filled, title, deal, sides
):
    table = visitor.follow(visitor.send(new_match, filled))
    assert (table.heading, table.sides) == (title, [*sides])
    assert f"Deal {deal} tiles each." in table.text
    assert len({side.get("class") for side in table.all("div", "side")}) == len(sides)


def test_every_game_is_in_one_group_and_one_that_is_asked_for_is_chosen(visitor):
    assert sorted(game for _, games in GROUPS for game in games) == sorted(game_ids())
    for asked, chosen in (("kozel", "kozel"), ("chess", "block"), ("<b>", "block")):
        page = visitor.open(f"/matches/new?game={asked}")
        assert page.form["game"] == chosen
        assert sorted(page.texts("div", "game", "label")) == sorted(
            load_game(game).name for game in game_ids()
        )


def seated_at(table):
    return of(4, partners="y") if table == PAIRS else of(int(table))


@pytest.mark.parametrize("table", TABLES)
def test_what_is_offered_to_a_table_is_never_refused(visitor, table):
    games = offered_games(())
    suggested = suggested_for(games, ())[table]
    assert 2 <= len(suggested) <= 3
    # All that fit are tried where few do.
    fitting = [game for game in games if table in games[game].tables]
    for game in (*suggested, *(fitting if len(fitting) < 10 else ())):
        started = visitor.send(visitor.open("/matches/new"), seated_at(table) | {"game": game})
        assert started.status == 303, game
    assert {*suggested} <= {*fitting}


def test_with_five_a_game_is_played_with_the_larger_box_that_it_needs(visitor):
    games = offered_games(())
    assert [game for game in games if "5" in games[game].tables and 5 not in games[game].game.deal]
    assert json.loads(games["block"].larger_boxes) == {"5": "The set: up to 9-9"}
    table = visitor.start(*TEN[:5])
    assert (table.heading, "Deal 7 tiles each." in table.text) == ("Block", True)
    # Another goal, and other house rules, stay.
    assert "first to 150" in visitor.start(*TEN[:5], goal="150").text


def played(*rows):
    return [PlayedGame(game, seats, seats == 4 and pairs) for game, seats, pairs in rows]


@pytest.mark.parametrize(
    ("rows", "table", "expected"),
    [
        ([], "2", ["block", "draw", "all-fives"]),
        ([], "4", ["block", "draw", "all-fives"]),
        ([], "pairs", ["block", "partnership", "draw"]),
        # What needs no larger box comes first.
        ([], "5", ["mexican-train", "chicken-foot", "italian"]),
        ([], "6", ["mexican-train", "chicken-foot"]),
        # PlayedGame last by so many, then played most by them, and what others play does not count.
        (
            [("italian", 3, False), ("hoyle", 2, False), *3 * [("sniff", 3, False)]],
            "3",
            ["italian", "sniff", "block"],
        ),
        ([("kozel", 4, True), ("block", 4, False)], "4", ["block", "draw", "all-fives"]),
        ([("kozel", 4, True), ("block", 4, False)], "pairs", ["kozel", "block", "partnership"]),
        ([("block", 5, False)], "5", ["block", "mexican-train", "chicken-foot"]),
        ([("rummy", 4, False)], "4", ["block", "draw", "all-fives"]),
    ],
)
def test_three_games_are_suggested_to_a_table_of_those_that_fit_it(rows, table, expected):
    assert suggested_for(offered_games(()), played(*rows))[table] == expected


def test_the_last_game_is_chosen_and_the_same_people_are_one_tap_and_strangers_learn_nothing(
    app, visitor
):
    app.config["ACCESS"] = "links"
    visitor.start(*FOUR, game="hoyle")
    visitor.start("Ana", "Bea", game="draw")
    page = visitor.open("/matches/new")
    (form,) = page.all("form", "new")
    assert page.form["game"] == "draw"
    assert json.loads(form.get("data-suggested"))["pairs"][0] == "hoyle"
    assert form.get("data-pairs") == "yes"
    (same,) = (each for each in page.all("button") if each.get("id") == "same")
    assert text_of(same) == "Same 2 as last time"
    assert json.loads(same.get("data-names")) == ["Ana", "Bea"]
    stranger = Visitor(app).open("/matches/new")
    (form,) = stranger.all("form", "new")
    assert (stranger.form["game"], form.get("data-pairs")) == ("block", "")
    assert "Same 2" not in stranger.text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", {"kozel": "russia goat", "cuban-east": "cuba capicua", "gaple": "indonesia"}),
        ("es", {"hungarian": "hungria", "kozel": "rusia", "mexican-partners": "mexico"}),
        ("hu", {"hungarian": "magyarorszag", "french": "franciaorszag"}),
    ],
)
def test_games_are_found_by_countries_and_by_words_of_their_rules(visitor, language, words):
    page = Visitor(visitor.app, language).open("/matches/new")
    said = {
        each.find("input").get("value"): each.get("data-words").split()
        for each in page.all("div", "game")
    }
    for game, sought in words.items():
        assert {*sought.split()} <= {*said[game]}, game


def test_the_goal_is_the_usual_one_one_of_four_or_any_number(visitor):
    for goal, other_goal, played_to in (
        ("usual", "", "100"),
        ("50", "", "50"),
        ("usual", " 75 ", "75"),
        ("usual", "10000", "10,000"),
        ("150", "61", "61"),
        ("other", "61", "61"),
    ):
        table = visitor.start("Ana", "Bea", goal=goal, other_goal=other_goal)
        assert f"first to {played_to} ·" in table.text


def test_a_name_is_what_can_be_seen_of_what_was_typed(visitor):
    for typed, sides in (
        ("\u202eAna\x00\x1b", "Ana"),
        (" Bea\n\tde  la\u200bO ", "Bea de la O"),
        ("\u200dCiro\u200d\ufeff", "Ciro"),
        # An emoji of several people stays whole.
        ("\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f467"),
        *((name, name) for name in ("{{ 7*7 }}", "'; DROP TABLE x; --", "%s", "العربية")),
        ("\u0410\u043d\u043d\u0430", "\u0410\u043d\u043d\u0430"),
    ):
        # An empty seat between two players is skipped.
        assert visitor.start(typed, "", "Anna").sides == [sides, "Anna"]


HTML = "<b>Ana</b> & \"'<script>x()</script>"


def test_a_name_that_is_html_is_shown_as_it_was_typed(visitor):
    assert offered(visitor.open("/matches/new")) == []
    table = visitor.start(HTML, "Bea", goal="50")
    visitor.play(table, "", "66")
    form, undo = visitor.open_round(table), visitor.open(f"{table.address}/undo")
    visitor.play(table, "", "66 65 64 63 55")
    late = visitor.send(form, {"hands-1-tiles": "66"})
    pages = [visitor.open(table.address + address) for address in ("/rounds/1", "/winner", "")]
    for page in (*pages, late, undo, visitor.open("/")):
        assert HTML in page.text, page.address
        assert "<b>Ana" not in page.answer.text
    # It is offered for the next match, and who is known is written as before.
    assert offered(visitor.open("/matches/new")) == [HTML, "Bea"]
    assert visitor.start("  BEA", "ciro").sides == ["Bea", "ciro"]


# Letters of other alphabets are given by their numbers: a reader would take them for Latin ones.
ALIKE = {
    "Ana": (
        *("ana", "ANA", " Ana ", "A\u200dna", "Ana\u3164", "An\u034fa", "\uff21na", "A\ufe0fna"),
        *("ana\u2800", "A\u200cNA", "\u0410na", "An\u0430", "\u0391n\u03b1"),
    ),
    "José": ("Jose\u0301",),
    "Hector": ("\u041dect\u043er",),
    "Nico": ("\u039d\u0456c\u03bf",),
    "Zo\u00eb": ("Zo\u0451",),
    "\u0412\u0435\u0440\u0430": ("Bepa",),
    "\u039a\u03ac\u03c1\u03bf\u03c2": ("\u041a\u00e1po\u03c2",),
}
UNLIKE = {
    "Anna": "\u0410\u043d\u043d\u0430",
    "Nina": "\u041d\u0438\u043d\u0430",
    "Nikos": "\u039d\u03af\u03ba\u03bf\u03c2",
    "Eva": "Ena",
    "\u0415\u043b\u0435\u043d\u0430": "\u041b\u0435\u043d\u0430",
}
NOT_SEEN = ("\u3164", "\u2800", "\u115f", "\u1160", "\uffa0", "\u17b4", "\ufe0f", "\u0301")


def test_names_that_look_the_same_are_told_from_others_and_from_blanks():
    for name, others in ALIKE.items():
        assert {look(clean_name(other)) for other in others} == {look(name)}
    assert all(look(name) != look(other) for name, other in UNLIKE.items())
    assert all(map(is_blank, NOT_SEEN))
    assert not any(map(is_blank, (*ALIKE, *UNLIKE)))


TOO_FEW = "Enter the names of at least two players."
TOO_LONG = "Enter a name of at most 40 characters."
BLANK = "This name cannot be seen: enter one with letters."
TWICE = "{0} sits here twice: add a surname or an initial to one, such as “{0} B”."
NO_NUMBER = "Enter a whole number, such as 17."
NO_GOAL = "Enter a goal from 1 to 10,000."
NO_CHOICE = "Choose one of these."
FOR = "{} is for {} players. {} a player or choose another game."
NO_PARTNERS = "With {} players everybody plays alone in this game: choose singles."
NO_POINTS = "{} does not count points: choose its usual goal, or enter a number."
NO_FIT = "“The goal” does not fit the other rules: a single win already scores 10."
# What is filled in, the field that is wrong, and what is said of it.
REFUSED = [
    *((seated(*names), "names-0", TOO_FEW) for names in ([], ["", "", "", "Dani"])),
    # An invisible name is an empty one.
    *((seated("Ana", unseen), "names-1", TOO_FEW) for unseen in ("", "\u200d", " \t\x00")),
    (seated("Ana", "Bea", "\u2800 \u034f"), "names-2", BLANK),
    *((seated("Ana", "Bea", name), "names-2", TWICE.format("Ana")) for name in ("Ana", " Ana ")),
    (seated("José", "Bea", "Jose\u0301"), "names-2", TWICE.format("José")),
    (seated("Ana", "Bea", "AN\u0410"), "names-2", TWICE.format("AN\u0410")),
    *((of(2, other_goal=goal), "other_goal", NO_GOAL) for goal in ("0", "-5", "10001")),
    *((of(2, other_goal=goal), "other_goal", NO_NUMBER) for goal in ("1.5", "<b>", "9" * 5000)),
    (of(4, game="jamaican-partners", other_goal="0"), "other_goal", NO_GOAL),
    (of(3, game="italian", other_goal="9"), "other_goal", NO_FIT),
    *((of(2, game=game), "game", NO_CHOICE) for game in ("chess", "../block", "")),
    *((of(2, goal=goal), "goal", NO_CHOICE) for goal in ("77", "much")),
    (of(2, goal="other"), "other_goal", NO_GOAL),
    (
        *(of(3, game="hoyle"), "game"),
        "Hoyle is for 2 or 4 players. Add or remove a player, or choose another game.",
    ),
    (of(10), "game", FOR.format("Block", "2 to 4", "Remove")),
    (of(2, game="mexican-partners"), "game", FOR.format("Mexican partners", 4, "Add")),
    (of(3, partners="y"), "partners", NO_PARTNERS.format(3)),
    (of(4, game="eight-minus-players", partners="y"), "partners", NO_PARTNERS.format(4)),
    *(
        (of(2, game=game, goal="100"), "goal", NO_POINTS.format(load_game(game).name))
        for game in ("jamaican-partners", "mexican-train")
    ),
]


def test_what_cannot_be_is_refused_where_it_stands_and_kept(refused, new_match):
    for filled, field, sentence in REFUSED:
        names = {name: clean_name(typed) for name, typed in filled.items() if "names" in name}
        # A choice that was never offered is not shown.
        shows = names | ({field: None} if sentence == NO_CHOICE else {})
        assert refused(new_match, filled, sentence, shows=shows).links[sentence] == f"#{field}"
    # All that is wrong is said at once.
    refused(new_match, seated("A" * 41, "B" * 300) | {"other_goal": "0"}, *2 * [TOO_LONG], NO_GOAL)


def test_an_unknown_seat_is_ignored(visitor, new_match):
    for name in ("names-²", "names-" + "9" * 5000, "names-99", "names--1"):
        started = visitor.post(new_match.target, {**new_match.form, **of(2), name: "Ciro"})
        assert visitor.follow(started).sides == ["Ana", "Bea"]
