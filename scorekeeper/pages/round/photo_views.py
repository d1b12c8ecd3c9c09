"""A photo of the tiles somebody has left: read, shown, and dropped. Nothing is recorded by it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http import HTTPStatus

from flask import (
    Blueprint,
    abort,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.access import guard
from scorekeeper.access.guard import needs
from scorekeeper.access.limits import TooMany, count_photo
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.round.amend_form import form_of
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.round.photo_reading import (
    NotRead,
    as_json,
    distinct,
    read_photo,
    read_sentences,
)
from scorekeeper.pages.round.record_page import reads_photos
from scorekeeper.pages.round.rendering import render, render_amended
from scorekeeper.pages.shared.editing import edited_round
from scorekeeper.pages.shared.fields import EXPIRED, Problem, TokenForm
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.rounds import parse_tiles
from scorekeeper.rules.tiles import Tile
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.projection import Match
from scorekeeper.web.request_body import takes_picture

# As much as the tiles of a hand may take to be typed.
LONGEST = 600

blueprint = Blueprint("photo", __name__, url_prefix="/matches/<int:match_id>/rounds")


@blueprint.after_request
def keep_nowhere(response: ResponseReturnValue) -> ResponseReturnValue:
    """Let nobody keep what was read from a photo."""
    answer = make_response(response)
    answer.cache_control.no_store = True
    return answer


@blueprint.errorhandler(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
def too_large(_error: Exception) -> ResponseReturnValue:
    """Say that a picture is too large to be taken at all: 413."""
    text = _("At most 12 MB can be read. Go back: what you entered is still there. Take another.")
    title = _("This picture is too large")
    return render_template("errors/error.html", title=title, text=text, asks_pin=False), 413


@blueprint.post("/photo")
@takes_picture
@needs(Right.SCORE)
def read(match_id: int) -> ResponseReturnValue:
    """Return the tiles in a photo (as_json), for scripts: {"error": a sentence} where none are."""
    match = _match(match_id)
    if not TokenForm().validate():
        return jsonify(error=str(EXPIRED)), 400
    try:
        taken = _tiles(request.form.get("taken", "")[:LONGEST])
        return jsonify(as_json(read_photo(_sent(), match.setup, taken)))
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
    return _filled(match, form, partial(render, match, form, target=target))


@blueprint.get("/<int:number>/amend/photo")
@needs(Right.SCORE)
def back_to_amend(match_id: int, number: int) -> ResponseReturnValue:
    """Lead back to the page of a round that is amended."""
    return redirect(url_for("amend.amend", match_id=match_id, number=number))


@blueprint.post("/<int:number>/amend/photo")
@takes_picture
@needs(Right.SCORE)
def fill_amended(match_id: int, number: int) -> ResponseReturnValue:
    """Show the form of a recorded round with the tiles of a photo typed in."""
    match = _match(match_id)
    editing = edited_round(match, number)
    form = form_of(editing)
    return _filled(match, form, partial(render_amended, editing, form))


def _filled(match: Match, form: RoundForm, show: Callable[..., str]) -> ResponseReturnValue:
    """Fill a hand in from the photo that is sent, and `show` the page of the round."""
    form.validate()
    if form.expired:
        return show(), 400
    seat = _seat(match)
    others = [hand.tiles.data or "" for other, hand in enumerate(form.hands) if other != seat]
    taken = frozenset(tile for text in others for tile in _tiles(text))
    try:
        photo = read_photo(_sent(), match.setup, taken)
    except NotRead as error:
        return show(problems=(Problem("photo-file", error.sentence),)), error.status
    form.fill_hand(seat, tuple(tile for tile in distinct(photo) if tile not in taken))
    return show(photo=read_sentences(photo, match.names[seat], taken))


def _tiles(text: str) -> tuple[Tile, ...]:
    """Return the tiles in a typed text; none where it cannot be read, as somebody types on."""
    try:
        return parse_tiles(text)
    except RuleError:
        return ()


def _match(match_id: int) -> Match:
    """Find a match whose rounds can be entered by photo; 404 for any other."""
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
    """Return the picture that is sent, once it is counted. Raise NotRead."""
    picture = request.files.get("photo")
    data = picture.stream.read() if picture else b""
    if not data:
        raise NotRead(_l("Choose a picture first."), HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        count_photo()
    except TooMany as error:
        raise NotRead(error.sentence, HTTPStatus.TOO_MANY_REQUESTS) from error
    return data
