"""What a round that is entered would do to the totals of the match."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.pages.shared.match import narrator_of
from scorekeeper.rules.match import Standing
from scorekeeper.rules.reasons import Awarded, Reason, RoundScore
from scorekeeper.rules.rounds import Round, missing_seats
from scorekeeper.rules.setup import Setup
from scorekeeper.rules.weighing import weigh
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import number, points


class NewTotal(NamedTuple):
    """The total of a side before and after the round; a `note` such as “wins the match”."""

    colour: str
    name: str
    before: str
    after: str
    note: str = ""


def new_totals(
    match: Match, played: Round, score: RoundScore, *, so_far: bool = False
) -> tuple[NewTotal, ...]:
    """Return the totals that a round changes, the winner's first; `so_far`, as hands are missing.

    () where the match has its winner already.
    """
    standing, narrator = match.standing, narrator_of(match)
    if standing.over:
        return ()
    after = standing.after(played, score)
    winners = (score.winning_side, after.winner)
    sides = sorted(range(len(after.totals)), key=lambda side: side not in winners)
    found = (
        NewTotal(
            colour=f"c{match.side_colours[side]}",
            name=narrator.label(side),
            before=number(standing.totals[side]),
            after=number(after.totals[side]),
            note=_note_so_far(after, side) if so_far else _note(match, after, side),
        )
        for side in sides
    )
    return tuple(total for total in found if total.note or total.before != total.after)


def hands_added(match: Match, played: Round, reason: Reason) -> str:
    """Write what the opponents hold as a sum with their names: Bea 16 + Ciro 14 = 30 points.

    "" where they are not what is scored, or are one.
    """
    setup = match.setup
    if not isinstance(reason, Awarded) or not _is_plain(reason):
        return ""
    others = [
        seat
        for seat, hand in enumerate(played.hands)
        if setup.side_of(seat) != reason.side and not hand.is_empty
    ]
    missing = missing_seats(played, match.standing.moment)
    known = [_held(setup, match.names, played, seat) for seat in others if seat not in missing]
    if len(others) < 2 or not known:
        return ""
    if len(known) == 1:
        return known[0]
    total = number(reason.points) if missing else points(reason.points)
    return f"{' + '.join(known)} = {total}"


def _held(setup: Setup, names: tuple[str, ...], played: Round, seat: int) -> str:
    return f"{names[seat]} {number(weigh(setup.game, played.hands[seat]))}"


def _is_plain(award: Awarded) -> bool:
    """Whether an award is what the opponents hold, as it is."""
    return award.adds_opponents_only and award.points == award.terms[0].pips


def _note_so_far(after: Standing, side: int) -> str:
    # For translators: the total would win the match, and more hands are still to come.
    return _("a win so far") if after.winner == side else ""


def _note(match: Match, after: Standing, side: int) -> str:
    """Say what the new total means for a side, if the match ends for it."""
    people = narrator_of(match).people(side)
    if after.winner == side:
        # For translators: after a name and a total: Ana 75 → 113, wins the match.
        return ngettext("wins the match", "win the match", people)
    if side in after.losers:
        return ngettext("loses the match", "lose the match", people)
    if side in after.put_out and side not in match.standing.put_out:
        return _("out of the match")
    return ""
