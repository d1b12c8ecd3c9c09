"""What a photo holds, in words: its tiles, what is doubtful, and why none could be read."""

from __future__ import annotations

from collections.abc import Iterable
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


def tiles_in(data: bytes, setup: Setup) -> tuple[vision.Reading, ...]:
    """Read the tiles in a photo. Raise NotRead."""
    try:
        photo = vision.read_photo(
            data, highest=setup.game.tiles.highest, most=setup.most_in_hand or 0
        )
    except vision.PictureError as error:
        busy = isinstance(error, BUSY)
        status = HTTPStatus.SERVICE_UNAVAILABLE if busy else HTTPStatus.UNPROCESSABLE_ENTITY
        raise NotRead(_HEIC if _is_heic(data) else _REFUSED[type(error)], status) from error
    if not photo.readings:
        trouble = photo.trouble or vision.Trouble.NO_TILES
        raise NotRead(_TROUBLES[trouble], HTTPStatus.UNPROCESSABLE_ENTITY)
    return photo.readings


def as_json(tiles: Iterable[vision.Reading]) -> dict[str, object]:
    """Return what a script shows of a photo.

    {"tiles": [{"tile": "3-4", "second": "2-4", "corners": four pairs in parts of the picture,
    "group": tiles laid together have the same, "unsure": whether to ask}]}
    """
    return {
        "tiles": [
            {
                "tile": _name(tile.ends),
                "second": _name(tile.second),
                "corners": tile.corners,
                "group": tile.group,
                "unsure": tile.unsure is not None,
            }
            for tile in tiles
        ]
    }


def distinct(tiles: Iterable[vision.Reading]) -> tuple[Tile, ...]:
    """Return the tiles that were read, each once."""
    return tuple(dict.fromkeys(Tile(*each.ends) for each in tiles))


def read_sentences(tiles: tuple[vision.Reading, ...], name: str) -> str:
    """Say what was filled in for a player, and what of it is doubtful."""
    read = _(
        "%(name)s’s hand is filled in from the photo: %(tiles)s. Nothing is recorded yet.",
        name=name,
        tiles=join_names(distinct(tiles)),
    )
    unsure = [
        _("%(tile)s, or perhaps %(second)s", tile=_name(t.ends), second=_name(t.second))
        for t in tiles
        if t.unsure
    ]
    if not unsure:
        return read
    return " ".join((read, _("Look again at %(tiles)s.", tiles="; ".join(unsure))))


def _is_heic(data: bytes) -> bool:
    """Say whether a file is in the format in which iPhones keep their pictures."""
    return data[4:8] == b"ftyp" and data[8:12] in HEIC


def _name(ends: tuple[int, int]) -> str:
    return str(Tile(*ends))


_REFUSED = {
    vision.TooManyBytes: _l("This picture is too large: at most 12 MB can be read."),
    vision.TooManyPixels: _l(
        "This picture has too many pixels: at most 40 million can be read."
        " Take another with your camera."
    ),
    vision.OtherFormat: _l("This is no picture that can be read: send a JPEG, PNG or WebP."),
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
    vision.Trouble.BLURRED: _l("The photo is blurred. Hold still, and take another."),
}
