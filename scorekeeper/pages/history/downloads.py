"""Downloading a match as JSON or CSV."""

from flask import Blueprint, Response

from scorekeeper.access.guard import needs
from scorekeeper.interchange import import_export
from scorekeeper.pages.shared.attachments import attached
from scorekeeper.scorebook.permissions.rights import Right

blueprint = Blueprint("downloads", __name__, url_prefix="/matches/<int:match_id>")


@blueprint.get("/export.json")
@needs(Right.WATCH)
def as_json(match_id: int) -> Response:
    """Send a match as JSON, which another scorebook can import."""
    file = import_export.export_match(match_id)
    return attached(file.content, f"{file.name}.json", "application/json")


@blueprint.get("/export.csv")
@needs(Right.WATCH)
def as_csv(match_id: int) -> Response:
    """Send the rounds of a match as CSV, for a spreadsheet."""
    file = import_export.export_spreadsheet(match_id)
    return attached(file.content, f"{file.name}.csv", "text/csv")
