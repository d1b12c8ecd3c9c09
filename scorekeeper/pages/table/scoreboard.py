"""What the table page of a match shows."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.house_rules import house_rules_of
from scorekeeper.pages.shared.match import (
    first_of,
    reminder,
    shuffles_of,
    sides_of,
    status_of,
    title_of,
)
from scorekeeper.pages.shared.sides import Side, digits_of, goal_of, round_of
from scorekeeper.pages.table.banner import Banner, banner_of
from scorekeeper.pages.table.live import LiveState, live_state
from scorekeeper.pages.table.places import note_of
from scorekeeper.pages.table.round_list import NEWEST, ListedRound, round_list
from scorekeeper.pages.table.seating import SeatPanel, seat_panels
from scorekeeper.pages.table.why import Why, why_of
from scorekeeper.rules.options import Ends
from scorekeeper.scorebook.changes import Change, LoggedChange
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import rounds

# Letters of a name that stands beside a score of the fewest digits.
SHORT, SHORTEST = 7, 2


class Panel(NamedTuple):
    """The panel of a side; `note` says that it is ahead, `rest` how far it is, or its place.

    `first` says that it plays first in the next round, `shuffles` that it mixes the tiles.
    """

    side: Side
    first: str
    shuffles: str
    note: str
    rest: str


class TablePage(NamedTuple):
    """The table page of a match, `whole` with all of its rounds.

    `is_long`: it has more rounds than are listed otherwise. `digits` is the length of the longest
    score; `short`: it and the names are short enough to stand beside each other. `takes_hands`:
    each player can enter a hand from the own seat. `highest` is the highest end of a tile.
    """

    match_id: int
    title: str
    meta: str
    live: LiveState
    house_rules: tuple[str, ...]
    banner: Banner
    why: Why | None
    panels: tuple[Panel, ...]
    rounds: tuple[ListedRound, ...]
    is_long: bool
    whole: bool
    over: bool
    next_number: int
    next_text: str
    can_score: bool
    seats: tuple[SeatPanel, ...]
    digits: int
    short: bool
    takes_hands: bool
    highest: int


def table_page(
    match: Match,
    right: Right,
    last: LoggedChange | None,
    *,
    undoes: Change | None,
    whole: bool = False,
) -> TablePage:
    """Show a match on its table page, to a device with a right to it; `whole` with all rounds.

    `last` is what changed its record last, `undoes` what can be undone.
    """
    sides, can_score, over = sides_of(match), right >= Right.SCORE, match.standing.over
    seats = seat_panels(match, sides, can_score=can_score)
    banner = banner_of(match, last, undoes)
    return TablePage(
        match_id=match.id,
        title=title_of(match),
        meta=status_of(match) if whole else meta_of(match),
        live=live_state(match, "rounds" if whole else "table"),
        house_rules=house_rules_of(match.setup.game),
        banner=banner,
        why=why_of(match, banner.explained) if banner.explained else None,
        panels=tuple(_panel(match, side, panel) for side, panel in enumerate(sides)),
        rounds=round_list(match, whole=whole),
        is_long=match.next_number - 1 > NEWEST,
        whole=whole,
        over=over,
        next_number=match.next_number,
        next_text="" if over else reminder(match),
        can_score=can_score,
        seats=seats,
        digits=digits_of(sides),
        short=digits_of(sides) == SHORTEST and all(len(side.name) <= SHORT for side in sides),
        takes_hands=any(seat.takes_hand for seat in seats),
        highest=match.setup.game.tiles.highest,
    )


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


def _panel(match: Match, side: int, shown: Side) -> Panel:
    note = note_of(match, side)
    note, rest = ("", note) if match.standing.over else (note, shown.to_go)
    seats = match.setup.sides[side]
    return Panel(shown, first_of(match, seats), shuffles_of(match, seats), note, rest)
