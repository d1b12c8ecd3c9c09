"""Rate limits: what one address may send, and what it is told beyond that."""

from datetime import timedelta

import pytest

from scorekeeper.access import attempt_limits
from scorekeeper.scorebook.permissions.attempt_counts import Rate
from scorekeeper.web import request_limits
from tests.databases import opened
from tests.maintenance.scorebook_files import scorebook_in
from tests.support import club_nights
from tests.support.access import give
from tests.support.club_nights import addresses, come, open_tables
from tests.support.played_matches import finish
from tests.support.rows import rows
from tests.web.visitor import FOUR, Visitor, seated

LIMITED = {"RATELIMIT_ENABLED": True, "PIN": "2468"}
SETTINGS = {**LIMITED, "TESTING": True, "WTF_CSRF_ENABLED": True}


@pytest.fixture
def app(tmp_path):
    """Return the application with rate limits, which other tests do without, and a PIN."""
    with scorebook_in(tmp_path, **SETTINGS) as app:
        yield app


def at(app, address):
    device = Visitor(app)
    device.client.environ_base["REMOTE_ADDR"] = address
    return device


def test_a_pin_cannot_be_guessed_by_trying(app):
    # An IPv6 network counts as one address. Only wrong ones are counted.
    visitor, neighbour = at(app, "2001:db8::1"), at(app, "2001:db8:0:ffff::1")
    for number in range(8):
        device = at(app, f"2001:db8:0:{number}::1")
        # One that has lost its cookie is asked to send it again.
        expired = device.post("/pin", {"pin": "2468"})
        assert expired.status == 400
        assert device.send(expired, {"pin": "2468"}).status == 303
    for wrong in range(1000, 1005):
        assert give(visitor, str(wrong)).status == 422
    # No address is kept.
    assert len(rows(app)["counts"]) == 2
    assert "2001:db8" not in str(rows(app))
    # Another device of the same address has to wait too, even with the right PIN.
    for device, pin in ((visitor, "1006"), (neighbour, "1007"), (visitor, "2468")):
        refused = give(device, pin)
        assert refused.status == 429
        assert refused.heading == "Please wait a moment"
        assert "Too many wrong PINs were entered. Wait 3 minutes," in refused.text
        assert 0 < int(refused.answer.headers["Retry-After"]) <= 150
    # Other networks are not held up, nor is who has no address.
    for address in ("2001:db8:1::1", "192.168.1.20", ""):
        let_in(at(app, address))
    # Whoever has to wait still has to when the program is started again.
    with opened(app.config["SQLALCHEMY_DATABASE_URI"], app.instance_path) as again:
        again.config.update(LIMITED)
        assert give(at(again, "2001:db8::2"), "1008").status == 429


def test_all_addresses_together_are_slowed_down(app, clock):
    def guessed(number, count):
        guesser = at(app, f"198.51.100.{number}")
        return [give(guesser, str(pin)).status for pin in range(count)]

    inside = let_in(Visitor(app))
    assert [guessed(number, 5) for number in range(12)] == [[422] * 5] * 12
    assert guessed(99, 1) == [429]
    # Nobody has to wait for long.
    clock.now += timedelta(seconds=60)
    assert guessed(99, 2) == [422, 429]
    # Whoever is in stays in, and is let in again once the PIN is another.
    assert inside.open("/").status == 200
    app.config["PIN"] = "1357"
    assert give(inside, "1357").status == 303


def test_reading_is_never_limited_and_each_device_of_a_club_may_send_twenty_times_a_second(
    monkeypatch, tmp_path
):
    assert request_limits.WRITES == "1200 per minute"
    assert request_limits.WRITES_FROM_ONE_ADDRESS == "6000 per minute"
    monkeypatch.setattr(request_limits, "WRITES", "3 per minute")
    monkeypatch.setattr(request_limits, "WRITES_FROM_ONE_ADDRESS", "8 per minute")
    with scorebook_in(tmp_path, **SETTINGS) as app:
        devices = [app.test_client() for _ in range(3)]
        sent = []
        for device in devices:
            # Its first page gives a device its id.
            assert {device.get("/pin").status_code for _ in range(9)} == {200}
            answers = [device.post("/device") for _ in range(4)]
            assert "Too many requests at once." in answers[3].text
            sent.append([answer.status_code for answer in answers])
    assert sent == [[403, 403, 403, 429], [403, 403, 403, 429], [403, 403, 429, 429]]


def let_in(device):
    assert give(device, "2468").status == 303
    return device


def started(device):
    return device.send(device.open("/matches/new"), seated("Ana", "Bea"))


@pytest.mark.parametrize(("mode", "most", "of_known"), [("links", 2, 2), ("house", 4, 0)])
def test_only_so_many_matches_are_started_an_hour_and_strangers_hold_up_nobody_who_is_known(
    app, visitor, monkeypatch, mode, most, of_known
):
    app.config["ACCESS"] = mode
    monkeypatch.setattr(attempt_limits, "NEW_MATCHES_FROM_ONE_ADDRESS", Rate(4, 3600))
    monkeypatch.setattr(attempt_limits, "NEW_MATCHES_OF_STRANGERS", Rate(2, 3600))
    monkeypatch.setattr(attempt_limits, "NEW_MATCHES", Rate(3, 3600))
    let_in(visitor)
    assert visitor.send(visitor.open("/matches/new"), seated("Ana")).status == 422
    for device in (visitor, *(let_in(Visitor(app)) for _ in range(most - 1))):
        assert started(device).status == 303
    refused = started(let_in(Visitor(app)))
    assert refused.status == 429
    assert "Too many matches were started here. Wait 60 minutes" in refused.text
    assert [started(visitor).status for _ in range(of_known + 1)] == [303] * of_known + [429]


def test_all_that_starts_a_match_counts_as_one(visitor, unchanged, monkeypatch):
    let_in(visitor)
    finish(visitor, "Ana", "Bea")
    duel = {"how": "swiss", "alone": "2", "best_of": "3", "goal": "20"}
    night = come(visitor, club_nights.start(visitor, **duel), FOUR[:2])
    open_tables(visitor, night)
    visitor.play(visitor.open("/matches/2"), "", "66 56")
    code = next(
        each for each in addresses(visitor.open(f"{night.address}/codes")) if "s/1/" in each
    )
    forms = {
        "Start match": (visitor.open("/matches/new"), seated("Ana", "Bea")),
        "Start it again": (visitor.open("/matches/1/again"), {}),
        "Rematch": (visitor.open("/matches/1/winner").pressing("Rematch"), {}),
        "Start club night": (
            visitor.open("/club?new").pressing("Start club night"),
            {"name": "Friday"},
        ),
        "Start like last time": (visitor.open("/club").pressing("Start like last time"), {}),
        "Open the next match, at the table": (visitor.open(code), {}),
        "Open the next match": (visitor.open(night.address).pressing("Open the next match"), {}),
        "Enter the result of several": (
            visitor.open(f"{night.address}/rounds/1/tables/1").pressing("Enter result"),
            {"one": "20", "other": "10"},
        ),
    }
    monkeypatch.setattr(attempt_limits, "NEW_MATCHES", Rate(0, 3600))
    with unchanged():
        statuses = {name: visitor.send(*form).status for name, form in forms.items()}
    assert statuses == dict.fromkeys(forms, 429)
