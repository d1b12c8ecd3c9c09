"""The line above the scores: how the last round ended, or what was changed since, and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.pages.shared.change_sentences import (
    change_name,
    change_sentence,
    later_rounds,
    lead_of,
    rounds_name,
)
from scorekeeper.pages.shared.match import (
    match_won,
    narrator_of,
    notice_of,
    reasons_of,
    reminder,
    side_changes,
    total_changes,
)
from scorekeeper.pages.shared.panel_texts import SideChange
from scorekeeper.rules.reasons import Awarded, WentOut
from scorekeeper.rules.tiles_and_hands import Ending, NotEntered
from scorekeeper.scorebook.changes import Change, ChangeKind
from scorekeeper.scorebook.scored_match import Match, ScoredRound, with_change
from scorekeeper.wording.formats import format_number, signed

# A name and its value: Bea 12, or Ana 37 → 75.
Fact = tuple[str, str]


class Banner(NamedTuple):
    """What happened last: `text` and the `gain` of the winner, then facts after a `label`.

    `colour` is the CSS class of the side it is about, `explained` the round to explain, if any.
    `undo`, `redo` and `take_back` are the words of the buttons, "" without.
    """

    text: str
    colour: str = ""
    gain: Fact | None = None
    label: str = ""
    facts: tuple[Fact, ...] = ()
    explained: ScoredRound | None = None
    undo: str = ""
    redo: str = ""
    take_back: str = ""


def banner_of(match: Match, last: Change | None, undoes: Change | None) -> Banner:
    """Say what happened last in a match.

    `last` is what changed its record last, `undoes` the change that can be undone, if any.
    """
    banner = _happened(match, last)
    if last is None or not _is_undo(last):
        return banner._replace(undo=_("Undo") if undoes else "")
    # Side by side, each number needs its name.
    return banner._replace(
        undo=_("Undo %(change)s", change=change_name(undoes)) if undoes else "",
        redo=_("Redo %(change)s", change=change_name(last.inverse)),
    )


def _happened(match: Match, last: Change | None) -> Banner:
    if match.later:
        return Banner(_decision(match))
    if last and _is_undo(last):
        return _undone(match, last)
    if last and not _records(last):
        return _changed(match, last)
    return _last_round(match) if match.rounds else Banner(reminder(match))


def _is_undo(last: Change | None) -> bool:
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
        rounds=later_rounds(match),
    )


def _last_round(match: Match) -> Banner:
    last = match.rounds[-1]
    match = match.at(last.number)
    winner = last.score.winning_side
    banner = Banner(
        text=match_won(match) if match.standing.over else _ending_of(match, last),
        colour=f"c{match.side_colours[winner]}" if winner is not None else "",
        gain=_gain(match, last),
        explained=last,
    )
    if notice := notice_of(match, last.standing):
        return banner._replace(label=notice)
    if _several_paid(last):
        return banner._replace(facts=_paid(match, last))
    # For a blocked round the text says what was compared.
    left = _left(match, last) if last.score.ending is Ending.WENT_OUT else ()
    # For translators: the pips left in the other hands, as in: left: Bea 12, Ciro 9.
    return banner._replace(label=_("left:") if left else "", facts=left)


def _ending_of(match: Match, scored: ScoredRound) -> str:
    """Say how a round ended: Ana went out; Blocked: 21 · 21. Bea wins on the lightest tile."""
    narrator, score = narrator_of(match), scored.score
    if score.ending is Ending.BLOCKED:
        return narrator.headline(score)
    return narrator.ending(score)


def _gain(match: Match, scored: ScoredRound) -> Fact | None:
    """Return the points of the winner, if nobody else has any.

    With the names of both partners if one went out; in a blocked round 0 is worth saying.
    """
    winner, points = scored.score.winning_side, scored.score.points
    blocked = scored.score.ending is Ending.BLOCKED
    if winner is None or _several_paid(scored) or not (points[winner] or blocked):
        return None
    named = match.setup.partners and not blocked
    gained = signed(points[winner]) if points[winner] else "+0"
    return narrator_of(match).label(winner) if named else "", gained


def _several_paid(scored: ScoredRound) -> bool:
    """Whether anybody besides the winner scores."""
    paid = {side for side, points in enumerate(scored.score.points) if points}
    return not paid <= {scored.score.winning_side}


def _paid(match: Match, scored: ScoredRound) -> tuple[Fact, ...]:
    narrator, points = narrator_of(match), enumerate(scored.score.points)
    return tuple((narrator.label(side), signed(paid)) for side, paid in points if paid)


def _left(match: Match, scored: ScoredRound) -> tuple[Fact, ...]:
    hands = zip(match.names, scored.played.hands, strict=False)
    return tuple(
        (name, format_number(hand.pips))
        for name, hand in hands
        if not (hand.is_empty or isinstance(hand, NotEntered))
    )


def _undone(match: Match, change: Change) -> Banner:
    """Say what an undo did; `change` is the one that undid another."""
    undone, facts = change.inverse, _moves(match, change)
    if not _records(undone):
        return Banner(_("Undone: %(change)s", change=change_name(undone)), facts=facts)
    after = undone.after or {}
    count = len(after["rounds"])
    which = rounds_name(after["number"], count)
    # For translators: what was recorded is undone: Round 8 taken back.
    text = ngettext("%(rounds)s undone", "%(rounds)s undone", count, rounds=which)
    return Banner(text, facts=facts)


def _changed(match: Match, change: Change) -> Banner:
    if change.kind is ChangeKind.TIMER and match.standing.ended_early:
        # For translators: 65 to 40, or a sentence, as in: Ended early: Ana is ahead 65 to 40.
        return Banner(_("Ended early: %(score)s", score=lead_of(match)))
    if change.kind is not ChangeKind.ROUNDS:
        return Banner(change_sentence(change, match.names))
    was, now = (change.before or {})["rounds"], (change.after or {})["rounds"]
    first = (change.after or {})["number"]
    facts, rounds = _moves(match, change), rounds_name(first, len(was))
    if now:
        explained = match.rounds[first - 1] if first <= len(match.rounds) else None
        text = ngettext("%(rounds)s edited", "%(rounds)s edited", len(was), rounds=rounds)
        return Banner(text, facts=facts, explained=explained)
    text = ngettext("%(rounds)s removed", "%(rounds)s removed", len(was), rounds=rounds)
    return Banner(text, facts=facts)


def _moves(match: Match, change: Change) -> tuple[Fact, ...]:
    """Return the totals that a change altered, before and now."""
    return _moved(side_changes(with_change(match, change.inverse), match))


def _moved(changes: Iterable[SideChange]) -> tuple[Fact, ...]:
    return tuple(
        (each.name, f"{each.before} → {each.after}")
        for each in changes
        if each.before != each.after
    )


def round_moves(match: Match, scored: ScoredRound) -> tuple[Fact, ...]:
    """Return the totals that a round altered."""
    there = match.at(scored.number)
    return _moved(total_changes(there, match.before(scored.number), scored.standing))


def reasons_beside(match: Match, scored: ScoredRound) -> tuple[str, ...]:
    """Give the reasons for a score that neither the headline nor the sum says already."""
    if match.only_result:
        return reasons_of(match, scored)
    plain = (WentOut, Awarded) if sum_of(match, scored) else WentOut
    steps = (step for step in scored.score.reasons if not isinstance(step, plain))
    return narrator_of(match.at(scored.number)).sentences(steps)


def sum_of(match: Match, scored: ScoredRound) -> str:
    """Add up the other hands, if that is what the winner gets: 12 + 9 + 17 = 38."""
    awards = [step for step in scored.score.reasons if isinstance(step, Awarded)]
    if len(awards) != 1 or not awards[0].adds_opponents_only:
        return ""
    award = awards[0]
    others = [
        hand.pips
        for seat, hand in enumerate(scored.played.hands)
        if match.setup.side_of(seat) != award.side and not hand.is_empty
    ]
    if len(others) < 2 or sum(others) != award.points:
        return ""
    return f"{' + '.join(map(format_number, others))} = {format_number(award.points)}"
