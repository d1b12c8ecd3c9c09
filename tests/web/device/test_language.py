"""Pages speak the language of whoever reads them."""

import pytest

from scorekeeper.i18n import LANGUAGES
from scorekeeper.web.hosts import local_address
from tests.web.visitor import Visitor


def language_of(page):
    return page.root.get("lang", "")


PREFERRED = {
    "": "en",
    "hu": "hu",
    "pt-BR,en;q=0.5": "pt",
    "de, it;q=0.8": "it",
    "de": "en",
    ";;q=x,": "en",
    "de,es;q=0.8,en;q=0.9": "en",
    "de,hu;q=0.1": "hu",
}


def test_the_language_is_the_one_the_browser_prefers(app):
    for asked, given in PREFERRED.items():
        page = Visitor(app, asked).open("/")
        assert language_of(page) == page.answer.headers["Content-Language"] == given


def test_a_chosen_language_is_remembered_and_the_page_shown_again(visitor, table):
    for language in LANGUAGES:
        choice = visitor.open("/language", came_from=table.address)
        answer = visitor.post("/language", {**choice.form, "language": language})
        assert answer.leads_to == table.address
        for address in (table.address, f"{table.address}/wall", "/nothing"):
            assert language_of(visitor.open(address)) == language


@pytest.mark.parametrize(
    "elsewhere",
    [
        *(
            "https://elsewhere.example/",
            "//elsewhere.example",
            "",
            "matches/1",
            "x",
            "javascript:x",
        ),
        *("/\\elsewhere.example", "\\\\elsewhere.example", "/\t/elsewhere.example"),
        *("/\n/elsewhere.example", "/ /"),
    ],
)
def test_an_address_of_another_site_is_none_to_go_to(elsewhere):
    assert local_address(elsewhere) == "/"


def test_the_words_of_the_scripts_are_kept_by_the_browser(app):
    page = Visitor(app, "es").open("/")
    scripts = [script.get("src", "") for script in page.all("script")]
    [address] = [each for each in scripts if each.startswith("/words/es.js?v=")]
    answer = app.test_client().get(address)
    assert answer.mimetype == "text/javascript"
    assert "immutable" in answer.headers["Cache-Control"]
    assert app.test_client().get("/words/xx.js").status_code == 404
