"""A photo of the tiles left in a hand: read, shown, and not stored. Nothing is recorded by it."""

from __future__ import annotations

from collections.abc import Collection
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

from scorekeeper import vision
from scorekeeper.access import guard
from scorekeeper.access.attempt_limits import TooMany, count_photo
from scorekeeper.access.guard import needs
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.round.edit_form import RoundEditForm, edited_round
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.round.record_page import reads_photos, render
from scorekeeper.pages.shared.fields import EXPIRED, NotTaken, Problem, TokenForm
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.round_entry import parse_tiles
from scorekeeper.rules.tiles_and_hands import Tile
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.scored_match import Match
from scorekeeper.vision import Trouble
from scorekeeper.web.request_limits import RETRY_SECONDS, takes_picture
from scorekeeper.wording.formats import join_names

# As long as a typed hand may be.
LONGEST = 600
# The brands in the headers of HEIC and HEIF files.
HEIC = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")

blueprint = Blueprint("photo", __name__, url_prefix="/matches/<int:match_id>/rounds")


@blueprint.after_request
def keep_nowhere(response: ResponseReturnValue) -> ResponseReturnValue:
    """Forbid caching of what was read from a photo."""
    answer = make_response(response)
    answer.cache_control.no_store = True
    return answer


@blueprint.errorhandler(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
def too_large(_error: Exception) -> ResponseReturnValue:
    """Answer that a picture is too large: 413."""
    text = _("At most 12 MB can be read. Go back: what you entered is still there. Take another.")
    title = _("This photo is too large")
    return render_template("errors/error.html", title=title, text=text, asks_pin=False), 413


@blueprint.errorhandler(HTTPStatus.SERVICE_UNAVAILABLE)
def too_many_at_once(_error: Exception) -> ResponseReturnValue:
    """Answer that others are sending pictures just now: 503."""
    text = _("Other photos are being read just now. Try again in a moment.")
    title = _("Please wait a moment")
    page = render_template("errors/error.html", title=title, text=text, asks_pin=False)
    return page, 503, {"Retry-After": str(RETRY_SECONDS)}


@blueprint.post("/photo")
@takes_picture
@needs(Right.SCORE)
def read(match_id: int) -> ResponseReturnValue:
    """Return the tiles in a photo, for scripts (as_json), or {"error": a sentence} if none."""
    match = _match(match_id)
    if not TokenForm().validate():
        return jsonify(error=str(EXPIRED)), 400
    try:
        taken = _tiles(request.form.get("taken", "")[:LONGEST])
        return jsonify(as_json(read_photo(_sent(), match.setup, taken)))
    except NotTaken as error:
        return jsonify(error=error.sentence), error.status


@blueprint.route("/new/photo", methods=["GET", "POST"], defaults={"number": None})
@blueprint.route("/<int:number>/edit/photo", methods=["GET", "POST"])
@takes_picture
@needs(Right.SCORE)
def fill(match_id: int, number: int | None) -> ResponseReturnValue:
    """Show the form of a round filled in with the tiles of a photo, if no script runs.

    Reloading the answer redirects to the page of the round.
    """
    endpoint = "round.record" if number is None else "edit_round.edit"
    page = url_for(endpoint, match_id=match_id, number=number)
    if request.method != "POST":
        return redirect(page)
    match = _match(match_id)
    form = RoundForm(match) if number is None else RoundEditForm(edited_round(match, number))
    form.validate()
    if form.expired:
        return render(form, target=page), 400
    seat = request.form.get("photo_seat", -1, type=int)
    if seat not in range(len(match.names)):
        abort(404)
    others = [hand.tiles.data or "" for other, hand in enumerate(form.hands) if other != seat]
    taken = frozenset(tile for text in others for tile in _tiles(text))
    try:
        photo = read_photo(_sent(), form.match.setup, taken)
    except NotTaken as error:
        problem = Problem("photo-file", error.sentence)
        return render(form, target=page, problems=(problem,)), error.status
    form.fill_hand(seat, tuple(tile for tile in distinct(photo) if tile not in taken))
    lines = (_open_ends(group) for group in photo.groups if group.on_table)
    form.ends.data = form.ends.data or next(lines, "")
    return render(form, target=page, photo=read_sentences(photo, match.names[seat], taken))


def _tiles(text: str) -> tuple[Tile, ...]:
    """Return the tiles in a typed text; none if it cannot be read, as it may be incomplete."""
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


def _sent() -> bytes:
    """Return the picture that is sent, once it is counted. Raise NotTaken."""
    picture = request.files.get("photo")
    data = picture.stream.read() if picture else b""
    if not data:
        raise NotTaken(_l("Choose a photo first."))
    try:
        count_photo()
    except TooMany as error:
        raise NotTaken(error.sentence, HTTPStatus.TOO_MANY_REQUESTS) from error
    return data


def read_photo(data: bytes, setup: Setup, taken: Collection[Tile]) -> vision.Photo:
    """Read the tiles in a photo of a hand; `taken` are in other hands. Raise NotTaken."""
    try:
        photo = vision.read_photo(
            data, highest=setup.game.tiles.highest, most=setup.most_in_hand, taken=taken
        )
    except vision.PictureError as error:
        busy = error.trouble in (Trouble.BUSY, Trouble.SLOW)
        status = HTTPStatus.SERVICE_UNAVAILABLE if busy else HTTPStatus.UNPROCESSABLE_ENTITY
        raise NotTaken(_HEIC if _is_heic(data) else _TROUBLES[error.trouble], status) from error
    if not photo.readings:
        raise NotTaken(_TROUBLES[photo.trouble or Trouble.NO_TILES])
    return photo


def as_json(photo: vision.Photo) -> dict[str, object]:
    """Return what a script shows of a photo.

    {"tiles": [{"tile": "3-4", "others": ["2-4"], "corners": four pairs in parts of the picture,
    "group": tiles laid together have the same, "unsure": whether to ask}], "groups": [{"on_table":
    whether they are no hand, "ends": "3 5" where those of the line are clear}], "note": a sentence}
    """
    return {
        "tiles": [
            {
                "tile": _name(tile.ends),
                "others": [_name(ends) for ends in tile.others],
                "corners": tile.corners,
                "group": tile.group,
                "unsure": tile.unsure is not None,
            }
            for tile in photo.readings
        ],
        "groups": [
            {"on_table": group.on_table, "ends": _open_ends(group)} for group in photo.groups
        ],
        "note": _note(photo),
    }


def distinct(photo: vision.Photo) -> tuple[Tile, ...]:
    """Return the tiles that were read in hands, each once."""
    return tuple(dict.fromkeys(Tile(*each.ends) for each in photo.in_hand))


def read_sentences(photo: vision.Photo, name: str, taken: Collection[Tile]) -> str:
    """Say what was filled in for a player, what stayed in another hand, and what is doubtful."""
    read, stay = (
        [tile for tile in distinct(photo) if (tile in taken) is there] for there in (False, True)
    )
    found = []
    if read:
        filled = _(
            "%(name)s’s hand is filled in from the photo: %(tiles)s. Nothing is recorded yet.",
            name=name,
            tiles=join_names(read),
        )
        found.append(filled)
    if stay:
        found.append(_("Already in another hand, so not added: %(tiles)s.", tiles=join_names(stay)))
    if unsure := [_either(tile) for tile in photo.in_hand if tile.unsure]:
        found.append(_("Check %(tiles)s.", tiles="; ".join(unsure)))
    return " ".join(filter(None, (*found, _note(photo))))


def _either(tile: vision.Reading) -> str:
    names = {"tile": _name(tile.ends), "second": _name(tile.others[0])}
    if len(tile.others) == 1:
        return _("%(tile)s, or perhaps %(second)s", **names)
    return _("%(tile)s, or perhaps %(second)s or %(third)s", **names, third=_name(tile.others[1]))


def _note(photo: vision.Photo) -> str:
    """Say what is wrong with a photo in which tiles were read."""
    if not photo.in_hand:
        return _("All these tiles are on the table. Take a photo of the tiles left in a hand.")
    return str(_TROUBLES[photo.trouble]) if photo.trouble is Trouble.CROWDED else ""


def _open_ends(group: vision.Group) -> str:
    return "{} {}".format(*group.open_ends) if group.open_ends else ""


def _is_heic(data: bytes) -> bool:
    """Return whether a file is HEIC, the format of pictures on iPhones."""
    return data[4:8] == b"ftyp" and data[8:12] in HEIC


def _name(ends: tuple[int, int]) -> str:
    return str(Tile(*ends))


_HEIC = _l(
    "This is a HEIC photo, which cannot be read here. Take the photo from this page, or let "
    "your camera save JPEG."
)

_TROUBLES = {
    Trouble.TOO_MANY_BYTES: _l("This photo is too large: at most 12 MB can be read."),
    Trouble.TOO_MANY_PIXELS: _l(
        "This photo has too many pixels. Take another with your camera, or save it as JPEG."
    ),
    Trouble.OTHER_FORMAT: _l("This photo cannot be read: send a JPEG, PNG or WebP."),
    Trouble.BROKEN: _l("This photo is damaged. Take another."),
    Trouble.BUSY: _l("Other photos are being read just now. Try again in a moment."),
    Trouble.SLOW: _l("Reading this photo took too long. Try again in a moment."),
    Trouble.NO_TILES: _l(
        "No tiles were found. Lay them flat, face up and not touching, and move closer."
    ),
    Trouble.TOO_DARK: _l("It is too dark to read the tiles. Turn on a light."),
    Trouble.CROWDED: _l(
        "That is more than a hand can hold, so only the likely tiles are shown. Take a photo "
        "of this hand alone."
    ),
    Trouble.BLURRED: _l("The photo is blurred. Hold still, and take another."),
}
