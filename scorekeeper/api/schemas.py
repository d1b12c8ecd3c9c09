"""The shapes of what the API takes and gives: answers are made by them, and so is the description.

Imported when the API is first asked, as marshmallow takes a while.
"""

from __future__ import annotations

from functools import lru_cache

from marshmallow import Schema, fields
from marshmallow.validate import Length, OneOf, Range

from scorekeeper.api import figure_schemas
from scorekeeper.api.bounds import MOST_CORRECTIONS, MOST_TILES
from scorekeeper.api.described_fields import by_name, text, whole_number
from scorekeeper.rules.options import Ending
from scorekeeper.scorebook.database.limits import (
    LARGEST_NUMBER,
    LONGEST_NAME,
    LONGEST_NOTE,
    MOST_SEATS,
)
from scorekeeper.scorebook.permissions.rights import Right

LEAST_GOAL, MOST_GOAL = 1, 10_000
MOST_MATCHES = 100
# More than any round has of them.
MOST_PLAYS, MOST_EVENTS = 200, 20


_TILE = {"type": "string", "description": 'a tile, as "6-4"'}
_PIPS = {"type": "integer", "minimum": 0, "maximum": LARGEST_NUMBER}
_HAND = {
    "anyOf": [
        {"type": "array", "items": _TILE, "maxItems": MOST_TILES},
        {**_PIPS, "description": "its pips; 0 is an empty hand"},
        {
            "type": "object",
            "required": ["pips"],
            "properties": {"pips": _PIPS, "count": _PIPS, "lightest": _TILE},
            "additionalProperties": False,
        },
        {"type": "null", "description": "not entered"},
    ]
}
_EVENT = {
    "anyOf": [
        {"type": "string"},
        {"type": "object", "properties": {"name": {"type": "string"}, "seat": {}}},
    ]
}
_SCORES = {
    "anyOf": [
        {"type": "integer"},
        {"type": "array", "items": {"type": "integer"}, "maxItems": MOST_PLAYS},
    ]
}
_POINTS = {"additionalProperties": {"type": "integer"}}


class EnteredSchema(Schema):
    """What is entered of a round, as in an export and for `scorekeeper score`."""

    hands = by_name("What is left in the hand of each player.", additionalProperties=_HAND)
    opener = text("Who led the round.", allow_none=True)
    blocker = text("Who closed the line.", allow_none=True)
    ends = fields.List(
        fields.Raw(metadata={"type": "integer"}),
        allow_none=True,
        metadata={"description": "The two ends of the line."},
    )
    events = fields.List(
        fields.Raw(metadata=_EVENT),
        validate=Length(max=MOST_EVENTS),
        metadata={"description": "Bonuses, by their names."},
    )
    tally = by_name(
        "Points made while the round was played, by player: each score, or their sum.",
        additionalProperties=_SCORES,
    )
    order = fields.List(
        fields.String(),
        validate=Length(max=MOST_PLAYS),
        metadata={"description": "The players of the tally in the order in which they scored."},
    )
    last_tile_scored = fields.Boolean(
        allow_none=True,
        metadata={"description": "Whether who went out made their last score with the last tile."},
    )
    plays = fields.List(
        fields.List(fields.Raw(metadata={"type": "string"})),
        validate=Length(max=MOST_PLAYS),
        metadata={"description": "In games that count them: who played which tile, in order."},
    )
    corrections = fields.Raw(
        metadata={
            "description": "Points given or taken: by side, or a list with notes.",
            "anyOf": [
                {"type": "object", **_POINTS},
                {
                    "type": "array",
                    "maxItems": MOST_CORRECTIONS,
                    "items": {
                        "type": "object",
                        "required": ["side", "points"],
                        "properties": {
                            "side": {"type": "string"},
                            "points": {"type": "integer"},
                            "note": {"type": "string", "maxLength": LONGEST_NOTE},
                        },
                    },
                },
            ],
        }
    )


class NewRoundSchema(EnteredSchema):
    """A round to record."""

    round_no = whole_number(
        "Its number: next_round of the match.", required=True, validate=Range(1)
    )
    out = fields.Raw(
        metadata={
            "description": "Who went out, where a hand of 0 pips may also be the tile 0-0.",
            "anyOf": [
                {"type": "string"},
                {"type": "array", "items": {"type": "string"}},
                {"type": "null"},
            ],
        }
    )
    overruled = fields.List(
        text("the fingerprint of a doubt", validate=Length(max=80)),
        validate=Length(max=MOST_EVENTS),
        metadata={"description": "The doubts that an answer 422 named, if it was so all the same."},
    )


class RoundSchema(EnteredSchema):
    """A round that was recorded, and what it came to."""

    number = whole_number("From 1.", required=True)
    recorded_at = fields.AwareDateTime(format="iso", required=True)
    ending = fields.String(
        required=True, allow_none=True, validate=OneOf([each.value for each in Ending])
    )
    winner = fields.List(fields.String(), required=True, allow_none=True)
    points = by_name("Points of the round, by side.", **_POINTS)
    totals = by_name("Points of the match after it, by side.", **_POINTS)
    reset = fields.Boolean(
        required=True, metadata={"description": "Whether it brought all totals back to 0."}
    )
    reasons = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Why, in the language that Accept-Language asks for."},
    )


class RoundsSchema(Schema):
    """The rounds of a match that count, in order."""

    match_version = whole_number("The version of the match.", required=True)
    rounds = fields.List(fields.Nested(RoundSchema), required=True)


class NewMatchSchema(Schema):
    """A match to start."""

    game = text("The id of a game, as in the address of its rules.", required=True)
    seats = fields.List(
        text("a name"),
        required=True,
        validate=Length(2, MOST_SEATS),
        metadata={"description": f"Names in order of play, of 1 to {LONGEST_NAME} letters."},
    )
    partners = fields.Boolean(
        allow_none=True, metadata={"description": "Seats 1 and 3 against 2 and 4."}
    )
    goal = whole_number(
        "If not the game’s own.", allow_none=True, validate=Range(LEAST_GOAL, MOST_GOAL)
    )
    house_rules = by_name("The keys of the game that differ.", additionalProperties=True)


class MatchSchema(Schema):
    """A match as it stands."""

    id = whole_number("Its number, as in its address.", required=True)
    version = whole_number("How often it was changed.", required=True)
    game = text("The id of the game.", required=True)
    house_rules = by_name("The keys of the game that differ.", additionalProperties=True)
    rules = by_name("All rules, where the game is not known here.", additionalProperties=True)
    goal = whole_number("The goal.", required=True)
    seats = fields.List(
        fields.String(), required=True, metadata={"description": "Names in order of play."}
    )
    players = fields.List(
        fields.Integer(allow_none=True),
        required=True,
        metadata={"description": "The numbers of the players on these seats."},
    )
    partners = fields.Boolean(required=True)
    sides = fields.List(fields.List(fields.String()), required=True)
    totals = by_name("Points by side.", **_POINTS)
    rounds = whole_number("How many rounds count.", required=True)
    next_round = whole_number(
        "The number of the next round; none where it is over.", required=True, allow_none=True
    )
    over = fields.Boolean(required=True)
    winner = fields.List(fields.String(), required=True, allow_none=True)
    losers = fields.List(fields.List(fields.String()), required=True)
    opened_at = fields.AwareDateTime(format="iso", required=True)
    changed_at = fields.AwareDateTime(format="iso", required=True)
    right = fields.String(
        validate=OneOf([each.word for each in Right]),
        metadata={"description": "What you may do with it, where one match is asked for."},
    )


class TokensSchema(Schema):
    """The tokens of the links to a match."""

    watch = text("Lets others see the match.", required=True)
    score = text("Lets others record as well.", required=True)
    own = text("Lets others do everything.", required=True)


class StartedSchema(Schema):
    """A match that was started, and the tokens of its links."""

    match = fields.Nested(MatchSchema, required=True)
    tokens = fields.Nested(TokensSchema, required=True)


class MatchQuerySchema(Schema):
    """Which matches to list."""

    state = fields.String(
        load_default="open",
        validate=OneOf(["open", "finished"]),
        metadata={"description": "Those that go on, or those that are over."},
    )
    player = text("Only those of a player.", load_default="", validate=Length(max=LONGEST_NAME))
    game = text("Only those of a game, by its id.", load_default="", validate=Length(max=64))
    limit = fields.Integer(
        load_default=20,
        validate=Range(1, MOST_MATCHES),
        metadata={"description": "How many at most."},
    )
    before = text("What the page before has as next.", load_default="", validate=Length(max=80))


class MatchesSchema(Schema):
    """A page of the matches that may be seen, the newest first."""

    matches = fields.List(fields.Nested(MatchSchema), required=True)
    next = text("What to ask for as before, for the next page.", required=True, allow_none=True)


class WrongSchema(Schema):
    """One thing that is wrong, and where: a JSON pointer into what was sent."""

    code = fields.String(required=True)
    detail = fields.String(required=True)
    pointer = fields.String(required=True)
    fingerprint = text("Of a doubt, to be sent in overruled.")


class ProblemSchema(Schema):
    """What went wrong (RFC 9457), with a code and a sentence."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    code = fields.String(required=True)
    detail = fields.String(required=True)
    errors = fields.List(fields.Nested(WrongSchema))
    needs = text("The right that is needed.")
    next_round = fields.Integer(allow_none=True)


@lru_cache
def named(name: str) -> Schema:
    """Return the schema of a name, as `Match`."""
    title = f"{name}Schema"
    found: type[Schema] = globals().get(title) or getattr(figure_schemas, title)
    return found()
