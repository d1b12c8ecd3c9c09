"""Sharing a match: one code at a time, what whoever scans it meets, the picture of a result."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from scorekeeper.i18n import LANGUAGES
from tests.browser.measuring import misfits, places
from tests.browser.pages import FIVE_EACH, LONG_TEN, NAMED_TEN
from tests.support.access import links
from tests.web.visitor import FOUR, TEN, pips

# What browsers leave of two tablets, and of three phones.
TABLETS = [
    ViewportSize(width=wide, height=high) for wide, high in ((1024, 672), (1180, 740), (768, 950))
]
PHONES = [
    ViewportSize(width=wide, height=high) for wide, high in ((390, 664), (360, 640), (412, 700))
]
KINDS = ("watch", "score", "own")


@pytest.mark.parametrize("access", ["house", "links"])
def test_one_code_is_shown_at_a_time_as_large_as_it_is_scanned_across_a_table(
    scorer, visitor, access
):
    scorer.start("Ana", "Bea")
    visitor.app.config["ACCESS"] = access
    scorer.open(f"{scorer.page.url}/links")
    faults = []
    for language in LANGUAGES:
        scorer.speak(language)
        for kind in KINDS:
            scorer.page.locator(f'.kinds [href="#{kind}"]').tap()
            for screen in scorer.on(*TABLETS, *PHONES):
                (code,) = scorer.page.locator(".code").filter(visible=True).all()
                wide = places(scorer.page, f"#{kind} .code svg")[f"#{kind} .code svg 0"]
                assert wide[2] - wide[0] == (400 if screen in TABLETS else 250)
                assert code.evaluate("each => each.closest('section').id") == kind
                wishes = {"reached": f"#{kind} .address"}
                faults += [f"{language}, {each}" for each in misfits(scorer.page, screen, **wishes)]
    assert faults == []


def test_a_link_is_copied_and_sent(scorer):
    page = scorer.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script("navigator.share = undefined")
    scorer.start("Ana", "Bea")
    scorer.open(f"{page.url}/links")
    for screen in scorer.on(TABLETS[0], PHONES[0]):
        page.locator("[data-copy=watch-address]").tap()
        expect(page.get_by_text("Copied", exact=True), str(screen)).to_be_visible()
        expect(page.get_by_role("button", name="Copy", exact=True)).to_be_visible()
    link = page.locator("#watch-address").input_value()
    assert page.evaluate("navigator.clipboard.readText()") == link
    # The system sends a link where it can.
    expect(page.get_by_role("button", name="Send…")).to_have_count(0)
    page.add_init_script("navigator.share = async (sent) => { document.title = sent.url; }")
    page.reload()
    page.get_by_role("button", name="Send…").first.tap()
    expect(page).to_have_title(re.compile("/join/"))


def test_whoever_scans_the_code_watches_until_they_ask_to_keep_the_score(scorer, visitor):
    table = visitor.start("Ana", "Bea")
    scorer.open(links(visitor, table)["watch"])
    scorer.sees("You are watching")
    scorer.misses("Enter round 1", "Undo")
    assert visitor.play(table, "", "66").status == 303
    # The page follows, and stays what it is.
    scorer.sees("Ana went out", "Keep score here")
    scorer.misses("Enter round 2", "Undo")
    scorer.press("Keep score here")
    scorer.sees("Enter round 2")
    scorer.misses("You are watching")


# What is not whole in a picture: texts that leave its edge or their card, or lie on another.
_NOT_WHOLE = """() => {
  // Those on the tile stand askew.
  const texts = [...document.querySelectorAll("text[x]")].filter((each) => !each.closest(".chart"));
  const box = (each) => each.getBoundingClientRect();
  const card = (each) => each.closest("svg").querySelector("rect");
  const out = (a, b) => a.left < b.left - 1 || a.right > b.right + 1
    || a.top < b.top - 1 || a.bottom > b.bottom + 1;
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.3 * Math.min(a.height, b.height);
  return texts.flatMap((text, at) => [
    ...(out(box(text), box(card(text))) ? [`${text.textContent} leaves its place`] : []),
    ...texts.slice(at + 1).filter((other) => meet(box(text), box(other)))
      .map((other) => `${text.textContent} lies on ${other.textContent}`),
    ...(text.textContent.includes("…") ? [`${text.textContent} is cut`] : []),
  ]);
}"""
_LONGEST = ("Maximiliana Bernadette Christophersen-Lo", "Guillermina Konstantina von Montgomery W")
_PAIRS = (FOUR, NAMED_TEN[:4], (*_LONGEST, *NAMED_TEN[:2]), LONG_TEN[:4])


def _won_by_pair(visitor, names):
    table = visitor.start(*names, partners="y", goal="50")
    visitor.play(table, "", *FIVE_EACH[:3])
    return table


def _won_alone(visitor, names):
    table = visitor.start(*names, game="mexican-train", other_goal="1")
    hands = pips("out", *(str(100 + seat) for seat in range(1, len(names))))
    form = visitor.open(f"{table.address}/rounds/new?entry=pips")
    visitor.send(form, {**hands, "action": "record"})
    return table


@pytest.mark.parametrize(
    ("won", "names"),
    [
        *((_won_by_pair, names) for names in _PAIRS),
        *((_won_alone, of[:sides]) for sides in range(2, 11) for of in (TEN, LONG_TEN)),
    ],
)
def test_the_picture_of_a_result_has_every_name_whole(scorer, visitor, won, names):
    table = won(visitor, names)
    for shape in ("wide", "square"):
        scorer.open(f"{table.address}/result.svg?shape={shape}")
        written = scorer.page.evaluate("document.documentElement.textContent.replace(/\\s+/g, '')")
        assert scorer.page.evaluate("document.documentElement.localName") == "svg"
        assert all(name.replace(" ", "") in written for name in names), shape
        assert scorer.page.evaluate(_NOT_WHOLE) == [], shape
