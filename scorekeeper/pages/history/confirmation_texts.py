"""The page that confirms a change: what it does, and what follows from it."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.messages import ngettext
from scorekeeper.pages.shared.change_sentences import (
    change_name,
    change_sentence,
    consequences,
    later_rounds,
    replay_error_sentence,
    rounds_that,
)
from scorekeeper.pages.shared.editing import Editing
from scorekeeper.pages.shared.match import narrator_of, score_of, side_changes
from scorekeeper.pages.shared.panel_texts import SideChange
from scorekeeper.scorebook.changes import Change, ChangeKind
from scorekeeper.scorebook.match_bin import DAYS_KEPT
from scorekeeper.scorebook.round_json import fingerprint
from scorekeeper.scorebook.scored_match import Match, ReplayError, with_change
from scorekeeper.wording.formats import rounds

STALE = _l("The match changed while this page was open. Nothing was saved.")


class Confirmation(NamedTuple):
    """The page that confirms a change at `version`: what is done, what follows, and the score.

    `button` makes the change and `cancel` leaves for `back`, an endpoint of the match. With a
    `fault` the change cannot be made, and the page says why. If later rounds would no longer fit,
    the button leads through them: it leaves the round `left_out`, whose fingerprint is `was`.
    """

    match_id: int
    version: int
    title: str
    text: str
    button: str
    cancel: str
    back: str = "table.show"
    follows: tuple[str, ...] = ()
    sides: tuple[SideChange, ...] = ()
    fault: str = ""
    left_out: int = 0
    was: str = ""


def confirm_edit(match: Match, change: Change) -> Confirmation:
    """Ask whether names, places, the goal or the day are to be changed."""
    text = change_sentence(change, match.names)
    return _confirm(match, change, str(_QUESTIONS[change.kind]), text, _("Change it"))


def confirm_removal(match: Match, change: Change) -> Confirmation:
    """Ask whether a round is to be removed."""
    number = int((change.before or {})["number"])
    text, after = _round_sentence(match, number), match.next_number - 1 - number
    if after:
        # For translators: the rounds after one that is taken out get the numbers before theirs.
        moved = ngettext(
            "%(rounds)s moves up.",
            "%(rounds)s move up.",
            after,
            rounds=rounds_that(number + 1, after),
        )
        text = f"{text} {moved}"
    title = _("Remove round %(number)s?", number=number)
    editing = Editing(match, number, {})
    was = fingerprint(editing.was)
    if next_ := editing.going_on(editing.edits_with(was, None)):
        button = _("Continue to round %(number)s", number=next_.number)
        page = Confirmation(match.id, match.version, title, text, button, _("Keep it"))
        return page._replace(follows=next_.what_follows(), left_out=number, was=was)
    return _confirm(match, change, title, text, _("Remove it"), _("Keep it"))


def confirm_playing_on(match: Match, change: Change) -> Confirmation:
    """Ask whether rounds recorded after the end of the match are to count."""
    text = ngettext(
        "%(rounds)s counts, and the match continues from there.",
        "%(rounds)s count, and the match continues from there.",
        len(match.later),
        rounds=later_rounds(match),
    )
    return _confirm(match, change, _("Keep playing?"), text, _("Keep playing"), _("Cancel"))


def confirm_ending(match: Match, change: Change) -> Confirmation:
    """Ask whether rounds recorded after the end of the match are to be removed."""
    title = _("End after round %(number)s?", number=len(match.rounds))
    text = ngettext(
        "%(rounds)s will be removed. You can undo this.",
        "%(rounds)s will be removed. You can undo this.",
        len(match.later),
        rounds=later_rounds(match),
    )
    return _confirm(match, change, title, text, _("End match"), _("Cancel"))


def confirm_stopping(match: Match, change: Change, *, entered: bool) -> Confirmation:
    """Ask whether to end a match now; `entered` if something of the next round is entered."""
    text = _("No more rounds are played. You can undo this.")
    if entered:
        half = _(
            "Round %(number)s is only partly entered and does not count. If you undo this, "
            "it comes back.",
            number=match.next_number,
        )
        text = f"{text} {half}"
    title, button = _("End the match now?"), _("End match")
    return _confirm(match, change, title, text, button, _("Keep playing"))


def confirm_undo(match: Match, change: Change) -> Confirmation:
    """Ask whether `change`, the last one, is to be undone."""
    title = _("Undo %(change)s?", change=change_name(change))
    text = change_sentence(change, match.at(max(1, len(match.rounds))).names)
    if match.rounds and _recorded_number(change) == len(match.rounds):
        text = _round_sentence(match, len(match.rounds))
    return _confirm(match, change.inverse, title, text, _("Undo"), _("Keep it"))


def confirm_redo(match: Match, change: Change) -> Confirmation:
    """Ask whether `change`, which was undone, is to be made again."""
    title = _("Redo %(change)s?", change=change_name(change))
    return _confirm(match, change, title, change_sentence(change, match.names), _("Redo"))


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


def _confirm(
    match: Match, change: Change, title: str, text: str, button: str, cancel: str = ""
) -> Confirmation:
    page = Confirmation(match.id, match.version, title, text, button, cancel or _("Cancel"))
    try:
        after = with_change(match, change)
    except ReplayError as error:
        return page._replace(fault=replay_error_sentence(error, match.names))
    return page._replace(
        follows=tuple(consequences(match, after)), sides=side_changes(match, after)
    )


def _recorded_number(change: Change) -> int | None:
    """Return the number of the round that a change recorded; None if it did something else."""
    if (change.before or {}).get("rounds", True):
        return None
    return int((change.after or {}).get("number", 0))


def _round_sentence(match: Match, number: int) -> str:
    """Say how a round ended, and what it scored."""
    narrator, score = narrator_of(match.at(number)), match.rounds[number - 1].score
    return _(
        "%(headline)s %(points)s.", headline=narrator.headline(score), points=narrator.points(score)
    )


_QUESTIONS = {
    ChangeKind.NAMES: _l("Change the names?"),
    ChangeKind.SEATS: _l("Swap seats?"),
    ChangeKind.GOAL: _l("Change the goal?"),
    ChangeKind.LOST: _l("Change the lost tiles?"),
    ChangeKind.TIMER: _l("Change the clock?"),
    ChangeKind.DAY: _l("Change the day?"),
}
