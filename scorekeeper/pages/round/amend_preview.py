"""What a recorded round would come to as it is amended, and what else that would change."""

from __future__ import annotations

from scorekeeper.messages import gettext as _
from scorekeeper.pages.round.amend_form import AmendForm
from scorekeeper.pages.round.preview import Preview, open_preview, round_preview
from scorekeeper.pages.shared.changes import entered_round
from scorekeeper.pages.shared.consequences import (
    consequences,
    replay_error_sentence,
)
from scorekeeper.pages.shared.match import side_changes
from scorekeeper.rules.rounds import Round
from scorekeeper.scorebook.changes import round_amended
from scorekeeper.scorebook.projection import Match, ReplayError, as_of_round, with_change


def amend_preview(match: Match, number: int, played: Round) -> Preview:
    """Score a round in place of the recorded one, and say what else that changes."""
    # The totals after that round are not those of the match: what follows says those.
    preview = round_preview(as_of_round(match, number), played)._replace(totals=())
    try:
        after = with_change(match, round_amended(match.record, number, played))
    except ReplayError as error:
        fault = replay_error_sentence(error, match.names)
        return preview._replace(headline=fault, reasons=(), fault=True, amends=True)
    follows = (_score_sentence(match, after), *consequences(match, after))
    return preview._replace(follows=follows, amends=True)


def open_amend_preview(match: Match, number: int, form: AmendForm) -> Preview:
    """Say what is still to come, or wrong, in an amended round that cannot be scored."""
    preview = open_preview(as_of_round(match, number), form)
    return preview._replace(totals=(), amends=True)


def _score_sentence(before: Match, after: Match) -> str:
    """Say how the totals change, if they do."""
    if before.standing.totals == after.standing.totals:
        return _("The score stays as it is.")
    changed = (
        _("%(side)s %(now)s instead of %(was)s", side=side.name, now=side.after, was=side.before)
        for side in side_changes(before, after)
        if side.before != side.after
    )
    return f"{', '.join(changed)}."


def stale_sentence(number: int, was: Round, names: tuple[str, ...]) -> str:
    """Say that another device changed the round while it was amended here."""
    return _(
        "Round %(number)s was changed while this page was open, so nothing was saved."
        " It is now: %(hands)s. Save what you entered in its place?",
        number=number,
        hands=entered_round(was, names),
    )
