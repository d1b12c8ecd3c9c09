"""What the pages that mend a match show: what a change would do, before it is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flask import url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from scorekeeper.pages.shared.changes import change_name, change_sentence, rounds_name
from scorekeeper.pages.shared.match import narrator_of
from scorekeeper.pages.shared.outcome import totals_text
from scorekeeper.scorebook.changes import Change, ChangeKind
from scorekeeper.scorebook.history import with_change
from scorekeeper.scorebook.projection import Match, ReplayError
from scorekeeper.wording.errors import error_sentence as told_of_fault
from scorekeeper.wording.formats import join_names, number

LATE = _l("The match went on while this page was open: nothing was changed.")


@dataclass(frozen=True, slots=True)
class SideChange:
    """A side before and after a change; `colour` (from 1) is its place."""

    colour: int
    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Ask:
    """The page that asks before a change is made: what is done, what follows, and the score.

    Where there is a `fault`, the change cannot be made, and the page says why.
    """

    title: str
    text: str
    button: str
    keep: str
    back_url: str
    follows: tuple[str, ...] = ()
    sides: tuple[SideChange, ...] = ()
    fault: str = ""


def ask(match: Match, change: Change, *, title: str, text: str, button: str, keep: str = "") -> Ask:
    """Ask whether a match is to be changed."""
    url = url_for("table.show", match_id=match.id)
    asked = Ask(title=title, text=text, button=button, keep=keep or _("Leave it"), back_url=url)
    try:
        after = with_change(match, change)
    except ReplayError as unfit:
        return replace(asked, fault=misfit(unfit, match.names))
    return replace(asked, follows=consequences(match, after), sides=sides_changed(match, after))


def misfit(unfit: ReplayError, names: tuple[str, ...]) -> str:
    """Say why a change cannot be made: a later round would not fit any more."""
    why = told_of_fault(unfit.fault, names)
    return _(
        "Round %(number)s would not fit any more: %(why)s Mend or remove that round first.",
        number=unfit.number,
        why=why,
    )


def making(match: Match, change: Change) -> Ask:
    """Ask whether names, places or the goal are to be changed."""
    text = change_sentence(change, match.names)
    return ask(
        match, change, title=str(_QUESTIONS[change.kind]), text=text, button=_("Yes, change it")
    )


def removing(match: Match, change: Change, number: int) -> Ask:
    """Ask whether a round is to be taken out."""
    text, after = _scored(match, number), match.next_number - 1 - number
    if after:
        # For translators: the rounds after one that is taken out get the numbers before theirs.
        moved = ngettext(
            "%(rounds)s moves up.",
            "%(rounds)s move up.",
            after,
            rounds=rounds_name(number + 1, after),
        )
        text = f"{text} {moved}"
    title = _("Remove round %(number)s?", number=number)
    return ask(match, change, title=title, text=text, button=_("Remove it"), keep=_("Keep it"))


def playing_on(match: Match, change: Change) -> Ask:
    """Ask whether rounds that were recorded after the match had its winner count."""
    text = ngettext(
        "%(rounds)s counts, and the match goes on from there.",
        "%(rounds)s count, and the match goes on from there.",
        len(match.later),
        rounds=_later(match),
    )
    return ask(
        match, change, title=_("Play on?"), text=text, button=_("Play on"), keep=_("Not yet")
    )


def ending(match: Match, change: Change) -> Ask:
    """Ask whether rounds that were recorded after the match had its winner are to go."""
    title = _("End with round %(number)s?", number=len(match.rounds))
    text = ngettext(
        "%(rounds)s will be taken out. Undo brings them back.",
        "%(rounds)s will be taken out. Undo brings them back.",
        len(match.later),
        rounds=_later(match),
    )
    button, keep = _("End it there"), _("Not yet")
    return ask(match, change, title=title, text=text, button=button, keep=keep)


def undo(match: Match, change: Change) -> Ask:
    """Ask whether the last change is to be taken back."""
    title, text = (
        _("Undo %(change)s?", change=change_name(change)),
        change_sentence(change, match.names),
    )
    last = match.rounds[-1] if match.rounds else None
    if last and not (change.before or {}).get("rounds", True) and last.number == _number(change):
        text = _scored(match, last.number)
    button, keep = _("Undo it"), _("Keep it")
    return ask(match, change.inverse, title=title, text=text, button=button, keep=keep)


def redo(match: Match, change: Change) -> Ask:
    """Ask whether a change that was undone is to be made again."""
    title, text = (
        _("Redo %(change)s?", change=change_name(change)),
        change_sentence(change, match.names),
    )
    return ask(match, change, title=title, text=text, button=_("Redo it"))


def _number(change: Change) -> int:
    return int((change.after or {}).get("number", 0))


def _later(match: Match) -> str:
    return rounds_name(len(match.rounds) + 1, len(match.later))


def _scored(match: Match, number: int) -> str:
    """Say how a round ended, and what it paid."""
    narrator, score = narrator_of(match), match.rounds[number - 1].score
    return _(
        "%(headline)s %(points)s.", headline=narrator.headline(score), points=narrator.points(score)
    )


def sides_changed(before: Match, after: Match) -> tuple[SideChange, ...]:
    """Show the score before and after a change, side by side."""
    narrator = narrator_of(after)
    totals = zip(before.standing.totals, after.standing.totals, strict=True)
    return tuple(
        SideChange(side + 1, narrator.label(side), number(was), number(now))
        for side, (was, now) in enumerate(totals)
    )


def consequences(before: Match, after: Match) -> tuple[str, ...]:
    """Say what else a change does: to the end of the match, to later rounds, to the lead."""
    return tuple(_consequences(before, after))


def _consequences(before: Match, after: Match) -> Iterator[str]:
    ended, ends = _end(before), _end(after)
    if ended and not ends:
        still = _("Round %(number)s would no longer end the match.", number=ended[0])
        yield f"{still} {leading(after)}"
    elif ends and ends != ended:
        yield _won(after, *ends)
    elif after.standing.leaders != before.standing.leaders:
        yield leading(after)
    if after.later and len(after.later) != len(before.later):
        yield ngettext(
            "%(rounds)s was recorded after that: you will be asked whether to play on.",
            "%(rounds)s were recorded after that: you will be asked whether to play on.",
            len(after.later),
            rounds=_later(after),
        )
    if otherwise := _scored_otherwise(before, after):
        yield ngettext(
            "Round %(numbers)s would score otherwise.",
            "Rounds %(numbers)s would score otherwise.",
            len(otherwise),
            numbers=join_names(otherwise),
        )


def _won(match: Match, number: int, winner: int) -> str:
    narrator = narrator_of(match)
    return ngettext(
        "Round %(number)s would end the match: %(names)s would win %(score)s.",
        "Round %(number)s would end the match: %(names)s would win %(score)s.",
        narrator.people(winner),
        number=number,
        names=narrator.label(winner),
        score=_score(match),
    )


def _end(match: Match) -> tuple[int, int] | None:
    """Say which round ended a match, and which side won it."""
    winner = match.standing.winner
    return None if winner is None else (len(match.rounds), winner)


def leading(match: Match) -> str:
    """Say who is ahead, and by how much."""
    narrator, leaders = narrator_of(match), match.standing.leaders
    if len(leaders) > 1:
        names = join_names([narrator.label(side) for side in leaders])
        # For translators: have the same points, as in: Ana and Bea are level 48 to 48.
        return _("%(names)s are level %(score)s.", names=names, score=_score(match))
    # For translators: to lead is to have the best total, as in: Ana leads 48 to 20.
    return ngettext(
        "%(names)s leads %(score)s.",
        "%(names)s lead %(score)s.",
        narrator.people(leaders[0]),
        names=narrator.label(leaders[0]),
        score=_score(match),
    )


def _score(match: Match) -> str:
    first = match.standing.leaders[0]
    totals = match.standing.totals
    others = (total for side, total in enumerate(totals) if side != first)
    return totals_text([totals[first], *others])


def _scored_otherwise(before: Match, after: Match) -> list[str]:
    """Name the rounds that stay as they were entered, and come to something else."""
    pairs = zip(before.rounds, after.rounds, strict=False)
    return [
        str(now.number)
        for was, now in pairs
        if was.played == now.played and was.score.points != now.score.points
    ]


_QUESTIONS = {
    ChangeKind.NAMES: _l("Call them otherwise?"),
    ChangeKind.SEATS: _l("Let them change places?"),
    ChangeKind.GOAL: _l("Play to another goal?"),
}
