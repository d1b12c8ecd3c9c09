"""The page that starts a match."""

import pytest

from scorekeeper.pages.new_match.games import GROUPS, offered_games
from scorekeeper.pages.new_match.games import suggested as suggested_of
from scorekeeper.rules import game_ids, load_game
from tests.web.visitor import TEN, Visitor, seated

FOUR = ("Ana", "Bea", "Ciro", "Dani")
PAIRS = ["Ana & Ciro", "Bea & Dani"]


def offered(page):
    return [option.get("value", "") for option in page.all("option")]


def suggested(page):
    return page.texts("fieldset", "suggested", "label")


@pytest.mark.parametrize(
    ("game", "players", "partners", "title", "deal", "sides"),
    [
        ("block", 2, "", "Block", 7, FOUR[:2]),
        ("block", 3, "", "Block", 5, FOUR[:3]),
        ("block", 4, "", "Block", 5, FOUR),
        ("block", 4, "y", "Block, partners", 5, PAIRS),
        ("hoyle", 2, "", "Hoyle", 7, FOUR[:2]),
        ("hoyle", 4, "", "Hoyle", 6, PAIRS),
        ("mexican-partners", 4, "y", "Mexican partners", 7, PAIRS),
        ("eight-minus-players", 4, "", "Eight minus players", 4, FOUR),
        ("italian", 5, "", "Italian", 5, TEN[:5]),
        ("chicken-foot", 10, "", "Chicken Foot", 4, TEN),
    ],
)
def test_a_game_starts_with_any_number_of_players_it_is_for(
    visitor, new_match, game, players, partners, title, deal, sides
):
    filled = seated(*TEN[:players]) | {"game": game} | ({"partners": "y"} if partners else {})
    table = visitor.follow(visitor.send(new_match, filled))
    assert (table.heading, table.sides) == (title, [*sides])
    assert f"Deal {deal} tiles each." in table.text
    assert len({side.get("class") for side in table.all("div", "side")}) == len(sides)


@pytest.mark.parametrize(
    ("asked", "chosen"), [("kozel", "kozel"), *((other, "block") for other in ("chess", "", "<b>"))]
)
def test_a_game_can_be_chosen_beforehand_and_stands_first(visitor, asked, chosen):
    page = visitor.open(f"/matches/new?game={asked}")
    assert page.form["game"] == chosen
    games = page.texts("div", "game", "label")
    assert games[0] == load_game(chosen).name
    assert len(games) == len({*games}) == len(game_ids())


def test_every_game_is_in_one_group():
    grouped = [game for _, games in GROUPS for game in games]
    assert sorted(grouped) == sorted(game_ids())


@pytest.mark.parametrize(
    ("chosen", "played", "expected"),
    [
        ("block", [], ["block", "draw", "all-fives"]),
        ("hoyle", ["hoyle"], ["hoyle", "block", "draw"]),
        # Played last, Block, and played most.
        ("italian", ["italian", "hoyle", "draw"], ["italian", "block", "hoyle"]),
        ("kozel", ["hoyle", "gaple"], ["kozel", "hoyle", "block"]),
        ("chess", ["rummy", "gaple"], ["block", "gaple", "draw"]),
    ],
)
def test_three_games_are_suggested_and_none_stands_twice(chosen, played, expected):
    assert [*suggested_of(offered_games(()), chosen, played)] == expected


def test_one_name_alone_greys_no_game():
    cards = offered_games(()).values()
    assert all(card.fits(0) and card.fits(1) for card in cards)
    assert [card.game.id for card in cards if card.fits(10)] == ["chicken-foot", "mexican-train"]


def test_what_was_played_last_is_chosen_and_strangers_learn_nothing_of_it(app, visitor):
    app.config["ACCESS"] = "links"
    for game in ("hoyle", "gaple", "gaple", "draw"):
        visitor.start(*FOUR, game=game)
    page = visitor.open("/matches/new")
    assert (page.form["game"], suggested(page)) == ("draw", ["Draw", "Block", "Gaple"])
    page = Visitor(app).open("/matches/new")
    assert (page.form["game"], suggested(page)) == ("block", ["Block", "Draw", "All Fives"])


def test_known_names_are_offered_those_of_the_last_match_first_and_written_as_before(visitor):
    assert offered(visitor.open("/matches/new")) == []
    visitor.start("Ana", "José")
    visitor.start("Ciro", "Ana")
    assert offered(visitor.open("/matches/new")) == ["Ciro", "Ana", "José"]
    assert visitor.start("  jose\u0301", "ANA").sides == ["José", "Ana"]


@pytest.mark.parametrize(
    ("chosen", "goal"),
    [
        ({"goal": "usual"}, 100),
        ({"goal": "50"}, 50),
        ({"goal": "200"}, 200),
        ({"other_goal": "1"}, 1),
        ({"other_goal": " 75 "}, 75),
        ({"other_goal": "10000"}, 10_000),
        ({"goal": "150", "other_goal": "61"}, 61),
    ],
)
def test_the_goal_is_the_usual_one_one_of_four_or_any_number(visitor, chosen, goal):
    assert f"first to {goal:,} ·" in visitor.start("Ana", "Bea", **chosen).text


# Names of several alphabets at one table: Cyrillic and Greek ones by their numbers.
@pytest.mark.parametrize(
    ("typed", "sides"),
    [
        (
            ("\u202eAna\x00\x1b", " Bea\n\tde  la\u200bO ", "\u200dCiro\u200d\ufeff"),
            ["Ana", "Bea de la O", "Ciro"],
        ),
        # An emoji of several people stays whole.
        (("Ana 👩‍👧", "\U0001f469\u200d\U0001f467"), ["Ana 👩‍👧", "\U0001f469\u200d\U0001f467"]),
        # An empty seat between two players is skipped.
        (("Ana", "", "Bea"), ["Ana", "Bea"]),
        (("\u0410\u043d\u043d\u0430", "Anna"), ["\u0410\u043d\u043d\u0430", "Anna"]),
        (("\u041d\u0438\u043d\u0430", "Nina"), ["\u041d\u0438\u043d\u0430", "Nina"]),
        (("\u039d\u03af\u03ba\u03bf\u03c2", "Nikos"), ["\u039d\u03af\u03ba\u03bf\u03c2", "Nikos"]),
        (("Eva", "Ena"), ["Eva", "Ena"]),
        (
            ("\u0415\u043b\u0435\u043d\u0430", "\u041b\u0435\u043d\u0430"),
            ["\u0415\u043b\u0435\u043d\u0430", "\u041b\u0435\u043d\u0430"],
        ),
        (("{{ 7*7 }}", "العربية"), ["{{ 7*7 }}", "العربية"]),
        (("'; DROP TABLE x; --", "%s"), ["'; DROP TABLE x; --", "%s"]),
    ],
)
def test_a_name_is_what_can_be_seen_of_what_was_typed(visitor, typed, sides):
    assert visitor.start(*typed).sides == sides


HTML = "<b>Ana</b> & \"'<script>x()</script>"


def test_a_name_that_is_html_is_shown_as_it_was_typed(visitor):
    table = visitor.start(HTML, "Bea", goal="50")
    visitor.play(table, "", "66")
    form, undo = visitor.open_round(table), visitor.open(f"{table.address}/undo")
    visitor.play(table, "", "66 65 64 63 55")
    late = visitor.send(form, {"hands-1-tiles": "66"})
    pages = [visitor.open(table.address + address) for address in ("/rounds/1", "/winner", "")]
    for page in (*pages, late, undo, visitor.open("/")):
        assert HTML in page.text, page.address
        assert "<b>Ana" not in page.answer.text
    assert offered(visitor.open("/matches/new"))[0] == HTML
