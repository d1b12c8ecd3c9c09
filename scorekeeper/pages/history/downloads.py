"""Downloading a match as JSON or CSV."""

from flask import Blueprint, Response

from scorekeeper.access.guard import needs
from scorekeeper.interchange import import_export
from scorekeeper.scorebook.rights import Right

blueprint = Blueprint("downloads", __name__, url_prefix="/matches/<int:match_id>")


@blueprint.get("/export.json")
@needs(Right.WATCH)
def as_json(match_id: int) -> Response:
    """Send a match as JSON, which another scorebook can import."""
    return _attached(import_export.export_match(match_id), ".json", "application/json")


@blueprint.get("/export.csv")
@needs(Right.WATCH)
def as_csv(match_id: int) -> Response:
    """Send the rounds of a match as CSV, for a spreadsheet."""
    return _attached(import_export.export_spreadsheet(match_id), ".csv", "text/csv")


def _attached(download: import_export.Download, extension: str, mimetype: str) -> Response:
    response = Response(download.content, mimetype=mimetype)
    name = f"{download.name}{extension}"
    response.headers.set("Content-Disposition", "attachment", filename=name)
    response.cache_control.no_store = True
    return response
