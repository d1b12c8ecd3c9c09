"""A finished match in words: how it was won, what was remarkable, and how long it took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from itertools import groupby, islice
from typing import NamedTuple, TypeVar

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext, npgettext
from scorekeeper.pages.shared.change_sentences import people_told
from scorekeeper.pages.shared.match import (
    last_reset,
    narrator_of,
    ranked_totals,
    totals_text,
)
from scorekeeper.rules.game_keys import Best, Ends, Reset
from scorekeeper.rules.goal import counts_wins
from scorekeeper.rules.reasons import WentOut
from scorekeeper.rules.tiles_and_hands import Ending
from scorekeeper.scorebook.scored_match import Match, ScoredRound
from scorekeeper.wording.formats import (
    format_number,
    join_names,
    minutes,
    points,
    rounds,
    signed,
    wins,
)

MOST_FACTS = 3
# More rounds than these are counted, not listed.
MOST_LISTED = 3
# Rounds that follow faster were played before they were entered.
FASTEST = timedelta(minutes=1)
# A break of a week between two rounds is not playing time.
LONGEST = timedelta(hours=12)
# Wins that have a name of their own.
SIX = 6
T = TypeVar("T")
# A side, and consecutive rounds in which it was ahead, or which it won.
Run = tuple[int, list[int]]


class Highlight(NamedTuple):
    """A fact to show; `number` is the colour of its side, 0 if it concerns all.

    A fact about one side or player begins with the `name`.
    """

    label: str
    name: str = ""
    value: str = ""
    more: str = ""
    number: int = 0


def how_won(match: Match) -> str:
    """Say how a match that is over was won: Went out in round 6: 75 + 38 = 113."""
    rules = match.setup.game.match
    if match.only_result:
        return _("Only the result of this match is known.")
    if match.standing.ended_early:
        # The heading says who won.
        return _("Ended early: %(score)s", score=ranked_totals(match))
    if rules.ends is Ends.ROUNDS:
        return _most_or_fewest(match)
    if match.standing.losers:
        return _last_one_in(match) if rules.eliminate else _limit_reached(match)
    if match.standing.drawn:
        return _("Level when time ran out")
    if match.standing.by_time:
        return _("Ahead when time ran out")
    if rules.reset is Reset.OTHER_SIDE_WINS:
        return _with_love(match)
    if counts_wins(match.setup.game):
        return _so_many_wins(match)
    return _last_round(match)


def _most_or_fewest(match: Match) -> str:
    played = rounds(len(match.rounds))
    if match.setup.game.match.best is Best.HIGH:
        return _("The most points after %(rounds)s", rounds=played)
    return _("The fewest points after %(rounds)s", rounds=played)


def _last_one_in(match: Match) -> str:
    total = match.standing.totals[match.standing.leaders[0]]
    # For translators: the last player whose total has not reached the limit.
    return _("The last one left, with %(points)s", points=points(total))


def _limit_reached(match: Match) -> str:
    narrator, losers = narrator_of(match), match.standing.losers
    return ngettext(
        "%(names)s reached %(limit)s in round %(number)s",
        "%(names)s reached %(limit)s in round %(number)s",
        narrator.people(*losers),
        names=join_names([narrator.side_name(side) for side in losers]),
        limit=format_number(match.setup.game.match.goal),
        number=len(match.rounds),
    )


def _with_love(match: Match) -> str:
    """Say in which rounds the winner won all its wins, while the others won none."""
    last, rules = len(match.rounds), match.setup.game.match
    facts = {"first": 1 + last_reset(match), "last": last}
    if counts_wins(match.setup.game) and rules.goal == SIX:
        # For translators: what players call six wins while the others have none.
        return _("Six love, rounds %(first)s to %(last)s", **facts)
    score = totals_text(sorted(match.standing.totals, reverse=True))
    # For translators: %(score)s is “6 to 0”.
    return _("%(score)s, rounds %(first)s to %(last)s", score=score, **facts)


def _so_many_wins(match: Match) -> str:
    won = wins(match.standing.totals[match.standing.leaders[0]])
    # For translators: how a match was won: 6 wins in 11 rounds.
    return _("%(wins)s in %(rounds)s", wins=won, rounds=rounds(len(match.rounds)))


def _last_round(match: Match) -> str:
    last, winner = match.rounds[-1], match.standing.leaders[0]
    gain = last.score.points[winner]
    before = match.before(last.number).totals[winner]
    if gain <= 0:
        return _("Decided in round %(number)s", number=last.number)
    total = match.standing.totals[winner]
    shown = (
        f"{format_number(before)} + {format_number(gain)} = {format_number(total)}"
        if before
        else signed(gain)
    )
    facts = {"number": last.number, "sum": shown}
    if last.score.winning_side != winner or last.score.ending is None:
        return _("In round %(number)s: %(sum)s", **facts)
    if last.score.ending is Ending.BLOCKED:
        # For translators: the last round was blocked: Blocked in round 6: 75 + 38 = 113.
        return _("Blocked in round %(number)s: %(sum)s", **facts)
    # For translators: the winner played the last tile: Went out in round 6: 75 + 38 = 113.
    return _("Went out in round %(number)s: %(sum)s", **facts)


def highlights_of(match: Match) -> tuple[Highlight, ...]:
    """Return up to three facts about a match that is over, the most interesting first."""
    makers = _OF_WINS if counts_wins(match.setup.game) else _OF_POINTS
    took = tuple(filter(None, [time_played(match)]))
    found = filter(None, (make(match) for make in (_who_played, *makers)))
    return *islice(found, MOST_FACTS - len(took)), *took


def _who_played(match: Match) -> Highlight | None:
    """Say who was replaced by somebody else, or left before the end."""
    told = people_told(match)
    return Highlight(_("Players"), more=told) if told else None


def time_played(match: Match) -> Highlight | None:
    """Return how long a match took from its start to its last round, if that is known."""
    played = match.last_at - match.opened_at
    if not len(match.rounds) * FASTEST <= played <= LONGEST:
        return None
    hours, left = divmod(played // timedelta(minutes=1), 60)
    took = minutes(60 * hours + left)
    if hours >= 2:
        # For translators: how long a match took, in hours and minutes: 2 h 25 min.
        took = _("%(hours)s h %(minutes)s min", hours=hours, minutes=left)
    # For translators: how long a match took: 42 minutes.
    return Highlight(_("Time played"), value=took)


def runs(by_round: Iterable[int | None]) -> list[Run]:
    """Return the runs of rounds, numbered from 1, with the same side; None belongs to no side."""
    groups = groupby(enumerate(by_round, start=1), key=lambda each: each[1])
    return [(side, [at for at, _side in group]) for side, group in groups if side is not None]


def longest(found: Sequence[Run]) -> Run | None:
    """Return the longest run of at least two rounds, the last one of several."""
    best = max(found, key=lambda run: (len(run[1]), run[1][-1]), default=None)
    return best if best and len(best[1]) > 1 else None


def only_highest(counts: Counter[T]) -> tuple[T, int] | None:
    """Return what was counted most, and how often; None on a tie, or if nothing counted twice."""
    first = counts.most_common(1)
    alone = [*counts.values()].count(first[0][1]) == 1 if first else False
    return first[0] if alone and first[0][1] > 1 else None


def best_round(match: Match) -> Highlight | None:
    """Return the most points of a side in one round: the worst round if the fewest win."""
    if match.only_result:
        return None
    gains = [
        (gain, side, scored.number)
        for scored in match.rounds
        for side, gain in enumerate(scored.score.points)
    ]
    most = max((gain for gain, _side, _number in gains), default=0)
    sides = {side for gain, side, _number in gains if gain == most}
    if most <= 0 or len(sides) > 1:
        return None
    label = _("Best round") if _high(match) else _("Worst round")
    side, numbers = sides.pop(), [at for gain, _side, at in gains if gain == most]
    return _highlight(match, side, label, signed(most), _listed(numbers))


def longest_lead(match: Match) -> Highlight | None:
    """Return who was ahead of all others in the most consecutive rounds."""
    leaders = (scored.standing.leaders for scored in match.rounds)
    run = longest(runs(ahead[0] if len(ahead) == 1 else None for ahead in leaders))
    return _highlight(match, run[0], _("Longest lead"), more=_span(run[1])) if run else None


def blocked(match: Match) -> Highlight | None:
    """Return how many rounds were blocked; nothing if none was, or all were."""
    numbers = _numbers(match, lambda scored: scored.score.ending is Ending.BLOCKED)
    if not 0 < len(numbers) < len(match.rounds):
        return None
    return Highlight(
        # For translators: rounds in which nobody could play any more.
        _("Blocked"),
        value=_("%(part)s of %(all)s", part=len(numbers), all=len(match.rounds)),
        more=_listed(numbers),
    )


def comeback(match: Match) -> Highlight | None:
    """Return how far the winner was behind the leader at worst."""
    winner = match.standing.leaders[0]
    standings = [scored.standing for scored in match.rounds]
    behind = max(
        (abs(each.totals[winner] - each.totals[each.leaders[0]]) for each in standings), default=0
    )
    if not behind or match.setup.game.match.eliminate:
        return None
    # For translators: how far behind the winner was at worst: Ana from 41 behind.
    more = _("from %(points)s behind", points=format_number(behind))
    return _highlight(match, winner, _("Comeback"), more=more)


def most_rounds_won(match: Match) -> Highlight | None:
    """Return which side won the most rounds."""
    won = Counter(r.score.winning_side for r in match.rounds if r.score.winning_side is not None)
    found = only_highest(won)
    return found and _highlight(match, found[0], _("Most rounds won"), more=_part(match, found[1]))


def went_out_most(match: Match) -> Highlight | None:
    """Return which player went out most often."""
    seats = Counter(
        (match.at(scored.number).names[reason.seat], reason.seat)
        for scored in match.rounds
        for reason in scored.score.reasons
        if isinstance(reason, WentOut)
    )
    found = only_highest(seats)
    if found is None:
        return None
    (name, seat), times = found
    return Highlight(
        # For translators: the player who played the last tile most often.
        _("Went out most often"),
        name=name,
        more=_part(match, times),
        number=match.side_colours[match.setup.side_of(seat)],
    )


def longest_run(match: Match) -> Highlight | None:
    """Return which side won the most rounds in a row; nothing if only such a run can win."""
    if match.setup.game.match.reset is Reset.OTHER_SIDE_WINS:
        return None
    run = longest(runs(scored.score.winning_side for scored in match.rounds))
    if run is None:
        return None
    side, numbers = run
    # For translators: the most rounds that a side won in a row.
    return _highlight(match, side, _("Longest winning streak"), wins(len(numbers)), _span(numbers))


def wiped_out(match: Match) -> Highlight | None:
    """Return how often all totals went back to 0."""
    numbers = _numbers(match, lambda scored: scored.standing.reset)
    if not numbers:
        return None
    # For translators: how often all totals went back to 0: once, 3 times.
    value = npgettext("how often", "once", "%(num)s times", len(numbers))
    return Highlight(_("Back to love"), value=value, more=_listed(numbers))


def margin(match: Match) -> Highlight | None:
    """Return how far the winner is ahead of the next; if wins count, the score."""
    standing, winner = match.standing, match.standing.leaders[0]
    ahead = [abs(total - standing.totals[winner]) for total in standing.totals]
    least = min(gap for side, gap in enumerate(ahead) if side != winner)
    if match.setup.game.match.eliminate or not least:
        return None
    if counts_wins(match.setup.game):
        # For translators: the score at the end of a match: 6 to 0.
        label, value = _("Final score"), ranked_totals(match)
    else:
        # For translators: how far the winner is ahead: 12 points.
        label, value = _("Won by"), points(least)
    return Highlight(label, value=value, number=match.side_colours[winner])


_OF_POINTS = (best_round, longest_lead, blocked, comeback, most_rounds_won, longest_run, margin)
_OF_WINS = (longest_run, wiped_out, went_out_most, blocked, comeback, margin)


def _highlight(match: Match, side: int, label: str, value: str = "", more: str = "") -> Highlight:
    colour = match.side_colours[side]
    return Highlight(label, narrator_of(match).label(side), value, more, colour)


def _high(match: Match) -> bool:
    return match.setup.game.match.best is Best.HIGH


def _numbers(match: Match, is_meant: Callable[[ScoredRound], bool]) -> list[int]:
    return [scored.number for scored in match.rounds if is_meant(scored)]


def _part(match: Match, count: int) -> str:
    # For translators: 5 of 12 rounds.
    return _("%(part)s of %(all)s", part=count, all=rounds(len(match.rounds)))


def _span(numbers: Sequence[int]) -> str:
    return _("rounds %(first)s to %(last)s", first=numbers[0], last=numbers[-1])


def _listed(numbers: Sequence[int]) -> str:
    """Name a few rounds: round 2, or rounds 2, 5 and 6; "" if there are many."""
    if len(numbers) > MOST_LISTED:
        return ""
    names = join_names(numbers)
    return ngettext("round %(names)s", "rounds %(names)s", len(numbers), names=names)
