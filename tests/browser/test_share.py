"""Sharing a match: one code at a time, and what whoever scans it meets."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from scorekeeper.i18n import LANGUAGES
from tests.browser.measuring import misfits, places
from tests.web.share.test_links import links

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
    expect(page.get_by_role("button", name="Send …")).to_have_count(0)
    page.add_init_script("navigator.share = async (sent) => { document.title = sent.url; }")
    page.reload()
    page.get_by_role("button", name="Send …").first.tap()
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
