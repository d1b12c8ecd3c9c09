"""How a match was won, in a line below the name of the winner."""

from __future__ import annotations

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.pages.shared.match import last_reset, narrator_of
from scorekeeper.pages.shared.outcome import totals_text
from scorekeeper.rules.options import Best, Ending, Ends, Reset
from scorekeeper.rules.setup import counts_wins
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import join_names, number, points, rounds, signed, wins

# Wins that have a name of their own.
SIX = 6


def how_won(match: Match) -> str:
    """Say how a match that is over was won: Went out in round 6: 75 + 38 = 113."""
    rules = match.setup.game.match
    if rules.ends is Ends.ROUNDS:
        return _most_or_fewest(match)
    if match.standing.losers:
        return _last_one_in(match) if rules.eliminate else _limit_reached(match)
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
    return _("The last one in, with %(points)s", points=points(total))


def _limit_reached(match: Match) -> str:
    narrator, losers = narrator_of(match), match.standing.losers
    return ngettext(
        "%(names)s reached %(limit)s in round %(number)s",
        "%(names)s reached %(limit)s in round %(number)s",
        narrator.people(*losers),
        names=join_names([narrator.side_name(side) for side in losers]),
        limit=number(match.setup.game.match.goal),
        number=len(match.rounds),
    )


def _with_love(match: Match) -> str:
    """Say in which rounds the winner won all it has, the others nothing."""
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
    shown = f"{number(before)} + {number(gain)} = {number(total)}" if before else signed(gain)
    facts = {"number": last.number, "sum": shown}
    if last.score.winning_side != winner:
        return _("In round %(number)s: %(sum)s", **facts)
    if last.score.ending is Ending.BLOCKED:
        # For translators: the last round was blocked: Blocked in round 6: 75 + 38 = 113.
        return _("Blocked in round %(number)s: %(sum)s", **facts)
    # For translators: the winner played the last tile: Went out in round 6: 75 + 38 = 113.
    return _("Went out in round %(number)s: %(sum)s", **facts)
