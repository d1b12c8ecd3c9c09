"""What people read of refusals, questions and games can be translated, and in all scripts.

They are read in a made-up language in which every translated message is in wide letters: ordinary
letters on a page are then facts, such as names, or English that cannot be translated.
`test_every_page.py` and `test_every_form.py` read pages and answers in it too.
"""

import re

import pytest
import tree_sitter_javascript
from tree_sitter import Language, Parser

from scorekeeper.pages.new_match.house_rules import HouseRulesForm
from scorekeeper.rules import game_ids, load_game
from tests.catalogues import ROOT, written
from tests.support.drafts import draft
from tests.support.made_up_language import (
    LANGUAGE,
    english,
    expect_translated,
    install,
    is_english,
)
from tests.support.no_database import no_database
from tests.web.visitor import CHECK, FOUR, HEAVY, RECORD, Visitor, pips, tiles

JAVASCRIPT = Language(tree_sitter_javascript.language())


# In a script: several words, the first of which is capitalized or a fact.
SENTENCE = re.compile(r"(?:[A-Z][a-z]*|%\(|\$\{\w+[^ ]*\}).* [a-z]{2}")
FACT = re.compile(r"\$\{[^}]*\}")


@pytest.fixture
def reader(app, monkeypatch):
    install(monkeypatch)
    return Visitor(app, LANGUAGE)


def test_a_text_that_is_not_translated_is_found(reader):
    page = reader.open("/nothing")
    page.all("h1")[0].text = "Nothing here"
    page.all("main")[0].set("aria-label", "Ana wins")
    assert {"Nothing here", "Ana wins"} <= {*english(page)}


def test_what_is_said_of_a_round_is_translated_and_what_is_saved_has_no_language(app, reader):
    match = reader.start(*FOUR)
    for hands in (("", "66 55", "12", "24"), ("11", "66 55", "12", "24")):
        reader.play(match, *hands)
    form, late, same = (reader.open_round(match) for _ in range(3))
    counts = reader.open(f"{match.address}/rounds/new?entry=pips")
    typed = (
        tiles("", "66", "12", "24"),
        tiles("11", "66", "12", "24"),
        tiles("12 33", "12", "77", "1x"),
        tiles("12 34", "03 22", "25", "16"),
        tiles(HEAVY, "", "", ""),
    )
    for hands in typed:
        checked, sent = (reader.send(form, hands | {"action": do}) for do in ("check", "record"))
        preview = reader.send(form, hands, to=f"{match.address}/rounds/preview")
        expect_translated(checked, sent, preview)
    for counted in (pips("3", "3", "9", "8"), pips("500", "x", "-1", ""), pips("0", "0", "1", "2")):
        expect_translated(reader.send(counts, counted | {"action": "check"}))
    # What another device did, or the database does not do.
    answers = [
        reader.send(late, tiles("", "66", "13", "24") | RECORD),
        reader.send(same, tiles("", "66", "12", "24") | RECORD),
    ]
    assert [answer.status for answer in answers] == [409, 409]
    expect_translated(*answers)
    kept = draft(reader, match, 4, "hands-1", hands_1_tiles="1-2").answer.get_json()
    [part] = kept["parts"].values()
    refused = reader.post(f"{match.address}/rounds/4/draft", {}).answer.get_json()
    said = (part["device"], part["ago"], refused["error"])
    assert [text for text in said if is_english(text)] == []
    expect_translated(reader.open_round(match))
    app.config["PROPAGATE_EXCEPTIONS"] = False
    with no_database(app):
        expect_translated(reader.send(form, tiles("", "66") | RECORD), reader.open(match.address))
    log = Visitor(app).open(f"{match.address}/edit").texts("ol", "log", "li")
    assert all("a device" in line for line in log)


def test_a_match_and_a_round_of_every_kind_of_game_are_translated(reader):
    for game_id in ("italian", "rummikub", "french", "jamaican-partners", "dominican-patio"):
        table = reader.start(*FOUR, game=game_id)
        form = reader.open_round(table)
        expect_translated(table, form, reader.send(form, CHECK))


@pytest.mark.usefixtures("reader")
def test_the_house_rules_of_every_game_are_translated(app):
    with app.test_request_context(headers={"Accept-Language": LANGUAGE}):
        for game in map(load_game, game_ids()):
            form = HouseRulesForm(game, game)
            form.validate()
            asked = [str(text) for field in form for text in (field.label.text, *field.errors)]
            asked += [each.label for field in form for each in getattr(field, "choices", ())]
            assert [text for text in asked if is_english(text)] == []


def sentences(script):
    waiting = [Parser(JAVASCRIPT).parse(script.encode()).root_node]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        text = (node.text or b"").decode()[1:-1]
        is_text = node.type in ("string", "template_string")
        if is_text and SENTENCE.match(FACT.sub("${fact}", text)):
            yield text


def test_every_sentence_of_the_scripts_can_be_translated():
    known = {text for message in written("scripts") for text in (message.id, *message.id)}
    found = {
        f"{path.name}: {text}"
        for path in ROOT.glob("static/**/*.js")
        for text in sentences(path.read_text())
        if text not in known
    }
    assert not found
