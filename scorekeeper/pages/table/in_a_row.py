"""What a win is among those before it: Ana’s third win in a row against Bea."""

from __future__ import annotations

from itertools import product

from flask import url_for

from scorekeeper.pages.shared.in_a_row import LEAST, AheadInARow
from scorekeeper.scorebook.figures.asked import Frame
from scorekeeper.scorebook.figures.read import matches_in_a_row
from scorekeeper.scorebook.people.players import Ids, players_of
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.figures import in_a_row_text


def row_of(match: Match, seen: Ids | None) -> AheadInARow | None:
    """Say whom a winner beat most often in a row up to this match; None where that is nobody.

    Only matches that are `seen` count, all if None.
    """
    winner = match.standing.winner
    # Of partners it is not known who was beaten by whom.
    if winner is None or match.setup.partners:
        return None
    players, winners = players_of([match.id])[match.id], match.setup.sides[winner]
    others = [seat for seat in range(match.setup.players) if seat not in winners]
    rows = [
        (_length(match.id, players[seat], players[other], seen), seat, other)
        for seat, other in product(winners, others)
    ]
    length, seat, other = max(rows, key=lambda row: row[0])
    if length < LEAST:
        return None
    return AheadInARow(
        in_a_row_text(match.names[seat], match.names[other], length),
        url_for(
            "players.against_matches",
            player_id=players[seat],
            other_id=players[other],
            figure="row",
            last=match.id,
        ),
    )


def _length(match_id: int, player: int | None, other: int | None, seen: Ids | None) -> int:
    if player is None or other is None:
        return 0
    return len(matches_in_a_row(player, other, Frame(seen=seen), match_id))
