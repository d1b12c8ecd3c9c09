"""`scorekeeper export MATCH --csv`: a match as a spreadsheet reads it."""

import csv
import io

import pytest
from click.testing import CliRunner
from flask import Flask

from scorekeeper.cli import main
from scorekeeper.rules import Correction, PipsHand, Play, Round, Setup, load_game, parse_tiles
from scorekeeper.scorebook import matches
from tests.interchange.match_factory import left, record, start

FOUR = ("Ana", "Bea", "Ciro", "Dani")


def table(runner: CliRunner, match_id: int) -> list[dict[str, str]]:
    """Export a match and return its rows, by the names of the columns."""
    result = runner.invoke(main, ["export", str(match_id), "--csv"])
    assert result.exit_code == 0, result.output
    content = result.stdout_bytes
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_a_round_is_a_row(app: Flask, runner: CliRunner) -> None:
    with app.app_context():
        match_id = matches.open_match(Setup(load_game("block"), 4, True), FOUR, "one")
        blocked = Round((*left("12 24", "55").hands, PipsHand(3), *left("34").hands))
        matches.record_round(match_id, 1, "a", left("", "66", "12", "55"))
        matches.record_round(match_id, 2, "b", blocked)
        recorded_at = matches.find_match(match_id).record.entries[0].recorded_at
    first, second = table(runner, match_id)
    assert first == {
        "Round": "1",
        "Recorded at (UTC)": f"{recorded_at:%Y-%m-%d %H:%M:%S}",
        "Ending": "went out",
        "Winner": "Ana & Ciro",
        "Points Ana & Ciro": "22",
        "Points Bea & Dani": "0",
        "Total Ana & Ciro": "22",
        "Total Bea & Dani": "0",
        "Left Ana": "",
        "Left Bea": "6|6",
        "Left Ciro": "1|2",
        "Left Dani": "5|5",
    }
    assert (second["Ending"], second["Left Ana"], second["Left Ciro"]) == (
        "blocked",
        "1|2 2|4",
        "3",
    )


def test_negative_points_stay_numbers(app: Flask, runner: CliRunner) -> None:
    with app.app_context():
        match_id = start("one")
        played = Round(left("", "66").hands, corrections=(Correction(1, -25, "misread"),))
        matches.record_round(match_id, 1, "a", played)
    (row,) = table(runner, match_id)
    assert (row["Points Bea"], row["Total Bea"]) == ("-25", "-25")


@pytest.mark.parametrize(
    "name",
    ['=HYPERLINK("http://x","y")', "+1", "-1", "@SUM(A1)", "=1+1,2", "\t=1", "\r=1", '="a"\n'],
)
def test_no_name_becomes_a_formula(app: Flask, runner: CliRunner, name: str) -> None:
    with app.app_context():
        match_id = start("one", (name, "Bea"))
        record(match_id, "a")
    (row,) = table(runner, match_id)
    assert row["Winner"].startswith("'")
    assert row["Winner"].replace("'", "") == name
    assert not [cell for cell in (*row, *row.values()) if cell.startswith(("=", "+", "-", "@"))]


FORMULAS = (
    "b;=1+1",
    'b;"=1+1"',
    "b; =1+1",
    "b,=1+1",
    "b|=1+1",
    "b\t=1+1",
    "b\n=1+1",
    "b;;@SUM(A1)",
    "b;+1",
    "b;-1",
    "b;＝1+1",  # noqa: RUF001 - a wide sign of equality
    "=1;=2;=3",
    '";=HYPERLINK(1)',
    "b;''=1",
)


@pytest.mark.parametrize("name", FORMULAS)
def test_no_name_becomes_a_formula_wherever_a_spreadsheet_ends_a_cell(
    app: Flask, runner: CliRunner, name: str
) -> None:
    """Excel takes the separator of its country, and a quote inside of a cell for no quote."""
    with app.app_context():
        match_id = start("one", (name, "Bea"))
        record(match_id, "a")
    result = runner.invoke(main, ["export", str(match_id), "--csv"])
    text = result.stdout_bytes.decode("utf-8-sig")
    for separator in (",", ";", "\t", "|"):
        read = [cell for row in csv.reader(io.StringIO(text), delimiter=separator) for cell in row]
        cut = [cell for line in text.splitlines() for cell in line.split(separator)]
        for cell in (*read, *(each.strip(' "') for each in cut)):
            assert not cell.startswith(("=", "+", "-", "@", "＝")), cell  # noqa: RUF001 - as above


def test_names_in_any_script_are_written(app: Flask, runner: CliRunner) -> None:
    with app.app_context():
        match_id = start("one", ("Зоя", '"Bea", the 2nd'))
        record(match_id, "a")
    (row,) = table(runner, match_id)
    assert (row["Winner"], row['Left "Bea", the 2nd']) == ("Зоя", "6|6")


def test_a_drawn_round_has_no_winner_and_a_counted_table_no_hands(
    app: Flask, runner: CliRunner
) -> None:
    with app.app_context():
        drawn, counted = start("one"), Setup.of(load_game("italian"), 3)
        matches.record_round(drawn, 1, "a", left("03 66", "12 24 33"))
        italian = matches.open_match(counted, FOUR[:3], "two")
        plays = tuple(Play(seat, tile) for seat, tile in enumerate(parse_tiles("66 65 55")))
        matches.record_round(italian, 1, "a", Round(plays=plays))
    assert [row["Winner"] for row in table(runner, drawn)] == [""]
    (row,) = table(runner, italian)
    assert (row["Ending"], row["Left Ana"], row["Left Ciro"]) == ("played", "", "")


def test_a_match_without_rounds_has_its_columns(app: Flask, runner: CliRunner) -> None:
    with app.app_context():
        match_id = start("one")
    assert table(runner, match_id) == []


def test_csv_needs_the_number_of_a_match(app: Flask, runner: CliRunner) -> None:
    assert app
    result = runner.invoke(main, ["export", "--csv"])
    assert result.exit_code == 2
    assert "as in: export 12 --csv" in result.stderr


def test_an_unknown_match_is_an_error(app: Flask, runner: CliRunner) -> None:
    assert app
    for words in (["export", "7", "--csv"], ["export", "7"]):
        result = runner.invoke(main, words)
        assert (result.exit_code, result.stderr) == (1, "Error: There is no match 7.\n")
