"""The guide: the games, how each is scored, and the same hands under all of them."""

from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask, url_for

from scorekeeper.pages.guide.examples import NAMES, Example, Sample, examples, samples
from scorekeeper.rules import Hand, game_ids, load_game, score_round
from scorekeeper.rules.referee import doubts
from scorekeeper.wording.rounds import RoundNarrator
from scorekeeper.wording.rules import differences, rules_in_words
from tests.web.pagelint import faults, parse, text_of
from tests.web.visitor import Page

THE_TIE = "players=2&hand-1=1-2+2-4+3-5&hand-2=5-5+3-4"


class Reader:
    """Opens pages of the guide and checks their HTML; only links to sources may leave the site."""

    def __init__(self, app: Flask) -> None:
        self._client = app.test_client()

    def open(self, address: str) -> Page:
        answer = self._client.get(address)
        page = Page(address, answer, parse(answer.text)[0])
        external = [f"The href of <a> leads elsewhere: {link}" for link in sources(page)]
        assert [fault for fault in faults(answer.text) if fault not in external] == [], address
        return page

    def compare(self, query: str = "") -> Page:
        return self.open(f"/games/compare?{query}")


def sources(page: Page) -> list[str]:
    """Return the links to other sites, which get no Referer."""
    return [a.get("href", "") for a in page.all("a", "source") if a.get("rel") == "noreferrer"]


def table(page: Page, name: str = "sheet") -> dict[str, list[str]]:
    """Return the rows of a table, by their first cell."""
    found = page.all("table", name)
    rows = [row for each in found for body in each.iter("tbody") for row in body.iter("tr")]
    cells = [[text_of(cell) for cell in row] for row in rows]
    return {first: rest for first, *rest in cells}


def unfit(page: Page) -> dict[str, str]:
    """Return the games that cannot score the hands, each with the reason."""
    names, reasons = (page.texts("ul", "unfit", tag) for tag in ("a", "span"))
    return dict(zip(names, reasons, strict=True))


@pytest.fixture
def reader(app: Flask) -> Reader:
    return Reader(app)


def worked_examples(app: Flask, game_id: str) -> tuple[tuple[Sample, Example], ...]:
    """Return the example rounds of a game, each with what its page shows of it."""
    game = load_game(game_id)
    with app.test_request_context():
        return tuple(zip(samples(game), examples(game), strict=True))


def test_every_game_is_listed(reader: Reader) -> None:
    page = reader.open("/games")
    assert page.status == 200
    names = [load_game(game_id).name for game_id in game_ids()]
    assert page.texts("h2", "") == [*names, "Left out"]
    assert page.links["Rules: Block"] == "/games/block"
    assert page.links["Start a match: Hoyle"] == "/matches/new?game=hoyle"
    assert page.links["Compare"] == "/games/compare"
    assert "2×7, 3×5, 4×5 · each alone, or partners with 4" in page.text


def test_the_home_page_leads_to_the_guide(reader: Reader) -> None:
    assert reader.open("/").links["Games"] == "/games"


def test_an_unknown_game_is_404(reader: Reader) -> None:
    for unknown in ("chess", "Block", "..%2Fgames%2Fblock", "block.toml"):
        page = reader.open(f"/games/{unknown}")
        assert (page.status, page.heading) == (404, "Page not found")


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_is_explained_from_its_data(reader: Reader, game_id: str) -> None:
    game, page = load_game(game_id), reader.open(f"/games/{game_id}")
    assert (page.status, page.heading) == (200, game.name)
    assert game.summary in page.text
    for players, tiles in game.deal.items():
        assert f"{players} players {tiles} tiles each" in page.text
    assert f"goal {rules_in_words(game)['match.goal']}" in page.text
    for bonus in game.bonus:
        assert rules_in_words(game)[f"bonus.{bonus.name}"] in page.text
    assert page.links["Start a match"] == f"/matches/new?game={game_id}"
    assert sources(page) == [source.url for source in game.source if source.url]
    for source in game.source:
        assert source.title in page.text


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_says_who_passes_and_which_way_the_turns_go(reader: Reader, game_id: str) -> None:
    page, game = reader.open(f"/games/{game_id}"), load_game(game_id)
    assert "Who cannot play passes" in page.text or "Who cannot play draws" in page.text
    assert f"turns go {rules_in_words(game)['table.direction']}" in page.text
    # No source says which way they go in Martinique.
    assert (game.table.direction == "agreed") is (game_id == "martinique")


def test_a_game_says_how_much_is_drawn(reader: Reader) -> None:
    drawn = {
        "draw": "draws, and passes when there is nothing left to draw",
        "mexican-train": "draws 1 tile, and passes if it does not fit",
        "triominos": "draws up to 3 tiles, and passes if none fits",
        "italian": "passes",
    }
    for game_id, words in drawn.items():
        assert f"Who cannot play {words}" in reader.open(f"/games/{game_id}").text


def test_a_game_says_to_which_goals_it_is_also_played(reader: Reader) -> None:
    assert "also played to 50 for a short game" in reader.open("/games/eight-minus-players").text
    assert "also played to 50 for a short game" in reader.open("/games/brazil-to-100").text
    cuban = reader.open("/games/cuban-double-nine").text
    assert "also played to 50 for a short game, 101, 150, 200" in cuban
    assert "also played to" not in reader.open("/games/block").text


def test_a_game_says_which_other_boxes_it_takes_and_for_how_many(reader: Reader) -> None:
    block = reader.open("/games/block").text
    assert "other boxes up to 9-9 · 2×7, 3×7, 4×7, 5×7; up to 12-12" in block
    assert "The box of a match is chosen among its house rules." in block
    assert "Elsewhere up to 10 people play it; here there are 5 seats." in block
    chicken = reader.open("/games/chicken-foot").text
    assert (
        "other boxes up to 6-6 · 2×7, 3×5, 4×4, 5×3 · 7 rounds; up to 12-12 · 13 rounds" in chicken
    )
    hoyle = reader.open("/games/hoyle").text
    assert "other boxes" not in hoyle.split("How it differs")[0]
    assert "Elsewhere" not in hoyle


@pytest.mark.parametrize("game_id", game_ids())
def test_a_worked_example_is_computed(app: Flask, reader: Reader, game_id: str) -> None:
    page = reader.open(f"/games/{game_id}")
    for sample, example in worked_examples(app, game_id):
        score = score_round(sample.setup, sample.played)
        narrator = RoundNarrator(sample.setup, NAMES[: sample.setup.players])
        assert example.headline == narrator.headline(score)
        for text in (example.headline, narrator.points(score), *narrator.reasons(score)):
            assert text in page.text


@pytest.mark.parametrize("game_id", game_ids())
def test_a_worked_example_could_have_been_played(app: Flask, game_id: str) -> None:
    shown = worked_examples(app, game_id)
    assert shown
    for sample, _ in shown:
        assert doubts(sample.setup, sample.played) == ()


def test_the_tiles_of_an_example_are_drawn(reader: Reader) -> None:
    drawn = [tile.get("aria-label") for tile in reader.open("/games/block").all("span", "tile")]
    assert drawn[:2] == ["three-four", "double five"]


@pytest.mark.parametrize("game_id", game_ids())
def test_an_example_leads_to_the_same_hands_under_every_game(
    app: Flask, reader: Reader, game_id: str
) -> None:
    for sample, example in worked_examples(app, game_id):
        if not example.compare_query:
            assert not any(isinstance(hand, Hand) for hand in sample.played.hands)
            continue
        with app.test_request_context():
            address = url_for("guide.compare", **example.compare_query)
        page = reader.open(address)
        assert page.status == 200
        query = parse_qs(urlsplit(address).query, keep_blank_values=True)
        assert page.form.items() >= {name: values[0] for name, values in query.items()}.items()


def test_block_does_not_differ_from_block(reader: Reader) -> None:
    assert "differs" not in reader.open("/games/block").text


@pytest.mark.parametrize("game_id", [game_id for game_id in game_ids() if game_id != "block"])
def test_a_game_says_how_it_differs_from_block(reader: Reader, game_id: str) -> None:
    found = differences(load_game("block"), load_game(game_id))
    shown = table(reader.open(f"/games/{game_id}"))
    assert shown == {each.what: [each.base, each.changed] for each in found}
    assert shown


def test_the_reference_tie_is_won_by_the_lightest_tile_in_block_only(reader: Reader) -> None:
    page = reader.compare()
    assert (page.status, page.heading) == (200, "Compare the games")
    shown = table(page, "verdicts")
    assert shown["Block"] == [
        "Ana",
        "0",
        "0",
        "Ana and Bea tie with 17 pips each. 1-2 (3 pips) is lighter than 3-4 (7 pips)."
        " 17 (opponents) − 17 (own hand) = 0 points.",
    ]
    drawn = ("Draw", "Eight minus players", "Hoyle", "Jamaican draw", "All Fives")
    assert {shown[name][0] for name in drawn} == {"drawn"}
    assert shown["Hungarian"][:3] == ["everybody adds", "+17", "+17"]
    assert page.form == {"players": "2", "hand-1": "1-2 2-4 3-5", "hand-2": "5-5 3-4"} | {
        "hand-3": "",
        "hand-4": "",
    }


def test_the_default_is_what_the_form_would_send(reader: Reader) -> None:
    assert table(reader.compare(THE_TIE), "verdicts") == table(reader.compare(), "verdicts")


def test_every_game_is_either_scored_or_has_its_reason(reader: Reader) -> None:
    partners = "players=4&partners=yes&hand-1=1-6&hand-2=4-6+5-5&hand-3=4-4&hand-4=1-4"
    for query in (THE_TIE, partners, partners.replace("&partners=yes", "")):
        page = reader.compare(query)
        scored, refused = table(page, "verdicts"), unfit(page)
        assert len(scored) + len(refused) == len(game_ids())
        assert not scored.keys() & refused.keys()
        assert all(refused.values())


def test_a_game_that_cannot_score_the_hands_says_why(reader: Reader) -> None:
    assert (
        unfit(reader.compare(THE_TIE)).items()
        >= {
            "Partnership": "for 4 players",
            "Martinique": "for 3 players",
            "Rummikub": "not played with dominoes: only totals are entered",
            "Italian": "the tiles played count, not those left over",
        }.items()
    )
    alone = unfit(reader.compare("players=4&hand-1=&hand-2=1-2&hand-3=3-4&hand-4=5-6"))
    assert alone["Partnership"] == "played by partners"
    tied = "players=4&partners=y&hand-1=2-5&hand-2=0-0+5-5&hand-3=0-2+3-3&hand-4=0-5"
    assert unfit(reader.compare(tied))["French"] == "each plays alone"
    assert unfit(reader.compare(tied))["Brazil to six"] == "it depends on who closed the line"
    level = "players=4&partners=y&hand-1=2-6&hand-2=1-3+1-6&hand-3=2-5+3-5&hand-4=1-1+3-3"
    assert unfit(reader.compare(level))["Dominican, patio"] == "a tie: it depends on who led"
    big = unfit(reader.compare("players=2&hand-1=9-9&hand-2=0-1"))
    assert big["Block"] == "9-9 is not in the box"
    full = unfit(reader.compare("players=2&hand-1=0-0+0-1+0-2+0-3+0-4+0-5+0-6+1-1&hand-2=6-6"))
    assert full["Block"] == "a hand holds 7 tiles at most"


def test_several_players_may_go_out_where_the_others_play_on(reader: Reader) -> None:
    page = reader.compare("players=3&hand-1=&hand-2=&hand-3=5-5")
    assert table(page, "verdicts").keys() == {"Hungarian"}
    assert table(page, "verdicts")["Hungarian"][0] == "Ana and Bea went out"
    assert unfit(page)["Block"] == "only one player can go out"


def test_hands_that_no_game_can_score_have_a_reason_for_each_game(reader: Reader) -> None:
    page = reader.compare("players=2&hand-1=15-15&hand-2=0-1")
    assert page.status == 200
    assert table(page, "verdicts") == {}
    assert len(unfit(page)) == len(game_ids())


@pytest.mark.parametrize(
    ("query", "problems"),
    [
        (
            "hand-1=7x&hand-2=1-2",
            ["“7x” in Ana’s hand is not a tile: write tiles like 1-2, 24 or 3|5."],
        ),
        (
            "hand-1=1-2&hand-2=3-4+2-1",
            [
                "1-2 is in Ana’s hand and in Bea’s hand at once: every tile exists once, so remove"
                " it from one."
            ],
        ),
        ("hand-1=1-2+1-2&hand-2=", ["1-2 is twice in Ana’s hand: every tile exists once."]),
        ("hand-1=&hand-2=", ["Enter what is left in at least one hand."]),
        (
            "hand-1=1-2&hand-2=&hand-3=4-4",
            ["Only 2 play: choose more players, or leave Ciro empty."],
        ),
        (
            "players=3&partners=yes&hand-1=1-2",
            ["Only four people can play as partners: choose 4 players, or untick partners."],
        ),
        ("players=5&hand-1=1-2", ["Select 2, 3 or 4 players."]),
        ("players=²&hand-1=1-2", ["Select 2, 3 or 4 players."]),
        ("players=2&hand-1=" + "1" * 401, ["Enter fewer tiles."]),
        (
            "hand-1=%3Cb%3E&hand-2=1-2+1-2&hand-3=4-4&partners=y",
            [
                "“<b>” in Ana’s hand is not a tile: write tiles like 1-2, 24 or 3|5.",
                "1-2 is twice in Bea’s hand: every tile exists once.",
                "Only 2 play: choose more players, or leave Ciro empty.",
                "Only four people can play as partners: choose 4 players, or untick partners.",
            ],
        ),
    ],
)
def test_a_refused_form_keeps_what_was_typed_and_says_what_is_wrong(
    reader: Reader, query: str, problems: list[str]
) -> None:
    page = reader.compare(query)
    assert page.status == 422
    assert page.problems == problems
    assert {*page.texts("p", "problem")} == {*problems}
    values = {name: values[0] for name, values in parse_qs(query).items()}
    typed = {name: text for name, text in values.items() if name.startswith("hand")}
    assert page.form.items() >= typed.items()
    assert table(page, "verdicts") == {}


def test_invisible_characters_are_ignored(reader: Reader) -> None:
    page = reader.compare("hand-1=1-2%00+2-4%0A3-5&hand-2=5-5+3-4&unknown=1")
    assert table(page, "verdicts")["Block"][0] == "Ana"
