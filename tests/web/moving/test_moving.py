"""Back up, restore and import in the pages: what comes is shown before anything is written."""

import json
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode

import pytest

from scorekeeper import config
from scorekeeper.scorebook import match_bin
from scorekeeper.web import request_limits
from tests.maintenance.scorebook_files import command, file_of, run_sql, scorebook_in, succeed
from tests.support import club_nights as club
from tests.support.access import owns
from tests.support.rows import rows
from tests.web.visitor import FOUR, HEAVY, Visitor

LOOK, LOOK_AT_MATCHES = "See what is in it", "See what will be added"


@pytest.fixture
def app(tmp_path):
    with scorebook_in(tmp_path / "here") as app:
        app.config["WTF_CSRF_ENABLED"] = True
        yield app


@pytest.fixture
def elsewhere(tmp_path):
    with scorebook_in(tmp_path / "elsewhere") as app:
        app.config["WTF_CSRF_ENABLED"] = True
        yield app


def downloaded(visitor, address="/moving/backup"):
    with visitor.client.get(address) as answer:
        assert answer.status_code == 200
        assert "attachment" in answer.headers["Content-Disposition"]
        return answer.data


def looked_at(visitor, button, file):
    return visitor.follow(visitor.bring(visitor.open("/moving"), button, file))


def imported(visitor, file, button):
    shown = looked_at(visitor, LOOK_AT_MATCHES, file)
    return visitor.follow(visitor.send(shown.pressing(button)))


def figures(page):
    """Read what a file has: the numbers by their words."""
    (listed,) = page.all("dl", "figures")
    words, numbers = ([each.text for each in listed.iter(tag)] for tag in ("dt", "dd"))
    return dict(zip(words, map(int, filter(None, numbers)), strict=True))


def on_the_way(app):
    return [*(Path(app.instance_path) / "on-the-way").iterdir()]


def test_a_scorebook_goes_to_another_machine_in_the_pages_and_nothing_is_lost(app, elsewhere):
    owner = Visitor(app)
    table = owner.start("Ana", "Bea", goal="50")
    owner.play(table, "", HEAVY)
    club.come(owner, club.start(owner), FOUR)
    backup = downloaded(owner)
    assert on_the_way(app) == []
    host = Visitor(elsewhere)
    other = host.start("Eva", "Fil")
    host.play(other, "", "66")
    before = rows(elsewhere)
    page = looked_at(host, LOOK, backup)
    assert figures(page) == {"match": 1, "still open": 0, "players": 4, "club night": 1}
    assert "1 match that is only here" in page.text
    assert rows(elsewhere) == before
    done = host.send(page)
    assert "The scorebook was restored and has 1 match." in host.follow(done).text
    assert host.send(page).leads_to == done.leads_to
    (replaced,) = (Path(elsewhere.instance_path) / "backups").glob("*.db")
    back = Visitor(elsewhere)
    back.client.set_cookie("session", owner.client.get_cookie("session").value)
    assert owns(back, table.address)
    # It was a mistake after all.
    kept = host.open("/moving").links
    (link,) = (address for address in kept.values() if address.endswith(replaced.name))
    host.send(host.open(link))
    assert rows(elsewhere)["players"] == before["players"]
    assert succeed(elsewhere, "check").startswith("All well: 1 match, 1 round,")


def test_whoever_restores_a_backup_has_entered_the_pin_also_by_the_key_that_came(app, elsewhere):
    backup = downloaded(Visitor(app))
    elsewhere.config["PIN"] = "2468"
    host = Visitor(elsewhere)
    host.send(host.open("/pin"), {"pin": "2468"})
    page = looked_at(host, LOOK, backup)
    assert host.follow(host.send(page)).status == 200
    assert config.secret_key(Path(elsewhere.instance_path)) == app.secret_key


def test_what_would_go_is_told_for_matches_that_were_played_on(app):
    owner = Visitor(app)
    table = owner.start("Ana", "Bea")
    backup = downloaded(owner)
    page = looked_at(owner, LOOK, backup)
    assert "Nothing would be lost" in page.text
    owner.play(table, "", "66")
    assert "what was played or changed since then in 1 match" in looked_at(owner, LOOK, backup).text


def test_matches_are_shown_before_they_are_imported_and_come_once(app, elsewhere):
    owner, host = Visitor(app), Visitor(elsewhere)
    for names in (("Ana", "Bea"), ("Ciro", "Dani")):
        owner.play(owner.start(*names), "", "66")
    file = downloaded(owner, "/moving/matches.json")
    before = rows(elsewhere)
    page = looked_at(host, LOOK_AT_MATCHES, file)
    assert figures(page) == {"new matches": 2, "here already": 0}
    assert "Ana and Bea" in page.text
    assert rows(elsewhere) == before
    done = host.send(page)
    assert "2 matches imported" in host.follow(done).text
    after = rows(elsewhere)
    assert host.send(page).leads_to == done.leads_to
    again = looked_at(host, LOOK_AT_MATCHES, file)
    assert figures(again) == {"new matches": 0, "here already": 2}
    assert again.buttons == []
    assert rows(elsewhere) == after
    # Whoever imported them may delete them.
    assert owns(host, "/matches/1")
    changed = json.loads(file)
    changed["matches"][0]["rounds"] = []
    other = looked_at(host, LOOK_AT_MATCHES, json.dumps(changed).encode())
    assert "Here already, but different: not imported" in other.text


def test_an_import_is_taken_out_again_at_once_and_restored_as_it_was(app, monkeypatch):
    def failing(_session, match_id):
        if match_id > 2:
            raise OSError("full")

    host, other = Visitor(app), Visitor(app)
    first = b"Day;Who;Who;A;B\n3/10/2025;Ana;Bea;104;58\n"
    imported(host, first, "Import 1 match")
    more = b"4/10/2025;Ana;Eva;7;100\n5/10/2025;Ana;Eva;8;100"
    page = imported(host, first + more, "Import 2 matches")
    take, before = page.pressing("Take 2 matches out again"), host.open("/players").text
    # Others did not bring them, and may not delete them.
    assert "out again" not in other.open(page.address).text
    page = host.follow(host.send(take))
    assert "2 matches of this import are in the bin for 30 days." in page.text
    assert other.open("/matches/1").status == 200
    assert [other.open(f"/matches/{number}").status for number in (2, 3)] == [404, 404]
    assert host.open("/players").text != before
    assert succeed(app, "check").startswith("All well: 3 matches, ")
    restore = page.pressing("Restore 2 matches")
    page = host.follow(host.send(restore))
    assert "Take 2 matches out again" in page.text
    assert host.open("/players").text == before
    kept = rows(app)
    # A form that arrives late does nothing.
    for late in (take, restore):
        assert host.send(late).status == 303
    assert rows(app) == kept
    for number in (2, 3):
        log = host.open(f"/matches/{number}/edit").text
        assert "The match was moved to the bin." in log
        assert "The match was restored." in log
    # All of it is one transaction.
    monkeypatch.setattr(match_bin, "notify", failing)
    assert host.send(page.pressing("Take 2 matches out again")).status == 500
    assert rows(app) == kept
    assert succeed(app, "check").startswith("All well: 3 matches, ")


def test_on_a_site_of_links_a_device_takes_and_brings_its_own_matches_alone(app, elsewhere):
    elsewhere.config["ACCESS"] = "links"
    owner, one, other = Visitor(app), Visitor(elsewhere), Visitor(elsewhere)
    owner.play(owner.start("Ana", "Bea"), "", "66")
    file = downloaded(owner, "/moving/matches.json")
    for device in (one, other):
        page = looked_at(device, LOOK_AT_MATCHES, file)
        assert figures(page) == {"new match": 1, "here already": 0}
        device.send(page)
        assert figures(looked_at(device, LOOK_AT_MATCHES, file))["here already"] == 1
    assert owns(one, "/matches/1")
    assert one.open("/matches/2").status == 403
    mine = json.loads(downloaded(one, "/moving/matches.json"))
    assert [match["seats"] for match in mine["matches"]] == [["Ana", "Bea"]]
    one.start("Eva", "Fil")
    for device, names in ((one, {"Ana", "Bea", "Eva", "Fil"}), (other, {"Ana", "Bea"})):
        taken = json.loads(downloaded(device, "/moving/matches.json"))
        assert {player["name"] for player in taken["players"]} == names
    assert "Restore" not in one.open("/moving").text
    for address in ("/moving/backup", "/moving/restore/scorekeeper.db"):
        assert one.open(address).status == 403
    answer = one.client.post("/moving/restore", data={"file": (BytesIO(b"x"), "x.db")})
    assert answer.status_code == 403
    with elsewhere.app_context():
        owners = run_sql(file_of(elsewhere), "SELECT DISTINCT owner FROM players")
    assert len(owners) == 2


def test_what_cannot_be_restored_or_imported_is_answered_with_a_sentence(app, monkeypatch):
    visitor = Visitor(app)
    visitor.start("Ana", "Bea")
    before, backup = rows(app), downloaded(visitor)
    spoiled = Path(app.instance_path) / "spoiled.db"
    spoiled.write_bytes(backup)
    run_sql(spoiled, "UPDATE alembic_version SET version_num = '9999'")
    for button, file, said in (
        (LOOK, b"", "This file is damaged, or is not a backup"),
        (LOOK, b"dear Bea", "This file is damaged, or is not a backup"),
        (LOOK, spoiled.read_bytes(), "was made by a newer Scorekeeper"),
        (LOOK_AT_MATCHES, backup, "This is not a file of matches"),
        (LOOK_AT_MATCHES, b"[1]", "This is not a file of matches"),
        (LOOK_AT_MATCHES, b'{"matches": [' * 9999, "This is not a file of matches"),
    ):
        page = looked_at(visitor, button, file)
        assert (page.status, len(page.problems)) == (422, 1)
        assert said in page.problems[0]
        assert app.instance_path not in page.text
    empty = visitor.bring(visitor.open("/moving"), LOOK, b"", name="")
    assert (empty.status, empty.problems) == (422, ["Choose a file first."])
    match = json.loads(downloaded(visitor, "/moving/matches.json"))["matches"][0]
    match |= {"key": "other", "rounds": [{"hands": {"Ana": ["9-9"], "Bea": []}}]}
    match["rounds"][0]["recorded_at"] = match["opened_at"]
    page = looked_at(visitor, LOOK_AT_MATCHES, json.dumps(match).encode())
    assert page.problems[0].startswith("Match 1 (Ana, Bea), round 1: ")
    monkeypatch.setattr(request_limits, "LONGEST_FILE", 1000)
    large = visitor.bring(visitor.open("/moving"), LOOK, backup)
    assert (large.status, large.heading) == (413, "This file is too large")
    assert "scorekeeper restore" in large.text
    file = visitor.bring(visitor.open("/moving"), LOOK_AT_MATCHES, backup)
    monkeypatch.undo()
    monkeypatch.setattr(request_limits, "LONGEST_FIELD", 10)
    pasted = visitor.open("/moving").pressing("See what you pasted")
    sent = {**pasted.form, "table": "x" * 5000}
    table = visitor.client.post(pasted.target, data=sent, content_type="multipart/form-data")
    for status, text in ((file.status, file.text), (table.status_code, table.text)):
        assert (status, "restore" in text) == (413, False)
        assert "A file of matches has at most 64 MB, and a pasted table 4 MB." in text
    assert rows(app) == before


def test_without_the_pin_nothing_is_taken_or_kept(app):
    app.config["PIN"] = "2468"
    stranger = Visitor(app)
    for address in ("", "/backup", "/matches.json", "/restore/x", "/import/x"):
        assert stranger.open(f"/moving{address}").leads_to.startswith("/pin")
    for address in ("/restore", "/import"):
        answer = stranger.client.post(f"/moving{address}", data={"file": (BytesIO(b"x"), "x")})
        assert answer.status_code == 403
    assert not (Path(app.instance_path) / "on-the-way").exists()


def test_a_file_that_was_sent_and_left_is_gone_after_a_day(app, clock):
    visitor = Visitor(app)
    page = looked_at(visitor, LOOK, downloaded(visitor))
    clock.now = datetime(2126, 1, 1, tzinfo=UTC)
    looked_at(visitor, LOOK, downloaded(visitor))
    late = visitor.open(page.address)
    assert (late.status, late.heading) == (404, "This file is not here any more")


def test_a_pasted_table_is_shown_read_otherwise_and_imported_with_what_is_left_out_named(app):
    visitor = Visitor(app)
    pasted = visitor.open("/moving").pressing("See what you pasted")
    table = "Day\tWho\tWho\tA\tB\n3/10/2025\tAna\tBea\t104\t58\n31/2/2025\tAna\tBea\t7\t100"
    before = rows(app)
    page = visitor.follow(visitor.send(pasted, {"table": table}))
    assert figures(page) == {"new match": 1, "here already": 0, "not included": 1}
    assert "Line 3, Day: This is not a date. 31/2/2025" in page.text
    assert "New players: Ana, Bea" in page.text
    # The second column of numbers is none of the scores: nobody has any then.
    choice = page.pressing("Check again")
    other = visitor.open(f"{choice.address}?{urlencode({**choice.form, 'column-4': 'skip'})}")
    assert figures(other)["not included"] == 2
    assert rows(app) == before
    done = visitor.send(page.pressing("Import 1 match"))
    assert "1 match imported" in visitor.follow(done).text
    assert visitor.open(f"{page.address}/progress").answer.get_json() == {"done": 1}
    again = visitor.follow(visitor.send(pasted, {"table": table}))
    assert figures(again) == {"new matches": 0, "here already": 1, "not included": 1}
    file = json.loads(downloaded(visitor, "/moving/bg-stats.json"))
    file["games"][0]["name"] = "Dominoes"
    shown = looked_at(visitor, LOOK_AT_MATCHES, json.dumps(file).encode())
    assert figures(shown) == {"new matches": 0, "here already": 1}
    assert shown.pressing("Check again").form == {"game-1": ""}


def test_a_table_of_a_megabyte_is_pasted(app):
    visitor = Visitor(app)
    table = "Day;Who;Who;A;B;Note\n" + "3/10/2025;Ana;Bea;104;58;{}\n".format("x" * 10_000) * 100
    pasted = visitor.open("/moving").pressing("See what you pasted")
    # As browsers send it.
    sent = {**pasted.form, "table": table}
    answer = visitor.client.post(
        pasted.target, data=sent, content_type="multipart/form-data", follow_redirects=True
    )
    assert answer.status_code == 200
    assert "100 matches" in answer.text


def test_the_command_takes_a_table_and_the_export_of_bg_stats(app, elsewhere, tmp_path):
    file = tmp_path / "evenings.csv"
    file.write_text("Day;Who;Who;A;B\n3/10/2025;Ana;Bea;104;58\n31/2/2025;Ana;Bea;7;100\n")
    told = command(app, "import", str(file), "--game", "draw")
    assert told.exit_code == 1
    assert told.stdout.splitlines() == [
        "Imported 1 match; 0 known already.",
        "Left out: Line 3, Day: This is not a date.: 31/2/2025",
    ]
    export = tmp_path / "BGStatsExport.json"
    export.write_bytes(downloaded(Visitor(app), "/moving/bg-stats.json"))
    for said in ("Imported 1 match; 0 known already.", "Imported 0 matches; 1 known already."):
        assert succeed(elsewhere, "import", str(export)).strip() == said
