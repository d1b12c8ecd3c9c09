"""A photo of the tiles somebody has left: read, shown, and dropped. Nothing is recorded by it."""

from __future__ import annotations

from flask import Blueprint, abort, jsonify, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import guard
from scorekeeper.access.guard import needs
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.round.photo_reading import (
    NotRead,
    as_json,
    distinct,
    read_sentences,
    tiles_in,
)
from scorekeeper.pages.round.record_page import reads_photos
from scorekeeper.pages.round.rendering import render
from scorekeeper.pages.shared.fields import EXPIRED, Problem, TokenForm
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.rights import Right
from scorekeeper.web.request_body import takes_picture

blueprint = Blueprint("photo", __name__, url_prefix="/matches/<int:match_id>/rounds")


@blueprint.after_request
def keep_nowhere(response: ResponseReturnValue) -> ResponseReturnValue:
    """Let nobody keep what was read from a photo."""
    answer = make_response(response)
    answer.cache_control.no_store = True
    return answer


@blueprint.post("/photo")
@takes_picture
@needs(Right.SCORE)
def read(match_id: int) -> ResponseReturnValue:
    """Return the tiles in a photo (as_json), for scripts: {"error": a sentence} where none are."""
    match = _match(match_id)
    if not TokenForm().validate():
        return jsonify(error=str(EXPIRED)), 400
    try:
        return jsonify(as_json(tiles_in(_sent(), match.setup)))
    except NotRead as error:
        return jsonify(error=error.sentence), error.status


@blueprint.get("/new/photo")
@needs(Right.SCORE)
def back(match_id: int) -> ResponseReturnValue:
    """Lead back to the page of the round whoever loads the answer once more."""
    return redirect(url_for("round.record", match_id=match_id))


@blueprint.post("/new/photo")
@takes_picture
@needs(Right.SCORE)
def fill(match_id: int) -> ResponseReturnValue:
    """Show the form of the round with the tiles of a photo typed in, where no script runs."""
    match = _match(match_id)
    form = RoundForm(match.setup, match.names, match.standing.moment)
    target = url_for("round.record", match_id=match_id)
    form.validate()
    if form.expired:
        return render(match, form, target=target), 400
    seat = _seat(match)
    try:
        tiles = tiles_in(_sent(), match.setup)
    except NotRead as error:
        problem = Problem("photo-file", error.sentence)
        return render(match, form, target=target, problems=(problem,)), error.status
    form.hands[seat].tiles.data = " ".join(distinct(tiles))
    form.hands[seat].out.data = False
    return render(match, form, target=target, photo=read_sentences(tiles, match.names[seat]))


def _match(match_id: int) -> Match:
    """Find a match whose next round can be entered by photo; 404 for any other."""
    match = matches.find_match(match_id, guard.version_read())
    if not reads_photos(match):
        abort(404)
    return match


def _seat(match: Match) -> int:
    """Return whose hand is sent; 404 for no seat of the match."""
    seat = request.form.get("photo_seat", type=int)
    if seat is None or not 0 <= seat < len(match.names):
        abort(404)
    return seat


def _sent() -> bytes:
    picture = request.files.get("photo")
    return picture.stream.read() if picture else b""
