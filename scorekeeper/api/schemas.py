"""The shapes of what the API gives; they and their parts make its description, too.

What is answered is read from the objects of the scorebook.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeVar

from marshmallow import Schema, fields
from marshmallow.utils import get_value
from marshmallow.validate import Length, OneOf

from scorekeeper.rules.tiles_and_hands import Ending
from scorekeeper.scorebook.database.column_limits import (
    LARGEST_NUMBER,
    LONGEST_NOTE,
    MOST_CORRECTIONS,
    MOST_TILES,
)
from scorekeeper.scorebook.permissions.rights import Right

F = TypeVar("F")
Shown = Mapping[str, Any]
# More than any round has of them.
MOST_PLAYS, MOST_EVENTS = 200, 20

_TILE = {"type": "string", "description": 'a tile, as "6-4"'}
_PIPS = {"type": "integer", "minimum": 0, "maximum": LARGEST_NUMBER}
_HAND = {
    "anyOf": [
        {"type": "array", "items": _TILE, "maxItems": MOST_TILES},
        {
            **_PIPS,
            "description": "its pips, or points where tiles count otherwise; 0 is an empty hand,"
            " refused (out_needed) where it may be 0-0 alone and `out` is not sent",
        },
        {
            "type": "object",
            "required": ["pips"],
            "properties": {"pips": _PIPS, "count": _PIPS, "lightest": _TILE},
            "additionalProperties": False,
        },
        {"type": "null", "description": "not entered"},
    ]
}
_NAMED = {"type": "object", "properties": {"name": {"type": "string"}, "seat": {}}}
_EVENT = {"anyOf": [{"type": "string"}, _NAMED]}
_NUMBERS = {"type": "array", "items": {"type": "integer"}, "maxItems": MOST_PLAYS}
_SCORES = {"anyOf": [{"type": "integer"}, _NUMBERS]}
_POINTS = {"additionalProperties": {"type": "integer"}}
_CORRECTION = {
    "type": "object",
    "required": ["side", "points"],
    "properties": {
        "side": {"type": "string"},
        "points": {"type": "integer"},
        "note": {"type": "string", "maxLength": LONGEST_NOTE},
    },
}
_CORRECTIONS = {"type": "array", "maxItems": MOST_CORRECTIONS, "items": _CORRECTION}


class ObjectSchema(Schema):
    """A shape. A function as the `attribute` of a field says how its value is worked out."""

    def get_attribute(self, obj: Any, attr: Any, default: Any) -> Any:
        """Return the value of a field."""
        return attr(obj) if callable(attr) else get_value(obj, attr, default)


def field(kind: Callable[..., F], about: str = "", **options: Any) -> F:
    """Return a field with a sentence about it; one without a default is required at first."""
    metadata = {"description": about} if about else {}
    return kind(**{"required": "load_default" not in options, "metadata": metadata, **options})


text = partial(field, fields.String)
whole = partial(field, fields.Integer, strict=True)
yes_no = partial(field, fields.Boolean)
moment = partial(field, fields.AwareDateTime, format="iso")
texts = partial(field, fields.List, cls_or_instance=fields.String())


def listed(inside: fields.Field[Any] | type[ObjectSchema], about: str = "", **options: Any) -> Any:
    """Return a field for a list of fields or shapes."""
    each = inside if isinstance(inside, fields.Field) else fields.Nested(inside)
    return field(fields.List, about, cls_or_instance=each, **options)


def shape(inside: type[ObjectSchema], **options: Any) -> Any:
    """Return a field for another shape."""
    return field(fields.Nested, nested=inside, **options)


def described(about: str, attribute: Any = None, **metadata: Any) -> Any:
    """Return a field for what marshmallow has no words for, with its schema as JSON."""
    nothing = {"type": "null"} in metadata.get("anyOf", ())
    about_it = {"description": about, **metadata}
    return fields.Raw(attribute=attribute, allow_none=nothing, metadata=about_it)


by_name = partial(described, type="object")


class EnteredSchema(ObjectSchema):
    """What is entered of a round, as in an export and for `scorekeeper score`."""

    hands = by_name("What is left in the hand of each player.", additionalProperties=_HAND)
    opener = text("Who led the round.", required=False, allow_none=True)
    blocker = text("Who closed the line.", required=False, allow_none=True)
    ends = listed(
        fields.Raw(metadata={"type": "integer"}),
        "The two ends of the line.",
        required=False,
        allow_none=True,
    )
    events = listed(
        fields.Raw(metadata=_EVENT),
        "Bonuses, by their names.",
        required=False,
        validate=Length(max=MOST_EVENTS),
    )
    tally = by_name(
        "Points made while the round was played, by player: each score, or their sum.",
        additionalProperties=_SCORES,
    )
    order = texts(
        "The players of the tally in the order in which they scored.",
        required=False,
        validate=Length(max=MOST_PLAYS),
    )
    last_tile_scored = yes_no(
        "Whether who went out made their last score with the last tile.",
        required=False,
        allow_none=True,
    )
    boneyard = texts(
        "The tiles that nobody held, for a strict referee.",
        required=False,
        validate=Length(max=MOST_TILES),
    )
    plays = listed(
        fields.List(fields.Raw(metadata={"type": "string"})),
        "In games that count them: who played which tile, in order.",
        required=False,
        validate=Length(max=MOST_PLAYS),
    )
    corrections = described(
        "Points given or taken: by side, or a list with notes.",
        anyOf=[{"type": "object", **_POINTS}, _CORRECTIONS],
    )


def by_side(about: str, numbers: Callable[[Shown], Iterable[int]]) -> Any:
    """Return a field for the points of each side, by its name."""

    def named(values: Shown) -> dict[str, int]:
        label = values["narrator"].label
        return {label(side): number for side, number in enumerate(numbers(values))}

    return by_name(about, named, **_POINTS)


def _names(values: Shown, side: int | None) -> list[str] | None:
    match = values["match"]
    return None if side is None else [match.names[seat] for seat in match.setup.sides[side]]


def _next_round(values: Shown) -> int | None:
    match = values["match"]
    return None if match.standing.over else match.next_number


def _sides(values: Shown, sides: Iterable[int]) -> list[list[str] | None]:
    return [_names(values, side) for side in sides]


def _recorded_at(values: Shown) -> Any:
    return values["match"].record.entries[values["scored"].number - 1].recorded_at


def _reasons(values: Shown) -> list[str]:
    tells, score = values["narrator"], values["scored"].score
    return [tells.headline(score), *tells.reasons(score)]


class RoundSchema(EnteredSchema):
    """A round that was recorded, and what it came to."""

    number = whole("From 1.", attribute="scored.number")
    recorded_at = moment(attribute=_recorded_at)
    ending = text(
        allow_none=True,
        validate=OneOf([each.value for each in Ending]),
        attribute="scored.score.ending",
    )
    winner = texts(
        allow_none=True,
        attribute=lambda values: _names(values, values["scored"].score.winning_side),
    )
    points_entered = by_name("The points it was recorded with, in one without hands.", **_POINTS)
    points = by_side("Points of the round, by side.", lambda each: each["scored"].score.points)
    totals = by_side(
        "Points of the match after it, by side.", lambda each: each["scored"].standing.totals
    )
    reset = yes_no("Whether it brought all totals back to 0.", attribute="scored.standing.reset")
    reasons = texts("Why, in the language that Accept-Language asks for.", attribute=_reasons)


class RoundsSchema(ObjectSchema):
    """The rounds of a match that count, in order."""

    match_version = whole("The version of the match.")
    rounds = listed(RoundSchema)


class LineupSchema(ObjectSchema):
    """Who sat at the table from a round on."""

    first = whole("The first round, from 1.")
    seats = texts("Names in order of play.", attribute="names")
    away = texts(
        "Those who had left, or were not there yet.",
        attribute=lambda each: [each.names[seat] for seat in each.away],
    )


class MatchSchema(ObjectSchema):
    """A match as it stands."""

    id = whole("Its number, as in its address.", attribute="match.id")
    version = whole("How often it was changed.", attribute="match.version")
    game = text("The id of the game.", attribute="match.setup.game.id")
    house_rules = by_name(
        "The keys of the game that differ.", "rules.house_rules", additionalProperties=True
    )
    rules = by_name(
        "All rules, where the game is not known here.", "rules.rules", additionalProperties=True
    )
    goal = whole("The goal.", attribute="match.setup.game.match.goal")
    seats = texts("Names in order of play.", attribute="match.names")
    lineups = listed(
        LineupSchema, "Who sat there when, in order.", attribute="match.record.lineups"
    )
    players = listed(fields.Integer(allow_none=True), "The numbers of the players on these seats.")
    partners = yes_no(attribute="match.setup.partners")
    sides = listed(
        fields.List(fields.String()),
        attribute=lambda values: _sides(values, range(len(values["match"].setup.sides))),
    )
    totals = by_side("Points by side.", lambda values: values["match"].standing.totals)
    so_far = by_side(
        "Points by side made in play since the last round, which are in no total yet.",
        lambda values: values["so_far"],
    )
    rounds = whole("How many rounds count.", attribute=lambda values: len(values["match"].rounds))
    next_round = whole(
        "The number of the next round; none where it is over.",
        allow_none=True,
        attribute=_next_round,
    )
    over = yes_no(attribute="match.standing.over")
    ended_early = yes_no(
        "Whether it is over as the players stopped: who was ahead has won, or it is drawn.",
        attribute="match.standing.ended_early",
    )
    winner = texts(
        allow_none=True, attribute=lambda values: _names(values, values["match"].standing.winner)
    )
    losers = listed(
        fields.List(fields.String()),
        attribute=lambda values: _sides(values, values["match"].standing.losers),
    )
    opened_at = moment(attribute="match.opened_at")
    changed_at = moment(attribute="match.changed_at")
    right = text(
        "What you may do with it, where one match is asked for.",
        required=False,
        validate=OneOf([each.word for each in Right]),
        attribute="right.word",
    )


class TokensSchema(ObjectSchema):
    """The tokens of the links to a match."""

    watch = text("Lets others see the match.")
    score = text("Lets others record as well.")
    own = text("Lets others do everything.")


class StartedSchema(ObjectSchema):
    """A match that was started, and the tokens of its links."""

    match = shape(MatchSchema)
    tokens = shape(TokensSchema)


class MatchesSchema(ObjectSchema):
    """A page of the matches that may be seen, the newest first."""

    matches = listed(MatchSchema)
    next = text("What to ask for as before, for the next page.", allow_none=True)


class WrongSchema(ObjectSchema):
    """One thing that is wrong, and where: a JSON pointer into what was sent."""

    code = text()
    detail = text()
    pointer = text()
    fingerprint = text("Of a doubt, to be sent in overruled.", required=False)


class ProblemSchema(ObjectSchema):
    """What went wrong (RFC 9457), with a code and a sentence."""

    type = text()
    title = text()
    status = whole()
    code = text()
    detail = text()
    errors = listed(WrongSchema, required=False)
    needs = text("The right that is needed.", required=False)
    next_round = whole(required=False, allow_none=True)
