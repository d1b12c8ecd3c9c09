"""What a change would do to a match beyond itself: to its end, its lead and its later rounds."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.pages.shared.changes import rounds_name
from scorekeeper.pages.shared.match import narrator_of
from scorekeeper.pages.shared.outcome import ranked_totals
from scorekeeper.scorebook.projection import Match, ReplayError
from scorekeeper.wording.errors import error_sentence
from scorekeeper.wording.formats import join_names


def replay_error_sentence(error: ReplayError, names: tuple[str, ...]) -> str:
    """Say why a change cannot be made: a later round would no longer be valid."""
    return _(
        "Round %(number)s would no longer be possible: %(why)s Edit or remove that round first.",
        number=error.number,
        why=error_sentence(error.fault, names),
    )


def later_rounds(match: Match) -> str:
    """Name the rounds recorded after the end of a match: Round 5, Rounds 5 to 7."""
    return rounds_name(len(match.rounds) + 1, len(match.later))


def consequences(before: Match, after: Match) -> tuple[str, ...]:
    """Say in sentences what else a change does: to the end of the match, later rounds, the lead."""
    return tuple(_consequences(before, after))


def _consequences(before: Match, after: Match) -> Iterator[str]:
    ended, ends = _end(before), _end(after)
    if ended and not ends:
        still = _("Round %(number)s would no longer end the match.", number=ended[0])
        yield f"{still} {_lead(after)}"
    elif ends and ends != ended:
        yield _new_end(after, *ends)
    elif after.standing.leaders != before.standing.leaders:
        yield _lead(after)
    if after.later and len(after.later) != len(before.later):
        yield ngettext(
            "%(rounds)s was recorded after that: you will be asked whether to keep playing.",
            "%(rounds)s were recorded after that: you will be asked whether to keep playing.",
            len(after.later),
            rounds=later_rounds(after),
        )
    if rescored := _rescored(before, after):
        yield ngettext(
            "Round %(numbers)s would score differently.",
            "Rounds %(numbers)s would score differently.",
            len(rescored),
            numbers=join_names(rescored),
        )


def _end(match: Match) -> tuple[int, int] | None:
    """Return the number of the round that ended a match, and the side that won it."""
    winner = match.standing.winner
    return None if winner is None else (len(match.rounds), winner)


def _new_end(match: Match, number: int, winner: int) -> str:
    narrator = narrator_of(match)
    return ngettext(
        "Round %(number)s would end the match: %(names)s would win %(score)s.",
        "Round %(number)s would end the match: %(names)s would win %(score)s.",
        narrator.people(winner),
        number=number,
        names=narrator.label(winner),
        score=ranked_totals(match),
    )


def _lead(match: Match) -> str:
    """Say who is ahead, and by how much."""
    narrator, leaders = narrator_of(match), match.standing.leaders
    if len(leaders) > 1:
        names = join_names([narrator.label(side) for side in leaders])
        # For translators: have the same points, as in: Ana and Bea are level 48 to 48.
        return _("%(names)s are level %(score)s.", names=names, score=ranked_totals(match))
    # For translators: to lead is to have the best total, as in: Ana leads 48 to 20.
    return ngettext(
        "%(names)s is ahead %(score)s.",
        "%(names)s are ahead %(score)s.",
        narrator.people(leaders[0]),
        names=narrator.label(leaders[0]),
        score=ranked_totals(match),
    )


def _rescored(before: Match, after: Match) -> list[str]:
    """Number the rounds that are played as before, and score otherwise."""
    pairs = zip(before.rounds, after.rounds, strict=False)
    return [
        str(now.number)
        for was, now in pairs
        if was.played == now.played and was.score.points != now.score.points
    ]
