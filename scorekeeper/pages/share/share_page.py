"""What the page shows that shares a match by links."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import segno
from markupsafe import Markup

from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.shared.match import title_of
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.projection import Match

# The side of a module of the QR code, in units of the drawing.
SCALE = 4
# Links that are folded until they are asked for.
FOLDED = (Right.SCORE, Right.OWN)


class SharedLink(NamedTuple):
    """A link of one kind (watch, score or own), with its QR code as SVG.

    `ends` says what nobody can do any more by the old link, once it is made anew, which `anew`
    offers.
    """

    kind: str
    title: str
    text: str
    address: str
    code: Markup
    anew: str
    ends: str


class SharePage(NamedTuple):
    """The page that shares a match by the link to watch, and others that are `folded`.

    Where the match is `owned`, the device can make the links anew.
    """

    match_id: int
    meta: str
    lead: str
    watch: SharedLink
    folded: tuple[SharedLink, ...]
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
        watch=_link(Right.WATCH, address_of(Right.WATCH)),
        folded=tuple(_link(each, address_of(each)) for each in FOLDED) if owned else (),
        owned=owned,
    )


def _link(right: Right, address: str) -> SharedLink:
    return SharedLink(
        kind=right.word,
        title=str(_TITLES[right]),
        text=str(_TEXTS[right]),
        address=address,
        code=_qr_code(address),
        anew=str(_ANEW[right]),
        ends=str(_ENDS[right]),
    )


def _qr_code(address: str) -> Markup:
    """Draw an address as a QR code, dark on light in dark mode too."""
    drawing = segno.make(address, micro=False).svg_inline(scale=SCALE, light="#fff", omitsize=True)
    # The drawing has no text in it, so nothing of the address is to be escaped.
    return Markup(drawing)  # noqa: S704


_CLOSED = _l("Only people with one of these links can see this match.")
_PIN = _l("These links open this match, and no other, without the PIN.")
_HOUSE = _l(
    "Open Scorekeeper on another device to watch or enter scores. Or scan to open this match."
)

_TITLES = {
    Right.WATCH: _l("Watch the score"),
    Right.SCORE: _l("Enter scores"),
    Right.OWN: _l("Full control"),
}

_TEXTS = {
    Right.WATCH: _l("For everyone who wants to follow the score, on a phone or a large screen."),
    Right.SCORE: _l("For those who enter rounds and correct them."),
    Right.OWN: _l("For another device of yours: it can do everything that this one can."),
}

_ANEW = {
    Right.WATCH: _l("Make a new link to watch"),
    Right.SCORE: _l("Make a new link to enter scores"),
    Right.OWN: _l("Make a new link for full control"),
}

_ENDS = {
    Right.WATCH: _l("Devices that used the old link can no longer watch."),
    Right.SCORE: _l("Devices that used the old link can no longer enter scores."),
    Right.OWN: _l(
        "Devices that used the old link lose full control."
        " Only this device keeps it, whichever device started the match."
    ),
}
