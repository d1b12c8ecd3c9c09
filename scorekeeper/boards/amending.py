"""What the page that amends a round shows."""

from __future__ import annotations

from dataclasses import replace

from flask import url_for

from scorekeeper.boards import mending, previews, rounds
from scorekeeper.boards.changes import entered
from scorekeeper.folding import Match, Unfit, rewound
from scorekeeper.forms.amending import AmendForm
from scorekeeper.mending import what_if
from scorekeeper.rules import Round
from scorekeeper.sheets import amended


def record(match: Match, number: int, form: AmendForm) -> rounds.RecordPage:
    """Show the page that takes a round, for one that was recorded already."""

    def url(endpoint: str) -> str:
        return url_for(endpoint, match_id=match.id, number=number)

    page = rounds.record(rewound(match, number), form)
    other = page.other_way
    return replace(
        page,
        title=f"Amend round {number}",
        back_url=url("rounds.result"),
        preview_url=url("amending.preview"),
        record_label="Save the change",
        # The address alone would show the round as it was recorded.
        other_way=other and replace(other, url=url("amending.amend")),
    )


def preview(match: Match, number: int, played: Round) -> previews.Preview:
    """Say what a round would come to, and what that changes after it."""
    said = previews.preview(rewound(match, number), played)
    try:
        after = what_if(match, amended(match.sheet, number, played))
    except Unfit as unfit:
        fault = mending.misfit(unfit, match.names)
        return replace(said, say=fault, why=(), fault=True, amends=True)
    return replace(
        said, follows=(*scores(match, after), *mending.consequences(match, after)), amends=True
    )


def scores(before: Match, after: Match) -> tuple[str, ...]:
    """Say how the score would change, in one sentence, if it would."""
    if before.standing.totals == after.standing.totals:
        return ("The score stays as it is.",)
    changed = (side for side in mending.sides_changed(before, after) if side.before != side.after)
    return (
        ", ".join(f"{side.name} {side.after} instead of {side.before}" for side in changed) + ".",
    )


def stale(number: int, was: Round, names: tuple[str, ...]) -> str:
    """Tell a device that somebody else changed the round it was amending."""
    return (
        f"Round {number} was changed while this page was open, so nothing was saved."
        f" It is now: {entered(was, names)}. Save what you entered in its place?"
    )
