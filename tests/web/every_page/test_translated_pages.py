"""Everything people read on a page can be translated.

Every page is opened in a made-up language that writes messages in wide letters: what is left in
ordinary letters must be a fact, such as the name of a player.
"""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

import pytest
from babel import Locale
from babel.messages.jslexer import tokenize
from flask import Flask

from scorekeeper.rules import game_ids, load_game
from tests.catalogues import ROOT, written
from tests.web.errors.test_unsaved import no_database
from tests.web.every_page.pseudo_language import LANGUAGE, install
from tests.web.visitor import HEAVY, RECORD, Page, Visitor, pips, seated, sent, tiles

TEXT_ATTRIBUTES = (
    "aria-label",
    "title",
    "placeholder",
    "data-news",
    "data-score",
    "data-record",
    "data-goal",
)
# Elements without text for people.
TEXTLESS = {"style", "script", "progress"}
PLAYERS = "Ana", "Bea", "Ciro", "Dani"
MONTHS = {month.rstrip(".") for month in Locale(LANGUAGE).months["format"]["abbreviated"].values()}
MONTHS |= {month.capitalize() for month in Locale(LANGUAGE).months["stand-alone"]["wide"].values()}
FACTS = {*PLAYERS, *MONTHS, "Scorekeeper", "HU", "Magyar"}
# In a script: several words, the first of which is capitalized or a fact.
SENTENCE = re.compile(r"(?:[A-Z][a-z]*|%\(|\$\{\w+[^ ]*\}).* [a-z]{2}")
FACT = re.compile(r"\$\{[^}]*\}")
CHANGES = {
    "names": {"names-0": "Dani", "names-3": "Ana"},
    "seats": {"one": "0", "other": "1"},
    "goal": {"goal": "60"},
}
WORD = re.compile(r"[A-Za-zÀ-ÿ]{2,}")


def texts_in(element: Element) -> Iterator[str]:
    """Yield every text of an element that people read."""
    foreign = element.get("lang", LANGUAGE) != LANGUAGE
    # The sources of a game are named in their own language.
    if foreign or element.tag in TEXTLESS or element.get("class") == "sources":
        return
    yield from (element.get(name, "") for name in TEXT_ATTRIBUTES)
    yield element.text or ""
    for child in element:
        if isinstance(child.tag, str):
            yield from texts_in(child)
        yield child.tail or ""


def english(page: Page) -> list[str]:
    """Return what is in ordinary letters on a page and no fact."""
    texts = {" ".join(text.split()) for text in texts_in(page.root)}
    return sorted(text for text in texts if {*WORD.findall(text)} - FACTS)


def expect_translated(*pages: Page) -> None:
    left = [f"{page.address}: {text}" for page in pages for text in english(page)]
    assert not left, "\n".join(left)


def form_for(page: Page, what: str) -> dict[str, str]:
    """Return the fields of the form that makes one kind of change."""
    forms = (form for form in page.all("form") if form.find(f".//*[@value='{what}']") is not None)
    [found] = [dict(sent(form)) for form in forms]
    return {**found, "what": what}


@pytest.fixture
def reader(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    """Return a device that reads the made-up language."""
    install(monkeypatch)
    return Visitor(app, LANGUAGE)


@pytest.fixture
def match(reader: Visitor) -> Page:
    """Return the table of a match with two rounds and one that was undone."""
    table = reader.start(*PLAYERS)
    reader.play(table, "", "66 55", "12", "24")
    reader.play(table, "11", "66 55", "12", "24")
    reader.play(table, "11", "33", "12", "")
    reader.send(reader.open(f"{table.address}/undo"))
    return table


def test_a_text_that_is_not_translated_is_found(reader: Visitor) -> None:
    page = reader.open("/nothing")
    page.all("h1")[0].text = "Nothing here"
    page.all("main")[0].set("aria-label", "Ana wins")
    assert {"Nothing here", "Ana wins"} <= {*english(page)}


def test_the_pages_of_a_match_are_translated(reader: Visitor, match: Page) -> None:
    for place in (
        *("", "/wall", "/rounds/1", "/rounds/2", "/undo", "/redo", "/links", "/mend", "/delete"),
        *("/rounds/new", "/rounds/new?entry=pips", "/rounds/1/amend", "/rounds/1/remove"),
    ):
        expect_translated(reader.open(match.address + place))


@pytest.mark.usefixtures("match")
def test_the_other_pages_are_translated(reader: Visitor) -> None:
    for address in ("/", "/bin", "/device", "/language", "/pin", "/join/wrong", "/nothing"):
        expect_translated(reader.open(address))


def test_the_pages_of_a_match_that_is_over_are_translated(reader: Visitor) -> None:
    table = reader.start("Ana", "Bea", goal="50")
    winner = reader.follow(reader.play(table, "", HEAVY))
    expect_translated(winner, reader.open(table.address), reader.open("/"))
    asked = reader.open(f"{table.address}/delete")
    reader.send(asked)
    expect_translated(reader.open("/bin"), reader.open("/"))


def test_the_pages_that_edit_a_match_are_translated(reader: Visitor, match: Page) -> None:
    for what, filled in CHANGES.items():
        page = reader.open(f"{match.address}/mend")
        refused = reader.post(page.address, form_for(page, what) | dict.fromkeys(filled, ""))
        asked = reader.post(page.address, form_for(page, what) | filled)
        assert asked.status == 200
        expect_translated(refused, asked, reader.follow(reader.send(asked)))
    expect_translated(reader.open(f"{match.address}/mend"))


def test_previews_and_refusals_of_a_round_are_translated(reader: Visitor, match: Page) -> None:
    form = reader.open_round(match)
    typed = (
        tiles("", "66", "12", "24"),
        tiles("11", "66", "12", "24"),
        tiles("12 33", "12", "77", "1x"),
        tiles("12 34", "03 22", "25", "16"),
        tiles("66 65 64 63 55 54 44", "", "", ""),
    )
    for hands in typed:
        for action in ("check", "record"):
            expect_translated(reader.send(form, hands | {"action": action}))
        preview = reader.send(form, hands, to=f"{match.address}/rounds/preview")
        expect_translated(preview)


def test_previews_of_counted_pips_are_translated(reader: Visitor, match: Page) -> None:
    form = reader.open(f"{match.address}/rounds/new?entry=pips")
    for counted in (pips("3", "3", "9", "8"), pips("500", "x", "-1", ""), pips("0", "0", "1", "2")):
        expect_translated(reader.send(form, counted | {"action": "check"}))


def test_a_round_that_came_too_late_is_translated(reader: Visitor, match: Page) -> None:
    form, twin = reader.open_round(match), reader.open_round(match)
    reader.send(form, tiles("", "66", "12", "24") | RECORD)
    expect_translated(reader.send(twin, tiles("", "66", "13", "24") | RECORD))


def test_the_same_round_entered_twice_is_translated(reader: Visitor, match: Page) -> None:
    form, twin = reader.open_round(match), reader.open_round(match)
    reader.send(form, tiles("", "66", "12", "24") | RECORD)
    expect_translated(reader.send(twin, tiles("", "66", "12", "24") | RECORD))


def test_the_page_for_what_was_not_saved_is_translated(
    app: Flask, reader: Visitor, match: Page
) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    form = reader.open_round(match)
    with no_database(app):
        expect_translated(reader.send(form, tiles("", "66") | RECORD), reader.open(match.address))


def test_the_pages_after_an_earlier_end_are_translated(reader: Visitor) -> None:
    table = reader.start("Ana", "Bea")
    for hands in (("", "66"), ("", "55")):
        reader.play(table, *hands)
    page = reader.open(f"{table.address}/mend")
    asked = reader.post(page.address, form_for(page, "goal") | {"goal": "12"})
    reader.send(asked)
    expect_translated(*(reader.open(table.address + end) for end in ("", "/play-on", "/end")))


def test_a_new_match_is_translated(reader: Visitor) -> None:
    form = reader.open("/matches/new")
    refused = reader.send(form, seated("Ana", "Ana") | {"goal": "other", "other_goal": "x"})
    expect_translated(form, refused, reader.send(form, seated()))


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_is_translated(reader: Visitor, game_id: str) -> None:
    form = reader.open(f"/matches/new?game={game_id}")
    offered = reader.send(form, seated("Ana", "Bea") | {"game": game_id, "action": "rules"})
    numbers = {name for name, typed in offered.form.items() if "house-" in name and typed.isdigit()}
    refused = reader.send(offered, dict.fromkeys(numbers, ""))
    # A game without a number is begun, if two may play it.
    begun = not numbers and 2 in load_game(game_id).deal
    assert refused.status == (303 if begun else 422)
    expect_translated(reader.open(f"/games/{game_id}"), offered, refused)


def test_a_round_of_every_kind_of_game_is_translated(reader: Visitor) -> None:
    for game_id in ("italian", "rummikub", "french", "jamaican-partners", "dominican-patio"):
        table = reader.start(*PLAYERS, game=game_id)
        form = reader.open_round(table)
        checked = reader.send(form, {"action": "check"})
        expect_translated(table, form, checked)


COMPARED = (
    *("", "hand-1=12&hand-2=66", "hand-1=x", "hand-1=&hand-2=&hand-3=5-5&players=3", "players=5"),
    *("hand-1=9-9&hand-2=0-1", "hand-1=9-9+8-8&hand-2=0-1", "hand-1=&hand-2="),
    "players=4&partners=y&hand-1=2-5&hand-2=0-0+5-5&hand-3=0-2+3-3&hand-4=0-5",
    "players=4&partners=y&hand-1=2-6&hand-2=1-3+1-6&hand-3=2-5+3-5&hand-4=1-1+3-3",
    "players=4&hand-1=&hand-2=1-2&hand-3=3-4&hand-4=5-6",
    "hand-1=0-0+0-1+0-2+0-3+0-4+0-5+0-6+1-1&hand-2=6-6",
    *("hand-1=1-2&hand-3=4-4", "players=3&partners=yes&hand-1=1-2", f"hand-1={'1' * 401}"),
)


def test_the_guide_is_translated(reader: Visitor) -> None:
    compared = (reader.open(f"/games/compare?{query}") for query in COMPARED)
    expect_translated(reader.open("/games"), *compared)


def sentences(script: str) -> Iterator[str]:
    """Yield the texts in a script that look like sentences for people."""
    for token in tokenize(script):
        text = token.value[1:-1]
        if token.type in ("string", "template_string") and SENTENCE.match(
            FACT.sub("${fact}", text)
        ):
            yield text


def test_every_sentence_of_the_scripts_can_be_translated() -> None:
    known = {text for message in written("scripts") for text in (message.id, *message.id)}
    found = {
        f"{path.name}: {text}"
        for path in ROOT.glob("static/**/*.js")
        for text in sentences(path.read_text())
        if text not in known
    }
    assert not found
