"""The shapes of players and their figures, beside those of `schemas.py`."""

from __future__ import annotations

from functools import partial

from marshmallow import fields
from marshmallow.utils import get_value
from marshmallow.validate import Length

from scorekeeper.api.schemas import ObjectSchema, field, listed, moment, shape, text, whole, yes_no
from scorekeeper.figures.match_results import WHOLE
from scorekeeper.scorebook.figures.recounting import are_kept, are_rated


class PlayerSchema(ObjectSchema):
    """Somebody who plays, the same across matches."""

    id = whole("The number of the player.")
    name = text("The name.")
    colour = whole("From 1: the same in every match.")
    hidden = yes_no()
    forgotten = yes_no()


class PlayersSchema(ObjectSchema):
    """Players, by name."""

    players = listed(PlayerSchema)


class FiguresQuerySchema(ObjectSchema):
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


class SomebodySchema(ObjectSchema):
    """The number and the name of a player."""

    id = whole("The number of the player.")
    name = text("The name.")


complete = partial(yes_no, attribute=lambda _shown: are_kept() and are_rated())
newest = partial(
    listed,
    fields.Integer(),
    "The numbers of the newest matches, the last first.",
    attribute=lambda values: [each.match_id for each in values["newest"]],
)


# How many matches luck alone would win, which are kept in parts of WHOLE.
by_luck = partial(
    field,
    fields.Float,
    attribute=lambda counted: round(get_value(counted, "sums").luck / WHOLE, 3),
)


class CountedSchema(ObjectSchema):
    """What some matches came to. Points and pips are null where kinds do not compare."""

    matches = whole("Matches that are over.", attribute="sums.matches")
    won = whole("Matches won.", attribute="sums.won")
    by_luck = by_luck("Matches that luck alone would win: one of the sides of each.")
    rounds = whole("Rounds.", attribute="sums.rounds")
    won_out = whole("Rounds won by going out.", attribute="sums.out")
    won_block = whole("Rounds won by a block.", attribute="sums.block")
    won_tile = whole("Rounds won on the lightest tile.", attribute="sums.tile")
    won_points = whole(
        "Rounds won of which only the points were entered.", attribute="sums.by_points"
    )
    drawn = whole("Rounds that nobody won.", attribute="sums.drawn")
    points_made = whole("Points made.", attribute="sums.made", allow_none=True)
    points_given = whole("Points the other sides made.", attribute="sums.given", allow_none=True)
    biggest_round = whole("Points of the biggest round.", attribute="sums.biggest", allow_none=True)
    pips_left = whole("Pips left in hands that are known.", attribute="sums.pips", allow_none=True)
    hands = whole("How many hands these are.", attribute="sums.hands", allow_none=True)
    caught = whole("Hands with the double six left in them.", attribute="sums.caught")
    tiles_seen = whole("How many hands are known by their tiles.", attribute="sums.seen")
    longest_run = whole("Matches won one after the other, at most.", attribute="longest")
    first_at = moment(allow_none=True)
    last_at = moment(allow_none=True)


class OfKindSchema(ObjectSchema):
    """A kind of matches, within which points compare, and what they came to."""

    kind = text("The kind, as it is asked for.", attribute=lambda each: each[0].code)
    game = text("The id of the game.", attribute=lambda each: each[0].game_id)
    partners = yes_no(attribute=lambda each: each[0].partners)
    counted = shape(CountedSchema, attribute=lambda each: each[1])


class AheadSchema(ObjectSchema):
    """How often two met on different sides, and which of them finished ahead."""

    met = whole("Matches.", attribute="ahead.met")
    ahead = whole("Those in which the first finished ahead.", attribute="ahead.first")
    behind = whole("Those in which the other did.", attribute="ahead.second")
    level = whole("Those in which neither did.", attribute="ahead.level")


class MetSchema(AheadSchema):
    """Somebody whom the player met."""

    player = shape(SomebodySchema)


class PartnerSchema(ObjectSchema):
    """Somebody who played as a partner of the player."""

    player = shape(SomebodySchema)
    matches = whole("Matches together.", attribute="sums.matches")
    won = whole("Those that were won.", attribute="sums.won")
    by_luck = by_luck()


class RatingSchema(ObjectSchema):
    """How strong somebody plays, from all matches that may be seen."""

    rating = whole("None after too few matches.", attribute="points", allow_none=True)
    matches = whole("From how many matches.")


class FiguresSchema(ObjectSchema):
    """The figures of a player."""

    player = shape(SomebodySchema)
    complete = complete("Whether all matches are counted; else they will be, soon.")
    counted = shape(CountedSchema, attribute="total")
    kinds = listed(OfKindSchema)
    rating = shape(RatingSchema)
    met = listed(MetSchema, "Head to head with everybody, the one met most first.")
    partners = listed(PartnerSchema)


class AheadOfKindSchema(AheadSchema):
    """The same for a kind of matches."""

    kind = text("The kind, as it is asked for.", attribute="kind.code")


class HeadToHeadSchema(AheadSchema):
    """Two players against each other; the first is the one asked for first."""

    players = listed(SomebodySchema)
    complete = complete()
    in_a_row = whole(
        "Of the newest matches one after the other, those the first was ahead in.",
        attribute=lambda values: values["in_a_row"][0],
    )
    other_in_a_row = whole(
        "Those the other was ahead in.", attribute=lambda values: values["in_a_row"][1]
    )
    kinds = listed(
        AheadOfKindSchema,
        attribute=lambda values: [{"kind": kind, "ahead": each} for kind, each in values["kinds"]],
    )
    newest = newest()


class PairSchema(ObjectSchema):
    """Two players as partners."""

    players = listed(SomebodySchema)
    complete = complete()
    counted = shape(CountedSchema, attribute="total")
    kinds = listed(OfKindSchema)
    newest = newest()


class RankedSchema(ObjectSchema):
    """A player in the table of a season."""

    place = whole("From 1; those who are level share one.")
    player = shape(SomebodySchema)
    counted = shape(CountedSchema, attribute="total")
    rating = shape(RatingSchema)


class SeasonSchema(ObjectSchema):
    """Everybody, in the order of matches won beyond what luck alone would give."""

    complete = complete()
    counted = shape(CountedSchema, attribute="total")
    players = listed(RankedSchema)
