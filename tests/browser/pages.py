"""The matches that browser tests play, and the ways to their pages."""

from playwright.sync_api import expect

from tests.support.drafts import draft
from tests.web.visitor import HEAVY, RECORD, pips

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
# As names are.
PAIRS = ("Maximiliano", "Konstantin", "Bernadette", "Wilhelmina")
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
# A game of six-love.
SIX_LOVE = "jamaican-partners"
# Bea and Dani score first, then Ana wins by three rounds.
WON_BY_ANA = (
    ("6-6", "", "2-1", "0-1"),
    ("6-6", "5-5", "2-1", ""),
    *3 * [("", "6-6 5-6", "3-3 1-2", "0-2 0-4")],
)
# Two hands weigh the least, one of each pair.
TIED = ("1-2", "0-3", "0-1 5-5", "2-3")


def played(visitor, rounds, names=FOUR):
    """Play rounds between four players, none of whom wins, and return their table."""
    table = visitor.start(*names, **FAR)
    for number in range(rounds):
        # Whoever goes out takes three digits; everybody does in turn.
        visitor.play(table, *("" if seat == number % 4 else FIVE_EACH[seat] for seat in range(4)))
    return table


def won(visitor, *names):
    """Let the first of two win a match to 50 by one round."""
    table = visitor.start(*names or ("Ana", "Bea"), goal="50")
    visitor.play(table, "", HEAVY)
    return table


def of_ten(visitor, names, rounds):
    """Let ten play so many rounds of two: the first goes out, the others hold all that there is."""
    table = visitor.start(*names, game="mexican-train", other_goal="2")
    for _ in range(rounds):
        counted(visitor, table, "out", *(str(100 + seat) for seat in range(1, 10)))
    return table


def counted(visitor, table, *left):
    """Record a round by the pips left in each hand."""
    form = visitor.open(f"{table.address}/rounds/new?entry=pips")
    assert visitor.send(form, pips(*left) | RECORD).status == 303


def after(*rounds, names=FOUR, **chosen):
    """Return what lets some play rounds, given by what is left in each hand."""

    def match(visitor):
        table = visitor.start(*names, **chosen)
        for hands in rounds:
            visitor.play(table, *hands)
        return table

    return match


def edited(visitor):
    """Play three rounds, and undo the removal of the first."""
    table = played(visitor, 3)
    visitor.send(visitor.open(f"{table.address}/rounds/1/remove"))
    visitor.send(visitor.open(f"{table.address}/undo"))
    return table


def recording(scorer, visitor, game, *names, **chosen):
    """Open the record page of a game's first round; return the table."""
    table = visitor.start(*names, game=game, **chosen)
    scorer.open(f"{table.address}/rounds/new")
    return table


def begin(scorer, visitor, table, filled, *said):
    """Begin a round elsewhere, by what is filled in, and go on with it here."""
    parts = {name.rpartition("-")[0] or "rest" for name in filled}
    draft(visitor, table, 1, *parts, **filled)
    scorer.open(f"{table.address}/rounds/new")
    for sentence in said:
        expect(scorer.live).to_contain_text(sentence)


def turn(scorer, address):
    scorer.open(address)
    scorer.press_in_menu("Tablet in the middle")
    expect(scorer.page.locator(".panel[data-at]").first).to_be_visible()
