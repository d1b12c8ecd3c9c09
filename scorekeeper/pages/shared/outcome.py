"""Sentences about the end of a match: who won, or who lost."""

from __future__ import annotations

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.rules.options import Best
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import join_names, number
from scorekeeper.wording.sides import SideNames


def headline_of(match: Match) -> str:
    """Say who won a match that is over and the score, or who lost."""
    return _losing(match) or ngettext(
        "%(names)s wins %(score)s",
        "%(names)s win %(score)s",
        _people(match),
        names=_winner(match),
        score=ranked_totals(match),
    )


def celebration_of(match: Match) -> str:
    """Say who won, with an exclamation mark."""
    return ngettext("%(names)s wins!", "%(names)s win!", _people(match), names=_winner(match))


def match_won(match: Match) -> str:
    """Say in a few words who won the match, or who lost."""
    return _losing(match) or ngettext(
        "%(names)s wins the match",
        "%(names)s win the match",
        _people(match),
        names=_winner(match),
    )


def _losing(match: Match) -> str:
    """Say who lost where reaching a limit ends the match; else return nothing."""
    losers, rules = match.standing.losers, match.setup.game.match
    if not losers or rules.eliminate:
        return ""
    sides = _sides(match)
    return ngettext(
        "%(names)s reached %(limit)s and loses",
        "%(names)s reached %(limit)s and lose",
        sides.people(*losers),
        names=join_names([sides.side_name(side) for side in losers]),
        limit=number(rules.goal),
    )


def totals_text(totals: list[int]) -> str:
    """Join totals: 105 to 48, or 105 · 48 · 20."""
    texts = [number(total) for total in totals]
    if len(texts) > 2:
        return " · ".join(texts)
    # For translators: the score of a match, as in: 105 to 48.
    return _("%(one)s to %(other)s", one=texts[0], other=texts[1])


def _sides(match: Match) -> SideNames:
    return SideNames(match.setup, match.names)


def _people(match: Match) -> int:
    return _sides(match).people(match.standing.leaders[0])


def _winner(match: Match) -> str:
    return _sides(match).label(match.standing.leaders[0])


def ranked_totals(match: Match) -> str:
    """Return the totals, the best first."""
    high = match.setup.game.match.best is Best.HIGH
    return totals_text(sorted(match.standing.totals, reverse=high))
