"""Filling in house rules on the form that starts a match."""

from tests.web.visitor import seated

RULES, PLAIN, SAVE = {"action": "rules"}, {"action": "plain"}, {"action": "save"}
TWO = seated("Ana", "Bea")
# The tie that the reference rules explain: 17 against 17, won by 1-2 over 3-4.
TIE = ("12 24 35", "55 34")


def rules(**changed):
    """Return form data of house rules: `deal_2` is the field house-deal-2."""
    return {f"house-{name.replace('_', '-')}": value for name, value in changed.items()}


def opened(visitor, filled=TWO):
    """Fill in the form that starts a match, and open the house rules."""
    page = visitor.send(visitor.open("/matches/new"), filled | RULES)
    assert page.status == 200
    return page


def started(visitor, filled, **changed):
    """Start a match with house rules and return its table."""
    return visitor.follow(visitor.send(opened(visitor, filled), rules(**changed)))


def scores(visitor, table, *hands):
    """Play a round and return the scores on the table after it."""
    assert visitor.play(table, *hands).status == 303
    shown = visitor.open(table.address).texts("p", "score")
    return [int(text.split()[0]) for text in shown]
