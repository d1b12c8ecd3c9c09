"""The guide: how each game is played and scored, and the same hands under all of them."""

from urllib.parse import parse_qs, urlsplit

import pytest

from scorekeeper.pages.guide.examples import NAMES, examples
from scorekeeper.pages.guide.lessons import in_three_sentences
from scorekeeper.rules import Hand, game_ids, load_game, score_round
from scorekeeper.rules.doubts import doubts
from scorekeeper.rules.reasons import Hit
from scorekeeper.wording.round_sentences import RoundNarrator
from scorekeeper.wording.rules_in_words import differences, rules_in_words
from tests.web.pagelint import text_of

# All in one process, in which each page is read once.
pytestmark = pytest.mark.xdist_group("guide")


@pytest.fixture(scope="module")
def app(shared_app):
    """Return one application for all tests: the guide writes nothing."""
    return shared_app


def table(page, name="sheet"):
    found = page.all("table", name)
    rows = [row for each in found for body in each.iter("tbody") for row in body.iter("tr")]
    cells = [[text_of(cell) for cell in row] for row in rows]
    return {first: rest for first, *rest in cells}


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_is_explained_from_its_data(visitor, game_id):
    game, page = load_game(game_id), visitor.open(f"/games/{game_id}")
    words, text = rules_in_words(game), page.text
    short = in_three_sentences(game, words)
    assert (page.status, page.heading) == (200, game.name)
    dealt = [f"{players} players {tiles} tiles each" for players, tiles in game.deal.items()]
    bonuses = [words[f"bonus.{bonus.name}"] for bonus in game.bonus]
    goal, turns = f"goal {words['match.goal']}", f"play goes {words['table.direction']}"
    titles = [source.title for source in game.source]
    said = (game.summary, *dealt, *bonuses, goal, turns, *titles)
    assert [each for each in said if each not in text] == []
    assert "A player who cannot play passes" in text or "A player who cannot play draws" in text
    assert page.links["Start a match"] == f"/matches/new?game={game_id}"
    # Other sites get no Referer.
    sources = [a.get("href") for a in page.all("a", "source") if a.get("rel") == "noreferrer"]
    assert sources == [source.url for source in game.source if source.url]
    # First the three sentences, then a round to play, then all the rules.
    [told] = page.all("ul", "summary")
    assert tuple(text_of(line) for line in told) == short
    assert all(sentence.endswith(".") and sentence.count(".") == 1 for sentence in short)
    question = page.texts("legend", "")[0]
    assert text.index(short[2]) < text.index(question) < text.index("All the rules")
    # What it has of its own, and nothing of what it has not.
    rules = text.split("How it differs")[0]
    assert (f"also played to {words['match.goals']}" in rules) is bool(game.match.goals)
    assert ("other sets" in rules) is bool(game.boxes)
    found = differences(load_game("block"), game)
    assert table(page) == {each.what: [each.base, each.changed] for each in found}
    assert bool(found) is ("differs" in text) is (game_id != "block")


@pytest.mark.parametrize("game_id", game_ids())
def test_a_round_to_play_is_scored_by_the_rules_could_have_been_played_and_leads_to_all_games(
    app, visitor, game_id
):
    page = visitor.open(f"/games/{game_id}")
    with app.test_request_context():
        rounds = [*examples(load_game(game_id))]
    assert rounds
    for shown, example in zip(page.all("article", "example"), rounds, strict=True):
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
        if example.compare_query:
            [address] = [each.get("href") for each in shown.iter("a")]
            compared = visitor.open(address)
            assert compared.status == 200
            assert compared.form.items() >= typed_in(urlsplit(address).query).items()
        else:
            assert not any(isinstance(hand, Hand) for hand in example.played.hands)


def answers_of(example):
    setup, score = example.setup, score_round(example.setup, example.played)
    if example.played.plays:
        return [NAMES[next(step.seat for step in score.reasons if isinstance(step, Hit))]]
    sides = {score.winning_side}
    if setup.game.match.best == "low":
        sides = {side for side, paid in enumerate(score.points) if paid == max(score.points)}
    names = [NAMES[seat] for seat in range(setup.players) if setup.side_of(seat) in sides]
    return names or ["Nobody"]


def typed_in(query):
    return {name: values[0] for name, values in parse_qs(query, keep_blank_values=True).items()}


THE_TIE = "players=2&hand-1=1-2+2-4+3-5&hand-2=5-5+3-4"
TIED_PAIRS = "players=4&partners=y&hand-1=2-6&hand-2=1-3+1-6&hand-3=2-5+3-5&hand-4=1-1+3-3"
PAIRS = "players=4&partners=yes&hand-1=1-6&hand-2=4-6+5-5&hand-3=4-4&hand-4=1-4"
ALONE = PAIRS.replace("&partners=yes", "")
IN_NO_BOX = "players=2&hand-1=15-15&hand-2=0-1"
# Games that cannot score some hands, and the reason.
UNFIT = (
    (THE_TIE, "Partnership", "for 4 players"),
    (THE_TIE, "Martinique", "for 3 players"),
    (ALONE, "Partnership", "played with partners"),
    (TIED_PAIRS, "Dominican, patio", "a tie: it depends on who played first"),
    (IN_NO_BOX, "Block", "15-15 is not in the set"),
)


def test_every_game_either_scores_the_hands_or_says_why_it_cannot(visitor):
    for query in (THE_TIE, PAIRS, ALONE, TIED_PAIRS, IN_NO_BOX):
        page = visitor.open(f"/games/compare?{query}")
        names, reasons = (page.texts("ul", "unfit", tag) for tag in ("a", "span"))
        scored, refused = table(page, "verdicts"), dict(zip(names, reasons, strict=True))
        assert len(scored) + len(refused) == len(game_ids())
        assert not scored.keys() & refused.keys()
        assert all(refused.values())
        assert bool(scored) is (query != IN_NO_BOX)
        for asked, game, reason in UNFIT:
            assert asked != query or refused[game] == reason


def test_the_page_compares_the_reference_tie_as_the_form_would_send_it(visitor):
    page = visitor.open("/games/compare")
    default = {"players": "2", "hand-1": "1-2 2-4 3-5", "hand-2": "5-5 3-4"}
    assert (page.status, page.form) == (200, default | {"hand-3": "", "hand-4": ""})
    verdicts = table(page, "verdicts")
    assert table(visitor.open(f"/games/compare?{THE_TIE}"), "verdicts") == verdicts
    # Characters that cannot be seen are ignored.
    page = visitor.open("/games/compare?hand-1=1-2%00+2-4%0A3-5&hand-2=5-5+3-4&unknown=1")
    assert table(page, "verdicts") == verdicts


NOT_A_TILE = "is not a tile: write tiles like 1-2, 24 or 3|5."
ONCE = "there is only one of each tile"
FOUR_PAIR = "Only four people can play as partners: choose 4 players, or untick Partners."
TWO_PLAY = "Only 2 play: choose more players, or leave Ciro empty."
HOW_MANY = "Choose 2, 3 or 4 players."
AT_ONCE = f"1-2 is in Ana’s hand and in Bea’s hand at once: {ONCE}, so remove it from one."
REFUSED = {
    "hand-1=7x&hand-2=1-2": [f"“7x” in Ana’s hand {NOT_A_TILE}"],
    "hand-1=1-2&hand-2=3-4+2-1": [AT_ONCE],
    "hand-1=1-2+1-2&hand-2=": [f"1-2 is twice in Ana’s hand: {ONCE}."],
    "hand-1=&hand-2=": ["Enter what is left in at least one hand."],
    "hand-1=1-2&hand-2=&hand-3=4-4": [TWO_PLAY],
    "players=3&partners=yes&hand-1=1-2": [FOUR_PAIR],
    "players=5&hand-1=1-2": [HOW_MANY],
    "players=²&hand-1=1-2": [HOW_MANY],
    "players=2&hand-1=" + "1" * 401: ["Enter fewer tiles."],
    "hand-1=%3Cb%3E&hand-2=1-2+1-2&hand-3=4-4&partners=y": [
        f"“<b>” in Ana’s hand {NOT_A_TILE}",
        f"1-2 is twice in Bea’s hand: {ONCE}.",
        *(TWO_PLAY, FOUR_PAIR),
    ],
}


def test_a_refused_form_keeps_what_was_typed_and_says_what_is_wrong(visitor):
    for query, problems in REFUSED.items():
        page = visitor.open(f"/games/compare?{query}")
        assert (page.status, page.problems) == (422, problems)
        assert {*page.texts("p", "problem")} == {*problems}
        typed = {name: text for name, text in typed_in(query).items() if name.startswith("hand")}
        assert page.form.items() >= typed.items()
        assert table(page, "verdicts") == {}


def test_each_game_has_a_blank_score_sheet_for_as_many_sides_as_play(visitor):
    for game, sides in (("partnership", 2), ("block?sides=3", 3), ("mexican-train?sides=8", 8)):
        name, _mark, asked = game.partition("?")
        sheet = visitor.open(f"/games/{name}/sheet?{asked}")
        assert sheet.texts("table", "blank", "th").count("Total") == sides
    assert visitor.open("/games/chess/sheet").status == 404
    assert "Score sheet" in visitor.open("/games/block").links
