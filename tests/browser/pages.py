"""Every page there is, in the states in which people meet it."""

from collections.abc import Callable, Mapping

from playwright.sync_api import expect
from sqlalchemy import update

from scorekeeper.scorebook import listing
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import writing
from tests.browser.scorer import Scorer
from tests.web.share.share_links import links
from tests.web.visitor import HEAVY, Page, Visitor

Opening = Callable[[Scorer, Visitor], None]

FOUR = ("Ana", "Bea", "Ciro", "Dani")
# As long as names may be, and as wide as letters are, with no place to break a line.
LONG = tuple(letter * 40 for letter in "WMQG")
# Without a goal in reach a match can go on for as many rounds as a page is to show.
FAR = {"other_goal": "10000"}
# What each of four can hold at most of the heaviest twenty tiles, five each, and of the whole box.
FIVE_EACH = (
    "6-6 5-6 4-6 3-6 2-6",
    "5-5 4-5 3-5 2-5 1-5",
    "4-4 3-4 2-4 1-4 0-4",
    "3-3 2-3 1-3 0-3 2-2",
)
SEVEN_EACH = (
    "6-6 5-6 4-6 3-6 2-6 1-6 0-6",
    "5-5 4-5 3-5 2-5 1-5 0-5 0-0",
    "4-4 3-4 2-4 1-4 0-4 1-1 0-1",
    "3-3 2-3 1-3 0-3 2-2 1-2 0-2",
)


def played(visitor: Visitor, rounds: int) -> Page:
    """Play rounds between four players, none of whom wins, and return their table."""
    table = visitor.start(*FOUR, **FAR)
    for number in range(rounds):
        # Whoever goes out takes three digits; everybody does in turn.
        visitor.play(table, *("" if seat == number % 4 else FIVE_EACH[seat] for seat in range(4)))
    return table


def fill_in(scorer: Scorer, names: tuple[str, ...], hands: tuple[str, ...]) -> None:
    """Fill in all hands on the record page, and show them on its pad."""
    scorer.press_in_menu("Type")
    for name, hand in zip(names, hands, strict=True):
        scorer.type(name, hand)
    scorer.press("Tiles")
    expect(scorer.live).to_contain_text("Blocked:")


def _home_empty(scorer: Scorer, _visitor: Visitor) -> None:
    scorer.open("/")


def _home_full(scorer: Scorer, visitor: Visitor) -> None:
    played(visitor, 2)
    visitor.start("Ana", "Bea")
    visitor.play(visitor.start("Ana", "Bea", goal="50"), "", HEAVY)
    scorer.open("/")
    scorer.sees("Continue", "1 more open", "Finished")


def _offline(scorer: Scorer, _visitor: Visitor) -> None:
    scorer.open("/offline")


def _new_match(scorer: Scorer, visitor: Visitor) -> None:
    visitor.start(*FOUR)
    scorer.open("/matches/new")
    scorer.page.get_by_label("Seat 1", exact=True).fill("Ana")
    scorer.unfold("All games")


def _new_match_refused(scorer: Scorer, _visitor: Visitor) -> None:
    scorer.open("/matches/new")
    for seat in (1, 2):
        scorer.page.get_by_label(f"Seat {seat}", exact=True).fill("Ana")
    scorer.page.get_by_label("or another number").fill("0")
    scorer.press("Start match")
    scorer.sees("Please check this")


def _table(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(played(visitor, 6).address)


def _table_of_two(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(visitor.start("Ana", "Bea").address)


def _table_turned(scorer: Scorer, visitor: Visitor) -> None:
    table = visitor.start(*FOUR, partners="y")
    visitor.play(table, "", "66", "11", "55")
    scorer.open(table.address)
    scorer.press_in_menu("Turn to the players")


def _table_of_five_turned(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(visitor.start(*LONG, "Eva", game="chicken-foot").address)
    scorer.press_in_menu("Turn to the players")


def _own_hand(scorer: Scorer, visitor: Visitor) -> None:
    _table_turned(scorer, visitor)
    scorer.page.get_by_role("link", name="Bea: enter the hand").tap()
    scorer.tap("1-2")


def _wall(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{played(visitor, 6).address}/wall")


def _wall_of_five(scorer: Scorer, visitor: Visitor) -> None:
    table = visitor.start(*LONG, "Eva", game="chicken-foot")
    scorer.open(f"{table.address}/wall")


def _wall_between_matches(scorer: Scorer, visitor: Visitor) -> None:
    visitor.play(visitor.start(*LONG[:2], goal="50"), "", HEAVY)
    last = visitor.start(*FOUR[:2], goal="50")
    visitor.play(last, "", HEAVY)
    scorer.open(f"{last.address}/wall/evening")
    scorer.sees("Evening, ")


def _record(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{visitor.start(*FOUR).address}/rounds/new")
    fill_in(scorer, FOUR, FIVE_EACH)
    scorer.tap("0-1")


def _record_asking(scorer: Scorer, visitor: Visitor) -> None:
    _record(scorer, visitor)
    scorer.seat("Bea").tap()
    scorer.tap("6-6")
    expect(scorer.line).to_contain_text("Move it to Bea?")


def _record_typed(scorer: Scorer, visitor: Visitor) -> None:
    _record(scorer, visitor)
    scorer.press_in_menu("Type")


def _record_refused(scorer: Scorer, visitor: Visitor) -> None:
    _record_typed(scorer, visitor)
    scorer.type("Ana", "7-1 6")
    scorer.press("Record round")
    expect(scorer.live).to_contain_text("is not a tile")


def _record_stale(scorer: Scorer, visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea")
    scorer.open(f"{table.address}/rounds/new")
    scorer.hold("Ana", "1-2")
    scorer.hold("Bea", "")
    assert visitor.play(table, "", "66").status == 303
    scorer.press("Record round")
    scorer.sees("The match went on while this page was open")


def _pips(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{visitor.start(*FOUR).address}/rounds/new?entry=pips")
    for name in FOUR:
        scorer.page.get_by_label(f"{name}: Pips left").fill("17")
    expect(scorer.page.get_by_label("Dani: Lightest tile")).to_be_visible()


def _pips_refused(scorer: Scorer, visitor: Visitor) -> None:
    _pips(scorer, visitor)
    scorer.press("Record round")
    expect(scorer.live).to_contain_text("It is a tie.")


def _result(scorer: Scorer, visitor: Visitor) -> None:
    table = visitor.start(*FOUR, partners="y")
    visitor.play(table, "1-2 2-4 3-5", "5-5 3-4", "0-4", "1-3")
    scorer.open(f"{table.address}/rounds/1")


def _winner(scorer: Scorer, visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", goal="50")
    visitor.play(table, "", HEAVY)
    scorer.open(f"{table.address}/winner")


def _undo(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{played(visitor, 2).address}/undo")


def _mend(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{_mended(visitor).address}/mend")
    scorer.sees("History", "Redo the removal of round 1")


def _mended(visitor: Visitor) -> Page:
    """Play three rounds, and undo the removal of the first."""
    table = played(visitor, 3)
    visitor.send(visitor.open(f"{table.address}/rounds/1/remove"))
    visitor.send(visitor.open(f"{table.address}/undo"))
    return table


def _amend(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{played(visitor, 3).address}/rounds/2/amend")
    expect(scorer.live).to_contain_text("The score stays as it is.")


def _remove(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{played(visitor, 3).address}/rounds/2/remove")


def _undecided(scorer: Scorer, visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea")
    for hand in ("6-6", "5-5"):
        visitor.play(table, "", hand)
    goal = visitor.open(f"{table.address}/mend").pressing("Change the goal")
    visitor.send(visitor.send(goal, {"goal": "12"}))
    scorer.open(table.address)
    scorer.sees("was recorded after the end. Keep playing?")


def _bin(scorer: Scorer, visitor: Visitor) -> None:
    table = played(visitor, 2)
    # The bin shows what a device owns.
    scorer.open(links(visitor, table)["own"])
    visitor.send(visitor.open(f"{table.address}/delete"))
    # An open table hears of it, and asks the server what to say.
    scorer.sees("Match not found")
    scorer.open("/bin")
    scorer.sees("Restore")


def _put_away(scorer: Scorer, visitor: Visitor) -> None:
    visitor.start(*LONG)
    played(visitor, 2)
    with visitor.app.app_context(), writing() as session:
        session.execute(update(models.MatchRow).values(changed_at=listing.EPOCH))
    scorer.open("/?state=away")
    scorer.sees("Bring back")


def _other_programs(scorer: Scorer, _visitor: Visitor) -> None:
    scorer.open("/api/v1")
    scorer.sees("Record a round.")


def _absent(scorer: Scorer, _visitor: Visitor) -> None:
    scorer.open("/matches/99")


EVERY_PAGE: Mapping[str, Opening] = {
    "home, empty": _home_empty,
    "home": _home_full,
    "no connection": _offline,
    "new match": _new_match,
    "new match, refused": _new_match_refused,
    "table": _table,
    "table of two": _table_of_two,
    "table turned to the players": _table_turned,
    "table turned to five": _table_of_five_turned,
    "own hand": _own_hand,
    "wall": _wall,
    "wall of five": _wall_of_five,
    "wall between matches": _wall_between_matches,
    "record, tapped": _record,
    "record, asking": _record_asking,
    "record, typed": _record_typed,
    "record, refused": _record_refused,
    "record, stale": _record_stale,
    "pips": _pips,
    "pips, refused": _pips_refused,
    "result": _result,
    "winner": _winner,
    "undo": _undo,
    "mend": _mend,
    "amend": _amend,
    "remove": _remove,
    "undecided": _undecided,
    "bin": _bin,
    "put away": _put_away,
    "for other programs": _other_programs,
    "no such match": _absent,
}
