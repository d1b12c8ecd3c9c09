"""Players, for the tests of what is done with them."""

from scorekeeper.rules import RuleError
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.locking import NoSuchMatch, Stale
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.people import players
from scorekeeper.scorebook.people.numbers import SameTable
from scorekeeper.scorebook.people.players import NoSuchPlayer
from scorekeeper.scorebook.player_changes import (
    EveryMatch,
    NameOfAnother,
    NotTheirs,
    NotYours,
)
from scorekeeper.scorebook.projection import ReplayError

# How a change of players or matches may be refused: then nothing is changed.
REFUSED = (
    *(EveryMatch, NameOfAnother, NoSuchMatch, NoSuchPlayer, NotTheirs, NotYours),
    *(ReplayError, RuleError, SameTable, Stale),
)


def colours(match_id):
    return matches.find_match(match_id).seat_colours


def id_of(name, *, hidden=False):
    listed = players.list_players(hidden=hidden)
    return next(player.id for player in listed if player.name == name)


def names(*, hidden=False):
    return [player.name for player in players.list_players(hidden=hidden)]


def sent(key="sent"):
    return Submission(key, "iPad")


def seated(match_id):
    return matches.find_match(match_id).names
