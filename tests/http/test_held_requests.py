"""Whoever holds a request back gains nothing by it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.http.held_request import held
from tests.http_device import MATCH, Device
from tests.running_server import RUN, Served, scorekeeper, serving

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Waitress begins with a request when all of it is there."
)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """Return a running program where nobody sees a match without a link."""
    environment = {"SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_ACCESS": "links"}
    with serving(*scorekeeper(*RUN), environment=environment) as served:
        yield served


@pytest.fixture
def owner(served: Served) -> Device:
    """Return the device that started match 1."""
    device = Device(served.url)
    assert device.post("/matches/new", {**device.get("/matches/new").hidden, **MATCH}).location
    return device


def joined(owner: Device, kind: str) -> Device:
    """Return another device that opened a link."""
    device = Device(owner.url)
    device.get(owner.get("/matches/1/links").links[kind])
    assert device.get("/matches/1").status == 200
    return device


def renew(owner: Device, kind: str) -> None:
    """End what a link gave, by a new one."""
    hidden = owner.get("/matches/1/links").hidden
    assert owner.post(f"/matches/1/links/{kind}", hidden).status == 303


def test_a_round_that_is_held_back_is_not_recorded_once_its_link_has_ended(owner: Device) -> None:
    scorer = joined(owner, "score")
    hands = {"hands-0-out": "y", "hands-1-pips": "12", "entry": "pips", "action": "record"}
    form = {**scorer.get("/matches/1/rounds/new").hidden, **hands}
    with held(owner.url, "/matches/1/rounds/new", form, scorer.cookie) as request:
        renew(owner, "score")
        request.release()
        assert request.status() == 403
    assert "Round 1" not in owner.get("/matches/1/mend").text


def test_an_owner_whose_link_has_ended_takes_nothing_by_a_request_held_back(owner: Device) -> None:
    other = joined(owner, "own")
    form = other.get("/matches/1/links").hidden
    with held(owner.url, "/matches/1/links/own", form, other.cookie) as request:
        renew(owner, "own")
        request.release()
        assert request.status() == 403
    assert owner.get("/matches/1/links").status == 200
    assert other.get("/matches/1").status == 403
