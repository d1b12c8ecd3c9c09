"""House rules on the form that starts a match, and in their editor."""

from tests.web.visitor import seated

RULES, PLAY, SAVE = {"action": "rules"}, {"action": "play"}, {"action": "save"}
TWO, THREE = seated("Ana", "Bea"), seated("Ana", "Bea", "Ciro")


def rules(**changed):
    """Return form data of house rules: `deal_2` is the field house-deal-2."""
    return {f"house-{name.replace('_', '-')}": value for name, value in changed.items()}


def opened(visitor, filled=TWO):
    """Return the editor that was opened from the form of a new match."""
    page = visitor.send(visitor.open("/matches/new"), filled | RULES)
    assert page.status == 200
    return page


def agreed(visitor, filled, **changed):
    """Return the form of a new match by rules that were changed in the editor."""
    page = visitor.send(opened(visitor, filled), rules(**changed) | PLAY)
    assert page.status == 200, page.problems
    return page


def started(visitor, filled, **changed):
    return visitor.follow(visitor.send(agreed(visitor, filled, **changed)))
