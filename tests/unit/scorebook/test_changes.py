"""Every change of a sheet can be taken back, and says what it found there."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import (
    Correction,
    Event,
    Hand,
    Play,
    Round,
    Setup,
    Tile,
    load_game,
    parse_tiles,
)
from scorekeeper.rules.match import Standing
from scorekeeper.rules.scoring import score_round
from scorekeeper.scorebook import changes as sheets
from scorekeeper.scorebook.changes import Change, Entry, Kind, Misfit, Sheet

NAMES = ("Ana", "Bea", "Ciro", "Dani")
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HANDS = ("", "1-2", "6-6 3-5", "0-4 4-4", "2-2")
LEFT = st.permutations(HANDS).map(lambda hands: hands[:4])


def played(hands: list[str]) -> Round:
    """Return a round of four in which one tally, one claim and who led are known too."""
    return Round(
        hands=tuple(Hand(parse_tiles(hand)) for hand in hands), opener=1, tally=(5, 0, 0, 10)
    )


def sheet_of(*rounds: Round, goal: int = 10_000, partners: bool = False) -> Sheet:
    game = load_game("all-fives").with_house_rules({"match": {"goal": goal}})
    entries = tuple(Entry(each, NOON) for each in rounds)
    return Sheet(Setup.of(game, len(NAMES), partners), NAMES, entries=entries)


SHEETS = st.lists(LEFT.map(played), min_size=1, max_size=6).map(lambda rounds: sheet_of(*rounds))


@st.composite
def changes(draw: st.DrawFn, sheet: Sheet) -> Change:
    """Draw a change that can be made to a sheet."""
    number = draw(st.integers(1, len(sheet.entries)))
    entry = Entry(played(draw(LEFT)), NOON)
    return draw(
        st.sampled_from(
            [
                sheets.recorded(sheet, entry),
                sheets.amended(sheet, number, entry.played),
                sheets.removed(sheet, number),
                sheets.ended(sheet, number),
                sheets.played_on(sheet),
                sheets.renamed(sheet, ["Dani", "Ana", "Ciro", "Bea"]),
                sheets.swapped(0, draw(st.integers(1, 3))),
                sheets.to_goal(sheet, draw(st.integers(50, 500))),
            ]
        )
    )


@given(st.data())
def test_the_inverse_of_a_change_takes_it_back(data: st.DataObject) -> None:
    sheet = data.draw(SHEETS)
    change = data.draw(changes(sheet))
    changed = change.made_to(sheet)
    assert change.inverse.made_to(changed) == sheet
    assert change.inverse.inverse == change


@given(st.data())
def test_a_sheet_is_what_it_was_opened_with_and_all_that_happened_since(
    data: st.DataObject,
) -> None:
    sheet = data.draw(SHEETS)
    opened, log = sheets.opened(sheet), []
    for _ in range(4):
        change = data.draw(changes(sheet)) if sheet.entries else sheets.played_on(sheet)
        log.append(change)
        sheet = change.made_to(sheet)
    assert opened.after is not None
    again = sheets.sheet_from(sheet.setup, opened.after)
    for change in log:
        again = change.made_to(again)
    assert again == sheet


@given(SHEETS, st.permutations(range(4)).map(lambda seats: seats[:2]))
def test_the_points_go_with_the_players_who_change_places(sheet: Sheet, pair: list[int]) -> None:
    one, other = pair
    swapped = sheets.swapped(one, other).made_to(sheet)
    assert dict(zip(sheet.names, totals(sheet), strict=True)) == dict(
        zip(swapped.names, totals(swapped), strict=True)
    )


def totals(sheet: Sheet) -> tuple[int, ...]:
    standing = Standing.start(sheet.setup)
    for entry in sheet.entries:
        score = score_round(sheet.setup, entry.played, standing.moment)
        standing = standing.after(entry.played, score)
    return standing.totals


def test_players_who_change_places_take_all_that_is_theirs_along() -> None:
    round_ = Round(
        hands=tuple(Hand(parse_tiles(hand)) for hand in ("1-2", "", "3-4", "5-5")),
        opener=0,
        blocker=2,
        tally=(5, 0, 0, 0),
        events=(Event("capicúa", 1), Event("for nobody")),
        plays=(Play(0, Tile(6, 6)),),
        corrections=(Correction(0, 10),),
    )
    (entry,) = sheets.swapped(0, 2).made_to(sheet_of(round_)).entries
    swapped = entry.played
    assert [hand.pips for hand in swapped.hands] == [7, 0, 3, 10]
    assert (swapped.opener, swapped.blocker, swapped.tally) == (2, 0, (0, 0, 5, 0))
    assert swapped.events == round_.events
    assert swapped.plays == (Play(2, Tile(6, 6)),)
    assert swapped.corrections == (Correction(2, 10),)


def test_a_tally_of_the_first_seats_alone_goes_along() -> None:
    (entry,) = (
        sheets.swapped(0, 3).made_to(sheet_of(Round(hands=(Hand(),) * 4, tally=(5,)))).entries
    )
    assert entry.played.tally == (0, 0, 0, 5)


def test_a_correction_stays_with_the_partnership() -> None:
    corrected = Round(hands=(Hand(),) * 4, corrections=(Correction(1, 10),))
    (entry,) = sheets.swapped(1, 2).made_to(sheet_of(corrected, partners=True)).entries
    assert entry.played.corrections == (Correction(1, 10),)


@pytest.mark.parametrize(
    "change",
    [
        sheets.renamed(sheet_of(), ["Ana", "Bea", "Ciro", "Dina"]),
        sheets.to_goal(sheet_of(), 200),
        sheets.played_on(sheet_of(played(["", "1-2", "2-2", "6-6"]))),
        sheets.recorded(sheet_of(), Entry(played(["", "1-2", "2-2", "6-6"]), NOON)),
    ],
    ids=lambda change: change.kind,
)
def test_a_change_fits_only_where_it_began(change: Change) -> None:
    with pytest.raises(Misfit):
        change.inverse.made_to(sheet_of())


def test_a_round_fits_only_behind_the_one_before_it() -> None:
    third = sheets.recorded(
        sheet_of(*[played(["", "1-2", "2-2", "6-6"])] * 2), Entry(Round(), NOON)
    )
    with pytest.raises(Misfit):
        third.made_to(sheet_of())


def test_what_is_only_noted_changes_nothing() -> None:
    assert Change(Kind.BINNED, None, None).made_to(sheet_of()) == sheet_of()


def test_a_mending_without_what_was_there_is_none() -> None:
    with pytest.raises(Misfit):
        Change(Kind.GOAL, None, {"goal": 5}).made_to(sheet_of())
