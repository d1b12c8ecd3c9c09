"""What a recorded round would come to as it is amended, and what else that would change."""

from __future__ import annotations

from scorekeeper.messages import gettext as _
from scorekeeper.pages.round.amend_form import AmendForm
from scorekeeper.pages.round.preview import Preview, open_preview, round_preview
from scorekeeper.pages.shared.changes import entered_round
from scorekeeper.pages.shared.consequences import consequences
from scorekeeper.pages.shared.editing import Editing
from scorekeeper.pages.shared.match import side_changes
from scorekeeper.rules.rounds import Round
from scorekeeper.scorebook.amending import change_to
from scorekeeper.scorebook.projection import Match, with_change
from scorekeeper.scorebook.round_json import fingerprint


def amend_preview(editing: Editing, played: Round) -> Preview:
    """Score a round in place of the recorded one, and say what else that changes."""
    # The totals after that round are not those of the match: what follows says those.
    preview = round_preview(editing.before, played)._replace(totals=(), amends=True)
    amendments = editing.amending(fingerprint(editing.was), played)
    if next_ := editing.going_on(amendments):
        follows = next_.what_follows()
        return preview._replace(reasons=(), follows=follows, goes_on_to=next_.number)
    after = with_change(editing.match, change_to(editing.match.record, amendments))
    follows = (_score_sentence(editing.match, after), *consequences(editing.match, after))
    return preview._replace(follows=follows)


def open_amend_preview(editing: Editing, form: AmendForm) -> Preview:
    """Say what is still to come, or wrong, in an amended round that cannot be scored."""
    return open_preview(editing.before, form)._replace(totals=(), amends=True)


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
