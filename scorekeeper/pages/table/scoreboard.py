"""What the table of a match says beside its scores: who is ahead, how each round ended."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.pages.shared.match import narrator_of, reminder, status_of
from scorekeeper.pages.shared.sides import Side, digits_of, goal_of, round_of
from scorekeeper.rules.options import Best, Ending, Ends
from scorekeeper.rules.reasons import WentOut
from scorekeeper.scorebook.projection import Match, ScoredRound
from scorekeeper.wording.formats import rounds
from scorekeeper.wording.labels import place_name

# The page of a long match must be made as quickly as that of a short one.
NEWEST = 12
# Letters of a name that stands beside a score of the fewest digits.
SHORT, SHORTEST = 7, 2


def meta_of(match: Match) -> str:
    """Say what the match is played to, and what to deal; or when it ended."""
    if match.standing.over:
        # For translators: the match is over after 6 rounds.
        ended = _("over after %(rounds)s", rounds=rounds(len(match.rounds)))
        return f"{goal_of(match.setup)} · {ended}"
    if not match.rounds:
        # What to deal is in the banner.
        return status_of(match)
    counted = match.setup.game.match.ends is Ends.ROUNDS
    goal = round_of(match.setup, match.next_number) if counted else goal_of(match.setup)
    return f"{goal} · {reminder(match, briefly=True)}"


def news_of(match: Match) -> str:
    """Say in one sentence how the last round ended; empty before the first."""
    if not match.rounds:
        return ""
    last = match.rounds[-1]
    headline = narrator_of(match).headline(last.score)
    return _("Round %(number)s: %(headline)s", number=last.number, headline=headline)


def are_short(sides: tuple[Side, ...]) -> bool:
    """Return whether the scores and the names are short enough to stand beside each other."""
    return digits_of(sides) == SHORTEST and all(len(side.name) <= SHORT for side in sides)


def is_ahead(match: Match, side: int) -> bool:
    """Whether to say that a side is ahead alone.

    Where the number of rounds is fixed, how far each side is says that as well.
    """
    counted = match.setup.game.match.ends is Ends.ROUNDS
    return bool(match.rounds) and not counted and match.standing.leaders == (side,)


def places_of(match: Match) -> tuple[int, ...]:
    """Return the place of each side of a match that is over, from 1; ties share a place.

    Whoever was put out of the match later comes before whoever was put out earlier.
    """
    standings = [scored.standing for scored in match.rounds]
    last, high = standings[-1], match.setup.game.match.best is Best.HIGH

    def merit(side: int) -> tuple[bool, int, int]:
        lasted = sum(side not in standing.put_out for standing in standings)
        total = last.totals[side]
        return side == last.winner, lasted, total if high else -total

    merits = [merit(side) for side in range(len(last.totals))]
    return tuple(1 + sum(other > own for other in merits) for own in merits)


def place_note(match: Match, side: int) -> str:
    """Say that a side won the match that is over, or in which place it is."""
    if side == match.standing.winner:
        # For translators: won the match, as a note beside the name of one person, or of two.
        return ngettext("wins", "win", narrator_of(match).people(side))
    places = places_of(match)
    place = place_name(places[side])
    return _("%(place)s, tied", place=place) if places.count(places[side]) > 1 else place


class ListedRound(NamedTuple):
    """A round in brief: `winner` is the side in its `colour`, "" and 0 where nobody won."""

    number: int
    colour: int
    winner: str
    gain: int
    how: str
    ending: str


def newest_rounds(match: Match, most: int) -> list[ListedRound]:
    """List so many of the newest rounds that count, the last one first."""
    narrator, found = narrator_of(match), []
    for scored in match.rounds[: -max(0, most) - 1 : -1]:
        side = scored.score.winning_side
        found.append(
            ListedRound(
                number=scored.number,
                colour=0 if side is None else match.side_colours[side],
                winner="" if side is None else narrator.label(side),
                gain=0 if side is None else scored.score.points[side],
                how=_how_ended(scored),
                ending=ending_of(match, scored),
            )
        )
    return found


def _how_ended(scored: ScoredRound) -> str:
    """Say in a word or two how a round ended."""
    if scored.standing.reset:
        return _("back to love")
    if scored.played.corrections:
        return _("corrected")
    if scored.score.ending is Ending.PLAYED:
        # For translators: how a round ended: by points that were made while it was played.
        return _("counted") if scored.played.plays else _("in play")
    # For translators: how a round ended: somebody went out, or nobody could play any more.
    out = any(isinstance(step, WentOut) for step in scored.score.reasons)
    return _("went out") if out else _("blocked")


def ending_of(match: Match, scored: ScoredRound) -> str:
    """Say how a round ended, and whether it reset the totals or was corrected."""
    ending = narrator_of(match).ending(scored.score)
    if scored.standing.reset:
        # For translators: all totals went back to 0, which players call love.
        ending = _("%(ending)s, back to love", ending=ending)
    if scored.played.corrections:
        ending = _("%(ending)s, corrected", ending=ending)
    return ending
