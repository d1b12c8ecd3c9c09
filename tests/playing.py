"""Matches to keep, for the tests of what keeps them."""

from scorekeeper import mending, scorebook
from scorekeeper.ledger import Author
from scorekeeper.rules import Hand, Round, Setup, load_game, parse_tiles
from scorekeeper.sheets import renamed

NAMES = ("Ana", "Bea")
LONG = load_game("block").with_house_rules({"match": {"goal": 10_000}})


def left(*hands: str) -> Round:
    """Return a round after which these tiles are left."""
    return Round(tuple(Hand(parse_tiles(hand)) for hand in hands))


ANA_WINS_12 = left("", "66")


def start(key: str, names: tuple[str, ...] = NAMES) -> int:
    """Open a match that goes on for long."""
    return scorebook.open_match(Setup.of(LONG, len(names)), names, key)


def record(match_id: int, *keys: str) -> None:
    """Record a round a key: Ana wins 12 points in each."""
    for key in keys:
        number = scorebook.find_match(match_id).next_number
        scorebook.record_round(match_id, number, key, ANA_WINS_12)


def take_back(match_id: int) -> None:
    """Undo the last change."""
    version = scorebook.version_of(match_id)
    mending.undo(match_id, version, Author(f"undo {version}"))


def rename(match_id: int, *names: str) -> None:
    """Call the players otherwise."""
    version = scorebook.version_of(match_id)
    author = Author(f"rename {version}")
    mending.mend(match_id, version, author, lambda match: renamed(match.sheet, names))
