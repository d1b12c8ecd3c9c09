"""What was sent and could not be saved: shown, and kept to be sent again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from scorekeeper.pages.shared.fields import printable


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
    pairs = tuple(
        (printable(name), printable(each)) for name, texts in sent or () for each in texts
    )
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
        return str(_FIELDS.get(name) or name.replace("_", " ").capitalize())
    number = int(place[2]) + 1
    said = _NAME if place[1] == "names" else _HANDS.get(place[3])
    return str(said) % {"number": number} if said else name


# House rules go by their keys, which are no words of any language.
_FIELDS: Mapping[str, LazyString] = {
    "name": _l("Name"),
    "partners": _l("Partners"),
    "game": _l("Game"),
    "goal": _l("Goal"),
    "other_goal": _l("Other goal"),
    "rules_of": _l("Rules of"),
    "save_as": _l("Save as"),
    # For translators: whoever played the first tile of a round.
    "opener": _l("Opener"),
    # For translators: whoever played the tile after which nobody could play.
    "blocker": _l("Blocker"),
    # For translators: the numbers at the two open ends of the line.
    "ends": _l("Ends"),
    # For translators: bonuses, as capicúa.
    "events": _l("Events"),
    # For translators: tiles in the order they were laid.
    "plays": _l("Plays"),
    "correction_side": _l("Correction side"),
    "correction_points": _l("Correction points"),
    "correction_note": _l("Correction note"),
    "one": _l("This player"),
    "other": _l("changes places with"),
    "pin": _l("PIN"),
}
_HANDS: Mapping[str, LazyString] = {
    "tiles": _l("Hand %(number)s, tiles"),
    "pips": _l("Hand %(number)s, pips"),
    # For translators: how many tiles are in it.
    "count": _l("Hand %(number)s, count"),
    # For translators: the tile in it with the fewest pips.
    "lightest": _l("Hand %(number)s, lightest"),
    # For translators: whoever had it played the last tile.
    "out": _l("Hand %(number)s, out"),
    # For translators: points made while the round was played.
    "tally": _l("Hand %(number)s, tally"),
}
_NAME = _l("Name %(number)s")
_HIDDEN = {
    "csrf_token",
    "entry_key",
    "action",
    "round_no",
    "entry",
    "overruled",
    "version",
}
