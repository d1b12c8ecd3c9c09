"""The pages of an evening of many tables, in the states in which people meet them."""

from tests.browser.pages import LONG_TEN
from tests.web.club.test_evening import TWELVE, addresses, come, enter, open_tables, press, start

NAMES = (*LONG_TEN[:2], *TWELVE[2:], "Mara")


def as_official(scorer, visitor, evening, seen=""):
    """Open the evening on a device that scanned the code for officials."""
    scorer.open(addresses(visitor.open(f"{evening.address}/codes"))[-1])
    scorer.sees(seen or "Who is here")


def evening_of(visitor, **filled):
    return come(visitor, start(visitor, rounds="3", **filled), NAMES)


def empty(scorer, _visitor):
    scorer.open("/club")
    scorer.press("Start the evening")
    scorer.sees("Please check this")


def drawn(scorer, visitor):
    evening = evening_of(visitor)
    press(visitor, evening, "Draw round 1")
    as_official(scorer, visitor, evening, "Open the tables")


def tables(scorer, visitor):
    evening = evening_of(visitor, minutes="30")
    open_tables(visitor, evening)
    enter(visitor, evening, 1, 1, one="100", other="60")
    as_official(scorer, visitor, evening, "2 tables are still played.")


def wall(scorer, visitor):
    evening = evening_of(visitor, minutes="30")
    open_tables(visitor, evening)
    enter(visitor, evening, 1, 1, one="100", other="60")
    scorer.open(f"{evening.address}/wall")
    scorer.sees("2 tables are still played.")


def result(scorer, visitor):
    evening = evening_of(visitor)
    open_tables(visitor, evening)
    as_official(scorer, visitor, evening)
    scorer.open(f"{evening.address}/rounds/1/tables/1")
    scorer.press("Enter the result")
    scorer.sees("Please check this")


def codes(scorer, visitor):
    evening = evening_of(visitor)
    as_official(scorer, visitor, evening)
    scorer.open(f"{evening.address}/codes")
    scorer.sees("For officials only")


def clock(scorer, visitor):
    scorer.open(visitor.start(*TWELVE[:4], minutes="30").address)
    scorer.becomes("document.querySelector('.timer').textContent.startsWith('29:')")


CLUB_PAGES = {
    "club, refused": empty,
    "club, drawn": drawn,
    "club, tables": tables,
    "club, wall": wall,
    "club, result": result,
    "club, codes": codes,
    "table with a clock": clock,
}
