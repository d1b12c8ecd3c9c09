"""Tables that people keep, and plays of BG Stats: read, imported once, and sent back."""

import json
from datetime import date, datetime, timedelta
from io import BytesIO
from urllib.parse import unquote

import pytest

from scorekeeper import clock
from scorekeeper.interchange import import_export, import_reader
from scorekeeper.interchange.bg_stats import LINK
from scorekeeper.interchange.spreadsheets import TABLES, csv_in_parts
from scorekeeper.interchange.written_days import read_day
from scorekeeper.maintenance import integrity
from scorekeeper.rules import Round
from scorekeeper.scorebook import changes, history, match_bin, matches
from scorekeeper.scorebook.match_lists import Wanted, finished_matches, open_matches
from scorekeeper.scorebook.match_log import Submission
from tests.support.rows import rows

# Columns for sides, in Spanish, as a spreadsheet there saves them.
SPANISH = """Fecha;Pareja 1;Pareja 2;P1;P2
3/10/2025;Ana y Ciro;Bea y Dani;104;58
;Ana y Dani;Bea y Ciro;71;100
"""
# A column for each of four players, and two scores; the month first, as the second line says.
AMERICAN = """Date,Player 1,Player 2,Score A,Player 3,Player 4,Score B,Notes
10/3/2025,Ana,Ciro,104,Bea,Dani,58,"at home, late"
10/25/2025,Ana,Dani,71,Bea,Ciro,100,
"""
# Names over the scores, tabs between the cells, both sides in one cell, and months by name.
NAMED = "Jour\tAna\tBea\tCiro\n3 octobre 2025\t20\t104\t\n4 oct. 2025\t12\t3\t101\n"
IN_ONE = "data,dupla,dupla,resultado\n3 de outubro de 2025,Ana e Ciro,Bea e Dani,104 x 58\n"
MORE = "Datum|Játékos|Pont|Játékos|Pont\n2025. október 3.|Ana|104|Bea|40+18\n"
LONG = "Ana,Bea,Day\n" + "".join(f"{100 + at},{at % 90},2025-10-03\n" for at in range(250))
PAIRS_1, PAIRS_2 = "Ana & Ciro 104, Bea & Dani 58", "Ana & Dani 71, Bea & Ciro 100"
WINNERS = """Date,Winner,Loser,Winner score,Loser score
2025-10-03,Ana,Bea,104,58
2025-10-04,Bea,Ana,100,7
"""
TOTALS = "Ronda;Ana;Bea\n1;27;0\n2;27;14\n3;107;14\n1;30;0\n2;30;105\n"
BY_ROUNDS = "Mano;Nosotros;Ellos\n1;27;\n2;;14\n3;80;\n1;30;\n"


@pytest.fixture(autouse=True)
def app_context(app):
    with app.app_context():
        yield


def told(match):
    names = [" & ".join(match.names[seat] for seat in side) for side in match.setup.sides]
    totals = match.standing.totals
    return ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))


def read(text, **asked):
    content = text if isinstance(text, bytes) else text.encode()
    return import_reader.read_any(BytesIO(content), asked)


def imported(text, **asked):
    file = read(text, **asked)
    assert file.left_out == []
    import_export.import_read(file)
    assert integrity.check().faults == ()
    found = [*finished_matches(Wanted()).matches, *open_matches(Wanted()).matches]
    return sorted(found, key=lambda match: match.id)


@pytest.mark.parametrize(
    ("text", "results", "days"),
    [
        (SPANISH, [PAIRS_1, PAIRS_2], ["2025-10-03", "2025-10-03"]),
        (AMERICAN, [PAIRS_1, PAIRS_2], ["2025-10-03", "2025-10-25"]),
        (NAMED, ["Ana 20, Bea 104", "Ana 12, Bea 3, Ciro 101"], ["2025-10-03", "2025-10-04"]),
        (IN_ONE.replace(" x ", "-"), [PAIRS_1], ["2025-10-03"]),
        (MORE, ["Ana 104, Bea 58"], ["2025-10-03"]),
        ("2025-10-03 21:15,Ana,Bea,104,58", ["Ana 104, Bea 58"], ["2025-10-03"]),
        ("Puntos Ana;Puntos Bea;Día\n104;58;3.10.25", ["Ana 104, Bea 58"], ["2025-10-03"]),
        # As spreadsheets save them: with marks of the encoding, a title, and whole decimals.
        ("\ufeff" + SPANISH, [PAIRS_1, PAIRS_2], ["2025-10-03", "2025-10-03"]),
        (SPANISH.replace(";", "\t").encode("utf-16"), [PAIRS_1, PAIRS_2], 2 * ["2025-10-03"]),
        (f"sep=;\nDomino;;;;\n;;;;\n\n{SPANISH}\n;;;;\n", [PAIRS_1, PAIRS_2], 2 * ["2025-10-03"]),
        ("Date;A;B;Ana;Bea\n3.10.2025;x;y;1.040,0;58,0", ["Ana 1040, Bea 58"], ["2025-10-03"]),
        (WINNERS, ["Ana 104, Bea 58", "Bea 100, Ana 7"], ["2025-10-03", "2025-10-04"]),
    ],
)
def test_a_table_with_a_match_on_each_line_is_read_whatever_its_columns_are_called(
    text, results, days
):
    found = imported(text)
    assert [told(match) for match in found] == results
    assert [f"{clock.local(match.last_at):%Y-%m-%d}" for match in found] == days
    assert all(match.standing.over for match in found)


def test_rounds_on_lines_are_matches_of_as_many_rounds_and_what_is_of_today_goes_on():
    first, second = imported(BY_ROUNDS)
    assert (told(first), len(first.rounds)) == ("Nosotros 107, Ellos 14", 3)
    assert (told(second), second.standing.over) == ("Nosotros 30, Ellos 0", False)
    *_others, third = imported("Day;Round;Ana;Bea\n3/10/2025;1;20;\n3/10/2025;2;;50\n")
    assert (told(third), third.standing.winner) == ("Ana 20, Bea 50", 1)
    assert third.standing.ended_early


def test_running_totals_are_known_by_their_look_or_told_and_are_points_of_each_round():
    file = read(TOTALS)
    assert file.looks == "totals"
    for text, asked in ((TOTALS, {}), (TOTALS.replace("Ronda", "Nota"), {"each": "totals"})):
        first, second = read(text, **asked).matches
        points = [
            entry.played.points for match in (first, second) for entry in match.record.entries
        ]
        assert points == [(27, 0), (0, 14), (80, 0), (30, 0), (0, 105)]
    # Whoever knows better says so.
    assert read(TOTALS, each="round").matches[0].record.entries[1].played.points
    assert read(BY_ROUNDS).looks == "round"
    assert read(SPANISH).looks == "match"


def test_an_import_that_was_broken_off_is_gone_on_with(app):
    read_twice = [read(LONG), read(LONG)]

    def broken_off(number):
        if number == 200:
            raise SystemExit

    with pytest.raises(SystemExit):
        import_export.import_read(read_twice[0], told=broken_off)
    told = []
    again = import_export.import_read(read_twice[1], told=told.append)
    assert (again.new, again.known, told) == (50, 200, [0, 0, 50])
    assert integrity.check().faults == ()
    before = rows(app)
    assert import_export.import_read(read(LONG)).known == 250
    assert rows(app) == before


def test_the_same_table_twice_changes_nothing_and_a_longer_one_adds_what_is_new(app):
    imported(SPANISH)
    before = rows(app)
    again = import_export.import_read(read(SPANISH))
    assert (again.new, again.known) == (0, 2)
    assert rows(app) == before
    longer = import_export.preview_import(read(SPANISH + "4/10/2025;Ana y Eva;Bea y Dani;100;1\n"))
    assert (longer.new, longer.known, longer.people) == (1, 2, ["Eva"])
    assert rows(app) == before


@pytest.mark.parametrize(
    ("points", "each"),
    [(("27;0", "0;14", "30;0", "50;0"), "round"), (("27;0", "27;14", "57;14", "107;14"), "totals")],
)
def test_a_sheet_that_has_more_rounds_by_now_goes_on_with_the_match_that_came_before(
    app, points, each
):
    head, more = "Day;Round;Ana;Bea\n", "3/10/2025;1;27;0\n3/10/2025;2;27;20\n"
    lines = [f"3/10/2025;{at};{both}\n" for at, both in enumerate(points, 1)]
    (there,) = imported(head + "".join(lines[:2]), each=each)
    before = rows(app)
    longer = read(head + "".join(lines) + more, each=each)
    shown = import_export.preview_import(longer)
    assert (shown.new, shown.known, shown.longer) == (1, 0, ["Ana, Bea"])
    assert rows(app) == before
    first, second = imported(head + "".join(lines) + more, each=each)
    assert (first.id, told(first), len(first.rounds)) == (there.id, "Ana 107, Bea 14", 4)
    assert (first.last_at, len(second.rounds)) == (there.last_at, 2)
    # Once more nothing comes, whether the goal was reached or not.
    kept = rows(app)
    again = import_export.import_read(longer)
    assert (again.new, again.known, again.longer, again.different) == (0, 2, [], [])
    assert rows(app) == kept
    # It is one change, which is undone as any other.
    history.undo(first.id, first.version, Submission("undo"))
    assert told(matches.find_match(first.id)) == told(there)


def test_a_sheet_goes_on_with_no_match_that_was_corrected_deleted_or_has_its_own_line():
    head, lines = "Day;Round;Ana;Bea\n", ["3/10/2025;1;27;0\n", "3/10/2025;2;0;14\n"]
    (there,) = imported(head + lines[0])
    whole = read(head + "".join(lines))
    # The sheet has it as it was, and another one that begins alike.
    both = import_export.preview_import(read(head + lines[0] + "".join(lines)))
    assert (both.new, both.known, both.longer) == (1, 1, [])
    right = {1: Round(points=(30, 0))}
    edit = Submission("edit")
    history.edit_match(there.id, 0, edit, lambda match: changes.rounds_edited(match.record, right))
    corrected = import_export.preview_import(whole)
    assert (corrected.new, corrected.longer, corrected.different) == (0, [], ["Ana, Bea"])
    match_bin.move_to_bin(there.id, Submission("bin"))
    deleted = import_export.preview_import(whole)
    assert (deleted.new, deleted.longer, deleted.different) == (1, [], [])
    assert import_export.preview_import(read(head + lines[0])).binned == 1


def test_a_table_without_days_is_of_the_day_it_first_came_and_changes_nothing_on_another(
    app, clock
):
    imported(BY_ROUNDS)
    imported("Who;Who;A;B\nAna;Bea;104;58\n")
    before = rows(app)
    clock.now += timedelta(days=3)
    for text in (BY_ROUNDS, "Who;Who;A;B\nAna;Bea;104;58\n"):
        assert import_export.import_read(read(text)).new == 0
    assert rows(app) == before


def test_what_our_own_tables_say_comes_back():
    imported(SPANISH)
    for name in ("matches", "rounds"):
        table = b"".join(csv_in_parts(TABLES[name]()))
        file = import_reader.read_any(BytesIO(table))
        assert file.left_out == []
        assert sorted(match.record.names[0] for match in file.matches) == ["Ana", "Ana"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (";Ana;Bea;1;2", "Line 2, Day: This is not a date."),
        ("tomorrow;Ana;Bea;1;2", "Line 2, Day: This is not a date. “tomorrow”"),
        ("Total;;;1;2", "Line 2: This is no match: the line has totals. “Total”"),
        ("31/2/2025;Ana;Bea;1;2", "Line 2, Day: This is not a date. “31/2/2025”"),
        ("3/10/2999;Ana;Bea;1;2", "Line 2, Day: This day is still to come. “3/10/2999”"),
        ("3/10/2025;Ana;Bea;1;", "Line 2, Score 2: Bea: no score."),
        ("3/10/2025;Ana;Bea;1;two", "Line 2, Score 2: This is not a whole number. “two”"),
        ("3/10/2025;Ana;Bea;1;2,5", "Line 2, Score 2: This is not a whole number. “2,5”"),
        ("3/10/2025;Ana;Bea;1;10000", "Line 2, Score 2: A score is at most 9999. “10000”"),
        (
            "3/10/2025;Ana;;1;2",
            "Line 2: It does not say who played, or it lacks the score of a side.",
        ),
        (
            "3/10/2025;Ana;Ana;1;2",
            "Line 2: Ana is at the table twice: give every player a different name.",
        ),
        (f"3/10/2025;Ana;{'B' * 41};1;2", "Line 2: A name has 1 to 40 characters."),
        ("3/10/2025;Ana & Bea;Ciro;1;2", "Line 2: All sides have one player each, or two sides"),
        ("3/10/2025;Ana;Bea;1;2;Chess", "Line 2, Game: There is no game with that name. “Chess”"),
        ("3/10/2025;Ana;Bea;1;2;Partnership", "Line 2: Partnership is for 4 players"),
        ("3/10/2025;Ana;Bea;0;0", "Line 2: In this game no match can end like this."),
    ],
)
def test_a_line_that_cannot_be_read_is_left_out_by_its_line_and_column(line, why):
    # More that is right, so that a column is what it is called.
    file = read(f"Day;Who 1;Who 2;Score 1;Score 2;Game\n{line}\n3/10/2025;Eva;Fil;100;7\n")
    (left,) = file.left_out
    said = f"{left.where}: {left.why}" + (f" “{left.text}”" if left.text else "")
    assert said.startswith(why)
    assert len(file.matches) == 1


def test_a_round_that_the_rules_refuse_and_columns_that_say_too_little_are_named():
    (left,) = read("Round;Ana;Bea\n1;900;\n2;;3\n").left_out
    assert (left.where, left.why[:9]) == ("Line 2", "Round 1: ")
    (left,) = read("Colour;Size\nred;large\n").left_out
    assert left.why.startswith("No column says who played")
    chosen = {"column-0": "who", "column-1": "who", "column-2": "score", "column-3": "score"}
    assert len(read("Colour;Size;A;B\nred;blue;100;7\n", **chosen).matches) == 1


def export_of_bg_stats():
    """Return what the app writes, as far as it matters here."""
    people, games = ["Ana", "Bea", "Ciro", "Dani"], ["Dominoes", "Kingdomino", "Mexican Train"]

    def scored(at, number, score, **more):
        return {"playerRefId": at + 1, "score": score, "winner": number == 0, **more}

    four = [scored(at, at % 2, "104" if at % 2 == 0 else "58", team=str(at % 2)) for at in range(4)]
    two = [scored(0, 0, "20"), scored(1, 1, "31")]
    plays = [(1, four, "2025-10-03 21:15:00"), (2, two, "2025-10-04 20:00:00")]
    plays += [(3, two, "2025-10-05 20:00:00"), (1, [{**two[0], "score": ""}, two[1]], "2025-10-06")]
    return {
        "about": "…",
        "players": [
            {"id": at, "uuid": f"P{at}", "name": name} for at, name in enumerate(people, 1)
        ],
        "games": [{"id": at, "uuid": f"G{at}", "name": name} for at, name in enumerate(games, 1)],
        "plays": [
            {"uuid": f"5E8A-{at}", "gameRefId": game, "playDate": day, "playerScores": scores}
            for at, (game, scores, day) in enumerate(plays)
        ],
    }


def test_plays_of_bg_stats_are_read_and_only_dominoes_are_chosen_before(app):
    export = json.dumps(export_of_bg_stats())
    file = read(export)
    assert {game.name: game.wanted for game in file.games} == {
        "Dominoes": True,
        "Kingdomino": False,
        "Mexican Train": True,
    }
    (left,) = file.left_out
    assert (left.where, left.why) == ("Dominoes, 2025-10-06", "Ana: no score.")
    import_export.import_read(file)
    trains, dominoes = finished_matches(Wanted()).matches
    assert (told(dominoes), dominoes.setup.game.id) == (PAIRS_1, "partnership")
    assert (trains.setup.game.id, trains.standing.winner) == ("mexican-train", 0)
    assert clock.local(dominoes.last_at).replace(tzinfo=None) == datetime(2025, 10, 3, 21, 15)
    before = rows(app)
    assert import_export.import_read(read(export)).known == 2
    assert rows(app) == before
    assert len(read(export, **{"game-2": "block", "game-1": "no"}).matches) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Sep 3, 2025",
        "3 Sept 2025",
        "3 sept. 2025",
        "3 set 2025",
        "2025. szept. 3.",
        "3 SETEMBRO 2025",
    ],
)
def test_a_month_is_read_by_its_names_in_every_language(text):
    assert read_day(text) == (date(2025, 9, 3), None)


def test_a_match_is_sent_to_bg_stats_by_its_link_and_all_as_a_file_it_reads():
    (match, _other) = imported(SPANISH)
    link = import_export.bg_stats_link(match.id)
    assert link.startswith(LINK)
    play = json.loads(unquote(link.removeprefix(LINK)))
    assert play["game"]["name"] == "Partnership"
    assert [(each["name"], each["score"], each["winner"]) for each in play["players"]][:2] == [
        ("Ana", "104", True),
        ("Bea", "58", False),
    ]
    back = import_reader.read_any(BytesIO(import_export.export_bg_stats([])))
    assert back.left_out == []
    assert import_export.preview_import(back).known == 2
