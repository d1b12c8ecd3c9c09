"""A form without its CSRF token saves nothing, keeps what was typed, and works when sent again."""

from dataclasses import dataclass

import pytest
from flask import Flask

from scorekeeper.pages.shared.fields import EXPIRED
from tests.unchanged import Unchanged
from tests.web.visitor import HEAVY, RECORD, Visitor, pips, seated, tiles


@dataclass(frozen=True, slots=True)
class PageForm:
    """A form of an endpoint: the page it is on, what is typed into it, and one of its buttons."""

    endpoint: str
    page: str
    typed: dict[str, str]
    button: str = ""


FORMS = (
    PageForm("new_match.new", "/matches/new", seated("Ana", "Bea", "Ciro") | {"other_goal": "61"}),
    PageForm("new_match.again", "/", {}, "Same as last time"),
    PageForm("table.rematch", "/matches/1/winner", {}),
    PageForm("round.record", "/matches/2/rounds/new", tiles("", "66 12")),
    PageForm("round.record", "/matches/2/rounds/new?entry=pips", pips("0", "12")),
    PageForm("history.undo", "/matches/1/undo", {}),
    PageForm("history.redo", "/matches/3/redo", {}),
    PageForm("history.remove", "/matches/2/rounds/1/remove", {}),
    PageForm("history.delete", "/matches/2/delete", {}),
    PageForm("share.renew", "/matches/2/links", {}),
    PageForm("device.settings", "/device", {"name": "The club’s tablet"}),
    PageForm("edit_player.forget", "/players/1/forget", {}),
    PageForm("edit_player.split", "/players/1/split", {"name": "Ana B", "ticked": "1"}),
    PageForm("amend.amend", "/matches/2/rounds/1/amend", tiles("", "65 12")),
)
# Endpoints that save nothing, or have several forms on a page, or are seldom offered.
ELSEWHERE = {
    "photo.fill",
    "photo.fill_amended",
    "photo.read",
    "round.preview",
    "amend.preview",
    "draft.keep",
    "history.edit_match",
    "edit_player.edit",
    "history.play_on",
    "history.end",
    "trash.restore",
    "home.bring_back",
    "device.pin",
    "device.language",
}


@pytest.fixture(autouse=True)
def matches(visitor: Visitor) -> None:
    """Play match 1 to its winner, and one round of match 2 and of match 3, where it is undone."""
    finished, playing = visitor.start("Ana", "Bea", goal="50"), visitor.start("Ciro", "Dani")
    visitor.play(finished, "", HEAVY)
    visitor.play(playing, "", "66")
    undone = visitor.start("Ana", "Bea")
    visitor.play(undone, "", "66")
    visitor.send(visitor.open(f"{undone.address}/undo"))


def test_every_endpoint_that_is_posted_to_is_tried(app: Flask) -> None:
    posted = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    # What programs send has no token of a form: tests/api.
    posted = {endpoint for endpoint in posted if not endpoint.startswith("api.")}
    assert posted == {form.endpoint for form in FORMS} | ELSEWHERE


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.page)
def test_a_form_without_its_token_saves_nothing_and_keeps_what_was_typed(
    visitor: Visitor, unchanged: Unchanged, form: PageForm
) -> None:
    page = visitor.open(form.page).pressing(form.button)
    sent = {name: value for name, value in page.form.items() if name != "csrf_token"} | form.typed
    for token in ({}, *({"csrf_token": wrong} for wrong in ("", "wrong", "x" * 3000, "\x00"))):
        with unchanged():
            answer = visitor.post(page.target, sent | token)
        assert answer.status == 400
        assert str(EXPIRED) in answer.text
        assert form.typed.items() <= answer.form.items()
    assert visitor.send(answer).status == 303


def test_the_token_of_another_device_is_refused(
    app: Flask, visitor: Visitor, unchanged: Unchanged
) -> None:
    page = Visitor(app).open("/matches/new")
    with unchanged():
        assert visitor.send(page, seated("Ana", "Bea")).status == 400


def test_a_device_that_lost_its_cookie_can_send_the_form_again(
    app: Flask, visitor: Visitor, unchanged: Unchanged
) -> None:
    page = visitor.open("/matches/new")
    stranger = Visitor(app)
    with unchanged():
        answer = stranger.send(page, seated("Ana", "Bea"))
    assert answer.status == 400
    assert stranger.follow(stranger.send(answer)).sides == ["Ana", "Bea"]


@pytest.mark.parametrize("action", ["preview", "check"])
def test_a_form_without_its_token_has_no_preview(
    visitor: Visitor, unchanged: Unchanged, action: str
) -> None:
    page = visitor.open("/matches/2/rounds/new")
    sent = page.form | tiles("", "66") | {"csrf_token": "", "action": action}
    address = "/matches/2/rounds/preview" if action == "preview" else page.target
    with unchanged():
        answer = visitor.post(address, sent)
    assert answer.status == 400
    assert answer.texts("p", "say") == [EXPIRED]


@pytest.mark.parametrize("field", ["entry_key", "round_no", "entry"])
def test_an_unreadable_hidden_field_is_replaced(
    visitor: Visitor, unchanged: Unchanged, field: str
) -> None:
    page = visitor.open("/matches/2/rounds/new")
    for value in ("", "garbage", "-1", "1" * 400, "²", "\x00", "<b>"):
        with unchanged():
            answer = visitor.send(page, tiles("", "55") | {field: value} | RECORD)
        assert answer.status == 422
        assert answer.problems == [EXPIRED]
        assert tiles("", "55").items() <= answer.form.items()
    assert visitor.send(answer, RECORD).leads_to == "/matches/2"


@pytest.mark.parametrize("field", ["entry_key", "round_no"])
def test_a_missing_hidden_field_is_replaced(
    visitor: Visitor, unchanged: Unchanged, field: str
) -> None:
    page = visitor.open("/matches/2/rounds/new")
    sent = page.form | tiles("", "55")
    del sent[field]
    with unchanged():
        answer = visitor.post(page.target, sent)
    assert answer.problems == [EXPIRED]
    assert visitor.send(answer, RECORD).leads_to == "/matches/2"


@pytest.mark.parametrize("key", ["", "garbage", "0" * 31, "G" * 32])
def test_a_match_needs_its_entry_key(visitor: Visitor, unchanged: Unchanged, key: str) -> None:
    page = visitor.open("/matches/new")
    with unchanged():
        answer = visitor.send(page, seated("Ana", "Bea") | {"entry_key": key})
    assert answer.status == 422
    assert answer.problems == [EXPIRED]
    assert visitor.send(answer).status == 303


@pytest.mark.parametrize("changed", [{"version": ""}, {"version": "x"}, {"entry_key": "0"}])
def test_an_unreadable_undo_form_undoes_nothing(
    visitor: Visitor, unchanged: Unchanged, changed: dict[str, str]
) -> None:
    page = visitor.open("/matches/1/undo")
    with unchanged():
        answer = visitor.send(page, changed)
    assert answer.status == 422
    assert visitor.send(answer).status == 303
