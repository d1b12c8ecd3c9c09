"""A match in a few words: its game, its sides, where it stands."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext as _

from scorekeeper.pages.shared.outcome import won_by
from scorekeeper.pages.shared.sides import Side, best_of, goal_of, round_of, sides_at
from scorekeeper.rules import Standing
from scorekeeper.rules.keys import Ends, Sides
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.dates import format_datetime
from scorekeeper.wording.formats import number
from scorekeeper.wording.rounds import RoundNarrator


@dataclass(frozen=True, slots=True)
class Card:
    """A match on the home page."""

    url: str
    title: str
    status: str
    when: str
    sides: tuple[Side, ...]


def narrator_of(match: Match) -> RoundNarrator:
    """Say who tells what happens in a match."""
    return RoundNarrator(match.setup, match.names)


def title_of(match: Match) -> str:
    """Name a match by its game: Block, partners."""
    game = match.setup.game
    chosen = game.sides_for(match.setup.players) is Sides.EITHER and match.setup.partners
    # Rules of a table’s own making may have no name, and one that is in no catalogue stays.
    name = _(game.name) if game.name else ""
    return _("%(game)s, partners", game=name) if chosen else name


def sides_of(match: Match) -> tuple[Side, ...]:
    """Show how every side stands now."""
    last = match.rounds[-1].score.winning_side if match.rounds else None
    return sides_at(match.standing, narrator_of(match), last)


def card(match: Match) -> Card:
    """Show a match on the home page."""
    won = match.standing.winner is not None
    return Card(
        url=url_for("table.show", match_id=match.id),
        title=title_of(match),
        status=won_by(match) if won else status_of(match),
        when=format_datetime(match.changed_at),
        sides=sides_of(match),
    )


def reminder(match: Match) -> str:
    """Say what to deal and who leads."""
    narrator = narrator_of(match)
    standing = match.standing
    return f"{narrator.deal(standing.worth)} {narrator.lead(standing.lead)}".strip()


def status_of(match: Match) -> str:
    """Say what the match is played to, and which round comes."""
    setup, number = match.setup, match.next_number
    if setup.game.match.ends is Ends.ROUNDS and not match.standing.over:
        return f"{round_of(setup, number)} · {best_of(setup)}"
    if match.standing.over:
        return goal_of(setup)
    return f"{goal_of(setup)} · {round_of(setup, number)}"


def notice_of(standing: Standing) -> str:
    """Say what the last round changed for everybody."""
    return _("Back to love: everybody starts again from 0.") if standing.reset else ""


def score_of(match: Match) -> str:
    """Say the score in a sentence: Ana 63, Bea 48."""
    narrator = RoundNarrator(match.setup, match.names)
    return ", ".join(
        f"{narrator.label(side)} {number(total)}"
        for side, total in enumerate(match.standing.totals)
    )
