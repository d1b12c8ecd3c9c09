"""The page that starts a match."""

import pytest
from flask import Flask

from scorekeeper.pages.new_match.games import GROUPS
from scorekeeper.rules import game_ids, load_game
from tests.web.pagelint import text_of
from tests.web.visitor import TEN, Page, Visitor, seated

FOUR = ("Ana", "Bea", "Ciro", "Dani")
SOLO, PAIRS = [*FOUR], ["Ana & Ciro", "Bea & Dani"]
UNSAID: dict[str, str] = {}
PARTNERS = {"partners": "y"}
# Names of several alphabets at one table, Cyrillic and Greek ones by their numbers.
OTHER_ALPHABETS = (
    ("\u0410\u043d\u043d\u0430", "Anna"),
    ("\u041d\u0438\u043d\u0430", "Nina"),
    ("\u039d\u03af\u03ba\u03bf\u03c2", "Nikos"),
    ("Eva", "Ena"),
    ("\u0415\u043b\u0435\u043d\u0430", "\u041b\u0435\u043d\u0430"),
)


def offered(page: Page) -> list[str]:
    return [option.get("value", "") for option in page.all("option")]


def is_checked(page: Page, known: str) -> bool:
    return any("checked" in each.attrib for each in page.all("input") if each.get("id") == known)


def test_two_names_and_one_tap_start_block_to_100(visitor: Visitor, new_match: Page) -> None:
    table = visitor.follow(visitor.send(new_match, seated("Ana", "Bea")))
    assert table.status == 200
    assert table.heading == "Block"
    assert "Enter round 1" in table.links
    assert table.sides == ["Ana", "Bea"]
    assert "Deal 7 tiles each." in table.text


@pytest.mark.parametrize(
    ("game", "players", "partners", "title", "deal", "sides"),
    [
        ("block", 2, UNSAID, "Block", 7, SOLO[:2]),
        ("block", 3, UNSAID, "Block", 5, SOLO[:3]),
        ("block", 4, UNSAID, "Block", 5, SOLO),
        ("block", 4, PARTNERS, "Block, partners", 5, PAIRS),
        ("hoyle", 2, UNSAID, "Hoyle", 7, SOLO[:2]),
        ("hoyle", 4, UNSAID, "Hoyle", 6, PAIRS),
        ("hoyle", 4, PARTNERS, "Hoyle", 6, PAIRS),
        ("eight-minus-players", 2, UNSAID, "Eight minus players", 6, SOLO[:2]),
        ("eight-minus-players", 3, UNSAID, "Eight minus players", 5, SOLO[:3]),
        ("eight-minus-players", 4, UNSAID, "Eight minus players", 4, SOLO),
        ("mexican-partners", 4, UNSAID, "Mexican partners", 7, PAIRS),
        ("mexican-partners", 4, PARTNERS, "Mexican partners", 7, PAIRS),
        ("italian", 5, UNSAID, "Italian", 5, [*TEN[:5]]),
        ("mexican-train", 10, UNSAID, "Mexican Train", 8, [*TEN]),
        ("chicken-foot", 10, UNSAID, "Chicken Foot", 4, [*TEN]),
    ],
)
def test_every_game_starts_with_every_number_of_players_it_is_for(
    visitor: Visitor,
    game: str,
    players: int,
    partners: dict[str, str],
    title: str,
    deal: int,
    sides: list[str],
) -> None:
    table = visitor.start(*TEN[:players], game=game, **partners)
    assert table.heading == title
    assert f"Deal {deal} tiles each." in table.text
    assert table.sides == sides
    assert len({side.get("class") for side in table.all("div", "side")}) == len(sides)


def test_every_game_says_in_a_line_what_it_is_for_how_many_and_to_what(new_match: Page) -> None:
    about = new_match.texts("p", "about")
    assert about[0] == (
        "The simplest game: the lightest hand takes what the others hold, less its own."
        " first to 100"
    )
    assert new_match.texts("div", "game", "span")[0] == "for 2 to 4"
    assert len(about) == len(games(new_match)) == len(game_ids())


@pytest.mark.parametrize(
    ("asked", "chosen"),
    [*((game, game) for game in game_ids())]
    + [(unknown, "block") for unknown in ("chess", "", "set-1", "<b>")],
)
def test_every_game_can_be_chosen_beforehand_and_stands_first_with_a_link_to_its_page(
    visitor: Visitor, asked: str, chosen: str
) -> None:
    page = visitor.open(f"/matches/new?game={asked}")
    assert page.form["game"] == chosen
    assert games(page)[0] == load_game(chosen).name
    links = [link.get("href", "") for more in page.all("p", "more") for link in more.iter("a")]
    assert sorted(links) == sorted(f"/games/{game_id}" for game_id in game_ids())
    assert len(games(page)) == len(game_ids())


def test_every_game_is_in_one_group() -> None:
    grouped = [game for _, games in GROUPS for game in games]
    assert sorted(grouped) == sorted(game_ids())


def test_the_games_that_are_not_suggested_are_in_six_groups(new_match: Page) -> None:
    assert new_match.texts("details", "all", "legend") == [
        "Block and its relatives",
        "Caribbean",
        "Brazil",
        "Trains and feet",
        "Scoring while you play",
        "Other tiles",
    ]


def test_the_seats_beyond_four_are_away_until_somebody_sits_there(
    visitor: Visitor, new_match: Page
) -> None:
    assert not is_checked(new_match, "more")
    assert "For more than five: Chicken Foot and Mexican Train." in new_match.text
    for seat in (4, 9):
        assert is_checked(visitor.send(new_match, {f"names-{seat}": "Eva"}), "more")


def test_more_names_than_the_game_takes_are_refused_and_kept(
    visitor: Visitor, new_match: Page
) -> None:
    refused = visitor.send(new_match, seated(*TEN))
    assert refused.problems == [
        "Block is for 2 to 4 players. Remove a player or choose another game."
    ]
    assert seated(*TEN).items() <= refused.form.items()
    assert visitor.follow(visitor.send(refused, {"game": "chicken-foot"})).sides == [*TEN]


def test_names_are_remembered_and_offered_those_of_the_last_match_first(visitor: Visitor) -> None:
    assert offered(visitor.open("/matches/new")) == []
    visitor.start("Ana", "Bea")
    visitor.start("Ciro", "Ana")
    assert offered(visitor.open("/matches/new")) == ["Ciro", "Ana", "Bea"]


def test_a_known_player_is_written_as_before_however_the_name_is_typed(visitor: Visitor) -> None:
    visitor.start("Ana", "José")
    assert visitor.start("  jose\u0301", "ANA").sides == ["José", "Ana"]
    assert offered(visitor.open("/matches/new")) == ["José", "Ana"]


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
def test_the_goal_is_the_usual_one_one_of_four_or_any_number(
    visitor: Visitor, chosen: dict[str, str], goal: int
) -> None:
    assert f"first to {goal:,} ·" in visitor.start("Ana", "Bea", **chosen).text


@pytest.mark.parametrize(
    ("game", "goal", "about"),
    [
        ("block", "100", "first to 100"),
        ("dominican-patio", "200", "first to 200"),
        ("jamaican-partners", "6 wins", "6 in a row"),
        ("brazil-to-six", "6 wins", "first to 6"),
        ("mexican-train", "13 rounds", "13 rounds, lowest wins"),
        ("hungarian", "100", "whoever reaches 100 loses"),
    ],
)
def test_the_goal_is_at_first_the_one_of_the_game(
    visitor: Visitor, game: str, goal: str, about: str
) -> None:
    page = visitor.open(f"/matches/new?game={game}")
    card = page.all("div", "game")[0]
    assert page.form["goal"] == "usual"
    # What the script writes beside the choice; without it the card says the same.
    assert card.get("data-goal") == goal
    assert about in text_of(card)
    assert visitor.start(*FOUR, game=game).status == 200


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
        *((names, [*names]) for names in OTHER_ALPHABETS),
        *((names, [*names]) for names in (("{{ 7*7 }}", "العربية"), ("'; DROP TABLE x; --", "%s"))),
    ],
)
def test_a_name_is_what_can_be_seen_of_what_was_typed(
    visitor: Visitor, typed: tuple[str, ...], sides: list[str]
) -> None:
    assert visitor.start(*typed).sides == sides


HTML = "<b>Ana</b> & \"'<script>x()</script>"


def test_a_name_that_is_html_is_shown_as_it_was_typed(visitor: Visitor) -> None:
    table = visitor.start(HTML, "Bea", goal="50")
    visitor.play(table, "", "66")
    form, undo = visitor.open_round(table), visitor.open(f"{table.address}/undo")
    visitor.play(table, "", "66 65 64 63 55")
    late = visitor.send(form, {"hands-1-tiles": "66"})
    addresses = "/rounds/1", "/winner", ""
    pages = [visitor.open(table.address + address) for address in addresses]
    for page in (*pages, late, undo, visitor.open("/")):
        assert HTML in page.text, page.address
        assert "<b>Ana" not in page.answer.text
    assert offered(visitor.open("/matches/new"))[0] == HTML


def games(page: Page) -> list[str]:
    return page.texts("div", "game", "label")


def suggested(page: Page) -> list[str]:
    return page.texts("fieldset", "suggested", "label")


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        ([], ["Block", "Draw", "All Fives"]),
        (["block"], ["Block", "Draw", "All Fives"]),
        (["hoyle", "hoyle"], ["Hoyle", "Block", "Draw"]),
        (["hoyle", "gaple", "gaple", "block"], ["Block", "Gaple", "Hoyle"]),
        # Played last, Block, and played most.
        (["hoyle", "draw", "hoyle", "italian"], ["Italian", "Block", "Hoyle"]),
    ],
)
def test_three_games_are_suggested_the_last_one_is_chosen_and_none_stands_twice(
    visitor: Visitor, played: list[str], expected: list[str]
) -> None:
    for game in played:
        visitor.start(*FOUR, game=game)
    page = visitor.open("/matches/new")
    assert suggested(page) == expected
    assert page.form["game"] == [*("block",), *played][-1]
    assert len(games(page)) == len({*games(page)}) == len(game_ids())
    kozel = visitor.open("/matches/new?game=kozel")
    assert suggested(kozel) == ["Kozel", *expected[:2]]


def test_strangers_learn_nothing_of_the_games_of_others(app: Flask, visitor: Visitor) -> None:
    app.config["ACCESS"] = "links"
    visitor.start("Ana", "Bea", game="draw")
    assert visitor.open("/matches/new").form["game"] == "draw"
    page = Visitor(app).open("/matches/new")
    assert page.form["game"] == "block"
    assert suggested(page) == ["Block", "Draw", "All Fives"]


def test_a_game_that_is_not_for_so_many_is_greyed_and_says_for_how_many_it_is(
    visitor: Visitor, new_match: Page
) -> None:
    # One name alone greys none.
    for page in (new_match, visitor.send(new_match, seated("Ana"))):
        assert not page.all("div", "unfit")
    filled = seated(*FOUR, "Eva") | {"goal": "150"}
    refused = visitor.send(new_match, filled)
    assert refused.status == 422
    assert refused.form["goal"] == "150"
    assert refused.form["names-4"] == "Eva"
    unfit = refused.texts("div", "unfit")
    assert any(each.startswith("Block for 2 to 4 ") for each in unfit)
    assert any(each.startswith("Hoyle for 2 or 4 ") for each in unfit)
    assert any(each.startswith("Mexican partners for 4 ") for each in unfit)
    for_five = {game for game in game_ids() if 5 in load_game(game).deal}
    assert len(unfit) == len(game_ids()) - len(for_five)
    assert not any(each.startswith("Chicken Foot") for each in unfit)
