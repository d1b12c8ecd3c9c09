"""Downloading all matches, or all of their rounds, as tables for spreadsheets."""

from flask import Blueprint, Response

from scorekeeper.access import guard
from scorekeeper.interchange.csv_file import as_csv
from scorekeeper.interchange.tables import matches_table, rounds_table
from scorekeeper.pages.shared.attachments import attached

blueprint = Blueprint("tables", __name__)
# More take too long for a page: `scorekeeper export` has all of them.
MOST_MATCHES = 1_000


@blueprint.get("/matches.csv")
def matches() -> Response:
    """Send the matches that may be seen, a row each."""
    rows = matches_table(guard.visible_matches(), MOST_MATCHES)
    return attached(as_csv(rows), "matches.csv", "text/csv")


@blueprint.get("/rounds.csv")
def rounds() -> Response:
    """Send the rounds of the same matches, a row each."""
    rows = rounds_table(guard.visible_matches(), MOST_MATCHES)
    return attached(as_csv(rows), "rounds.csv", "text/csv")
