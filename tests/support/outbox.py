"""Rounds that a browser keeps until the network is back."""

from tests.support.rows import rows

KEPT = "No connection: your round is kept and will be sent by itself."


def recorded(app):
    return len(rows(app)["rounds"])


def parts_kept(app):
    return {row[2] for row in rows(app)["drafts"]}


def eventually(scorer, app, *parts):
    """Wait until the server has parts of a draft."""
    scorer.until(lambda: {*parts} <= parts_kept(app), f"that {parts} are kept")
