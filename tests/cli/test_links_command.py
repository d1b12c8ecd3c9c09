"""`scorekeeper links`: whoever runs the program gets the links of any match."""

import pytest

from scorekeeper.cli import main
from scorekeeper.web import hosts
from tests.web.visitor import Visitor


@pytest.fixture
def table(app):
    """Return the table of a match that another device started."""
    app.config["ACCESS"] = "links"
    return Visitor(app).start("Ana", "Bea")


def printed_links(runner, *words):
    result = runner.invoke(main, ["links", *words])
    assert result.exit_code == 0, result.output
    lines = (line.split() for line in result.stdout.splitlines())
    return {kind: link for _to, kind, link in lines}


def test_the_links_of_a_match_are_printed_and_work(app, runner, table):
    found = printed_links(runner, "1", "--url", "https://scores.example.org/")
    assert [*found] == ["watch", "score", "own"]
    for link in found.values():
        assert link.startswith("https://scores.example.org/join/")
        device = Visitor(app)
        assert device.open(link.removeprefix("https://scores.example.org")).leads_to == "/matches/1"
        assert device.open(table.address).status == 200


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("address", ["192.168.1.20", None])
def test_links_begin_with_the_address_that_run_prints(runner, monkeypatch, address):
    monkeypatch.setattr(hosts, "network_address", lambda: address)
    for link in printed_links(runner, "1").values():
        assert link.startswith(f"http://{address or '127.0.0.1'}:8000/join/")


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("number", ["2", "0", "9" * 30])
def test_a_match_that_does_not_exist_is_answered_with_one_sentence(runner, number):
    result = runner.invoke(main, ["links", number])
    assert result.exit_code == 1
    assert result.output == f"Error: There is no match {number} in this scorebook.\n"
