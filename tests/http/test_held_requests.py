"""Whoever holds a request back gains nothing by it."""

import sys
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.http.held_request import held
from tests.http_device import MATCH, Device
from tests.running_server import RUN, Served, scorekeeper, serving

pytestmark = [
    pytest.mark.skipif(
        sys.platform == "win32", reason="Waitress begins with a request when all of it is there."
    ),
    # All in one process, which starts one server for them: each test has a match of its own.
    pytest.mark.xdist_group("held requests"),
]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a running program where nobody sees a match without a link."""
    folder = tmp_path_factory.mktemp("instance")
    environment = {"SCOREKEEPER_INSTANCE": str(folder), "SCOREKEEPER_ACCESS": "links"}
    with serving(*scorekeeper(*RUN), environment=environment) as served:
        yield served


@pytest.fixture
def owner(served: Served) -> Device:
    """Return the device that starts a match."""
    return Device(served.url)


@pytest.fixture
def match(owner: Device) -> str:
    """Return the address of a match."""
    started = owner.post("/matches/new", {**owner.get("/matches/new").hidden, **MATCH})
    return urlsplit(started.location).path


def joined(owner: Device, match: str, kind: str) -> Device:
    """Return another device that opened a link."""
    device = Device(owner.url)
    device.get(owner.get(f"{match}/links").links[kind])
    assert device.get(match).status == 200
    return device


def renew(owner: Device, match: str, kind: str) -> None:
    """End what a link gave, by a new one."""
    hidden = owner.get(f"{match}/links").hidden
    assert owner.post(f"{match}/links/{kind}", hidden).status == 303


def test_a_round_that_is_held_back_is_not_recorded_once_its_link_has_ended(
    owner: Device, match: str
) -> None:
    scorer = joined(owner, match, "score")
    hands = {"hands-0-out": "y", "hands-1-pips": "12", "entry": "pips", "action": "record"}
    form = {**scorer.get(f"{match}/rounds/new").hidden, **hands}
    with held(owner.url, f"{match}/rounds/new", form, scorer.cookie) as request:
        renew(owner, match, "score")
        request.release()
        assert request.status() == 403
    assert "Round 1" not in owner.get(f"{match}/mend").text


def test_an_owner_whose_link_has_ended_takes_nothing_by_a_request_held_back(
    owner: Device, match: str
) -> None:
    other = joined(owner, match, "own")
    form = other.get(f"{match}/links").hidden
    with held(owner.url, f"{match}/links/own", form, other.cookie) as request:
        renew(owner, match, "own")
        request.release()
        assert request.status() == 403
    assert owner.get(f"{match}/links").status == 200
    assert other.get(match).status == 403
