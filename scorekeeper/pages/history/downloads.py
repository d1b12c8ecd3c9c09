"""A match as a file to keep."""

from flask import Blueprint, Response

from scorekeeper.access.guard import needs
from scorekeeper.interchange import import_export
from scorekeeper.scorebook.rights import Right

blueprint = Blueprint("downloads", __name__, url_prefix="/matches/<int:match_id>")


@blueprint.get("/export.json")
@needs(Right.WATCH)
def as_json(match_id: int) -> Response:
    """Give a match as another scorebook reads it."""
    return _attached(import_export.export_match(match_id), ".json", "application/json")


@blueprint.get("/export.csv")
@needs(Right.WATCH)
def as_csv(match_id: int) -> Response:
    """Give a match as a spreadsheet reads it."""
    return _attached(import_export.export_spreadsheet(match_id), ".csv", "text/csv")


def _attached(download: import_export.Download, extension: str, kind: str) -> Response:
    response = Response(download.content, mimetype=kind)
    name = f"{download.name}{extension}"
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response
