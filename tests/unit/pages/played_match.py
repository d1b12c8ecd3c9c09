"""Short ways to play a match that needs no database."""

from datetime import UTC, datetime

from scorekeeper.scorebook.changes import MatchRecord, RecordedRound
from scorekeeper.scorebook.projection import Match, project_record
from tests.unit.rules.example import leaving

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
NAMES = ("Ana", "Bea", "Ciro", "Dani", "Eva", "Fede", "Gina", "Hugo", "Ines", "Juan")


def match_of(setup, *rounds):
    """Return a match of rounds, each the hands that it left."""
    return match_with(setup, *(leaving(*hands) for hands in rounds))


def match_with(setup, *rounds):
    """Return a match of rounds."""
    entries = tuple(RecordedRound(played, NOW) for played in rounds)
    record = MatchRecord(setup, NAMES[: setup.players], entries=entries)
    standing, scored = project_record(record)
    assert len(scored) == len(rounds)
    return Match(1, 0, record, standing, scored, opened_at=NOW, changed_at=NOW)
