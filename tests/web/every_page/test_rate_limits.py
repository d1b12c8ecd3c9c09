"""Rate limits: what one address may send, and what it is told beyond that."""

from contextlib import contextmanager
from datetime import timedelta

import pytest

from scorekeeper import create_app
from scorekeeper.access import limits
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.permissions.counts import Rate
from scorekeeper.web import rate_limits
from tests.databases import COMPILED, empty_scorebook
from tests.unchanged import rows
from tests.web.visitor import Visitor, seated

SETTINGS = {"TESTING": True, "RATELIMIT_ENABLED": True, "PIN": "2468"}


@contextmanager
def limited(folder):
    """Open an empty scorebook with its limits, as people use it, and a PIN."""
    (folder / "scorekeeper.db").write_bytes(empty_scorebook())
    app = create_app({**SETTINGS, "INSTANCE": folder})
    app.jinja_env.bytecode_cache = COMPILED
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def app(tmp_path):
    """Return the application with rate limits, which other tests do without, and a PIN."""
    with limited(tmp_path) as app:
        yield app


def enter_pin(device, pin, address="127.0.0.1"):
    device.client.environ_base["REMOTE_ADDR"] = address
    return device.send(device.open("/pin"), {"pin": pin})


def test_a_pin_cannot_be_guessed_by_trying(app, visitor):
    for wrong in range(1000, 1005):
        assert enter_pin(visitor, str(wrong)).status == 422
    # Another device of the same address has to wait too, even with the right PIN.
    for device, pin in ((visitor, "1006"), (Visitor(app), "1007"), (visitor, "2468")):
        refused = enter_pin(device, pin)
        assert refused.status == 429
        assert refused.heading == "Please wait a moment"
        assert "Too many wrong PINs were entered. Wait 3 minutes," in refused.text
        assert 0 < int(refused.answer.headers["Retry-After"]) <= 150


def test_only_wrong_pins_are_counted(app):
    for _ in range(8):
        device = Visitor(app)
        assert device.post("/pin", {"pin": "2468"}).status == 400
        assert enter_pin(device, "2468").status == 303


def test_at_most_thirty_wrong_pins_an_hour_are_checked(visitor, clock):
    checked = 0
    for pin in range(1000, 1060):
        checked += enter_pin(visitor, str(pin)).status == 422
        clock.now += timedelta(seconds=61)
    assert checked <= 30


def test_all_addresses_together_are_slowed_down(app, clock):
    def guessed(number, count):
        guesser, address = Visitor(app), f"198.51.100.{number}"
        return [enter_pin(guesser, str(pin), address).status for pin in range(count)]

    inside = Visitor(app)
    assert enter_pin(inside, "2468", "192.168.1.20").status == 303
    assert [guessed(number, 5) for number in range(12)] == [[422] * 5] * 12
    assert guessed(99, 1) == [429]
    # Nobody has to wait for long.
    clock.now += timedelta(seconds=60)
    assert guessed(99, 2) == [422, 429]
    # Whoever is in stays in, and is let in again once the PIN is another.
    assert inside.open("/").status == 200
    app.config["PIN"] = "1357"
    assert enter_pin(inside, "1357", "192.168.1.20").status == 303


def test_a_program_that_is_started_again_counts_on(app, tmp_path):
    for pin in range(1000, 1005):
        enter_pin(Visitor(app), str(pin))
    again = create_app({**SETTINGS, "INSTANCE": tmp_path})
    assert enter_pin(Visitor(again), "1006").status == 429
    with again.app_context():
        db.engine.dispose()


def test_no_address_is_kept(app, visitor):
    enter_pin(visitor, "1000", "192.0.2.77")
    assert len(rows(app)["counts"]) == 2
    assert "192.0.2.77" not in str(rows(app))


def test_reading_is_never_limited_and_each_device_of_a_club_may_send_twenty_times_a_second(
    monkeypatch, tmp_path
):
    assert (rate_limits.WRITES, rate_limits.WRITES_FROM_ONE_ADDRESS) == (
        "1200 per minute",
        "6000 per minute",
    )
    monkeypatch.setattr(rate_limits, "WRITES", "3 per minute")
    monkeypatch.setattr(rate_limits, "WRITES_FROM_ONE_ADDRESS", "8 per minute")
    with limited(tmp_path) as app:
        devices = [app.test_client() for _ in range(3)]
        sent = []
        for device in devices:
            # Its first page gives a device its id.
            assert {device.get("/pin").status_code for _ in range(9)} == {200}
            answers = [device.post("/device") for _ in range(4)]
            assert "Too many requests came from here at once." in answers[3].text
            sent.append([answer.status_code for answer in answers])
    assert sent == [[403, 403, 403, 429], [403, 403, 403, 429], [403, 403, 429, 429]]


@pytest.mark.parametrize(("mode", "most"), [("links", 2), ("house", 4)])
def test_only_so_many_matches_are_started_an_hour(app, visitor, monkeypatch, mode, most):
    app.config["ACCESS"] = mode
    monkeypatch.setattr(limits, "NEW_MATCHES_FROM_ONE_ADDRESS", Rate(4, 3600))
    monkeypatch.setattr(limits, "NEW_MATCHES_OF_STRANGERS", Rate(2, 3600))
    enter_pin(visitor, "2468")
    form = visitor.open("/matches/new")
    assert visitor.send(form, seated("Ana")).status == 422

    def started():
        device = Visitor(app)
        enter_pin(device, "2468")
        return device.send(device.open("/matches/new"), seated("Ana", "Bea"))

    for _ in range(most):
        assert started().status == 303
    refused = started()
    assert refused.status == 429
    assert "Too many matches were started from here. Wait 60 minutes" in refused.text


def test_a_device_that_is_known_is_not_held_up_by_strangers(app, visitor, monkeypatch):
    app.config["ACCESS"] = "links"
    monkeypatch.setattr(limits, "NEW_MATCHES", Rate(3, 3600))
    monkeypatch.setattr(limits, "NEW_MATCHES_OF_STRANGERS", Rate(1, 3600))
    enter_pin(visitor, "2468")
    started = [
        visitor.send(visitor.open("/matches/new"), seated("Ana", "Bea")).status for _ in range(4)
    ]
    assert started == [303, 303, 303, 429]


def test_an_ipv6_network_counts_as_one_address(app):
    def counted_against(sender):
        with app.test_request_context(environ_base={"REMOTE_ADDR": sender}):
            return rate_limits.client_address()

    assert counted_against("192.168.1.20") == "192.168.1.20"
    assert (
        counted_against("2001:db8::1") == counted_against("2001:db8:0:ffff::1") == "2001:db8::/48"
    )
    assert counted_against("2001:db8:1::1") != counted_against("2001:db8::1")
    assert counted_against("") == "elsewhere"
