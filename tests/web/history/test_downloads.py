"""A match as a file to keep, from its pages."""

import csv
import io
import json

import pytest

from scorekeeper.interchange import import_export
from scorekeeper.scorebook import matches
from tests.interchange.match_factory import record, start


def test_a_match_is_downloaded_as_json_and_as_a_table(visitor, table):
    visitor.play(table, "12", "66 65")
    answer = visitor.client.get(f"{table.address}/export.json")
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    match = json.loads(answer.data)
    assert (match["format"], match["game"], match["seats"]) == (2, "block", ["Ana", "Bea"])
    answer = visitor.client.get(f"{table.address}/export.csv")
    assert (answer.status_code, answer.content_type) == (200, "text/csv; charset=utf-8")
    (row,) = csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"), newline=""))
    assert (row["Round"], row["Winner"], row["Left Bea"]) == ("1", "Ana", "6|6 5|6")
    for kind in ("json", "csv"):
        assert visitor.open(f"/matches/99/export.{kind}").status == 404


@pytest.mark.parametrize(
    ("names", "part"),
    [
        (("Ana", "Bea"), "block-ana-bea"),
        (("Zoë", "Ана"), "block-zoe"),
        (("../../etc", 'x"; y\r\nZ: 1'), "block-etc-x-y-z-1"),
        (("Ана", "עדה"), "block"),
        (("A" * 40, "B" * 40), f"block-{'a' * 40}-{'b' * 40}"),
    ],
)
def test_a_name_of_a_file_is_plain_whatever_the_players_are_called(app, client, names, part):
    with app.app_context():
        match_id = start("one", names)
        record(match_id, "a")
        day = f"{matches.find_match(match_id).changed_at:%Y-%m-%d}"
        assert import_export.export_match(match_id).name == f"{part}-{day}"
    for kind in ("csv", "json"):
        said = client.get(f"/matches/{match_id}/export.{kind}").headers["Content-Disposition"]
        assert said == f"attachment; filename={part}-{day}.{kind}"
