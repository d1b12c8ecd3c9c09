"""The pages of players, in the states in which people meet them."""

from collections.abc import Mapping

from tests.browser.pages import FIVE_EACH, FOUR, LONG, Opening
from tests.browser.scorer import Scorer
from tests.web.visitor import HEAVY, Visitor


def _players(scorer: Scorer, visitor: Visitor) -> None:
    for names in (FOUR, LONG):
        visitor.start(*names)
    scorer.open("/players")


def _player(scorer: Scorer, visitor: Visitor) -> None:
    visitor.start(*LONG)
    visitor.start(*FOUR)
    visitor.send(visitor.open("/players/1/edit").pressing("Join the two"), {"into": "6"})
    scorer.open("/players/6/edit")
    scorer.sees("is somebody else after all")


def _figures(scorer: Scorer, visitor: Visitor) -> None:
    for _match in range(2):
        visitor.play(visitor.start(*LONG[:2], goal="50"), "", HEAVY)
    visitor.play(visitor.start(*LONG, partners="y", goal="50"), "", *FIVE_EACH[:3])
    scorer.open("/players/1")
    scorer.sees("Head to head", "With a partner")


def _season(scorer: Scorer, visitor: Visitor) -> None:
    visitor.play(visitor.start(*LONG[:2], goal="50"), "", HEAVY)
    scorer.open("/season")


def _split(scorer: Scorer, visitor: Visitor) -> None:
    for _match in range(2):
        visitor.start(*LONG)
    scorer.open("/players/1/split")
    scorer.press("Make two players of one")
    scorer.sees("Enter days, or tick matches.")


def _forget(scorer: Scorer, visitor: Visitor) -> None:
    visitor.start(*LONG)
    scorer.open("/players/1/forget")


PLAYER_PAGES: Mapping[str, Opening] = {
    "players": _players,
    "figures of a player": _figures,
    "season": _season,
    "player": _player,
    "split a player": _split,
    "forget a player": _forget,
}
