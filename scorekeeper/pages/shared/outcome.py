"""Who won a match that is over, or who lost it, in words."""

from __future__ import annotations

from functools import reduce

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.rules.keys import Best, Ends
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import join_names, number, rounds
from scorekeeper.wording.rounds import RoundNarrator


def headline_of(match: Match) -> str:
    """Say in one line who won a match that is over, or who lost it."""
    return losing(match) or ngettext(
        "%(names)s wins %(score)s",
        "%(names)s win %(score)s",
        _people(match),
        names=_winner(match),
        score=_totals(match),
    )


def celebration_of(match: Match) -> str:
    """Say who won as a table would call it out."""
    return losing(match) or ngettext(
        "%(names)s wins!", "%(names)s win!", _people(match), names=_winner(match)
    )


def won_by(match: Match) -> str:
    """Say who won, as a match is listed."""
    return ngettext("%(names)s won", "%(names)s won", _people(match), names=_winner(match))


def losing(match: Match) -> str:
    """Say who lost a match whose limit ends it; nothing where the others play on."""
    losers, rules = match.standing.losers, match.setup.game.match
    if not losers or rules.eliminate:
        return ""
    narrator = RoundNarrator(match.setup, match.names)
    return ngettext(
        "%(names)s reached %(limit)s and loses",
        "%(names)s reached %(limit)s and lose",
        narrator.people(*losers),
        names=join_names([narrator.side_name(side) for side in losers]),
        limit=number(rules.goal),
    )


def detail_of(match: Match) -> str:
    """Say what the winner won with, and after how many rounds."""
    standing, played = match.standing, rounds(match.rounds[-1].number)
    if match.setup.game.match.ends is not Ends.LIMIT:
        return _("%(score)s after %(rounds)s", score=_totals(match), rounds=played)
    best = standing.leaders[0]
    facts = {
        "names": RoundNarrator(match.setup, match.names).side_name(best),
        "points": number(standing.totals[best]),
        "rounds": played,
    }
    if match.setup.game.match.eliminate:
        # For translators: the last player whose total has not reached the limit.
        return _("%(names)s is the last one in, with %(points)s, after %(rounds)s", **facts)
    return _("%(names)s came best with %(points)s after %(rounds)s", **facts)


def score_said(totals: list[int]) -> str:
    """Say totals against each other: 105 to 48 to 20."""
    first, *others = map(number, totals)
    # For translators: the score of a match, as in: 105 to 48.
    return reduce(
        lambda said, total: _("%(one)s to %(other)s", one=said, other=total), others, first
    )


def _people(match: Match) -> int:
    return RoundNarrator(match.setup, match.names).people(match.standing.leaders[0])


def _winner(match: Match) -> str:
    return RoundNarrator(match.setup, match.names).label(match.standing.leaders[0])


def _totals(match: Match) -> str:
    high = match.setup.game.match.best is Best.HIGH
    return score_said(sorted(match.standing.totals, reverse=high))
