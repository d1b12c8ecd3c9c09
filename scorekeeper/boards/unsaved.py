"""What was sent and could not be saved: shown, and kept to be sent again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unsaved:
    """The page for what could not be read or written just now.

    `sent` are the pairs of the form that is to be `resent` to the address; `entered` is what people
    entered in it, each with a name.
    """

    address: str
    resent: bool
    sent: tuple[tuple[str, str], ...]
    entered: tuple[tuple[str, str], ...]
    home_url: str


def unsaved(
    address: str, sent: Iterable[tuple[str, list[str]]] | None, *, home_url: str
) -> Unsaved:
    """Show what was sent to an address; nothing was sent where it was only opened."""
    pairs = tuple((name, text) for name, texts in sent or () for text in texts)
    entered = tuple(
        (label, text) for name, text in pairs if text.strip() and (label := _label(name))
    )
    return Unsaved(address, sent is not None, pairs, entered, home_url)


def _label(name: str) -> str:
    """Name a field as people would: hands-0-tiles is Hand 1, tiles; nothing where it is hidden."""
    if name in _HIDDEN:
        return ""
    place = re.fullmatch(r"(\w+)-(\d+)(?:-(\w+))?", name)
    if place is None:
        return name.replace("_", " ").capitalize()
    whose = f"{_ONE.get(place[1], place[1]).capitalize()} {int(place[2]) + 1}"
    return f"{whose}, {place[3].replace('_', ' ')}" if place[3] else whose


_ONE: Mapping[str, str] = {"hands": "hand", "names": "name"}
_HIDDEN = {
    "csrf_token",
    "entry_key",
    "action",
    "round_no",
    "entry",
    "overruled",
    "version",
}
