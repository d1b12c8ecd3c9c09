"""Tables for spreadsheets: `export MATCH --csv`, and `export --table` for a whole scorebook."""

import csv
import io
from itertools import chain

from scorekeeper.cli import main
from scorekeeper.interchange import spreadsheets
from scorekeeper.rules import Correction, PipsHand, Round, Setup, load_game
from scorekeeper.scorebook import match_bin, matches, player_changes
from scorekeeper.scorebook.figures.page_figures import season_table
from scorekeeper.scorebook.figures.queries import Frame
from tests.interchange.match_factory import FOUR, exported, id_of, left, sent, start
from tests.support.csv_tables import read_table
from tests.unit.rules.lines import example
from tests.web.visitor import HEAVY


def play(key, *names, rounds=2):
    """Play a match of Block that the first player wins in two rounds."""
    match_id = matches.open_match(Setup.of(load_game("block"), len(names)), names, key)
    for number in range(1, rounds + 1):
        matches.record_round(match_id, number, f"{key} {number}", left("", HEAVY))
    return match_id


def sheet(app, match_id):
    with app.app_context():
        return read_table(
            spreadsheets.as_csv(spreadsheets.match_table(matches.find_match(match_id)))
        )


def test_a_match_is_a_row_and_so_is_each_round_of_any_match(app, runner):
    with app.app_context():
        won, open_one = play("one", "Ana", "Bea"), start("open", FOUR[:3])
        pairs = matches.open_match(Setup(load_game("block"), 4, True), FOUR, "pairs")
        matches.record_round(pairs, 1, "a", left("", "66", "12", "55"))
        match_bin.move_to_bin(start("binned"), sent("bin"))
        match = matches.find_match(won)
    first, second, third = read_table(exported(runner, "--table", "matches"))
    assert [row["Match"] for row in (first, second)] == [str(pairs), str(open_one)]
    assert (first["Side 1"], first["Ended at (UTC)"], first["Winner"]) == ("Ana & Ciro", "", "")
    assert ", ".join(f"{column}: {value}" for column, value in third.items() if value) == (
        f"Match: {won}, Started at (UTC): {match.opened_at:%Y-%m-%d %H:%M:%S}, Ended at (UTC):"
        f" {match.record.entries[-1].recorded_at:%Y-%m-%d %H:%M:%S}, Game: Block, singles,"
        " Goal: 100, Rounds: 2, Winner: Ana, Side 1: Ana, Points 1: 138, Side 2: Bea, Points 2: 0"
    )
    empty = [f"{word} {side}" for side in range(3, 11) for word in ("Side", "Points")]
    assert [column for column, value in third.items() if not value] == empty
    columns = ("Match", "Round", "Ending", "Winner", "Points 1", "Total 1", "Total 2")
    rows = read_table(exported(runner, "--table", "rounds"))
    assert [tuple(row[column] for column in columns) for row in rows] == [
        (str(pairs), "1", "went out", "Ana & Ciro", "22", "22", "0"),
        (str(won), "1", "went out", "Ana", "69", "69", "0"),
        (str(won), "2", "went out", "Ana", "69", "138", "0"),
    ]
    # Of one match it is a row with what was left.
    with app.app_context():
        blocked = Round((*left("12 24", "55").hands, PipsHand(3), *left("34").hands))
        matches.record_round(pairs, 2, "b", blocked)
        recorded_at = matches.find_match(pairs).record.entries[0].recorded_at
    first, second = read_table(exported(runner, str(pairs), "--csv"))
    assert ", ".join(first) == (
        "Round, Recorded at (UTC), Ending, Winner, Points Ana & Ciro, Points Bea & Dani,"
        " Total Ana & Ciro, Total Bea & Dani, Left Ana, Left Bea, Left Ciro, Left Dani"
    )
    shown = (
        f"1, {recorded_at:%Y-%m-%d %H:%M:%S}, went out, Ana & Ciro, 22, 0, 22, 0, , 6|6, 1|2, 5|5"
    )
    assert ", ".join(first.values()) == shown
    told = [second[column] for column in ("Ending", "Left Ana", "Left Ciro")]
    assert told == ["blocked", "1|2 2|4", "3"]


def test_a_player_is_a_row_with_figures_and_points_are_told_of_one_kind_of_matches(app, runner):
    with app.app_context():
        play("one", "Ana", "Bea")
        (ana, bea) = read_table(
            spreadsheets.as_csv(spreadsheets.players_table(Frame(kind="block/alone/points")))
        )
        points = ("Points scored", "Points conceded", "Biggest round")
        assert [ana[column] for column in points] == ["138", "0", "69"]
        assert [bea[column] for column in points[:2]] == ["0", "138"]
        play("two", "Ana", "Ciro")
        play("three", "Bea", "Ana")
        player_changes.hide(id_of("Ciro"))
        player_changes.forget(id_of("Bea"), "Player {}".format, sent("forget"))
        kept = {line.player: line.total.sums for line in season_table()}
    (row,) = read_table(exported(runner, "--table", "players"))
    assert (row["Place"], row["Player"], row["Matches"], row["Won"]) == ("1", "Ana", "3", "2")
    assert (row["Wins expected by luck"], row["Rounds"]) == ("1.5", str(kept[1].rounds))
    assert (row["Won by going out"], row["Best streak"], row["Rating"]) == ("4", "2", "")
    assert "Points scored" not in row


def test_only_what_may_be_seen_is_listed_once_and_no_more_than_is_asked_for(app, monkeypatch):
    # More than are read at once.
    monkeypatch.setattr("scorekeeper.interchange.spreadsheets.AT_ONCE", 2)

    def listed(rows):
        return [int(row["Match"]) for row in read_table(spreadsheets.as_csv(rows))]

    with app.app_context():
        ids = [play(f"{number}", "Ana", f"Bea {number}") for number in range(5)]
        open_ones = [start(f"open {number}") for number in range(4)]
        assert listed(spreadsheets.matches_table()) == [*open_ones[::-1], *ids[::-1]]
        assert listed(spreadsheets.matches_table(most=5)) == [*open_ones[::-1], ids[4]]
        assert listed(spreadsheets.matches_table((ids[1],))) == [ids[1]]
        assert listed(spreadsheets.rounds_table((ids[1],))) == [ids[1]] * 2
        assert listed(spreadsheets.matches_table(())) == []
        seen = read_table(spreadsheets.as_csv(spreadsheets.players_table(Frame(seen=(ids[1],)))))
        assert [row["Player"] for row in seen] == ["Ana", "Bea 1"]


def test_a_drawn_round_has_no_winner_and_a_counted_table_no_hands(app):
    with app.app_context():
        drawn = start("one", ("Зоя", '"Bea", the 2nd'))
        assert sheet(app, drawn) == []
        matches.record_round(drawn, 1, "a", left("03 66", "12 24 33"))
        setup, played, _moment = example("italian 3 : plays Ana 6-6, Bea 5-6, Ciro 5-5")
        italian = matches.open_match(setup, FOUR[:3], "two")
        matches.record_round(italian, 1, "a", played)
    (row,) = sheet(app, drawn)
    assert (row["Winner"], row["Left Зоя"]) == ("", "0|3 6|6")
    assert row['Left "Bea", the 2nd'] == "1|2 2|4 3|3"
    (row,) = sheet(app, italian)
    assert (row["Ending"], row["Left Ana"], row["Left Ciro"]) == ("counted", "", "")


FORMULAS = (
    *('=HYPERLINK("http://x","y")', "+1", "-1", "@SUM(A1)", "=1+1,2", "\t=1", "\r=2", '="a"\n'),
    *("b;=1+1", 'b;"=1+1"', "b; =1+1", "b,=1+1", "b|=1+1", "b\t=1+1", "b\n=1+2", "b;;@SUM(A1)"),
    *("b;+1", "b;-1", "=1;=2;=3", '";=HYPERLINK(1)', "b;''=1"),
    "b;＝1+2",  # noqa: RUF001 - a wide sign of equality
)


def test_no_name_becomes_a_formula_wherever_a_spreadsheet_ends_a_cell(app):
    """Excel takes the separator of its country, and a quote inside of a cell for no quote."""
    written = list[bytes]()
    with app.app_context():
        for name in FORMULAS:
            match_id = play(name, name, "Bea", rounds=1)
            corrected = Round(left("", "66").hands, corrections=(Correction(1, -25, "misread"),))
            matches.record_round(match_id, 2, "corrected", corrected)
            (_heavy, row) = sheet(app, match_id)
            # Negative points stay numbers.
            assert (row["Points Bea"], row["Total Bea"]) == ("-25", "-25")
            assert row["Winner"].replace("'", "") == name.replace("'", "")
            written.append(
                spreadsheets.as_csv(spreadsheets.match_table(matches.find_match(match_id)))
            )
        whole = (
            spreadsheets.players_table(),
            spreadsheets.matches_table(),
            spreadsheets.rounds_table(),
        )
        written += map(spreadsheets.as_csv, whole)
        text = b"".join(written).decode("utf-8-sig")
    for separator in (",", ";", "\t", "|"):
        lines = text.replace("\ufeff", "")
        rows = csv.reader(io.StringIO(lines, newline=None), delimiter=separator)
        read = chain.from_iterable(rows)
        cut = [cell for line in lines.splitlines() for cell in line.split(separator)]
        for cell in (*read, *(each.strip(' "') for each in cut)):
            formula = cell.startswith(("=", "+", "-", "@", "＝"))  # noqa: RUF001 - as above
            assert not formula or cell == "-25", cell


def test_a_table_is_of_one_match_or_of_the_whole_scorebook(runner):
    for words, said in (
        (["--csv"], "as in: export 12 --csv"),
        (["--table", "players", "7"], "use --csv for one"),
        (["--table", "tiles"], "'tiles' is not one of"),
    ):
        result = runner.invoke(main, ["export", *words])
        assert (result.exit_code, said in result.stderr) == (2, True), words
