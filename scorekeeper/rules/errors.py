"""What the rules refuse, as one exception with a stable code."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.rules.tiles import Tile


class Code(StrEnum):
    """Name every refusal; the words for people are chosen outside the rules."""

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
    # what a round leaves behind
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
    OPENER_NEEDED = "opener_needed"
    BLOCKER_NEEDED = "blocker_needed"
    PLAYS_ONLY = "plays_only"
    NOT_PLAYS = "not_plays"
    PLAY_AFTER_END = "play_after_end"
    # the match
    MATCH_OVER = "match_over"


class RuleError(ValueError):
    """Refuse something the rules cannot accept.

    `tiles` and `seats` (places in order of play, from 0) name what is concerned; `key` is the path
    of a key in a game's file (`blocked.winner.own`); `detail` holds the other facts a sentence
    needs.
    """

    def __init__(
        self,
        code: Code,
        *,
        tiles: tuple[Tile, ...] = (),
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
        """Say the same of the hand of one seat."""
        error = RuleError(self.code, tiles=self.tiles, seats=(seat,), key=self.key)
        error.detail = self.detail
        return error
