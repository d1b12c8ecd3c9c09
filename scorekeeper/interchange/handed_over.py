"""A match in a text that an address can hold: another device goes on with it, without a server."""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

# Bytes: no file of one match has more.
LARGEST = 4 * 2**20


def packed(content: bytes) -> str:
    """Return the file of a match as a text."""
    return urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")


def unpacked(text: str) -> bytes:
    """Return the file that a text holds. Raise ValueError where it is none, or not whole."""
    reader = zlib.decompressobj()
    try:
        content = reader.decompress(urlsafe_b64decode(f"{text}==="), LARGEST)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not reader.eof:
        raise ValueError("It is not whole.")
    return content
