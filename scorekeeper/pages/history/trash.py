"""What the bin shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from flask import url_for
from flask_babel import gettext as _

from scorekeeper.pages.history.proposal import Ask
from scorekeeper.pages.shared.match import MatchCard, match_card, score_of
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.trash import DAYS_KEPT
from scorekeeper.wording.dates import format_datetime
from scorekeeper.wording.formats import rounds


@dataclass(frozen=True, slots=True)
class Binned:
    """A match in the bin, and until when it can be taken out."""

    card: MatchCard
    until: str
    restore_url: str


def binned(match: Match) -> Binned:
    """Show a match that lies in the bin."""
    until = (match.binned_at or match.changed_at) + timedelta(days=DAYS_KEPT)
    return Binned(
        card=match_card(match),
        until=_("Kept until %(when)s", when=format_datetime(until)),
        restore_url=url_for("trash.restore", match_id=match.id),
    )


def deleting(match: Match) -> Ask:
    """Ask whether a match is to be put into the bin."""
    return Ask(
        title=_("Delete this match?"),
        text=_(
            "%(rounds)s: %(score)s."
            " It goes to the bin, from where it can be taken out for %(days)s days.",
            rounds=rounds(len(match.record.entries)),
            score=score_of(match),
            days=DAYS_KEPT,
        ),
        button=_("Delete it"),
        keep=_("Keep it"),
        back_url=url_for("history.edit_match", match_id=match.id),
    )
