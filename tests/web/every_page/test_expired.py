"""A form without its CSRF token saves nothing, keeps what was typed, and works when sent again."""

import pytest
from flask import Flask

from scorekeeper.pages.shared.fields import EXPIRED
from tests.unchanged import Unchanged
from tests.web.every_page.test_sent_twice import EVERY_FORM
from tests.web.visitor import RECORD, Page, Visitor, seated, sent, tiles

# What the button that is pressed sends: it is no field of the page that comes back.
BUTTONS = ("csrf_token", "action", "what", "sure", "language")
# Scripts send them, and no page comes back.
NO_PAGE = ("a draft", "a preview", "a preview of it")


@pytest.mark.parametrize("name", EVERY_FORM)
def test_a_form_without_its_token_saves_nothing_and_keeps_what_was_typed(
    visitor: Visitor, unchanged: Unchanged, name: str
) -> None:
    address, form = EVERY_FORM[name][1](visitor)
    bare = {field: value for field, value in form.items() if field != "csrf_token"}
    for token in ({}, *({"csrf_token": wrong} for wrong in ("", "wrong", "x" * 3000, "\x00"))):
        with unchanged():
            answer = visitor.post(address, bare | token)
        assert answer.status == 400
        assert str(EXPIRED) in answer.answer.text
    if name in NO_PAGE:
        return
    # No page shows a PIN.
    typed = {field: value for field, value in bare.items() if field not in (*BUTTONS, "pin")}
    [again, *_others] = [
        shown
        for shown in map(dict, map(sent, answer.all("form")))
        if typed.items() <= shown.items()
    ]
    assert visitor.post(address, {**again, **bare}).status in (200, 303)


def test_a_device_that_lost_its_cookie_can_send_the_form_again(
    app: Flask, visitor: Visitor, unchanged: Unchanged
) -> None:
    page = visitor.open("/matches/new")
    stranger = Visitor(app)
    with unchanged():
        answer = stranger.send(page, seated("Ana", "Bea"))
    assert answer.status == 400
    assert stranger.follow(stranger.send(answer)).sides == ["Ana", "Bea"]


def test_a_check_without_its_token_has_no_preview(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    typed = tiles("", "66") | {"csrf_token": "", "action": "check"}
    with unchanged():
        answer = visitor.send(visitor.open_round(table), typed)
    assert (answer.status, answer.texts("p", "say")) == (400, [str(EXPIRED)])


@pytest.mark.parametrize("field", ["entry_key", "round_no", "entry"])
def test_an_unreadable_hidden_field_of_a_round_is_replaced(
    visitor: Visitor, table: Page, unchanged: Unchanged, field: str
) -> None:
    page = visitor.open_round(table)
    sent = page.form | tiles("", "55") | RECORD
    missing = [{name: value for name, value in sent.items() if name != field}]
    garbage = ("", "garbage", "-1", "1" * 400, "²", "\x00", "<b>")
    for wrong in (*(missing if field != "entry" else ()), *(sent | {field: g} for g in garbage)):
        with unchanged():
            answer = visitor.post(page.target, wrong)
        assert (answer.status, answer.problems) == (422, [str(EXPIRED)])
        assert tiles("", "55").items() <= answer.form.items()
    assert visitor.send(answer, RECORD).leads_to == table.address


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        *(("a new match", {"entry_key": key}) for key in ("", "garbage", "0" * 31, "G" * 32)),
        *(("undo", changed) for changed in ({"version": ""}, {"version": "x"}, {"entry_key": "0"})),
    ],
)
def test_a_form_with_an_unreadable_hidden_field_changes_nothing_and_can_be_sent_again(
    visitor: Visitor, unchanged: Unchanged, name: str, changed: dict[str, str]
) -> None:
    address, form = EVERY_FORM[name][1](visitor)
    with unchanged():
        answer = visitor.post(address, {**form, **changed})
    assert (answer.status, answer.problems) == (422, [str(EXPIRED)])
    assert visitor.send(answer).status == 303
