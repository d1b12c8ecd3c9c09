"""Players, for the tests of what is done with them."""

from scorekeeper.scorebook import matches
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.people import players


def colours(match_id: int) -> tuple[int, ...]:
    return matches.find_match(match_id).seat_colours


def id_of(name: str, *, hidden: bool = False) -> int:
    listed = players.list_players(hidden=hidden)
    return next(player.id for player in listed if player.name == name)


def names(*, hidden: bool = False) -> list[str]:
    return [player.name for player in players.list_players(hidden=hidden)]


def sent(key: str = "sent") -> Submission:
    return Submission(key, "iPad")


def seated(match_id: int) -> tuple[str, ...]:
    return matches.find_match(match_id).names
