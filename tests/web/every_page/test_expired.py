"""A form that cannot be trusted any more saves nothing, keeps what was typed, and works again."""

from dataclasses import dataclass

import pytest
from flask import Flask

from scorekeeper.pages.shared.fields import EXPIRED
from tests.web.conftest import Unchanged
from tests.web.visitor import HEAVY, RECORD, Visitor, pips, seated, tiles


@dataclass(frozen=True, slots=True)
class Sent:
    """A form that can be sent to an endpoint: where it is, and what is typed into it."""

    endpoint: str
    page: str
    typed: dict[str, str]


FORMS = (
    Sent("new_match.new", "/matches/new", seated("Ana", "Bea", "Ciro") | {"other_goal": "61"}),
    Sent("table.rematch", "/matches/1/winner", {}),
    Sent("round.record", "/matches/2/rounds/new", tiles("", "66 12")),
    Sent("round.record", "/matches/2/rounds/new?entry=pips", pips("0", "12")),
    Sent("history.undo", "/matches/1/undo", {}),
    Sent("history.redo", "/matches/3/redo", {}),
    Sent("history.remove", "/matches/2/rounds/1/remove", {}),
    Sent("history.delete", "/matches/2/delete", {}),
    Sent("share.renew", "/matches/2/links", {}),
    Sent("device.settings", "/device", {"name": "The club’s tablet"}),
    Sent("amend.amend", "/matches/2/rounds/1/amend", tiles("", "65 12")),
)
# Those that save nothing, and those of pages with several forms, or that are seldom there.
ELSEWHERE = {
    "round.preview",
    "amend.preview",
    "draft.keep",
    "history.edit_match",
    "history.play_on",
    "history.end",
    "trash.restore",
    "pin.ask",
    "language.choose",
}


@pytest.fixture(autouse=True)
def matches(visitor: Visitor) -> None:
    """Play match 1 to its winner, match 2 a round far, and match 3 as far, and undo that."""
    finished, playing = visitor.start("Ana", "Bea", goal="50"), visitor.start("Ciro", "Dani")
    visitor.play(finished, "", HEAVY)
    visitor.play(playing, "", "66")
    undone = visitor.start("Ana", "Bea")
    visitor.play(undone, "", "66")
    visitor.send(visitor.open(f"{undone.address}/undo"))


def test_every_endpoint_that_is_posted_to_is_tried(app: Flask) -> None:
    posted = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    assert posted == {form.endpoint for form in FORMS} | ELSEWHERE


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.page)
def test_without_its_token_a_form_saves_nothing_and_keeps_what_was_typed(
    visitor: Visitor, unchanged: Unchanged, form: Sent
) -> None:
    page = visitor.open(form.page)
    sent = {name: value for name, value in page.form.items() if name != "csrf_token"} | form.typed
    for token in ({}, *({"csrf_token": wrong} for wrong in ("", "wrong", "x" * 3000, "\x00"))):
        with unchanged():
            answer = visitor.post(page.target, sent | token)
        assert answer.status == 400
        assert str(EXPIRED) in answer.text
        assert form.typed.items() <= answer.form.items()
    assert visitor.send(answer).status == 303


def test_the_token_of_somebody_else_is_none(
    app: Flask, visitor: Visitor, unchanged: Unchanged
) -> None:
    page = Visitor(app).open("/matches/new")
    with unchanged():
        assert visitor.send(page, seated("Ana", "Bea")).status == 400


def test_somebody_without_cookies_is_told_so_and_can_go_on(
    app: Flask, visitor: Visitor, unchanged: Unchanged
) -> None:
    page = visitor.open("/matches/new")
    stranger = Visitor(app)
    with unchanged():
        answer = stranger.send(page, seated("Ana", "Bea"))
    assert answer.status == 400
    assert stranger.follow(stranger.send(answer)).sides == ["Ana", "Bea"]


@pytest.mark.parametrize("action", ["preview", "check"])
def test_nothing_is_scored_for_a_form_without_its_token(
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
def test_a_hidden_field_that_cannot_be_read_is_made_anew(
    visitor: Visitor, unchanged: Unchanged, field: str
) -> None:
    page = visitor.open("/matches/2/rounds/new")
    for value in ("", "garbage", "-1", "1" * 400, "²", "\x00", "<b>"):
        with unchanged():
            answer = visitor.send(page, tiles("", "55") | {field: value} | RECORD)
        assert answer.status == 422
        assert answer.problems == [EXPIRED]
        assert tiles("", "55").items() <= answer.form.items()
    assert visitor.send(answer, RECORD).leads_to == "/matches/2/rounds/2"


@pytest.mark.parametrize("field", ["entry_key", "round_no"])
def test_a_hidden_field_that_is_missing_is_made_anew(
    visitor: Visitor, unchanged: Unchanged, field: str
) -> None:
    page = visitor.open("/matches/2/rounds/new")
    sent = page.form | tiles("", "55")
    del sent[field]
    with unchanged():
        answer = visitor.post(page.target, sent)
    assert answer.problems == [EXPIRED]
    assert visitor.send(answer, RECORD).leads_to == "/matches/2/rounds/2"


@pytest.mark.parametrize("key", ["", "garbage", "0" * 31, "G" * 32])
def test_a_match_needs_its_entry_key(visitor: Visitor, unchanged: Unchanged, key: str) -> None:
    page = visitor.open("/matches/new")
    with unchanged():
        answer = visitor.send(page, seated("Ana", "Bea") | {"entry_key": key})
    assert answer.status == 422
    assert answer.problems == [EXPIRED]
    assert visitor.send(answer).status == 303


@pytest.mark.parametrize("changed", [{"version": ""}, {"version": "x"}, {"entry_key": "0"}])
def test_an_undo_that_cannot_be_read_undoes_nothing(
    visitor: Visitor, unchanged: Unchanged, changed: dict[str, str]
) -> None:
    page = visitor.open("/matches/1/undo")
    with unchanged():
        answer = visitor.send(page, changed)
    assert answer.status == 422
    assert visitor.send(answer).status == 303
