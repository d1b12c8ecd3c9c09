"""The page for what could not be saved: it shows what was entered, to be sent again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scorekeeper.messages import LazyString
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.scorebook.people.looks import printable


class UnsavedPage(NamedTuple):
    """The page for what could not be read or written.

    Where a form was sent to `address`, `resend` it: `sent` are its names and values, `entered` the
    labels and values that people entered. Where the scorebook is `damaged`, only a backup helps.
    """

    address: str
    resend: bool
    sent: tuple[tuple[str, str], ...]
    entered: tuple[tuple[str, str], ...]
    damaged: bool


def unsaved_page(
    address: str, sent: Iterable[tuple[str, list[str]]] | None, *, damaged: bool
) -> UnsavedPage:
    """Show the form that was `sent` to an address; None where it was only opened."""
    pairs = tuple(
        (printable(name), printable(each)) for name, texts in sent or () for each in texts
    )
    entered = tuple(
        (label, text) for name, text in pairs if text.strip() and (label := _label(name))
    )
    return UnsavedPage(address, sent is not None, pairs, entered, damaged)


def _label(name: str) -> str:
    """Return the label of a field: Hand 1, tiles for hands-0-tiles; empty for a hidden one."""
    if name in _HIDDEN:
        return ""
    indexed = re.fullmatch(r"(\w+)-(\d+)(?:-(\w+))?", name)
    if indexed is None:
        return str(_FIELDS.get(name) or name.replace("_", " ").capitalize())
    number = int(indexed[2]) + 1
    label = _NAME if indexed[1] == "names" else _HANDS.get(indexed[3])
    return str(label) % {"number": number} if label else name


# Fields of house rules are named by their keys, which are not translated.
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
    "last_tile_scored": _l("Last tile scored"),
    # For translators: the numbers at the two open ends of the line.
    "ends": _l("Ends"),
    # For translators: bonuses, as capicúa.
    "events": _l("Events"),
    # For translators: tiles in the order they were played.
    "plays": _l("Plays"),
    "correction_side": _l("Bonus / penalty, for whom"),
    "correction_points": _l("Bonus / penalty, points"),
    "correction_note": _l("Bonus / penalty, what for"),
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
    "order",
    "overruled",
    "version",
    "photo_seat",
}
