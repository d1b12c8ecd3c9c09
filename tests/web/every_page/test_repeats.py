"""Buttons pressed at one moment save once; a round that comes too late is shown with a question."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest

from tests.unchanged import rows
from tests.web.visitor import HEAVY, RECORD, Visitor, seated, tiles


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


def test_two_devices_at_once_record_one_round_and_ask_about_the_other(app, visitor, table):
    other = Visitor(app)
    mine, theirs = visitor.open_round(table), other.open_round(table)
    answers = at_once(
        partial(visitor.send, mine, tiles("", "66")), partial(other.send, theirs, tiles("55", ""))
    )
    assert sorted(answer.status for answer in answers) == [303, 409]
    assert len(rows(app)["rounds"]) == 1
