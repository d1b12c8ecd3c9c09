"""What the pages that mend a match show: what a change would do, before it is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flask import url_for

from scorekeeper.boards.changes import named, rounds_named, told
from scorekeeper.boards.matches import teller_of
from scorekeeper.boards.sides import number
from scorekeeper.folding import Match, Unfit
from scorekeeper.mending import what_if
from scorekeeper.refusals import told as told_of_fault
from scorekeeper.sheets import Change, Kind
from scorekeeper.words import listed

LATE = "The match went on while this page was open: nothing was changed."


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


def ask(
    match: Match, change: Change, *, title: str, text: str, button: str, keep: str = "Leave it"
) -> Ask:
    """Ask whether a match is to be changed."""
    url = url_for("matches.table", match_id=match.id)
    asked = Ask(title=title, text=text, button=button, keep=keep, back_url=url)
    try:
        after = what_if(match, change)
    except Unfit as unfit:
        return replace(asked, fault=misfit(unfit, match.names))
    return replace(asked, follows=consequences(match, after), sides=sides_changed(match, after))


def misfit(unfit: Unfit, names: tuple[str, ...]) -> str:
    """Say why a change cannot be made: a later round would not fit any more."""
    why = told_of_fault(unfit.fault, names)
    return f"Round {unfit.number} would not fit any more: {why} Mend or remove that round first."


def making(match: Match, change: Change) -> Ask:
    """Ask whether names, places or the goal are to be changed."""
    text = told(change, match.names)
    return ask(match, change, title=_QUESTIONS[change.kind], text=text, button="Yes, change it")


def removing(match: Match, change: Change, number: int) -> Ask:
    """Ask whether a round is to be taken out."""
    teller, scored, after = (
        teller_of(match),
        match.rounds[number - 1],
        match.next_number - 1 - number,
    )
    moved = ""
    if after:
        rest = rounds_named(number + 1, after).capitalize()
        moved = f" {rest} {'moves' if after == 1 else 'move'} up."
    text = f"{teller.headline(scored.score)} {teller.points(scored.score)}.{moved}"
    title = f"Remove round {number}?"
    return ask(match, change, title=title, text=text, button="Remove it", keep="Keep it")


def playing_on(match: Match, change: Change) -> Ask:
    """Ask whether rounds that were recorded after the match had its winner count."""
    text = f"{_later(match)} {_count(match)}, and the match goes on from there."
    return ask(match, change, title="Play on?", text=text, button="Play on", keep="Not yet")


def ending(match: Match, change: Change) -> Ask:
    """Ask whether rounds that were recorded after the match had its winner are to go."""
    title = f"End with round {len(match.rounds)}?"
    text = f"{_later(match)} will be taken out. Undo brings them back."
    return ask(match, change, title=title, text=text, button="End it there", keep="Not yet")


def undo(match: Match, change: Change) -> Ask:
    """Ask whether the last change is to be taken back."""
    title, text = f"Undo {named(change)}?", told(change, match.names)
    last = match.rounds[-1] if match.rounds else None
    if last and not (change.before or {}).get("rounds", True) and last.number == _number(change):
        teller = teller_of(match)
        text = f"{teller.headline(last.score)} {teller.points(last.score)}."
    return ask(match, change.inverse, title=title, text=text, button="Undo it", keep="Keep it")


def redo(match: Match, change: Change) -> Ask:
    """Ask whether a change that was undone is to be made again."""
    text = told(change, match.names)
    return ask(match, change, title=f"Redo {named(change)}?", text=text, button="Redo it")


def _number(change: Change) -> int:
    return int((change.after or {}).get("number", 0))


def _later(match: Match) -> str:
    return rounds_named(len(match.rounds) + 1, len(match.later)).capitalize()


def _count(match: Match) -> str:
    return "counts" if len(match.later) == 1 else "count"


def sides_changed(before: Match, after: Match) -> tuple[SideChange, ...]:
    """Show the score before and after a change, side by side."""
    teller = teller_of(after)
    totals = zip(before.standing.totals, after.standing.totals, strict=True)
    return tuple(
        SideChange(side + 1, teller.label(side), number(was), number(now))
        for side, (was, now) in enumerate(totals)
    )


def consequences(before: Match, after: Match) -> tuple[str, ...]:
    """Say what else a change does: to the end of the match, to later rounds, to the lead."""
    return tuple(_consequences(before, after))


def _consequences(before: Match, after: Match) -> Iterator[str]:
    ended, ends = _end(before), _end(after)
    if ended and not ends:
        yield f"Round {ended[0]} would no longer end the match. {leading(after)}"
    elif ends and ends != ended:
        winner = teller_of(after).label(ends[1])
        yield f"Round {ends[0]} would end the match: {winner} would win {_score(after)}."
    elif after.standing.leaders != before.standing.leaders:
        yield leading(after)
    if after.later and len(after.later) != len(before.later):
        first, last = len(after.rounds) + 1, len(after.sheet.entries)
        which = f"Round {first} was" if first == last else f"Rounds {first} to {last} were"
        yield f"{which} recorded after that: you will be asked whether to play on."
    otherwise = _scored_otherwise(before, after)
    if otherwise:
        many = "s" if len(otherwise) > 1 else ""
        yield f"Round{many} {listed(otherwise)} would score otherwise."


def _end(match: Match) -> tuple[int, int] | None:
    """Say which round ended a match, and which side won it."""
    winner = match.standing.winner
    return None if winner is None else (len(match.rounds), winner)


def leading(match: Match) -> str:
    """Say who is ahead, and by how much."""
    teller, leaders = teller_of(match), match.standing.leaders
    if len(leaders) > 1:
        return f"{listed([teller.label(side) for side in leaders])} are level {_score(match)}."
    verb = "lead" if match.setup.partners else "leads"
    return f"{teller.label(leaders[0])} {verb} {_score(match)}."


def _score(match: Match) -> str:
    first = match.standing.leaders[0]
    totals = match.standing.totals
    others = (total for side, total in enumerate(totals) if side != first)
    return " to ".join(map(number, (totals[first], *others)))


def _scored_otherwise(before: Match, after: Match) -> list[str]:
    """Name the rounds that stay as they were entered, and come to something else."""
    pairs = zip(before.rounds, after.rounds, strict=False)
    return [
        str(now.number)
        for was, now in pairs
        if was.played == now.played and was.score.points != now.score.points
    ]


_QUESTIONS = {
    Kind.NAMES: "Call them otherwise?",
    Kind.SEATS: "Let them change places?",
    Kind.GOAL: "Play to another goal?",
}
