"""What the table page of a match shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask_babel import ngettext

from scorekeeper.pages.shared.changes import rounds_name
from scorekeeper.pages.shared.match import notice_of, reminder, sides_of, status_of, title_of
from scorekeeper.pages.shared.outcome import headline_of
from scorekeeper.pages.shared.sides import Side, digits_of
from scorekeeper.pages.table.live import LiveState, live_state
from scorekeeper.pages.table.round_list import NEWEST, ListedRound, round_list
from scorekeeper.pages.table.seating import SeatPanel, seat_panels
from scorekeeper.rules import Game, RuleError, load_game
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.rights import Right
from scorekeeper.wording.rules import house_rules_in_words


@dataclass(frozen=True, slots=True)
class TablePage:
    """The table page of a match, `whole` with all of its rounds.

    `is_long`: it has more rounds than are listed otherwise. `decision` asks what to do with rounds
    recorded after the end. `digits` is the length of the longest score; `takes_hands`: each player
    can enter a hand from the own seat.
    """

    match_id: int
    title: str
    meta: str
    live: LiveState
    house_rules: tuple[str, ...]
    notice: str
    sides: tuple[Side, ...]
    rounds: tuple[ListedRound, ...]
    is_long: bool
    whole: bool
    over: bool
    headline: str
    next_number: int
    next_text: str
    can_score: bool
    can_undo: bool
    decision: str
    seats: tuple[SeatPanel, ...]
    digits: int
    takes_hands: bool


def table_page(match: Match, right: Right, can_undo: bool, *, whole: bool = False) -> TablePage:
    """Show a match on its table page, to a device with a right to it; `whole` with all rounds."""
    sides, can_score = sides_of(match), right >= Right.SCORE
    seats = seat_panels(match, sides, can_score=can_score)
    return TablePage(
        match_id=match.id,
        title=title_of(match),
        meta=status_of(match),
        live=live_state(match, "rounds" if whole else "table"),
        house_rules=house_rules_of(match),
        notice=notice_of(match.standing),
        sides=sides,
        rounds=round_list(match, whole=whole),
        is_long=match.next_number - 1 > NEWEST,
        whole=whole,
        over=match.standing.over,
        headline=headline_of(match) if match.standing.over else "",
        next_number=match.next_number,
        next_text=reminder(match),
        can_score=can_score,
        can_undo=can_undo and can_score,
        decision=decision(match) if can_score else "",
        seats=seats,
        digits=digits_of(sides),
        takes_hands=any(seat.takes_hand for seat in seats),
    )


def decision(match: Match) -> str:
    """Ask whether rounds recorded after the end count; empty where there are none."""
    if not match.later:
        return ""
    return ngettext(
        "%(rounds)s was recorded after that. Do you play on, or was that the end?",
        "%(rounds)s were recorded after that. Do you play on, or was that the end?",
        len(match.later),
        rounds=rounds_name(len(match.rounds) + 1, len(match.later)),
    )


def house_rules_of(match: Match) -> tuple[str, ...]:
    """Say how the rules of a match differ from its game, the goal left out: it stands beside."""
    played = match.setup.game
    try:
        game = load_game(played.id)
    except RuleError:
        # The game's file is gone; the match keeps a copy of its rules.
        return ()
    # Most matches change only the goal, and putting rules into words is slow.
    if _without_goal(game) == _without_goal(played):
        return ()
    return house_rules_in_words(game, played, but="match.goal")


def _without_goal(game: Game) -> Mapping[str, object]:
    ends = {key: value for key, value in game.definition["match"].items() if key != "goal"}
    return {**game.definition, "match": ends}
