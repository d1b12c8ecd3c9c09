"""Metrics, as Prometheus asks a running program with two processes for them."""

import re
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.http_device import Device, hands
from tests.running_server import RUN, scorekeeper, serving

# In one process, which starts one server for them.
pytestmark = pytest.mark.xdist_group("metrics")

TOKEN = "twenty-letters-are-enough"


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("instance")
    environment = {"SCOREKEEPER_INSTANCE": str(folder), "SCOREKEEPER_METRICS_TOKEN": TOKEN}
    with serving(*scorekeeper(*RUN), environment=environment) as served:
        yield served


def metrics(served, authorization=f"Bearer {TOKEN}"):
    asked = Request(f"{served.url}metrics", headers={"Authorization": authorization})
    try:
        with urlopen(asked, timeout=10) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


def test_rounds_refusals_and_requests_of_all_processes_are_counted(served):
    device = Device(served.url.rstrip("/"))
    match = device.start()
    form = f"{match}/rounds/new?entry=pips"
    for _ in range(6):
        assert device.post(form, device.get(form).hidden | hands()).status == 303
    wrong = device.get(form).hidden | hands() | {"hands-1-pips": "x"}
    assert device.post(form, wrong).status == 422
    status, text = metrics(served)
    assert status == 200
    assert 'scorekeeper_entries_total{came="recorded"} 6.0' in text
    assert 'scorekeeper_entries_total{came="refused"} 1.0' in text
    asked = re.search(r'seconds_count\{method="GET",status="200",view="round.record"\} (\S+)', text)
    assert asked is not None
    assert float(asked[1]) == 7
    assert "scorekeeper_writes 0.0" in text
    for secret in ("Ana", "Bea", "127.0.0.1", match):
        assert secret not in text


@pytest.mark.parametrize("authorization", ["", "Bearer", "Bearer no", f"Basic {TOKEN}"])
def test_without_the_token_nothing_is_told(served, authorization):
    status, text = metrics(served, authorization)
    assert status == 401
    assert "scorekeeper_" not in text


def test_without_a_token_set_there_are_no_metrics(client):
    assert client.get("/metrics").status_code == 404
