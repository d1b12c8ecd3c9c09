"""The guide: the games, and how each is played and scored."""

from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask, url_for

from scorekeeper.pages.guide.examples import NAMES, Example, examples
from scorekeeper.rules import Hand, game_ids, load_game, score_round
from scorekeeper.rules.reasons import Hit
from scorekeeper.rules.referee import doubts
from scorekeeper.wording.in_short import in_three_sentences
from scorekeeper.wording.rounds import RoundNarrator
from scorekeeper.wording.rules import differences, rules_in_words
from tests.web.guide.reader import Reader, sources, table
from tests.web.pagelint import text_of

# All in one process, in which each page is read once.
pytestmark = pytest.mark.xdist_group("guide")


def rounds_to_play(app: Flask, game_id: str) -> list[Example]:
    """Return the example rounds of a game."""
    with app.test_request_context():
        return [*examples(load_game(game_id))]


def test_every_game_is_listed(reader: Reader) -> None:
    page = reader.open("/games")
    assert page.status == 200
    names = [load_game(game_id).name for game_id in game_ids()]
    assert page.texts("h2", "") == [*names, "Left out"]
    assert page.links["Rules: Block"] == "/games/block"
    assert page.links["Start a match: Hoyle"] == "/matches/new?game=hoyle"
    assert page.links["Compare"] == "/games/compare"
    assert (
        "2 players take 7 tiles each, 3 or 4 take 5 · each alone, or partners with 4" in page.text
    )


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


# No source says which way the turns go, or some say the one and some the other.
WITHOUT_A_DIRECTION = (
    *("all-threes", "colombian-partners", "five-up"),
    *("martinique", "venezuelan-partners"),
)


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_says_who_passes_and_which_way_the_turns_go(reader: Reader, game_id: str) -> None:
    page, game = reader.open(f"/games/{game_id}"), load_game(game_id)
    assert "Who cannot play passes" in page.text or "Who cannot play draws" in page.text
    assert f"turns go {rules_in_words(game)['table.direction']}" in page.text
    assert (game.table.direction == "agreed") is (game_id in WITHOUT_A_DIRECTION)


PASSING_THE_GOAL = "Reaching the goal is enough; having to pass it is a house rule."


@pytest.mark.parametrize(
    ("game_id", "said"),
    [
        ("fives-and-threes", "Partners the others play on until both of a pair are out"),
        ("fives-and-threes", "Ana and Ciro went out. +1 point"),
        ("draw", "Who cannot play draws, and passes when there is nothing left to draw"),
        ("mexican-train", "Who cannot play draws 1 tile, and passes if it does not fit"),
        ("triominos", "Who cannot play draws up to 3 tiles, and passes if none fits"),
        ("italian", "Who cannot play passes"),
        ("brazil-to-100", "also played to 50 for a short game"),
        ("cuban-double-nine", "also played to 50 for a short game, 101, 150, 200"),
        ("block", PASSING_THE_GOAL),
        ("block", "other boxes up to 9-9 · 2 to 5 players take 7 tiles each; up to 12-12"),
        ("block", "You choose the box in the house rules."),
        ("block", "Elsewhere up to 10 people play it, here up to 5."),
        (
            "chicken-foot",
            "other boxes up to 6-6 · 2 players take 7 tiles each, 3 take 5, 4 take 4,"
            " 5 or 6 take 3, 7 to 9 take 2, 10 take 1 · 7 rounds;"
            " up to 12-12 · 6 to 10 players take 7 tiles each · 13 rounds",
        ),
    ],
)
def test_a_game_says_what_it_has_of_its_own(reader: Reader, game_id: str, said: str) -> None:
    assert said in reader.open(f"/games/{game_id}").text


@pytest.mark.parametrize(
    ("game_id", "unsaid"),
    [
        ("block", "also played to"),
        ("fives-and-threes", PASSING_THE_GOAL),
        ("mexican-train", PASSING_THE_GOAL),
        ("chicken-foot", "Elsewhere"),
        ("hoyle", "Elsewhere"),
        ("hoyle", "other boxes"),
    ],
)
def test_a_game_says_nothing_of_what_it_has_not(reader: Reader, game_id: str, unsaid: str) -> None:
    assert unsaid not in reader.open(f"/games/{game_id}").text.split("How it differs")[0]


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_begins_with_three_sentences_and_a_round_to_play(
    reader: Reader, game_id: str
) -> None:
    page = reader.open(f"/games/{game_id}")
    short = in_three_sentences(load_game(game_id))
    [told] = page.all("ul", "in-short")
    assert tuple(text_of(line) for line in told) == short
    assert all(sentence.endswith(".") and sentence.count(".") == 1 for sentence in short)
    words, questions = page.text, page.texts("legend", "")
    assert words.index(short[2]) < words.index(questions[0]) < words.index("All the rules")


@pytest.mark.parametrize("game_id", game_ids())
def test_a_round_to_play_is_scored_by_the_rules_and_could_have_been_played(
    app: Flask, reader: Reader, game_id: str
) -> None:
    page = reader.open(f"/games/{game_id}")
    rounds, articles = rounds_to_play(app, game_id), page.all("article", "example")
    assert rounds
    for shown, example in zip(articles, rounds, strict=True):
        answers = [
            (text_of(each), "is-right" in each[0].get("class", "")) for each in shown.iter("label")
        ]
        right = [text.split(" ")[0] for text, is_right in answers if is_right]
        assert right == answers_of(example)
        # A tap has to decide something.
        assert len(right) < len(answers)
        score = score_round(example.setup, example.played)
        narrator = RoundNarrator(example.setup, NAMES[: example.setup.players])
        for text in (narrator.headline(score), narrator.points(score), *narrator.reasons(score)):
            assert text in page.text
        assert doubts(example.setup, example.played) == ()


def answers_of(example: Example) -> list[str]:
    """Work out who has to be tapped, from what the rules score."""
    setup, score = example.setup, score_round(example.setup, example.played)
    if example.played.plays:
        return [NAMES[next(step.seat for step in score.reasons if isinstance(step, Hit))]]
    sides = {score.winning_side}
    if setup.game.match.best == "low":
        sides = {side for side, paid in enumerate(score.points) if paid == max(score.points)}
    names = [NAMES[seat] for seat in range(setup.players) if setup.side_of(seat) in sides]
    return names or ["Nobody"]


def test_the_tiles_of_an_example_are_drawn(reader: Reader) -> None:
    drawn = [tile.get("aria-label") for tile in reader.open("/games/block").all("span", "tile")]
    assert drawn[:2] == ["one-two", "two-four"]


@pytest.mark.parametrize("game_id", game_ids())
def test_an_example_leads_to_the_same_hands_under_every_game(
    app: Flask, reader: Reader, game_id: str
) -> None:
    for example in rounds_to_play(app, game_id):
        if not example.compare_query:
            assert not any(isinstance(hand, Hand) for hand in example.played.hands)
            continue
        with app.test_request_context():
            address = url_for("guide.compare", **example.compare_query)
        page = reader.open(address)
        assert page.status == 200
        query = parse_qs(urlsplit(address).query, keep_blank_values=True)
        assert page.form.items() >= {name: values[0] for name, values in query.items()}.items()


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_says_how_it_differs_from_block(reader: Reader, game_id: str) -> None:
    found = differences(load_game("block"), load_game(game_id))
    page = reader.open(f"/games/{game_id}")
    assert table(page) == {each.what: [each.base, each.changed] for each in found}
    assert bool(found) is ("differs" in page.text) is (game_id != "block")
