"""A form sent twice saves once; a form that comes too late is shown again with a question."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from flask import Flask

from tests.unchanged import Unchanged, rows
from tests.web.visitor import HEAVY, RECORD, Page, Visitor, seated, tiles


def at_once(*presses: Callable[[], Page]) -> list[Page]:
    """Press buttons at the same moment; return the pages in their order."""
    together = Barrier(len(presses))

    def press(button: Callable[[], Page]) -> Page:
        together.wait()
        return button()

    with ThreadPoolExecutor(len(presses)) as pool:
        return list(pool.map(press, presses))


def test_a_match_corrected_after_going_back_is_a_new_match(
    visitor: Visitor, new_match: Page
) -> None:
    visitor.send(new_match, seated("Ana", "Bae"))
    assert visitor.follow(visitor.send(new_match, seated("Ana", "Bea"))).sides == ["Ana", "Bea"]


def test_sending_an_undone_round_again_does_not_redo_it(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    form = visitor.open_round(table)
    visitor.send(form, tiles("", "66"))
    visitor.send(visitor.open(f"{table.address}/undo"))
    with unchanged():
        again = visitor.send(form, tiles("", "66"))
    assert again.leads_to == table.address


def test_a_round_undone_and_corrected_after_going_back_is_recorded(
    visitor: Visitor, table: Page
) -> None:
    form = visitor.open_round(table)
    visitor.send(form, tiles("", "66"))
    visitor.send(visitor.open(f"{table.address}/undo"))
    result = visitor.result(visitor.send(form, tiles("", "55")))
    assert "+10 points" in result.text


def test_a_round_corrected_after_going_back_is_asked_about(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    form = visitor.open_round(table)
    visitor.send(form, tiles("", "66"))
    with unchanged():
        late = visitor.send(form, tiles("", "55"))
    assert late.status == 409
    assert tiles("", "55").items() <= late.form.items()


def test_a_round_that_comes_too_late_is_asked_about(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    early, late = visitor.open_round(table), visitor.open_round(table)
    visitor.send(early, tiles("", "66"))
    with unchanged():
        asked = visitor.send(late, tiles("55", "") | RECORD)
    assert asked.status == 409
    assert asked.heading == "Round 2"
    assert asked.texts("div", "stale") == [
        "The match went on while this page was open, so your round was not recorded. "
        "Round 1 is recorded: Ana went out and wins the round. "
        "The score is Ana 12, Bea 0. Record what you entered as round 2?"
    ]
    assert tiles("55", "").items() <= asked.form.items()
    assert visitor.send(asked, RECORD).leads_to == table.address
    assert visitor.send(asked, RECORD).leads_to == table.address


def test_a_form_whose_rounds_were_undone_is_asked_about(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    visitor.play(table, "", "66")
    form = visitor.open_round(table)
    visitor.send(visitor.open(f"{table.address}/undo"))
    with unchanged():
        asked = visitor.send(form, tiles("", "55"))
    assert asked.status == 409
    assert "The last round was undone on another device." in asked.text
    assert visitor.send(asked, RECORD).leads_to == table.address


def test_a_finished_match_takes_no_further_round(visitor: Visitor, unchanged: Unchanged) -> None:
    table = visitor.start("Ana", "Bea", goal="50")
    form = visitor.open_round(table)
    visitor.play(table, "", HEAVY)
    with unchanged():
        late = visitor.send(form, tiles("", "66"))
        again = visitor.send(late, RECORD)
    for answer in (late, again):
        assert answer.status == 409
        assert "This match has already been won, so your round was not recorded." in answer.text
        assert tiles("", "66").items() <= answer.form.items()


def test_two_presses_at_once_record_once(app: Flask, visitor: Visitor, table: Page) -> None:
    form = visitor.open_round(table)
    devices = [visitor, *(visitor.twin() for _ in range(3))]
    sent = tiles("", "66") | RECORD
    answers = at_once(*(lambda device=device: device.send(form, sent) for device in devices))
    assert {answer.leads_to for answer in answers} == {table.address}
    assert len(rows(app)["rounds"]) == 1


def test_two_devices_at_once_record_one_round_and_ask_about_the_other(
    app: Flask, visitor: Visitor, table: Page
) -> None:
    other = Visitor(app)
    mine, theirs = visitor.open_round(table), other.open_round(table)
    answers = at_once(
        lambda: visitor.send(mine, tiles("", "66")), lambda: other.send(theirs, tiles("55", ""))
    )
    assert sorted(answer.status for answer in answers) == [303, 409]
    assert len(rows(app)["rounds"]) == 1


def test_two_presses_at_once_start_one_match(app: Flask, visitor: Visitor, new_match: Page) -> None:
    twin = visitor.twin()
    names = seated("Ana", "Bea")
    answers = at_once(lambda: visitor.send(new_match, names), lambda: twin.send(new_match, names))
    assert {answer.leads_to for answer in answers} == {"/matches/1"}
    assert len(rows(app)["matches"]) == 1
