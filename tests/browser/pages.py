"""The matches that browser tests play, and the ways to their pages."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.scorer import Scorer
from tests.web.visitor import HEAVY, RECORD, Page, Visitor, pips

FOUR = ("Ana", "Bea", "Ciro", "Dani")
FIVE = (*FOUR, "Eva")
# As long as names may be, and as wide as letters are, with no place to break a line.
LONG_TEN = tuple(letter * 40 for letter in "WMQGOÖNADH")
LONG = LONG_TEN[:4]
# As names often are.
NAMED_TEN = (
    *("Maximiliana", "Bernadette", "Christopher", "Alessandra", "Guillermina"),
    *("Ferdinand", "Konstantin", "Wilhelmina", "Sebastiano", "Montgomery"),
)
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
# Ana went out where every tile is dealt: the line ends twice in one number.
SAME_ENDS = ("", "1-2", "2-3", "1-3")
# Two hands weigh the least, one of each pair.
TIED = ("1-2", "0-3", "0-1 5-5", "2-3")


def played(visitor: Visitor, rounds: int) -> Page:
    """Play rounds between four players, none of whom wins, and return their table."""
    table = visitor.start(*FOUR, **FAR)
    for number in range(rounds):
        # Whoever goes out takes three digits; everybody does in turn.
        visitor.play(table, *("" if seat == number % 4 else FIVE_EACH[seat] for seat in range(4)))
    return table


def won(visitor: Visitor, *names: str) -> Page:
    """Let the first of two win a match to 50 by one round."""
    table = visitor.start(*names or ("Ana", "Bea"), goal="50")
    visitor.play(table, "", HEAVY)
    return table


def six_love(visitor: Visitor, rounds: int) -> Page:
    """Let Ana and Ciro win rounds of six-love."""
    table = visitor.start(*FOUR, game="jamaican-partners")
    for _ in range(rounds):
        visitor.play(table, *SAME_ENDS)
    return table


def of_ten(visitor: Visitor, names: tuple[str, ...], rounds: int) -> Page:
    """Let ten play so many rounds of two: the first goes out, the others hold all that there is."""
    table = visitor.start(*names, game="mexican-train", other_goal="2")
    for _ in range(rounds):
        counted(visitor, table, "out", *(str(100 + seat) for seat in range(1, 10)))
    return table


def counted(visitor: Visitor, table: Page, *left: str) -> None:
    """Record a round by the pips left in each hand."""
    form = visitor.open(f"{table.address}/rounds/new?entry=pips")
    assert visitor.send(form, pips(*left) | RECORD).status == 303


def limited(visitor: Visitor, rounds: int) -> Page:
    """Let Bea come nearer to the limit of Hungarian, which two rounds pass."""
    table = visitor.start("Ana", "Bea", "Ciro", game="hungarian")
    for _ in range(rounds):
        visitor.play(table, "1-2", HEAVY, "3-4")
    return table


def after(hands: tuple[str, ...], **chosen: str) -> Callable[[Visitor], Page]:
    """Return what lets four play one round."""

    def match(visitor: Visitor) -> Page:
        table = visitor.start(*FOUR, **chosen)
        visitor.play(table, *hands)
        return table

    return match


def back_to_love(visitor: Visitor) -> Page:
    """Let the others win a round of six-love after two."""
    table = six_love(visitor, 2)
    visitor.play(table, "1-2", "", "2-3", "1-3")
    return table


def so_many_rounds(visitor: Visitor) -> Page:
    """Play the first of thirteen rounds."""
    table = visitor.start(*FIVE, game="mexican-train")
    counted(visitor, table, "0", "12", "34", "105", "7")
    return table


def five_with_long_names(visitor: Visitor) -> Page:
    """Seat five, all but one with names as long as names are."""
    return visitor.start(*LONG, "Eva", game="chicken-foot")


def mended(visitor: Visitor) -> Page:
    """Play three rounds, and undo the removal of the first."""
    table = played(visitor, 3)
    visitor.send(visitor.open(f"{table.address}/rounds/1/remove"))
    visitor.send(visitor.open(f"{table.address}/undo"))
    return table


def undecided(visitor: Visitor) -> Page:
    """Lower the goal below what was recorded."""
    table = visitor.start("Ana", "Bea")
    for hand in ("6-6", "5-5"):
        visitor.play(table, "", hand)
    goal = visitor.open(f"{table.address}/mend").pressing("Change the goal")
    visitor.send(visitor.send(goal, {"goal": "12"}))
    return table


def recording(scorer: Scorer, visitor: Visitor, game: str, *names: str) -> Page:
    """Open the record page of a game's first round; return the table."""
    table = visitor.start(*names, game=game)
    scorer.open(f"{table.address}/rounds/new")
    return table


def fill_in(scorer: Scorer, names: tuple[str, ...], hands: tuple[str, ...]) -> None:
    """Fill in all hands on the record page, and show them on its pad."""
    scorer.press_in_menu("Type")
    for name, hand in zip(names, hands, strict=True):
        scorer.type(name, hand)
    scorer.press("Tiles")
    expect(scorer.live).to_contain_text("Blocked:")


def turn(scorer: Scorer, address: str) -> None:
    """Open a table and turn it to its players."""
    scorer.open(address)
    scorer.press_in_menu("Turn to the players")
    expect(scorer.page.locator(".panel[data-at]").first).to_be_visible()
