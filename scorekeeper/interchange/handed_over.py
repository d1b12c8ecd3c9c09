"""A match in a text that an address can hold: another device goes on with it, without a server."""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

from scorekeeper.interchange.import_export import MAX_FILE_SIZE, export_match


def packed(match_id: int) -> str:
    """Return the file of a match as a text. Raise NoSuchMatch."""
    content = zlib.compress(export_match(match_id).content, 9)
    return urlsafe_b64encode(content).decode().rstrip("=")


def unpacked(text: str) -> bytes:
    """Return the file that a text holds. Raise ValueError where it is none, or not whole."""
    reader = zlib.decompressobj()
    try:
        content = reader.decompress(urlsafe_b64decode(f"{text}==="), MAX_FILE_SIZE)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not reader.eof:
        raise ValueError("It is not whole.")
    return content
