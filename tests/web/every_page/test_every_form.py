"""Every form saves once what was typed, however often it comes, and whatever was in its way."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest

from scorekeeper.pages.shared.fields import EXPIRED
from tests.unchanged import rows
from tests.web.errors.test_errors import no_database
from tests.web.every_page.every_form import BY_ENDPOINT, EVERY_FORM
from tests.web.visitor import HEAVY, RECORD, Visitor, seated, sent, tiles

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
        for token in ({}, {"csrf_token": "wrong"}):
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
        for token in ("", "x" * 3000, "\x00", new_match.form["csrf_token"]):
            answer = stranger.send(new_match, seated("Ana", "Bea") | {"csrf_token": token})
            assert answer.status == 400
    assert stranger.follow(stranger.send(answer)).sides == ["Ana", "Bea"]


def at_once(*presses):
    """Press buttons at the same moment; return the pages in their order."""
    together = Barrier(len(presses))

    def press(button):
        together.wait()
        return button()

    with ThreadPoolExecutor(len(presses)) as pool:
        return list(pool.map(press, presses))


def test_a_form_corrected_after_going_back_is_another_one(visitor, new_match, unchanged):
    visitor.send(new_match, seated("Ana", "Bae"))
    table = visitor.follow(visitor.send(new_match, seated("Ana", "Bea")))
    assert table.sides == ["Ana", "Bea"]
    form = visitor.open_round(table)
    visitor.send(form, tiles("", "66"))
    with unchanged():
        late = visitor.send(form, tiles("", "55"))
    assert late.status == 409
    assert tiles("", "55").items() <= late.form.items()
    visitor.send(visitor.open(f"{table.address}/undo"))
    with unchanged():
        assert visitor.send(form, tiles("", "66")).leads_to == table.address
    assert "+10 points" in visitor.result(visitor.send(form, tiles("", "55"))).text


def undo(visitor, table):
    visitor.send(visitor.open(f"{table.address}/undo"))


def play(*hands):
    return lambda visitor, table: visitor.play(table, *hands)


@pytest.mark.parametrize(
    ("meanwhile", "sentence", "again"),
    [
        (
            play("", "12"),
            "The match went on while this page was open, so your round was not recorded. "
            "Round 2 is recorded: Ana went out and wins the round. "
            "The score is Ana 15, Bea 0. Record what you entered as round 3?",
            303,
        ),
        (undo, "The last round was undone on another device.", 303),
        (play("", HEAVY), "This match has already been won, so your round was not recorded.", 409),
    ],
    ids=["a round was recorded", "a round was undone", "the match was won"],
)
def test_a_round_that_comes_too_late_is_asked_about(visitor, unchanged, meanwhile, sentence, again):
    table = visitor.start("Ana", "Bea", goal="50")
    visitor.play(table, "", "66")
    form = visitor.open_round(table)
    meanwhile(visitor, table)
    with unchanged():
        asked = visitor.send(form, tiles("55", "") | RECORD)
    assert asked.status == 409
    assert sentence in asked.texts("div", "stale")[0]
    assert tiles("55", "").items() <= asked.form.items()
    # Pressed once more, it is the same round.
    answers = [visitor.send(asked, RECORD) for _ in range(2)]
    assert [answer.status for answer in answers] == [again] * 2
    if again == 409:
        assert sentence in answers[1].text
        assert tiles("55", "").items() <= answers[1].form.items()


def test_what_is_pressed_several_times_at_once_is_saved_once(app, visitor, new_match):
    devices, names = [visitor, *(visitor.twin() for _ in range(3))], seated("Ana", "Bea")
    answers = at_once(*(partial(each.send, new_match, names) for each in devices[:2]))
    assert {answer.leads_to for answer in answers} == {"/matches/1"}
    assert len(rows(app)["matches"]) == 1
    form = visitor.open("/matches/1/rounds/new")
    answers = at_once(*(partial(each.send, form, tiles("", "66") | RECORD) for each in devices))
    assert {answer.leads_to for answer in answers} == {"/matches/1"}
    assert len(rows(app)["rounds"]) == 1
    # Forms of two devices are another matter: the second is asked about its round.
    forms = [(each, each.open(form.address)) for each in (visitor, Visitor(app))]
    answers = at_once(*(partial(each.send, page, tiles("", "55")) for each, page in forms))
    assert sorted(answer.status for answer in answers) == [303, 409]
