"""The line above the scores: how the last round ended, or what was changed since."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.pages.shared.changes import change_name, change_sentence, rounds_name
from scorekeeper.pages.shared.match import narrator_of, notice_of, reminder, side_changes
from scorekeeper.pages.shared.outcome import match_won
from scorekeeper.pages.table.facts import Fact, moves
from scorekeeper.rules.reasons import WentOut
from scorekeeper.scorebook.changes import Change, ChangeKind, LoggedChange
from scorekeeper.scorebook.projection import Match, ScoredRound, with_change
from scorekeeper.wording.formats import number, signed


class Banner(NamedTuple):
    """What happened last: `text` and the `gain` of the winner, then facts after a `label`.

    `colour` is the CSS class of the side it is about, `explained` the round to explain, 0 for none.
    `decision` asks whether to play on. The last change can be undone where `can_undo`, and redone
    where it was itself an undo.
    """

    text: str
    colour: str = ""
    gain: Fact | None = None
    label: str = ""
    facts: tuple[Fact, ...] = ()
    explained: int = 0
    decision: bool = False
    can_undo: bool = False
    can_redo: bool = False


def banner_of(match: Match, last: LoggedChange | None, *, can_undo: bool) -> Banner:
    """Say what happened last in a match; `last` is what changed its record last."""
    return _happened(match, last)._replace(can_undo=can_undo, can_redo=_is_undo(last))


def _happened(match: Match, last: LoggedChange | None) -> Banner:
    if match.later:
        return Banner(_decision(match), decision=True)
    if last and _is_undo(last):
        return _undone(match, last.change)
    if last and not _records(last.change):
        return _changed(match, last.change)
    return _last_round(match) if match.rounds else Banner(reminder(match))


def _is_undo(last: LoggedChange | None) -> bool:
    return last is not None and last.undoes is not None


def _records(change: Change) -> bool:
    """Whether a change records a round, as most do."""
    return change.kind is ChangeKind.ROUNDS and not (change.before or {})["rounds"]


def _decision(match: Match) -> str:
    """Ask whether rounds recorded after the end count."""
    return ngettext(
        "%(rounds)s was recorded after the end. Keep playing?",
        "%(rounds)s were recorded after the end. Keep playing?",
        len(match.later),
        rounds=rounds_name(len(match.rounds) + 1, len(match.later)),
    )


def _last_round(match: Match) -> Banner:
    last = match.rounds[-1]
    winner = last.score.winning_side
    banner = Banner(
        text=match_won(match) if match.standing.over else ending_of(match, last),
        colour=f"c{match.side_colours[winner]}" if winner is not None else "",
        gain=_gain(match, last),
        explained=last.number,
    )
    if notice := notice_of(match, last.standing):
        return banner._replace(label=notice)
    if _several_paid(last):
        return banner._replace(facts=_paid(match, last))
    left = _left(match, last)
    # For translators: the pips left in the other hands, as in: left: Bea 12, Ciro 9.
    return banner._replace(label=_("left:") if left else "", facts=left)


def ending_of(match: Match, scored: ScoredRound) -> str:
    """Say in a few words how a round ended: Ana went out; Blocked: Bea wins."""
    narrator, score = narrator_of(match), scored.score
    went_out = any(isinstance(step, WentOut) for step in score.reasons)
    if went_out or scored.played.plays:
        return narrator.ending(score)
    if score.winning_side is None:
        return _("Blocked: nobody wins")
    # For translators: blocked: nobody can play any more, and a player or a side wins the round.
    return ngettext(
        "Blocked: %(side)s wins",
        "Blocked: %(side)s win",
        narrator.people(score.winning_side),
        side=narrator.label(score.winning_side),
    )


def _gain(match: Match, scored: ScoredRound) -> Fact | None:
    """Return the points of the winner, where nobody else has any, with the names of partners."""
    winner, points = scored.score.winning_side, scored.score.points
    if winner is None or not points[winner] or _several_paid(scored):
        return None
    names = narrator_of(match).label(winner) if match.setup.partners else ""
    return Fact(names, signed(points[winner]))


def _several_paid(scored: ScoredRound) -> bool:
    """Whether others than the winner score."""
    paid = {side for side, points in enumerate(scored.score.points) if points}
    return not paid <= {scored.score.winning_side}


def _paid(match: Match, scored: ScoredRound) -> tuple[Fact, ...]:
    narrator, points = narrator_of(match), enumerate(scored.score.points)
    return tuple(Fact(narrator.label(side), signed(paid)) for side, paid in points if paid)


def _left(match: Match, scored: ScoredRound) -> tuple[Fact, ...]:
    hands = zip(match.names, scored.played.hands, strict=False)
    return tuple(Fact(name, number(hand.pips)) for name, hand in hands if not hand.is_empty)


def _undone(match: Match, change: Change) -> Banner:
    """Say what an undo did; `change` is the one that undid another."""
    moved = _moves(match, change)
    if moved:
        return Banner(_("Undone:"), facts=moved)
    return Banner(_("Undone: %(change)s", change=change_name(change.inverse)))


def _changed(match: Match, change: Change) -> Banner:
    if change.kind is not ChangeKind.ROUNDS:
        return Banner(change_sentence(change, match.names))
    was, now = (change.before or {})["rounds"], (change.after or {})["rounds"]
    first = (change.after or {})["number"]
    facts = _moves(match, change)
    if now:
        text = _("Round %(number)s edited", number=first)
        return Banner(text, facts=facts, explained=first if first <= len(match.rounds) else 0)
    text = ngettext(
        "%(rounds)s removed", "%(rounds)s removed", len(was), rounds=rounds_name(first, len(was))
    )
    return Banner(text, facts=facts)


def _moves(match: Match, change: Change) -> tuple[Fact, ...]:
    """Return the totals that a change moved, from before it to now."""
    return moves(side_changes(with_change(match, change.inverse), match))
