"""What the scripts say is in the language of the page."""

import json
import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.scorer import Scorer
from tests.catalogues import written
from tests.web.every_page.pseudo_language import LANGUAGE, wide
from tests.web.visitor import Visitor

FACTS = {"name": "Ana"}


def wide_words() -> str:
    """Write every sentence of the scripts in wide letters."""
    words: dict[str, object] = {}
    for message in written("scripts"):
        if isinstance(message.id, str):
            words[message.id] = wide(message.id)
        else:
            words[message.id[0]] = [wide(text) for text in message.id]
    return f"globalThis.words = {json.dumps(words)};"


@pytest.fixture
def pad(scorer: Scorer, visitor: Visitor) -> Scorer:
    """Return somebody who enters a round where the scripts speak a made-up language."""
    scripted = wide_words()

    def answer(route: Route) -> None:
        route.fulfill(body=scripted, content_type="text/javascript")

    scorer.page.route(f"**/words/{LANGUAGE}.js*", answer)
    scorer.open(f"{visitor.start('Ana', 'Bea', 'Ciro').address}/rounds/new")
    scorer.speak(LANGUAGE)
    return scorer


def test_tiles_are_named_in_words_with_whose_hand_they_are_in(pad: Scorer) -> None:
    pad.tap("3-5 6-6")
    # The words for a tile come with the page, which is in the real language.
    with_words = re.compile("^hármas-ötös" + re.escape(wide(", in %(name)s’s hand") % FACTS))
    expect(pad.tile("3-5")).to_have_accessible_name(with_words)
    expect(pad.tile("6-6")).not_to_have_accessible_name(re.compile("six"))


def test_the_line_speaks_the_language_with_the_names_in_their_place(pad: Scorer) -> None:
    expect(pad.line).to_have_text(wide("Tap the tiles left in %(name)s’s hand") % FACTS)
    pad.tap("3-5")
    name = wide("%(name)s, %(pips)s pips, %(tiles)s tile") % {**FACTS, "pips": 8, "tiles": 1}
    pad.page.get_by_role("button", name=name, exact=True).tap()
