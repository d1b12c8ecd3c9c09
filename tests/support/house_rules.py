"""House rules on the form that starts a match."""

from tests.web.visitor import seated

RULES, PLAIN, SAVE = {"action": "rules"}, {"action": "plain"}, {"action": "save"}
TWO, THREE = seated("Ana", "Bea"), seated("Ana", "Bea", "Ciro")


def rules(**changed):
    """Return form data of house rules: `deal_2` is the field house-deal-2."""
    return {f"house-{name.replace('_', '-')}": value for name, value in changed.items()}


def opened(visitor, filled=TWO):
    page = visitor.send(visitor.open("/matches/new"), filled | RULES)
    assert page.status == 200
    return page


def started(visitor, filled, **changed):
    return visitor.follow(visitor.send(opened(visitor, filled), rules(**changed)))
