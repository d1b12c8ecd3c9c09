"""Why a picture is not read, a class each; what people are told is not decided here."""


class PictureError(Exception):
    """This picture is not read."""


class TooManyBytes(PictureError):
    """The file is larger than any photo has to be."""


class TooManyPixels(PictureError):
    """The picture would take too much memory."""


class OtherFormat(PictureError):
    """The file is no JPEG, PNG or WebP."""


class BrokenPicture(PictureError):
    """The file begins as a picture does, and is none, or breaks off."""


class TooBusy(PictureError):
    """Too many other pictures are being read."""


class TooSlow(PictureError):
    """The picture took longer than anybody waits."""
