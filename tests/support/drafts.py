"""Rounds that are being entered: what the scripts of their pages send meanwhile."""

from typing import Any


def draft(visitor, table, number, *parts, edits=False, **fields):
    """Send parts of a round as its page does."""
    form = visitor.open_round(table)
    named = {
        name.replace("_", "-") if name.startswith("hands_") else name: value
        for name, value in fields.items()
    }
    address = f"{table.address}/rounds/{number}{'/edit' if edits else ''}/draft"
    token = {"csrf_token": form.form["csrf_token"]}
    return visitor.post(address, {**token, "part": [*parts], **named})


def enter(visitor, table, *hands, number=1):
    """Enter hands at their panels; "" says that a player went out, "–" that nothing is entered."""
    for seat, hand in enumerate(hands):
        if hand != "–":
            fields: dict[str, Any] = {f"hands_{seat}_{'tiles' if hand else 'out'}": hand or "y"}
            draft(visitor, table, number, f"hands-{seat}", **fields)


def send_points(visitor, table, *, seen=0, number=1, **form):
    """Add points, or take the last back, as the script of a page does."""
    address = f"{table.address}/rounds/{number}/in-play"
    headers = {"Origin": "http://localhost"}
    answer = visitor.client.post(address, data={"seen": seen, **form}, headers=headers)
    assert answer.status_code == 303
    return "late" not in answer.location
