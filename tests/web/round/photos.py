"""Pictures that are sent along with the form of a round, and what a reader would see in them."""

from io import BytesIO

from werkzeug.datastructures import FileStorage
from werkzeug.test import stream_encode_multipart

from scorekeeper.vision import Reading

PICTURE = b"a picture"
CORNERS = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2))


def tile(low, high, unsure=None):
    """Return what is read of one tile; otherwise it would have a pip less."""
    return Reading(CORNERS, (low, high), 0.9, ((low, high - 1),), 0, unsure)


def named(picture, name="hand.jpg"):
    """Return a picture as a file of some name."""
    return FileStorage(BytesIO(picture), name)


def send(visitor, table, typed=None, to="photo", on="new"):
    """Send a picture of Bea's hand along with the form of a round, as it is open `on` a page."""
    form = visitor.open(f"{table.address}/rounds/{on}").form
    sent = {**form, "photo_seat": "1", "photo": named(PICTURE), **(typed or {})}
    # By itself the client would put what is large into a file.
    stream, _length, boundary = stream_encode_multipart(sent, use_tempfile=False)
    kind = f"multipart/form-data; boundary={boundary}"
    address = f"{table.address}/rounds/{to}"
    return visitor.client.post(address, data=stream.read(), content_type=kind)


def filled(visitor, table, typed=None, to="new/photo", on="new"):
    """Send a picture as a browser without scripts does, and return the page that comes back."""
    answer = send(visitor, table, typed, to, on)
    return visitor._read(f"{table.address}/rounds/{to}", answer)
