"""The shapes of what changes a match in the API: who plays, and with which tiles."""

from __future__ import annotations

from marshmallow.validate import OneOf

from scorekeeper.api.schemas import ObjectSchema, text, texts, whole
from scorekeeper.rules.round_entry import StartScore


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
