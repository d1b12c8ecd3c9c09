"""Finished matches, and the rows of the home page."""

from sqlalchemy import update

from scorekeeper.rules import Setup, load_game
from scorekeeper.rules.games import with_house_rules
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import writing
from tests.interchange.match_factory import left
from tests.web.visitor import HEAVY


def finish(visitor, *names, **chosen):
    """Play a match of one round, which the second player wins, and return its table."""
    table = visitor.start(*names, **{"goal": "50", "game": "block"} | chosen)
    answer = visitor.play(table, HEAVY, "")
    assert answer.status == 303
    return table


def finish_at(app, moment, *names):
    """Let a match of one round, which the second player won, have ended at a moment."""
    game = with_house_rules(load_game("block"), {"match": {"goal": 50}})
    with app.app_context():
        match_id = matches.open_match(Setup.of(game, 2), names, f"{moment} {names}")
        matches.record_round(match_id, 1, f"{match_id}", left(HEAVY, ""))
    end_at(app, moment, match_id)


def listed(home):
    """Read the rows of matches, from the top."""
    return home.texts("a", "match")


def end_at(app, moment, match_id):
    """Let a match have ended at another time."""
    with app.app_context(), writing() as session:
        ended = update(models.MatchRow).filter_by(id=match_id)
        session.execute(ended.values(finished_at=moment, changed_at=moment))
