"""What the bin shows, and the page that asks before a match is put into it."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.pages.history.confirmation import Confirmation
from scorekeeper.pages.shared.match import score_of, sides_of, title_of
from scorekeeper.pages.shared.sides import Side
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.trash import DAYS_KEPT
from scorekeeper.wording.dates import format_datetime
from scorekeeper.wording.formats import rounds


class TrashedMatch(NamedTuple):
    """A match in the bin; `until` says how long it can be restored."""

    match_id: int
    title: str
    until: str
    sides: tuple[Side, ...]


def trashed_match(match: Match) -> TrashedMatch:
    """Show a match that is in the bin."""
    until = (match.binned_at or match.changed_at) + timedelta(days=DAYS_KEPT)
    return TrashedMatch(
        match_id=match.id,
        title=title_of(match),
        until=_("Kept until %(when)s", when=format_datetime(until)),
        sides=sides_of(match),
    )


def confirm_deletion(match: Match) -> Confirmation:
    """Ask whether a match is to be put into the bin."""
    return Confirmation(
        match_id=match.id,
        version=match.version,
        title=_("Delete this match?"),
        text=_(
            "%(rounds)s: %(score)s. It goes to the bin, and can be restored for %(days)s days.",
            rounds=rounds(len(match.record.entries)),
            score=score_of(match),
            days=DAYS_KEPT,
        ),
        button=_("Delete it"),
        cancel=_("Keep it"),
        back="history.edit_match",
    )
