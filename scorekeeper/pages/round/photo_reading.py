"""What a photo holds, in words: its tiles, what is doubtful, and why none could be read."""

from __future__ import annotations

from collections.abc import Collection
from http import HTTPStatus

from scorekeeper import vision
from scorekeeper.messages import LazyString
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.rules.setup import Setup
from scorekeeper.rules.tiles import Tile
from scorekeeper.wording.formats import join_names

# What HEIC and HEIF say that they are.
HEIC = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
BUSY = (vision.TooBusy, vision.TooSlow)


class NotRead(Exception):
    """A photo of which nothing is read; `sentence` says why, and what to do."""

    def __init__(self, sentence: str | LazyString, status: HTTPStatus) -> None:
        super().__init__(sentence)
        self.sentence, self.status = str(sentence), status


def read_photo(data: bytes, setup: Setup, taken: Collection[Tile]) -> vision.Photo:
    """Read the tiles in a photo of a hand; `taken` are in other hands. Raise NotRead."""
    try:
        photo = vision.read_photo(
            data, highest=setup.game.tiles.highest, most=setup.most_in_hand, taken=taken
        )
    except vision.PictureError as error:
        busy = isinstance(error, BUSY)
        status = HTTPStatus.SERVICE_UNAVAILABLE if busy else HTTPStatus.UNPROCESSABLE_ENTITY
        raise NotRead(_HEIC if _is_heic(data) else _REFUSED[type(error)], status) from error
    if not photo.readings:
        trouble = photo.trouble or vision.Trouble.NO_TILES
        raise NotRead(_TROUBLES[trouble], HTTPStatus.UNPROCESSABLE_ENTITY)
    return photo


def as_json(photo: vision.Photo) -> dict[str, object]:
    """Return what a script shows of a photo.

    {"tiles": [{"tile": "3-4", "others": ["2-4"], "corners": four pairs in parts of the picture,
    "group": tiles laid together have the same, "unsure": whether to ask}], "note": a sentence}
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
        "note": _note(photo),
    }


def distinct(photo: vision.Photo) -> tuple[Tile, ...]:
    """Return the tiles that were read, each once."""
    return tuple(dict.fromkeys(Tile(*each.ends) for each in photo.readings))


def read_sentences(photo: vision.Photo, name: str, taken: Collection[Tile]) -> str:
    """Say what was filled in for a player, what was left in another hand, what is doubtful."""
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
        found.append(_("Left in another hand: %(tiles)s.", tiles=join_names(stay)))
    if unsure := [_either(tile) for tile in photo.readings if tile.unsure]:
        found.append(_("Look again at %(tiles)s.", tiles="; ".join(unsure)))
    return " ".join(filter(None, (*found, _note(photo))))


def _either(tile: vision.Reading) -> str:
    names = {"tile": _name(tile.ends), "second": _name(tile.others[0])}
    if len(tile.others) == 1:
        return _("%(tile)s, or perhaps %(second)s", **names)
    return _("%(tile)s, or perhaps %(second)s or %(third)s", **names, third=_name(tile.others[1]))


def _note(photo: vision.Photo) -> str:
    """Say what is wrong with a photo in which tiles were read."""
    return str(_TROUBLES[photo.trouble]) if photo.trouble is vision.Trouble.CROWDED else ""


def _is_heic(data: bytes) -> bool:
    """Say whether a file is in the format in which iPhones keep their pictures."""
    return data[4:8] == b"ftyp" and data[8:12] in HEIC


def _name(ends: tuple[int, int]) -> str:
    return str(Tile(*ends))


_REFUSED = {
    vision.TooManyBytes: _l("This picture is too large: at most 12 MB can be read."),
    vision.TooManyPixels: _l(
        "This picture has too many pixels. Take another with your camera, or save it as JPEG."
    ),
    vision.OtherFormat: _l("This picture cannot be read: send a JPEG, PNG or WebP."),
    vision.BrokenPicture: _l("This picture is damaged. Take another."),
    vision.TooBusy: _l("Other photos are being read just now. Try again in a moment."),
    vision.TooSlow: _l("Reading this photo took too long. Try again in a moment."),
}

_HEIC = _l(
    "This is a HEIC picture, which cannot be read here. Take the photo from this page, or let your"
    " camera save JPEG."
)

_TROUBLES = {
    vision.Trouble.NO_TILES: _l(
        "No tiles were found. Lay them flat, face up and without touching, and come closer."
    ),
    vision.Trouble.TOO_DARK: _l("It is too dark to read the tiles. Turn on a light."),
    vision.Trouble.CROWDED: _l(
        "That is more than a hand can hold, so only the likely tiles are shown."
        " Take a photo of the tiles alone."
    ),
    vision.Trouble.BLURRED: _l("The photo is blurred. Hold still, and take another."),
}
