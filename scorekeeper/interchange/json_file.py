"""Decode a JSON file, and its list of matches one by one: all at once they take much memory."""

from __future__ import annotations

import json
import re
from codecs import getincrementaldecoder
from collections.abc import Iterator
from typing import BinaryIO, NoReturn

from scorekeeper.interchange.named_json import unique_keys

# Bytes.
READ_AT_ONCE = 2**16
_SPACES = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder(object_pairs_hook=unique_keys)


class ListInFile:
    """The matches of a file, decoded again on each iteration."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def __iter__(self) -> Iterator[object]:
        for _key, value in _pairs(_Text(self._file)):
            if isinstance(value, Iterator):
                yield from value


def decoded(file: BinaryIO) -> object:
    """Decode a file, which stays open as long as its matches are needed.

    Raise ValueError, RecursionError.
    """
    text = _Text(file)
    if text.sign() != "{":
        file.seek(0)
        return _DECODER.decode(file.read().decode("utf-8-sig"))
    pairs = list[tuple[str, object]]()
    for key, value in _pairs(text):
        if isinstance(value, Iterator):
            # Only to check that it is JSON.
            for _each in value:
                pass
            pairs.append((key, ListInFile(file)))
        else:
            pairs.append((key, value))
    if text.sign():
        text.refuse("Extra data")
    return unique_keys(pairs)


def _pairs(text: _Text) -> Iterator[tuple[str, object]]:
    """Yield the keys and values of a table; for a list of matches, an iterator."""
    for _entry in text.entries("{", "}"):
        if text.sign() != '"':
            text.refuse("Expecting property name enclosed in double quotes")
        key = str(text.value())
        text.take(":")
        is_list = key == "matches" and text.sign() == "["
        yield key, (text.value() for _each in text.entries("[", "]")) if is_list else text.value()


class _Text:
    """JSON text from a file, of which only a part is in memory."""

    def __init__(self, file: BinaryIO) -> None:
        file.seek(0)
        self._file, self._decoder = file, getincrementaldecoder("utf-8-sig")()
        self._part, self._at = "", 0
        # Where the part begins in the file, to say where an error is.
        self._lines, self._column, self._signs = 0, 0, 0

    def entries(self, opening: str, closing: str) -> Iterator[None]:
        """Yield at each entry between two brackets; the caller reads the entry."""
        self.take(opening)
        if self.sign() == closing:
            self.take(closing)
            return
        yield
        while self.take("," + closing) == ",":
            yield

    def take(self, signs: str) -> str:
        """Read one of some characters. Raise ValueError if the next one is another."""
        sign = self.sign()
        if not sign or sign not in signs:
            self.refuse(f"Expecting {signs[0]!r} delimiter")
        self._at += 1
        return sign

    def sign(self) -> str:
        """Return what comes after spaces; "" at the end."""
        while True:
            spaces = _SPACES.match(self._part, self._at)
            self._at = spaces.end() if spaces else self._at
            if self._at < len(self._part) or not self._read_on():
                return self._part[self._at : self._at + 1]

    def value(self) -> object:
        """Decode the next value, and move past it. Raise ValueError."""
        self.sign()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._part, self._at)
            except json.JSONDecodeError as error:
                further = error.pos - self._at
                if not self._read_on():
                    self.refuse(error.msg, further)
            else:
                # A number may go on in the next part.
                if end < len(self._part) or not self._read_on():
                    self._at = end
                    return value

    def refuse(self, why: str, further: int = 0) -> NoReturn:
        """Raise ValueError that says where the JSON is wrong, as Python's own reader does."""
        error = json.JSONDecodeError(why, self._part, self._at + further)
        column = error.colno + (self._column if error.lineno == 1 else 0)
        line, sign = self._lines + error.lineno, self._signs + error.pos
        raise ValueError(f"{why}: line {line} column {column} (char {sign})")

    def _read_on(self) -> bool:
        """Read the next part of the file; return whether there was one."""
        before, rest = self._part[: self._at], self._part[self._at :]
        # For a long value read twice as much each time, so that it is not decoded too often.
        content = self._file.read(max(READ_AT_ONCE, len(rest)))
        *lines, last = before.split("\n")
        self._lines, self._signs = self._lines + len(lines), self._signs + len(before)
        self._column = len(last) + (0 if lines else self._column)
        self._part, self._at = rest + self._decoder.decode(content, final=not content), 0
        return bool(content)
