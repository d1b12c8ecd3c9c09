"""Pages speak the language of whoever reads them."""

import pytest
from flask import Flask

from scorekeeper.i18n import LANGUAGES
from scorekeeper.web.hosts import local_address
from tests.web.visitor import Page, Visitor


def language_of(page: Page) -> str:
    return page.root.get("lang", "")


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("", "en"),
        ("hu", "hu"),
        ("pt-BR,en;q=0.5", "pt"),
        ("de, it;q=0.8", "it"),
        ("de", "en"),
        (";;q=x,", "en"),
        ("de,es;q=0.8,en;q=0.9", "en"),
        ("de,hu;q=0.1", "hu"),
    ],
)
def test_the_language_is_the_one_the_browser_prefers(app: Flask, asked: str, given: str) -> None:
    page = Visitor(app, asked).open("/")
    assert language_of(page) == page.answer.headers["Content-Language"] == given


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chosen_language_is_remembered_and_the_page_shown_again(
    visitor: Visitor, table: Page, language: str
) -> None:
    choice = visitor.open("/language", came_from=table.address)
    answer = visitor.post("/language", {**choice.form, "language": language})
    assert answer.leads_to == table.address
    assert language_of(visitor.open(table.address)) == language
    assert language_of(visitor.open(f"{table.address}/wall")) == language
    assert language_of(visitor.open("/nothing")) == language


def test_a_language_that_is_none_is_refused(visitor: Visitor) -> None:
    answer = visitor.post("/language", {**visitor.open("/language").form, "language": "xx"})
    assert answer.status == 422
    assert "Select one of these." in answer.text


@pytest.mark.parametrize(
    "elsewhere",
    ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "", "matches/1"],
)
def test_choosing_a_language_leads_to_no_other_site(elsewhere: str) -> None:
    assert local_address(elsewhere) == "/"


def test_the_words_of_the_scripts_are_kept_by_the_browser(app: Flask) -> None:
    page = Visitor(app, "es").open("/")
    scripts = [script.get("src", "") for script in page.all("script")]
    [address] = [each for each in scripts if each.startswith("/words/es.js?v=")]
    answer = app.test_client().get(address)
    assert answer.mimetype == "text/javascript"
    assert "immutable" in answer.headers["Cache-Control"]
    assert app.test_client().get("/words/xx.js").status_code == 404
