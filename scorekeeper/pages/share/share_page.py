"""What the page of a match's links shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import segno
from flask import url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from markupsafe import Markup

from scorekeeper.pages.shared.match import title_of
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.rights import Right

SCALE = 4


@dataclass(frozen=True, slots=True)
class SharedLink:
    """A link of one kind; `renew_url` makes it anew, which `ends` what the old one gave."""

    kind: str
    title: str
    text: str
    address: str
    code: Markup
    renew_url: str
    ends: str


@dataclass(frozen=True, slots=True)
class SharePage:
    """The page of a match's links; `owned` by this device, it can make them anew."""

    title: str
    meta: str
    lead: str
    table_url: str
    wall_url: str
    links: tuple[SharedLink, ...]
    owned: bool


def share(
    match: Match, right: Right, address_of: Callable[[Right], str], *, closed: bool, pin: bool
) -> SharePage:
    """Show the links a device may pass on: all of them where it owns the match, else one to watch.

    `closed`: nobody sees the match without a link; `pin`: without a link it takes the PIN.
    """
    owned = right is Right.OWN
    return SharePage(
        title=_("Share"),
        meta=title_of(match),
        lead=str(_CLOSED if closed else _PIN if pin else _HOUSE),
        table_url=url_for("table.show", match_id=match.id),
        wall_url=url_for("stream.wall", match_id=match.id),
        links=tuple(
            _link(match, each, address_of(each)) for each in (Right if owned else [Right.WATCH])
        ),
        owned=owned,
    )


def _link(match: Match, right: Right, address: str) -> SharedLink:
    return SharedLink(
        kind=right.word,
        title=str(_TITLES[right]),
        text=str(_TEXTS[right]),
        address=address,
        code=_drawn(address),
        renew_url=url_for("share.renew", match_id=match.id, kind=right.word),
        ends=str(_ENDS[right]),
    )


def _drawn(address: str) -> Markup:
    """Draw a link as a QR code, dark on light whatever the page's colours are."""
    drawn = segno.make(address, micro=False).svg_inline(scale=SCALE, light="#fff", omitsize=True)
    # Segno draws shapes alone; the address is not in them as text.
    return Markup(drawn)  # noqa: S704


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
