"""Figures as the API shows them: counts, from which a program makes what it needs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scorekeeper.figures.kinds import Kind
from scorekeeper.figures.meetings import Ahead
from scorekeeper.figures.rating import Rating
from scorekeeper.figures.results import WHOLE, Sums
from scorekeeper.figures.totals import Totals
from scorekeeper.scorebook.figures.read import PairFigures, PlayerFigures, Rivals, SeasonLine
from scorekeeper.scorebook.people.players import Player

Value = dict[str, Any]


def figures_value(
    player: Player, figures: PlayerFigures, known: dict[int, Player], *, one_kind: bool
) -> Value:
    """Return the figures of a player, and of the others those who are `known`."""
    return {
        "player": player,
        "counted": _counted(figures.total, compares=one_kind),
        "kinds": [*_of_kinds(figures.kinds)],
        "rating": _rating(figures.rating),
        "met": [
            {"player": known[each.other], **_ahead(each.ahead)}
            for each in figures.met
            if each.other in known
        ],
        "partners": [
            {"player": known[each.other], **_won(each.sums)}
            for each in figures.partners
            if each.other in known
        ],
    }


def rivals_value(one: Player, two: Player, figures: Rivals) -> Value:
    """Return how two players did against each other."""
    first, second = figures.in_a_row
    return {
        "players": [one, two],
        **_ahead(figures.ahead),
        "in_a_row": first,
        "other_in_a_row": second,
        "kinds": [{"kind": kind.code, **_ahead(ahead)} for kind, ahead in figures.kinds],
        "newest": [meeting.match_id for meeting in figures.newest],
    }


def pair_value(one: Player, two: Player, figures: PairFigures, *, one_kind: bool) -> Value:
    """Return what two players came to as partners."""
    return {
        "players": [one, two],
        "counted": _counted(figures.total, compares=one_kind),
        "kinds": [*_of_kinds(figures.kinds)],
        "newest": [result.match_id for result in figures.newest],
    }


def season_value(
    total: Totals, lines: Iterable[SeasonLine], known: dict[int, Player], *, one_kind: bool
) -> Value:
    """Return everybody in the order of a season; who is hidden is left out, as on the page."""
    return {
        "counted": _counted(total, compares=one_kind),
        "players": [
            {
                "place": line.place,
                "player": known[line.player],
                "counted": _counted(line.total, compares=one_kind),
                "rating": _rating(line.rating),
            }
            for line in lines
            if line.player in known and not known[line.player].hidden
        ],
    }


def _of_kinds(kinds: Iterable[tuple[Kind, Totals]]) -> Iterable[Value]:
    for kind, total in kinds:
        yield {
            "kind": kind.code,
            "game": kind.game_id,
            "partners": kind.partners,
            "counted": _counted(total, compares=True),
        }


def _counted(total: Totals, *, compares: bool) -> Value:
    sums = total.sums
    points = {
        "points_made": sums.made,
        "points_given": sums.given,
        "biggest_round": sums.biggest,
        "pips_left": sums.pips,
        "hands": sums.hands,
    }
    return {
        **_won(sums),
        "rounds": sums.rounds,
        "won_out": sums.out,
        "won_block": sums.block,
        "won_tile": sums.tile,
        "drawn": sums.drawn,
        **(points if compares else dict.fromkeys(points)),
        "caught": sums.caught,
        "tiles_seen": sums.seen,
        "longest_run": total.longest,
        "first_at": total.first_at,
        "last_at": total.last_at,
    }


def _rating(rating: Rating) -> Value:
    return {"rating": rating.shown, "matches": rating.matches}


def _won(sums: Sums) -> Value:
    return {"matches": sums.matches, "won": sums.won, "by_luck": round(sums.luck / WHOLE, 3)}


def _ahead(ahead: Ahead) -> Value:
    return {"met": ahead.met, "ahead": ahead.first, "behind": ahead.second, "level": ahead.level}
