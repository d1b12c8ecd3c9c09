"""The pages of the other games, and of the guide, in the states in which people meet them."""

from collections.abc import Mapping

from playwright.sync_api import expect

from tests.browser.pages import FOUR, Opening
from tests.browser.scorer import Scorer
from tests.web.visitor import HEAVY, RECORD, Page, Visitor, pips, tiles

FIVE = (*FOUR, "Eva")
# As long as names may be, and as names often are.
LONG_TEN = tuple(letter * 40 for letter in "WMQGOÖNADH")
NAMED_TEN = (
    *("Maximiliana", "Bernadette", "Christopher", "Alessandra", "Guillermina"),
    *("Ferdinand", "Konstantin", "Wilhelmina", "Sebastiano", "Montgomery"),
)
# Ana went out where every tile is dealt: the line ends twice in one number.
SAME_ENDS = ("", "1-2", "2-3", "1-3")
# Two hands weigh the least, one of each pair.
TIED = ("1-2", "0-3", "0-1 5-5", "2-3")


def recording(scorer: Scorer, visitor: Visitor, game: str, *names: str) -> Page:
    """Open the record page of a game's first round; return the table."""
    table = visitor.start(*names, game=game)
    scorer.open(f"{table.address}/rounds/new")
    return table


def _games(scorer: Scorer, _visitor: Visitor) -> None:
    scorer.open("/games")


def _game(scorer: Scorer, _visitor: Visitor) -> None:
    scorer.open("/games/block")
    scorer.page.locator(".example label").nth(1).tap()
    scorer.sees("Not quite.", "Blocked: 9 · 17. Ana wins.")


def _compare(scorer: Scorer, _visitor: Visitor) -> None:
    scorer.open("/games/compare")


def _compare_refused(scorer: Scorer, _visitor: Visitor) -> None:
    scorer.open("/games/compare?hand-1=x")
    scorer.sees("Please check this")


def _house_rules(scorer: Scorer, _visitor: Visitor) -> None:
    scorer.fill_in_names("Ana", "Bea")
    scorer.press("House rules …")
    scorer.sees("House rules for Block")


def _italian(scorer: Scorer, visitor: Visitor) -> None:
    recording(scorer, visitor, "italian", *FIVE)
    scorer.tap("6-6 5-6 3-4")
    expect(scorer.live).to_contain_text("Ciro’s 3-4 brought the table to 30: +10.")


def _rummikub(scorer: Scorer, visitor: Visitor) -> None:
    recording(scorer, visitor, "rummikub", *FOUR)
    for name, left in zip(FOUR, ("0", "12", "345", "60"), strict=True):
        scorer.page.get_by_label(f"{name}: Left").fill(left)
    expect(scorer.live).to_contain_text("Ana went out")


def _chicken_foot(scorer: Scorer, visitor: Visitor) -> None:
    recording(scorer, visitor, "chicken-foot", *FIVE)
    scorer.tap("9-9 0-0 3-8")


def _mexican_train(scorer: Scorer, visitor: Visitor) -> None:
    recording(scorer, visitor, "mexican-train", *FIVE)
    scorer.tap("12-12 0-12 11-12")


def _patio(scorer: Scorer, visitor: Visitor) -> None:
    recording(scorer, visitor, "dominican-patio", *FOUR)
    for name, hand in zip(FOUR, TIED, strict=True):
        scorer.hold(name, hand)
    expect(scorer.page.get_by_role("group", name="Who played first?")).to_be_visible()


def _doubted(scorer: Scorer, visitor: Visitor) -> None:
    recording(scorer, visitor, "partnership", *FOUR)
    for name, hand in zip(FOUR, ("", "1-2", "3-4", "5-6"), strict=True):
        scorer.hold(name, hand)
    expect(scorer.control("Record anyway")).to_be_visible()


def six_love(visitor: Visitor, rounds: int) -> Page:
    """Let Ana and Ciro win rounds of six-love."""
    table = visitor.start(*FOUR, game="jamaican-partners")
    for _ in range(rounds):
        visitor.play(table, *SAME_ENDS)
    return table


def _six_love(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(six_love(visitor, 2).address)
    expect(scorer.page.get_by_role("img", name="Ana & Ciro: 2 of 6 won")).to_be_visible()


def _six_love_reset(scorer: Scorer, visitor: Visitor) -> None:
    table = six_love(visitor, 2)
    visitor.play(table, "1-2", "", "2-3", "1-3")
    scorer.open(table.address)
    scorer.sees("Back to love")


def _six_love_won(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{six_love(visitor, 6).address}/winner")
    scorer.sees("Ana & Ciro win!")


def limited(visitor: Visitor, rounds: int) -> Page:
    """Let Bea come nearer to the limit of Hungarian, which two rounds pass."""
    table = visitor.start("Ana", "Bea", "Ciro", game="hungarian")
    for _ in range(rounds):
        visitor.play(table, "1-2", HEAVY, "3-4")
    return table


def _limit(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(limited(visitor, 1).address)
    scorer.sees("whoever reaches 100 loses")


def _limit_reached(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{limited(visitor, 2).address}/winner")
    scorer.sees("Bea reached 100 in round 2")


def _one_is_out(scorer: Scorer, visitor: Visitor) -> None:
    table = visitor.start(*FOUR, game="french")
    visitor.play(table, "", HEAVY, "3-5 3-4", "0-1")
    scorer.open(table.address)
    scorer.sees("out of the match")


def _so_many_rounds(scorer: Scorer, visitor: Visitor) -> None:
    table = visitor.start(*FIVE, game="mexican-train")
    form = visitor.open(f"{table.address}/rounds/new?entry=pips")
    visitor.send(form, pips("0", "12", "34", "105", "7") | RECORD)
    scorer.open(table.address)
    scorer.sees("round 2 of 13")


def _overruled(scorer: Scorer, visitor: Visitor) -> None:
    table = visitor.start(*FOUR, game="partnership")
    seen = visitor.send(visitor.open_round(table), tiles("", "1-2", "3-4", "5-6") | RECORD)
    scorer.open(visitor.send(seen, RECORD).leads_to)
    scorer.open_newest_round()
    scorer.sees("Recorded all the same")


def of_ten(visitor: Visitor, names: tuple[str, ...], rounds: int) -> Page:
    """Let ten play so many rounds of two: the first goes out, the others hold all that there is."""
    table = visitor.start(*names, game="mexican-train", other_goal="2")
    for _ in range(rounds):
        form = visitor.open(f"{table.address}/rounds/new?entry=pips")
        left = (str(100 + seat) for seat in range(1, 10))
        assert visitor.send(form, pips("out", *left) | RECORD).status == 303
    return table


def _ten(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(of_ten(visitor, LONG_TEN, 1).address)
    scorer.sees("round 2 of 2")


def _ten_turned(scorer: Scorer, visitor: Visitor) -> None:
    _ten(scorer, visitor)
    scorer.press_in_menu("Turn to the players")


def _ten_recorded(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{of_ten(visitor, LONG_TEN, 0).address}/rounds/new")
    scorer.tap("12-12 0-12 11-12")


def _ten_counted(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{of_ten(visitor, LONG_TEN, 1).address}/rounds/new")
    for place, name in enumerate(LONG_TEN):
        scorer.page.get_by_label(f"{name}: Pips left").fill(str(100 + place))
    expect(scorer.live).to_contain_text("Blocked")


def _ten_won(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{of_ten(visitor, LONG_TEN, 2).address}/winner")
    scorer.sees("10th")


FAMILY_PAGES: Mapping[str, Opening] = {
    "games": _games,
    "game": _game,
    "compare": _compare,
    "compare, refused": _compare_refused,
    "house rules": _house_rules,
    "italian": _italian,
    "rummikub": _rummikub,
    "chicken foot": _chicken_foot,
    "mexican train": _mexican_train,
    "patio, asking": _patio,
    "doubted": _doubted,
    "overruled": _overruled,
    "six-love": _six_love,
    "six-love, reset": _six_love_reset,
    "six-love, won": _six_love_won,
    "limit": _limit,
    "limit, reached": _limit_reached,
    "one is out": _one_is_out,
    "so many rounds": _so_many_rounds,
    "ten": _ten,
    "ten, turned": _ten_turned,
    "ten, recorded": _ten_recorded,
    "ten, counted": _ten_counted,
    "ten, won": _ten_won,
}
