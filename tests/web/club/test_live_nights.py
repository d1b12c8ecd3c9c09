"""Open pages of a club night are kept up to date by streams, and a guest sees their own table."""

from contextlib import ExitStack, contextmanager
from itertools import islice
from unittest.mock import Mock

import pytest
from flask import template_rendered

from scorekeeper.club.standings import standings
from scorekeeper.scorebook.club import with_matches
from tests.support.club_nights import (
    TWELVE,
    addresses,
    come,
    enter,
    number_of,
    open_tables,
    press,
    start,
    tap,
)
from tests.support.events import events_in
from tests.web.pagelint import text_of
from tests.web.visitor import FOUR, Visitor


@pytest.fixture(autouse=True)
def _streams(app):
    # All who watch have one address.
    app.config.update(STREAMS=10, SHARE=100)


@contextmanager
def watching(device, address, seen=""):
    with device.client.get(f"{address}?seen={seen}") as answer:
        assert (answer.status_code, answer.mimetype) == (200, "text/event-stream")
        yield events_in(iter(answer.response))


def stamp(page):
    return page.all("main")[0].get("data-stamp")


def at_tables(visitor, night):
    """Say who sits at each table, by its number."""
    boards = visitor.open(night.address).all("summary", "board")
    sides = [
        [text_of(side) for side in each.iter("span") if side.get("class") == "name"]
        for each in boards
    ]
    return {number: " & ".join(names).split(" & ") for number, names in enumerate(sides, start=1)}


def test_open_pages_of_a_night_are_sent_a_result_as_soon_as_it_is_there(app, visitor):
    night = come(visitor, start(visitor), FOUR)
    open_tables(visitor, night)
    wall, guest = Visitor(app), Visitor(app)
    seen = stamp(wall.open(f"{night.address}/wall"))
    with (
        watching(wall, f"{night.address}/wall/events", seen) as on_wall,
        watching(guest, f"{night.address}/events", seen) as on_page,
        watching(visitor.twin(), f"{night.address}/changes", seen) as official,
    ):
        # A round at a table, and what an official enters.
        for change in (
            lambda: visitor.play(visitor.open("/matches/1"), "", "66 56", "55", "44"),
            lambda: enter(visitor, night, 1, 1, one="100", other="60"),
            lambda: press(visitor, night, "Undo: the result"),
            lambda: come(visitor, night, ["Eva"]),
        ):
            change()
            events = [next(on_wall), next(on_page), next(official)]
            assert [each.name for each in events] == ["page", "page", "changed"]
            assert len({each.id for each in events}) == 1
            page = wall.open(f"{night.address}/wall")
            assert stamp(page) == events[0].id
            assert page.answer.text.rstrip("\n") == events[0].data
            # Who asks for a page that is known is told so.
            known = {"If-None-Match": page.answer.headers["ETag"]}
            assert wall.client.get(page.address, headers=known).status_code == 304


def test_a_page_of_a_night_is_made_once_for_all_who_watch(app, visitor, night):
    open_tables(visitor, night)
    rendered = list[str]()
    with template_rendered.connected_to(
        lambda _app, template, **_: rendered.append(template.name), app
    ):
        for _ in range(3):
            Visitor(app).open(night.address)
            Visitor(app).open(f"{night.address}/wall")
    assert sorted(rendered) == ["club/night.html", "club/wall.html"]


def test_what_a_result_changes_is_worked_out_once_and_sent_to_those_for_whom_it_does(
    app, visitor, night, monkeypatch
):
    open_tables(visitor, night)
    counted, rendered = Mock(wraps=standings), list[str]()
    monkeypatch.setattr(f"{with_matches.__name__}.standings", counted)
    asked = Visitor(app).open(f"{night.address}/me")
    playing = {
        table: [visitor.open(asked.links[name]) for name in names]
        for table, names in at_tables(visitor, night).items()
    }
    pages = [visitor.open(f"{night.address}/wall"), *playing[1]]
    with (
        ExitStack() as until_read,
        template_rendered.connected_to(
            lambda _app, template, **_: rendered.append(template.name), app
        ),
    ):
        streams = [
            until_read.enter_context(
                watching(visitor.twin(), f"{each.address}/events", stamp(each))
            )
            for each in pages
        ]
        enter(visitor, night, 1, 1, one="100", other="60")
        counted.reset_mock()
        rendered.clear()
        assert [next(each).name for each in streams] == ["page"] * 5
        assert counted.call_count == 1
        assert sorted(rendered) == [*["club/guest.html"] * 4, "club/wall.html"]
        # Nothing is another on the pages of those who play at another table.
        assert [stamp(visitor.open(each.address)) for each in playing[2]] == [
            *map(stamp, playing[2])
        ]
        assert counted.call_count == 1


def test_the_clock_of_a_night_is_told_with_each_sign_of_life(visitor):
    night = come(visitor, start(visitor, minutes="30"), FOUR)
    open_tables(visitor, night)
    with visitor.twin().client.get(f"{night.address}/changes?seen=") as answer:
        told = iter(answer.response)
        assert b'data: {"left": 1800, "paused": false}' in [*islice(told, 3)][-1]
        press(visitor, night, "Pause all clocks")
        while b"paused" not in (chunk := next(told)) or b"false" in chunk:
            pass
        assert b'data: {"left": 1800, "paused": true}' in chunk


def test_a_guest_is_asked_once_who_they_are_and_sees_where_they_sit(app, visitor):
    night = come(visitor, start(visitor, rounds="2"), [*TWELVE[:4], "Eva"])
    phone = Visitor(app)
    asked = phone.open(f"{night.address}/me")
    assert "Who are you?" in asked.text
    mine = phone.open(asked.links["Ana"])
    assert "Your next table will be shown here" in mine.text
    # It is remembered on this device, until somebody else takes it.
    assert phone.open(f"{night.address}/me").leads_to == mine.address
    assert "Who are you?" in phone.open(mine.links["Ana"]).text
    open_tables(visitor, night)
    pages = {name: phone.open(asked.links[name]) for name in (*FOUR, "Eva")}
    (out,) = (name for name, page in pages.items() if "You sit out" in page.text)
    plays = next(name for name in pages if name != out)
    assert "Your table with" in pages[plays].text
    assert "against" in pages[plays].text
    assert "Keep score at table 1" in pages[plays].links
    with watching(phone, f"{pages[plays].address}/events", stamp(pages[plays])) as events:
        enter(visitor, night, 1, 1, one="100", other="60")
        event = next(events)
    assert "You &amp; " in event.data
    assert ">100</b>" in event.data
    assert ">60</b>" in event.data
    page = phone.open(pages[plays].address)
    assert "All tables are finished." in page.text
    assert "of 5 · Won " in page.text
    press(visitor, night, "Make the draw for round 2")
    assert "Please sit down for round 2" in phone.open(asked.links[out]).text
    tap(visitor, night, out, "leave")
    assert "You have left" in phone.open(asked.links[out]).text


def test_the_device_at_a_table_goes_on_to_its_next_match_and_others_to_the_night(app, visitor):
    night = come(visitor, start(visitor, goal="20"), FOUR)
    open_tables(visitor, night)
    code = addresses(visitor.open(f"{night.address}/codes"))[1]
    device, guest = Visitor(app), Visitor(app)
    match = device.follow(device.open(code))
    device.play(match, "", "66 56", "55", "44")
    for who, leads_to in ((device, code), (guest, night.address)):
        goes_on = who.open(who.open(f"{match.address}/winner").links["Next club round"])
        assert goes_on.leads_to == leads_to


def test_a_guest_who_is_no_longer_there_is_asked_again(app, visitor):
    night = come(visitor, start(visitor), ["Anna", *FOUR[1:]])
    number = number_of(visitor.open(f"{night.address}/people"), "Anna")
    phone = Visitor(app)
    phone.open(f"{night.address}/for/{number}")
    tap(visitor, night, "Anna", "name", name="Ana")
    page = phone.open(f"{night.address}/me")
    assert phone.open(f"{night.address}/for/{number}").leads_to == f"{night.address}/me?other="
    assert "Who are you?" in page.text
    assert {"Ana"} <= {text_of(each) for each in page.all("a", "person")}
