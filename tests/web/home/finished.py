"""Finished matches, and the rows of the home page."""

from tests.web.visitor import HEAVY, Page, Visitor


def finish(visitor: Visitor, *names: str, **chosen: str) -> Page:
    """Play a match of one round, which the second player wins, and return its table."""
    table = visitor.start(*names, **{"goal": "50", "game": "block"} | chosen)
    answer = visitor.play(table, HEAVY, "")
    assert answer.status == 303
    return table


def listed(home: Page) -> list[str]:
    """Read the rows of matches, from the top."""
    return home.texts("a", "match")
