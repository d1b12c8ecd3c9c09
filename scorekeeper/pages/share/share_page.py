"""What the page shows that shares a match by links."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import segno
from flask_babel import lazy_gettext as _l
from markupsafe import Markup

from scorekeeper.pages.shared.match import title_of
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.rights import Right

# The side of a module of the QR code, in units of the drawing.
SCALE = 4


@dataclass(frozen=True, slots=True)
class SharedLink:
    """A link of one kind (watch, score or own), with its QR code as SVG.

    `ends` says what nobody can do any more by the old link, once it is made anew.
    """

    kind: str
    title: str
    text: str
    address: str
    code: Markup
    ends: str


@dataclass(frozen=True, slots=True)
class SharePage:
    """The page that shares a match; where it is `owned`, the device can make the links anew."""

    match_id: int
    meta: str
    lead: str
    links: tuple[SharedLink, ...]
    owned: bool


def share_page(
    match: Match, right: Right, address_of: Callable[[Right], str], *, closed: bool, pin: bool
) -> SharePage:
    """Show the links a device may share: all of them where it owns the match, else one to watch.

    `address_of` returns the address of a link. `closed`: nobody sees the match without a link;
    `pin`: without a link a device has to give the PIN.
    """
    owned = right is Right.OWN
    return SharePage(
        match_id=match.id,
        meta=title_of(match),
        lead=str(_CLOSED if closed else _PIN if pin else _HOUSE),
        links=tuple(_link(each, address_of(each)) for each in (Right if owned else [Right.WATCH])),
        owned=owned,
    )


def _link(right: Right, address: str) -> SharedLink:
    return SharedLink(
        kind=right.word,
        title=str(_TITLES[right]),
        text=str(_TEXTS[right]),
        address=address,
        code=_qr_code(address),
        ends=str(_ENDS[right]),
    )


def _qr_code(address: str) -> Markup:
    """Draw an address as a QR code, dark on light in dark mode too."""
    drawing = segno.make(address, micro=False).svg_inline(scale=SCALE, light="#fff", omitsize=True)
    # The drawing has no text in it, so nothing of the address is to be escaped.
    return Markup(drawing)  # noqa: S704


_CLOSED = _l("Nobody sees this match without one of these links.")
_PIN = _l("With these links people get to this match, and to no other, without the PIN.")
_HOUSE = _l(
    "Everybody who can open this scorebook may watch and score. These links lead right here."
)

_TITLES = {
    Right.WATCH: _l("A link to watch"),
    Right.SCORE: _l("A link to score"),
    Right.OWN: _l("A link to own"),
}

_TEXTS = {
    Right.WATCH: _l("For whoever wants to see the score, on a phone or on a large screen."),
    Right.SCORE: _l("For whoever is to enter rounds and mend them."),
    Right.OWN: _l("For another device of your own: it may do everything that this one may."),
}

_ENDS = {
    Right.WATCH: _l("It ends watching on every device that came by the old one."),
    Right.SCORE: _l("It ends scoring on every device that came by the old one."),
    Right.OWN: _l(
        "It ends owning on every device that came by the old one."
        " This device keeps it, and so does the one that started the match."
    ),
}
