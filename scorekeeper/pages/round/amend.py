"""What the page that amends a round shows."""

from __future__ import annotations

from dataclasses import replace

from flask import url_for
from flask_babel import gettext as _

from scorekeeper.pages.history import proposal
from scorekeeper.pages.round import entry
from scorekeeper.pages.round import preview as previews
from scorekeeper.pages.round.amend_form import AmendForm
from scorekeeper.pages.shared.changes import entered_round
from scorekeeper.rules import Round
from scorekeeper.scorebook.changes import round_amended
from scorekeeper.scorebook.history import with_change
from scorekeeper.scorebook.projection import Match, ReplayError, as_of_round


def record(match: Match, number: int, form: AmendForm) -> entry.RecordPage:
    """Show the page that takes a round, for one that was recorded already."""

    def url(endpoint: str) -> str:
        return url_for(endpoint, match_id=match.id, number=number)

    page = entry.record(as_of_round(match, number), form)
    other = page.other_way
    return replace(
        page,
        title=_("Amend round %(number)s", number=number),
        back_url=url("round.result"),
        preview_url=url("amend.preview"),
        record_label=_("Save the change"),
        # The address alone would show the round as it was recorded.
        other_way=other and replace(other, url=url("amend.amend")),
    )


def preview(match: Match, number: int, played: Round) -> previews.Preview:
    """Say what a round would come to, and what that changes after it."""
    said = previews.preview(as_of_round(match, number), played)
    try:
        after = with_change(match, round_amended(match.record, number, played))
    except ReplayError as unfit:
        fault = proposal.misfit(unfit, match.names)
        return replace(said, say=fault, why=(), fault=True, amends=True)
    return replace(
        said, follows=(*scores(match, after), *proposal.consequences(match, after)), amends=True
    )


def scores(before: Match, after: Match) -> tuple[str, ...]:
    """Say how the score would change, in one sentence, if it would."""
    if before.standing.totals == after.standing.totals:
        return (_("The score stays as it is."),)
    changed = (
        _("%(side)s %(now)s instead of %(was)s", side=side.name, now=side.after, was=side.before)
        for side in proposal.sides_changed(before, after)
        if side.before != side.after
    )
    return (f"{', '.join(changed)}.",)


def stale(number: int, was: Round, names: tuple[str, ...]) -> str:
    """Tell a device that somebody else changed the round it was amending."""
    return _(
        "Round %(number)s was changed while this page was open, so nothing was saved."
        " It is now: %(hands)s. Save what you entered in its place?",
        number=number,
        hands=entered_round(was, names),
    )
