"""Matches that were played to their end, by their pages."""

from sqlalchemy import update

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import writing
from tests.web.visitor import HEAVY


def finish(visitor, *names, **chosen):
    """Play a match of one round, which the second player wins, and return its table."""
    table = visitor.start(*names, **{"goal": "50"} | chosen)
    assert visitor.play(table, HEAVY, "").status == 303
    return table


def end_at(app, moment, match_id):
    with app.app_context(), writing() as session:
        ended = update(models.MatchRow).filter_by(id=match_id)
        session.execute(ended.values(finished_at=moment, changed_at=moment))


def won_by(visitor, winner, loser):
    table = visitor.start(winner, loser, goal="50")
    visitor.play(table, "", HEAVY)
    return table


def undecided(visitor):
    """Return the pages of a match that a lower goal ended a round before its last."""
    table = visitor.start("Ana", "Bea")
    visitor.play(table, "", "66")
    visitor.play(table, "", "55")
    goal = visitor.open(f"{table.address}/edit").pressing("Change goal")
    visitor.send(visitor.send(goal, {"goal": "12"}))
    return [visitor.open(f"{table.address}{address}") for address in ("", "/play-on", "/end")]
