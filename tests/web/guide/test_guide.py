"""The guide: the games, and how each is played and scored."""

from urllib.parse import parse_qs, urlsplit

import pytest
from flask import url_for

from scorekeeper.pages.guide.examples import NAMES, examples
from scorekeeper.rules import Hand, game_ids, load_game, score_round
from scorekeeper.rules.reasons import Hit
from scorekeeper.rules.referee import doubts
from scorekeeper.wording.in_short import in_three_sentences
from scorekeeper.wording.rounds import RoundNarrator
from scorekeeper.wording.rules import differences, rules_in_words
from tests.web.guide.reader import sources, table
from tests.web.pagelint import text_of

# All in one process, in which each page is read once.
pytestmark = pytest.mark.xdist_group("guide")


def rounds_to_play(app, game_id):
    """Return the example rounds of a game."""
    with app.test_request_context():
        return [*examples(load_game(game_id))]


def test_an_unknown_game_is_404(visitor):
    for unknown in ("chess", "Block", "..%2Fgames%2Fblock", "block.toml"):
        page = visitor.open(f"/games/{unknown}")
        assert (page.status, page.heading) == (404, "Page not found")


# No source says which way the turns go, or some say the one and some the other.
WITHOUT_A_DIRECTION = (
    *("all-threes", "colombian-partners", "five-up"),
    *("martinique", "venezuelan-partners"),
)


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_is_explained_from_its_data(visitor, game_id):
    game, page = load_game(game_id), visitor.open(f"/games/{game_id}")
    words, text, short = rules_in_words(game), page.text, in_three_sentences(game)
    assert (page.status, page.heading) == (200, game.name)
    dealt = [f"{players} players {tiles} tiles each" for players, tiles in game.deal.items()]
    bonuses = [words[f"bonus.{bonus.name}"] for bonus in game.bonus]
    goal, turns = f"goal {words['match.goal']}", f"turns go {words['table.direction']}"
    titles = [source.title for source in game.source]
    said = (game.summary, *dealt, *bonuses, goal, turns, *titles)
    assert [each for each in said if each not in text] == []
    assert "Who cannot play passes" in text or "Who cannot play draws" in text
    assert (game.table.direction == "agreed") is (game_id in WITHOUT_A_DIRECTION)
    assert page.links["Start a match"] == f"/matches/new?game={game_id}"
    assert sources(page) == [source.url for source in game.source if source.url]
    # First the three sentences, then a round to play, then all the rules.
    [told] = page.all("ul", "in-short")
    assert tuple(text_of(line) for line in told) == short
    assert all(sentence.endswith(".") and sentence.count(".") == 1 for sentence in short)
    question = page.texts("legend", "")[0]
    assert text.index(short[2]) < text.index(question) < text.index("All the rules")
    found = differences(load_game("block"), game)
    assert table(page) == {each.what: [each.base, each.changed] for each in found}
    assert bool(found) is ("differs" in text) is (game_id != "block")


# Those of Block, Italian and four others are on the kept pages.
@pytest.mark.parametrize(
    ("game_id", "said"),
    [
        ("draw", "Who cannot play draws, and passes when there is nothing left to draw"),
        ("brazil-to-100", "also played to 50 for a short game"),
        ("cuban-double-nine", "also played to 50 for a short game, 101, 150, 200"),
    ],
)
def test_a_game_says_what_it_has_of_its_own(visitor, game_id, said):
    assert said in visitor.open(f"/games/{game_id}").text


@pytest.mark.parametrize("unsaid", ["Elsewhere", "other boxes", "also played to"])
def test_a_game_says_nothing_of_what_it_has_not(visitor, unsaid):
    assert unsaid not in visitor.open("/games/hoyle").text.split("How it differs")[0]


@pytest.mark.parametrize("game_id", game_ids())
def test_a_round_to_play_is_scored_by_the_rules_and_could_have_been_played(app, visitor, game_id):
    page = visitor.open(f"/games/{game_id}")
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


def answers_of(example):
    """Work out who has to be tapped, from what the rules score."""
    setup, score = example.setup, score_round(example.setup, example.played)
    if example.played.plays:
        return [NAMES[next(step.seat for step in score.reasons if isinstance(step, Hit))]]
    sides = {score.winning_side}
    if setup.game.match.best == "low":
        sides = {side for side, paid in enumerate(score.points) if paid == max(score.points)}
    names = [NAMES[seat] for seat in range(setup.players) if setup.side_of(seat) in sides]
    return names or ["Nobody"]


@pytest.mark.parametrize("game_id", game_ids())
def test_an_example_leads_to_the_same_hands_under_every_game(app, visitor, game_id):
    for example in rounds_to_play(app, game_id):
        if not example.compare_query:
            assert not any(isinstance(hand, Hand) for hand in example.played.hands)
            continue
        with app.test_request_context():
            address = url_for("guide.compare", **example.compare_query)
        page = visitor.open(address)
        assert page.status == 200
        query = parse_qs(urlsplit(address).query, keep_blank_values=True)
        assert page.form.items() >= {name: values[0] for name, values in query.items()}.items()
