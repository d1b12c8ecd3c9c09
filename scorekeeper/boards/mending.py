"""What the pages that mend a match show: what a change would do, before it is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask import url_for

from scorekeeper.boards.changes import named, told
from scorekeeper.boards.matches import teller_of
from scorekeeper.boards.sides import number
from scorekeeper.folding import Match
from scorekeeper.sheets import Change
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
    """The page that asks before a change is made: what is done, what follows, and the score."""

    title: str
    text: str
    follows: tuple[str, ...]
    sides: tuple[SideChange, ...]
    button: str
    keep: str
    back_url: str


def ask(
    before: Match, after: Match, *, title: str, text: str, button: str, keep: str = "Leave it"
) -> Ask:
    """Ask whether a match is to be changed."""
    return Ask(
        title=title,
        text=text,
        follows=consequences(before, after),
        sides=sides_changed(before, after),
        button=button,
        keep=keep,
        back_url=url_for("matches.table", match_id=before.id),
    )


def undo(before: Match, after: Match, change: Change) -> Ask:
    """Ask whether the last change is to be taken back; it led to `before`."""
    title, text = f"Undo {named(change)}?", told(change, before.names)
    last = before.rounds[-1] if before.rounds else None
    if last and (change.after or {}).get("number") == last.number:
        teller = teller_of(before)
        text = f"{teller.headline(last.score)} {teller.points(last.score)}."
    return ask(before, after, title=title, text=text, button="Undo it", keep="Keep it")


def redo(before: Match, after: Match, change: Change) -> Ask:
    """Ask whether a change that was undone is to be made again."""
    title, text = f"Redo {named(change)}?", told(change, after.names)
    return ask(before, after, title=title, text=text, button="Redo it")


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
