"""The shapes of players and their figures, beside those of `schemas.py`."""

from __future__ import annotations

from marshmallow import Schema, fields
from marshmallow.validate import Length

from scorekeeper.api.described_fields import text, whole_number


class PlayerSchema(Schema):
    """Somebody who plays, the same across matches."""

    id = whole_number("The number of the player.", required=True)
    name = text("The name.", required=True)
    colour = whole_number("From 1: the same in every match.", required=True)
    hidden = fields.Boolean(required=True)
    forgotten = fields.Boolean(required=True)


class PlayersSchema(Schema):
    """Players, by name."""

    players = fields.List(fields.Nested(PlayerSchema), required=True)


class FiguresQuerySchema(Schema):
    """Which matches figures are counted from."""

    period = text(
        "A year, as 2026, a month, as 2026-11, or newest, the last 30 matches; else all time.",
        load_default="",
        validate=Length(max=10),
    )
    kind = text(
        "Only one kind of matches, by the kind of an answer, as block/alone/points.",
        load_default="",
        validate=Length(max=80),
    )


class SomebodySchema(Schema):
    """The number and the name of a player."""

    id = whole_number("The number of the player.", required=True)
    name = text("The name.", required=True)


class CountedSchema(Schema):
    """What some matches came to. Points and pips are null where kinds do not compare."""

    matches = whole_number("Matches that are over.", required=True)
    won = whole_number("Matches won.", required=True)
    by_luck = fields.Float(
        required=True,
        metadata={"description": "Matches that luck alone would win: one of the sides of each."},
    )
    rounds = whole_number("Rounds.", required=True)
    won_out = whole_number("Rounds won by going out.", required=True)
    won_block = whole_number("Rounds won by a block.", required=True)
    won_tile = whole_number("Rounds won on the lightest tile.", required=True)
    drawn = whole_number("Rounds that nobody won.", required=True)
    points_made = whole_number("Points made.", required=True, allow_none=True)
    points_given = whole_number("Points the other sides made.", required=True, allow_none=True)
    biggest_round = whole_number("Points of the biggest round.", required=True, allow_none=True)
    pips_left = whole_number("Pips left in hands that are known.", required=True, allow_none=True)
    hands = whole_number("How many hands these are.", required=True, allow_none=True)
    caught = whole_number("Hands with the double six left in them.", required=True)
    tiles_seen = whole_number("How many hands are known by their tiles.", required=True)
    longest_run = whole_number("Matches won one after the other, at most.", required=True)
    first_at = fields.AwareDateTime(format="iso", required=True, allow_none=True)
    last_at = fields.AwareDateTime(format="iso", required=True, allow_none=True)


class OfKindSchema(Schema):
    """A kind of matches, within which points compare, and what they came to."""

    kind = text("The kind, as it is asked for.", required=True)
    game = text("The id of the game.", required=True)
    partners = fields.Boolean(required=True)
    counted = fields.Nested(CountedSchema, required=True)


class AheadSchema(Schema):
    """How often two met on different sides, and which of them finished ahead."""

    met = whole_number("Matches.", required=True)
    ahead = whole_number("Those in which the first finished ahead.", required=True)
    behind = whole_number("Those in which the other did.", required=True)
    level = whole_number("Those in which neither did.", required=True)


class MetSchema(AheadSchema):
    """Somebody whom the player met."""

    player = fields.Nested(SomebodySchema, required=True)


class PartnerSchema(Schema):
    """Somebody who played as a partner of the player."""

    player = fields.Nested(SomebodySchema, required=True)
    matches = whole_number("Matches together.", required=True)
    won = whole_number("Those that were won.", required=True)
    by_luck = fields.Float(required=True)


class RatingSchema(Schema):
    """How strong somebody plays, from all matches that may be seen."""

    rating = whole_number("None after too few matches.", required=True, allow_none=True)
    matches = whole_number("From how many matches.", required=True)


class FiguresSchema(Schema):
    """The figures of a player."""

    player = fields.Nested(SomebodySchema, required=True)
    complete = fields.Boolean(
        required=True,
        metadata={"description": "Whether all matches are counted; else they will be, soon."},
    )
    counted = fields.Nested(CountedSchema, required=True)
    kinds = fields.List(fields.Nested(OfKindSchema), required=True)
    rating = fields.Nested(RatingSchema, required=True)
    met = fields.List(
        fields.Nested(MetSchema),
        required=True,
        metadata={"description": "Head to head with everybody, the one met most first."},
    )
    partners = fields.List(fields.Nested(PartnerSchema), required=True)


class AheadOfKindSchema(AheadSchema):
    """The same for a kind of matches."""

    kind = text("The kind, as it is asked for.", required=True)


class HeadToHeadSchema(AheadSchema):
    """Two players against each other; the first is the one asked for first."""

    players = fields.List(fields.Nested(SomebodySchema), required=True)
    complete = fields.Boolean(required=True)
    in_a_row = whole_number(
        "Of the newest matches one after the other, those the first was ahead in.", required=True
    )
    other_in_a_row = whole_number("Those the other was ahead in.", required=True)
    kinds = fields.List(fields.Nested(AheadOfKindSchema), required=True)
    newest = fields.List(
        fields.Integer(),
        required=True,
        metadata={"description": "The numbers of the newest matches, the last first."},
    )


class PairSchema(Schema):
    """Two players as partners."""

    players = fields.List(fields.Nested(SomebodySchema), required=True)
    complete = fields.Boolean(required=True)
    counted = fields.Nested(CountedSchema, required=True)
    kinds = fields.List(fields.Nested(OfKindSchema), required=True)
    newest = fields.List(
        fields.Integer(),
        required=True,
        metadata={"description": "The numbers of the newest matches, the last first."},
    )


class RankedSchema(Schema):
    """A player in the table of a season."""

    place = whole_number("From 1; those who are level share one.", required=True)
    player = fields.Nested(SomebodySchema, required=True)
    counted = fields.Nested(CountedSchema, required=True)
    rating = fields.Nested(RatingSchema, required=True)


class SeasonSchema(Schema):
    """Everybody, in the order of matches won beyond what luck alone would give."""

    complete = fields.Boolean(required=True)
    counted = fields.Nested(CountedSchema, required=True)
    players = fields.List(fields.Nested(RankedSchema), required=True)
