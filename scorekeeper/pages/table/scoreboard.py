"""What the table of a match shows besides its scores: who is ahead, how each round ended."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext, pgettext
from scorekeeper.pages.shared.match import (
    first_of,
    narrator_of,
    reminder,
    round_headline,
    shuffles_of,
    status_of,
)
from scorekeeper.pages.shared.panel_texts import Side, digits_of, goal_of, round_of
from scorekeeper.rules.game_keys import Best, Ends
from scorekeeper.rules.reasons import WentOut
from scorekeeper.rules.tiles_and_hands import Ending
from scorekeeper.scorebook.scored_match import Match, ScoredRound
from scorekeeper.wording.formats import place_name, rounds
from scorekeeper.wording.round_sentences import RoundNarrator

# The page of a long match must render as quickly as that of a short one.
NEWEST = 12
# How many letters of a name fit beside a score with the fewest digits.
SHORT, SHORTEST = 7, 2


def meta_of(match: Match) -> str:
    """Say what the match is played to, and what to deal; or when it ended."""
    if match.standing.over:
        return f"{goal_of(match.setup)} · {_how_long(match)}"
    if not match.rounds:
        # The banner says what to deal.
        return status_of(match)
    counted = match.setup.game.match.ends is Ends.ROUNDS
    goal = round_of(match.setup, match.next_number) if counted else goal_of(match.setup)
    return f"{goal} · {reminder(match, briefly=True)}"


def _how_long(match: Match) -> str:
    if match.only_result:
        return result_without_rounds()
    # For translators: the match is over after 6 rounds.
    return _("over after %(rounds)s", rounds=rounds(len(match.rounds)))


def result_without_rounds() -> str:
    """Say that the rounds of a match are not known, nor the tiles."""
    return _("only the result is known")


def news_of(match: Match) -> str:
    """Say in one sentence how the last round ended; "" if there is none."""
    if not match.rounds or match.only_result:
        return ""
    last = match.rounds[-1]
    headline = round_headline(match, last)
    return _("Round %(number)s: %(headline)s", number=last.number, headline=headline)


def are_short(sides: tuple[Side, ...]) -> bool:
    """Return whether the scores and the names are short enough to stand beside each other."""
    return digits_of(sides) == SHORTEST and all(len(side.name) <= SHORT for side in sides)


class Notes(NamedTuple):
    """The notes beside the score of a side: who begins, whether it is ahead, what is missing."""

    first: str
    shuffles: str
    ahead: str
    rest: str


def notes_of(match: Match, sides: tuple[Side, ...]) -> list[Notes]:
    """Return the notes beside the score of each side."""
    over, notes = match.standing.over, []
    for number, (side, seats) in enumerate(zip(sides, match.setup.sides, strict=True)):
        first = first_of(match, seats)
        shuffles = "" if first else shuffles_of(match, seats)
        ahead = _("ahead") if not over and _is_ahead(match, number) else ""
        rest = _place_note(match, number) if over else side.to_go
        notes.append(Notes(first, shuffles, ahead, rest))
    return notes


def _is_ahead(match: Match, side: int) -> bool:
    """Whether to say that a side is ahead alone.

    If the number of rounds is fixed, the progress of each side shows that as well.
    """
    counted = match.setup.game.match.ends is Ends.ROUNDS
    return bool(match.rounds) and not counted and match.standing.leaders == (side,)


def places_of(match: Match) -> tuple[int, ...]:
    """Return the place of each side of a match that is over, from 1; ties share a place.

    Sides put out of the match later come before those put out earlier; who left comes last.
    """
    standings = [scored.standing for scored in match.rounds]
    last, high = match.standing, match.setup.game.match.best is Best.HIGH

    def merit(side: int) -> tuple[bool, bool, int, int]:
        lasted = sum(side not in standing.put_out for standing in standings)
        total = last.totals[side]
        return side == last.winner, side not in last.away, lasted, total if high else -total

    merits = [merit(side) for side in range(len(last.totals))]
    return tuple(1 + sum(other > own for other in merits) for own in merits)


def _place_note(match: Match, side: int) -> str:
    """Say that a side won the finished match, or its place."""
    if side == match.standing.winner:
        # For translators: won the match, as a note beside the name of one person, or of two.
        return ngettext("wins", "win", narrator_of(match).people(side))
    if side in match.standing.away:
        return _("has left")
    places = places_of(match)
    place = place_name(places[side])
    return _("%(place)s, tied", place=place) if places.count(places[side]) > 1 else place


class ListedRound(NamedTuple):
    """A round in a list, with its match and the narrator that says how it ended."""

    match: Match
    scored: ScoredRound
    narrator: RoundNarrator

    @property
    def how(self) -> str:
        """How the round ended, in a word or two."""
        scored = self.scored
        if scored.standing.reset:
            return _("back to love")
        if self.match.only_result:
            return result_without_rounds()
        if scored.played.corrections:
            return _("bonus / penalty")
        if scored.score.ending is None:
            # For translators: how a round was entered: only its points are known.
            return str(pgettext("a round", "points"))
        if scored.score.ending is Ending.PLAYED:
            # For translators: how a round ended: by points that were made while it was played.
            return _("counted") if scored.played.plays else _("in play")
        # For translators: how a round ended: somebody went out, or nobody could play any more.
        out = any(isinstance(step, WentOut) for step in scored.score.reasons)
        return _("went out") if out else _("blocked")

    @property
    def ending(self) -> str:
        """How the round ended, and whether it reset the totals or was corrected."""
        if self.match.only_result:
            return result_without_rounds()
        ending = self.narrator.ending(self.scored.score)
        if self.scored.standing.reset:
            # For translators: all totals went back to 0, which players call love.
            ending = _("%(ending)s, back to love", ending=ending)
        if self.scored.played.corrections:
            ending = _("%(ending)s, bonus / penalty", ending=ending)
        return ending


def later_numbers(match: Match, most: int) -> range:
    """Return which of the newest rounds came after the end and do not count, the last first."""
    played = match.next_number - 1
    return range(played, max(len(match.rounds), played - most), -1)


def newest_rounds(match: Match, most: int) -> list[ListedRound]:
    """List the newest rounds that count, the last first."""
    first = max(0, match.next_number - 1 - most)
    newest = reversed(match.rounds[first:])
    return [ListedRound(match, each, narrator_of(match.at(each.number))) for each in newest]
