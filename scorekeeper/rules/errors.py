"""The exception that the rules raise, with a stable code for each kind of error."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Code(StrEnum):
    """Every error of the rules; `wording/errors_and_doubts.py` has a sentence for each."""

    # a game or a house rule
    UNKNOWN_GAME = "unknown_game"
    UNREADABLE_GAME = "unreadable_game"
    UNKNOWN_KEY = "unknown_key"
    MISSING_KEY = "missing_key"
    WRONG_TYPE = "wrong_type"
    OUT_OF_RANGE = "out_of_range"
    CONTRADICTION = "contradiction"
    # who plays
    PLAYERS_NOT_ALLOWED = "players_not_allowed"
    PARTNERS_NOT_ALLOWED = "partners_not_allowed"
    PARTNERS_REQUIRED = "partners_required"
    SAME_NAME_TWICE = "same_name_twice"
    SITS_THERE = "sits_there"
    PEOPLE_STAY = "people_stay"
    NO_SUCH_ROUND = "no_such_round"
    # a round
    UNREADABLE_TILE = "unreadable_tile"
    TILE_NOT_IN_SET = "tile_not_in_set"
    TILE_TWICE = "tile_twice"
    TILE_IN_TWO_HANDS = "tile_in_two_hands"
    TOO_MANY_TILES = "too_many_tiles"
    SEVERAL_EMPTY_HANDS = "several_empty_hands"
    IMPOSSIBLE_PIPS = "impossible_pips"
    LIGHTEST_TILE_NEEDED = "lightest_tile_needed"
    TILES_NEEDED = "tiles_needed"
    MISSING_HAND = "missing_hand"
    OUT_NEEDED = "out_needed"
    OUT_WITH_TILES = "out_with_tiles"
    WRONG_NUMBER_OF_HANDS = "wrong_number_of_hands"
    UNKNOWN_SEAT = "unknown_seat"
    UNKNOWN_EVENT = "unknown_event"
    TOTALS_ONLY = "totals_only"
    NEGATIVE_TOTAL = "negative_total"
    PUT_OUT = "put_out"
    SEAT_NEEDED = "seat_needed"
    NO_SUCH_END = "no_such_end"
    EVENT_TWICE = "event_twice"
    EVENT_AT_WRONG_ENDING = "event_at_wrong_ending"
    EVENT_WITHOUT_WINNER = "event_without_winner"
    EVENT_OF_A_LOSER = "event_of_a_loser"
    EVENTS_EXCLUDE_EACH_OTHER = "events_exclude_each_other"
    OPENER_NEEDED = "opener_needed"
    BLOCKER_NEEDED = "blocker_needed"
    LAST_TILE_NEEDED = "last_tile_needed"
    PLAYS_ONLY = "plays_only"
    NOT_PLAYS = "not_plays"
    HANDS_OR_POINTS = "hands_or_points"
    TOO_MANY_POINTS = "too_many_points"
    POINTS_NEEDED = "points_needed"
    PLAY_AFTER_END = "play_after_end"
    BONEYARD_COUNT = "boneyard_count"
    # the match
    MATCH_OVER = "match_over"


# Which part of a round an error is about, by field name; all other errors are about a hand.
PART_OF_ROUND: Mapping[Code, str] = {
    Code.OPENER_NEEDED: "opener",
    Code.BLOCKER_NEEDED: "blocker",
    Code.LAST_TILE_NEEDED: "last_tile_scored",
    Code.NO_SUCH_END: "ends",
    Code.UNKNOWN_EVENT: "events",
    Code.EVENT_TWICE: "events",
    Code.EVENT_AT_WRONG_ENDING: "events",
    Code.EVENT_WITHOUT_WINNER: "events",
    Code.EVENT_OF_A_LOSER: "events",
    Code.EVENTS_EXCLUDE_EACH_OTHER: "events",
    Code.SEAT_NEEDED: "events",
    Code.BONEYARD_COUNT: "boneyard",
}


class RuleError(ValueError):
    """A game, a setup or a round that the rules do not accept.

    `tiles` (`Tile` objects, typed loosely to avoid an import) and `seats` (from 0, in order of
    play) say what it is about. `key` is the path of a key in a game's file
    (`blocked.winner.own`). `detail` has other facts for the message.
    """

    def __init__(
        self,
        code: Code,
        *,
        tiles: tuple[object, ...] = (),
        seats: tuple[int, ...] = (),
        key: str = "",
        **detail: object,
    ) -> None:
        self.code = code
        self.tiles = tiles
        self.seats = seats
        self.key = key
        self.detail = detail
        facts = [key, *map(str, tiles), *(f"seat {seat}" for seat in seats)]
        facts += [f"{name}={value}" for name, value in detail.items()]
        super().__init__(f"{code}: {', '.join(filter(None, facts))}" if any(facts) else str(code))

    def in_hand_of(self, seat: int) -> RuleError:
        """Return the same error about one seat's hand."""
        error = RuleError(self.code, tiles=self.tiles, seats=(seat,), key=self.key)
        error.detail = self.detail
        return error
