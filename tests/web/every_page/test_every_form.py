"""Every form saves once what was typed, however often it comes, and whatever was in its way."""

import pytest

from scorekeeper.pages.shared.fields import EXPIRED
from tests.web.errors.test_errors import no_database
from tests.web.every_page.every_form import BY_ENDPOINT, EVERY_FORM
from tests.web.visitor import RECORD, Visitor, seated, sent

# What the button that is pressed sends: it is no field of the page that comes back.
BUTTONS = ("csrf_token", "action", "what", "sure", "language")
# Scripts send them, and no page comes back; of several boxes with one name all are shown ticked.
NO_PAGE = ("a draft", "a preview", "a preview that keeps a hand", "a preview of it")
TICKED = "two to be swapped"
# They are saved on the device itself.
OF_THE_DEVICE = ("the name of a device", "the language", "the PIN")
# Once parted, a player who was joined has a page again.
LEADS_ELSEWHERE = "two players of one"


def test_every_form_is_tried(app):
    posted = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    # What programs send is no form: tests/api. A photo is read, and nothing is written.
    posted = {endpoint for endpoint in posted if not endpoint.startswith(("api.", "photo."))}
    assert posted == {*BY_ENDPOINT}


@pytest.mark.parametrize("name", EVERY_FORM)
def test_a_form_stays_typed_while_it_cannot_be_saved_and_is_saved_once_however_often_it_comes(
    app, visitor, unchanged, name
):
    app.config["PROPAGATE_EXCEPTIONS"] = False
    address, form = EVERY_FORM[name](visitor)
    bare = {field: value for field, value in form.items() if field != "csrf_token"}
    with unchanged():
        for token in ({}, *({"csrf_token": wrong} for wrong in ("", "wrong", "x" * 3000, "\x00"))):
            expired = visitor.post(address, bare | token)
            assert expired.status == 400
            assert str(EXPIRED) in expired.answer.text
        with no_database(app):
            unsaved = visitor.post(address, form)
    assert unsaved.status == (303 if name in OF_THE_DEVICE else 503)
    again = form
    if name not in (*NO_PAGE, TICKED):
        # No page shows a PIN.
        typed = {field: value for field, value in bare.items() if field not in (*BUTTONS, "pin")}
        forms = [dict(sent(each)) for each in expired.all("form")]
        again = next(shown for shown in forms if typed.items() <= shown.items()) | bare
        if name not in OF_THE_DEVICE:
            assert (unsaved.target, unsaved.form) == (address, form)
            assert unsaved.answer.headers["Retry-After"] == "5"
    first = visitor.post(address, again)
    assert first.status in (200, 303)
    with unchanged():
        second = visitor.post(address, again)
    assert second.status < 500
    if second.status == 303 and name != LEADS_ELSEWHERE:
        assert second.leads_to == first.leads_to
    # Of what nobody would type, no page shows more than can be seen.
    spoiled = dict.fromkeys(form.keys() - {"csrf_token"}, "\x01\x9f\uffff<b>x")
    answer = visitor.post(address, {**form, **spoiled, "entry_key": "f" * 32})
    assert answer.status < 500
    assert not any(letter in answer.answer.text for letter in ("\x01", "\x9f", "\uffff", "<b>x"))


@pytest.mark.parametrize(
    ("name", "field"),
    [
        *(("a round", field) for field in ("entry_key", "round_no", "entry")),
        ("a new match", "entry_key"),
        *(("undo", field) for field in ("entry_key", "version")),
    ],
)
def test_a_form_with_an_unreadable_hidden_field_changes_nothing_and_can_be_sent_again(
    visitor, unchanged, name, field
):
    address, form = EVERY_FORM[name](visitor)
    typed = {name: value for name, value in form.items() if name not in (*BUTTONS, field)}
    with unchanged():
        for wrong in ("", "garbage", "0" * 31, "G" * 32, "1" * 400, "²", "\x00", "<b>"):
            answer = visitor.post(address, {**form, field: wrong})
            assert (answer.status, answer.problems) == (422, [str(EXPIRED)])
            assert typed.items() <= answer.form.items()
    assert visitor.send(answer, RECORD).status == 303


def test_a_device_that_lost_its_cookie_can_send_the_form_again(app, new_match, unchanged):
    stranger = Visitor(app)
    with unchanged():
        answer = stranger.send(new_match, seated("Ana", "Bea"))
    assert answer.status == 400
    assert stranger.follow(stranger.send(answer)).sides == ["Ana", "Bea"]
