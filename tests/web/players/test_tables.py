"""Players, matches and rounds as tables to keep, from their pages."""

import csv
import io

from tests.web.players.test_figures_pages import won_by
from tests.web.share.share_links import joined, links
from tests.web.visitor import Visitor

TABLES = ("/players.csv", "/matches.csv", "/rounds.csv")


def read(visitor, address):
    """Download a table; each row by the names of the columns."""
    answer = visitor.client.get(address)
    assert (answer.status_code, answer.content_type) == (200, "text/csv; charset=utf-8")
    name = address.partition("?")[0].removeprefix("/")
    assert answer.headers["Content-Disposition"] == f"attachment; filename={name}"
    text = answer.data.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_pages_lead_to_tables_of_what_they_list(visitor):
    assert "Matches for spreadsheets" not in visitor.open("/").links
    won_by(visitor, "Ana", "Bea")
    home = visitor.open("/").links
    assert [row["Winner"] for row in read(visitor, home["Matches for spreadsheets"])] == ["Ana"]
    assert [row["Round"] for row in read(visitor, home["Rounds for spreadsheets"])] == ["1"]
    for page in ("/players", "/season"):
        chosen = visitor.open(f"{page}?period=newest&game=block/alone/points")
        (ana, _bea) = read(visitor, chosen.links["Table for spreadsheets"])
        assert (ana["Player"], ana["Points made"]) == ("Ana", "69")
    assert read(visitor, "/players.csv?period=2001") == []


def test_columns_are_named_in_the_language_of_the_device(app):
    visitor = Visitor(app, "es")
    won_by(visitor, "Ana", "Bea")
    (row,) = read(visitor, "/rounds.csv")
    assert row["Mano"] == "1"


def test_a_device_gets_tables_of_the_matches_it_sees(app):
    app.config["ACCESS"] = "links"
    owner = Visitor(app)
    table = won_by(owner, "Ana", "Bea")
    won_by(owner, "Ana", "Ciro")
    guest = joined(app, links(owner, table)["watch"])
    for address in TABLES:
        assert "Ciro" in str(read(owner, address))
        assert "Ciro" not in str(read(guest, address))
        assert read(Visitor(app), address) == []
    assert len(read(guest, "/matches.csv")) == 1
