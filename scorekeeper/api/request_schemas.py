"""What programs ask for and send about matches: which ones, a new one, a round, who plays."""

from __future__ import annotations

from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range

from scorekeeper.api.schemas import (
    MOST_EVENTS,
    EnteredSchema,
    ObjectSchema,
    by_name,
    described,
    field,
    listed,
    text,
    texts,
    whole,
    yes_no,
)
from scorekeeper.rules.game_keys import LEAST_GOAL, MOST_GOAL
from scorekeeper.rules.round_entry import StartScore
from scorekeeper.scorebook.database.column_limits import (
    LARGEST_NUMBER,
    LONGEST_NAME,
    LONGEST_NOTE,
    MOST_SEATS,
)

# Of one answer.
MOST_MATCHES = 100
_NAMES = {"type": "array", "items": {"type": "string"}}


class MatchQuerySchema(ObjectSchema):
    """Which matches to list."""

    state = text(
        "Those that go on, or those that are over.",
        load_default="open",
        validate=OneOf(["open", "finished"]),
    )
    player = text("Only those of a player.", load_default="", validate=Length(max=LONGEST_NAME))
    game = text("Only those of a game, by its id.", load_default="", validate=Length(max=64))
    limit = whole(
        "How many at most.", strict=False, load_default=20, validate=Range(1, MOST_MATCHES)
    )
    before = text("What the page before has as next.", load_default="", validate=Length(max=80))


class NewMatchSchema(ObjectSchema):
    """A match to start."""

    game = text("The id of a game, as in the address of its rules.")
    seats = listed(
        text("a name", required=False),
        f"Names in order of play, of 1 to {LONGEST_NAME} letters.",
        validate=Length(2, MOST_SEATS),
    )
    partners = yes_no("Seats 1 and 3 against 2 and 4.", required=False, allow_none=True)
    goal = whole(
        "If not the game’s own.",
        required=False,
        allow_none=True,
        validate=Range(LEAST_GOAL, MOST_GOAL),
    )
    house_rules = by_name("The keys of the game that differ.", additionalProperties=True)
    result = listed(
        whole(required=False, validate=Range(-LARGEST_NUMBER, LARGEST_NUMBER)),
        "Of a match that is over: the score of each side, in the order of their first seats.",
        required=False,
        validate=Length(2, MOST_SEATS),
    )
    note = text("A note on that.", required=False, validate=Length(max=LONGEST_NOTE))
    day = field(fields.Date, "The day on which it is played, if not today.", required=False)


class NewRoundSchema(EnteredSchema):
    """A round to record: hands, or points."""

    points = by_name(
        "Instead of hands: what each side scores; {} where nobody won. Bonuses of the game and what"
        " multiplies the round are added.",
        additionalProperties={"type": "integer"},
    )
    round_no = whole("Its number: next_round of the match.", validate=Range(1))
    out = described(
        "Who went out, where a hand of 0 pips may also be the tile 0-0.",
        anyOf=[{"type": "string"}, _NAMES, {"type": "null"}],
    )
    overruled = listed(
        text("the fingerprint of a doubt", required=False, validate=Length(max=80)),
        "The doubts that an answer 422 named, if it was so all the same.",
        required=False,
        validate=Length(max=MOST_EVENTS),
    )


class PeopleSchema(ObjectSchema):
    """Somebody takes a place; where there is no player leaves it, where there is no seat joins."""

    seat = text("Who has the place now.", load_default=None, allow_none=True)
    player = text("Who comes.", load_default=None, allow_none=True)
    from_round = whole(
        "From which round on a place is taken; otherwise from the next.",
        load_default=None,
        allow_none=True,
    )
    start = text(
        "The score of who joins.",
        load_default=StartScore.ZERO.value,
        validate=OneOf([each.value for each in StartScore]),
    )


class LostTilesSchema(ObjectSchema):
    """The tiles that the set has no longer, all of them."""

    lost = texts("Tiles such as 3-5; none where all are there again.", required=True)
