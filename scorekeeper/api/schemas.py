"""The shapes of what the API takes and gives: answers are made by them, and so is the description.

What is answered is read from the objects of the scorebook. Imported when the API is first asked, as
marshmallow takes a while.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import Any, TypeVar

from marshmallow import Schema, fields
from marshmallow.validate import Length, OneOf, Range

from scorekeeper.api.reading import MOST_CORRECTIONS, MOST_TILES
from scorekeeper.figures.results import WHOLE
from scorekeeper.rules.options import Ending
from scorekeeper.scorebook.database.limits import (
    LARGEST_NUMBER,
    LONGEST_NAME,
    LONGEST_NOTE,
    MOST_SEATS,
)
from scorekeeper.scorebook.figures.state import are_kept, are_rated
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.rounds import RoundNarrator

F = TypeVar("F")
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
_NAMES = {"type": "array", "items": {"type": "string"}}


class Shape(Schema):
    """A shape. A function as the `attribute` of a field says how its value is worked out."""

    def get_attribute(self, obj: Any, attr: Any, default: Any) -> Any:
        """Return the value of a field."""
        return attr(obj) if callable(attr) else super().get_attribute(obj, attr, default)


def _field(kind: Callable[..., F], about: str = "", **options: Any) -> F:
    """Return a field with a sentence about it; one without a default is required at first."""
    metadata = {"description": about} if about else {}
    return kind(**{"required": "load_default" not in options, "metadata": metadata, **options})


text = partial(_field, fields.String)
whole = partial(_field, fields.Integer, strict=True)
yes_no = partial(_field, fields.Boolean)
moment = partial(_field, fields.AwareDateTime, format="iso")
texts = partial(_field, fields.List, cls_or_instance=fields.String())


def listed(inside: fields.Field[Any] | type[Shape], about: str = "", **options: Any) -> Any:
    """Return a field for a list of fields or shapes."""
    each = inside if isinstance(inside, fields.Field) else fields.Nested(inside)
    return _field(fields.List, about, cls_or_instance=each, **options)


def shape(inside: type[Shape], **options: Any) -> Any:
    """Return a field for another shape."""
    return _field(fields.Nested, nested=inside, **options)


def described(about: str, attribute: Any = None, **metadata: Any) -> Any:
    """Return a field for what marshmallow has no words for, with its schema as JSON."""
    return fields.Raw(attribute=attribute, metadata={"description": about, **metadata})


by_name = partial(described, type="object")


class EnteredSchema(Shape):
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


class NewRoundSchema(EnteredSchema):
    """A round to record."""

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


def _narrator(shown: Mapping[str, Any]) -> RoundNarrator:
    match: Match = shown["match"]
    return RoundNarrator(match.setup, match.names)


def _by_side(shown: Mapping[str, Any], numbers: tuple[int, ...]) -> dict[str, int]:
    label = _narrator(shown).label
    return {label(side): number for side, number in enumerate(numbers)}


def _names(shown: Mapping[str, Any], side: int | None) -> list[str] | None:
    match: Match = shown["match"]
    return None if side is None else [match.names[seat] for seat in match.setup.sides[side]]


def _next_round(shown: Mapping[str, Any]) -> int | None:
    match: Match = shown["match"]
    return None if match.standing.over else match.next_number


def _sides(shown: Mapping[str, Any], sides: Iterable[int]) -> list[list[str] | None]:
    return [_names(shown, side) for side in sides]


def _recorded_at(shown: Mapping[str, Any]) -> Any:
    return shown["match"].record.entries[shown["scored"].number - 1].recorded_at


def _reasons(shown: Mapping[str, Any]) -> list[str]:
    tells, score = _narrator(shown), shown["scored"].score
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
        allow_none=True, attribute=lambda shown: _names(shown, shown["scored"].score.winning_side)
    )
    points = by_name(
        "Points of the round, by side.",
        lambda shown: _by_side(shown, shown["scored"].score.points),
        **_POINTS,
    )
    totals = by_name(
        "Points of the match after it, by side.",
        lambda shown: _by_side(shown, shown["scored"].standing.totals),
        **_POINTS,
    )
    reset = yes_no("Whether it brought all totals back to 0.", attribute="scored.standing.reset")
    reasons = texts("Why, in the language that Accept-Language asks for.", attribute=_reasons)


class RoundsSchema(Shape):
    """The rounds of a match that count, in order."""

    match_version = whole("The version of the match.")
    rounds = listed(RoundSchema)


class NewMatchSchema(Shape):
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


class MatchSchema(Shape):
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
    players = listed(fields.Integer(allow_none=True), "The numbers of the players on these seats.")
    partners = yes_no(attribute="match.setup.partners")
    sides = listed(
        fields.List(fields.String()),
        attribute=lambda shown: _sides(shown, range(len(shown["match"].setup.sides))),
    )
    totals = by_name(
        "Points by side.", lambda shown: _by_side(shown, shown["match"].standing.totals), **_POINTS
    )
    rounds = whole("How many rounds count.", attribute=lambda shown: len(shown["match"].rounds))
    next_round = whole(
        "The number of the next round; none where it is over.",
        allow_none=True,
        attribute=_next_round,
    )
    over = yes_no(attribute="match.standing.over")
    winner = texts(
        allow_none=True, attribute=lambda shown: _names(shown, shown["match"].standing.winner)
    )
    losers = listed(
        fields.List(fields.String()),
        attribute=lambda shown: _sides(shown, shown["match"].standing.losers),
    )
    opened_at = moment(attribute="match.opened_at")
    changed_at = moment(attribute="match.changed_at")
    right = text(
        "What you may do with it, where one match is asked for.",
        required=False,
        validate=OneOf([each.word for each in Right]),
        attribute="right.word",
    )


class TokensSchema(Shape):
    """The tokens of the links to a match."""

    watch = text("Lets others see the match.")
    score = text("Lets others record as well.")
    own = text("Lets others do everything.")


class StartedSchema(Shape):
    """A match that was started, and the tokens of its links."""

    match = shape(MatchSchema)
    tokens = shape(TokensSchema)


class MatchQuerySchema(Shape):
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


class MatchesSchema(Shape):
    """A page of the matches that may be seen, the newest first."""

    matches = listed(MatchSchema)
    next = text("What to ask for as before, for the next page.", allow_none=True)


class PlayerSchema(Shape):
    """Somebody who plays, the same across matches."""

    id = whole("The number of the player.")
    name = text("The name.")
    colour = whole("From 1: the same in every match.")
    hidden = yes_no()
    forgotten = yes_no()


class PlayersSchema(Shape):
    """Players, by name."""

    players = listed(PlayerSchema)


class FiguresQuerySchema(Shape):
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


class SomebodySchema(Shape):
    """The number and the name of a player."""

    id = whole("The number of the player.")
    name = text("The name.")


complete = partial(yes_no, attribute=lambda _shown: are_kept() and are_rated())
newest = partial(
    listed,
    fields.Integer(),
    "The numbers of the newest matches, the last first.",
    attribute=lambda shown: [each.match_id for each in shown["newest"]],
)


class ByLuck(fields.Float):
    """A field for how many matches luck alone would win, which are kept in parts of WHOLE."""

    def _serialize(self, value: Any, *_names: object, **_options: object) -> float:
        return round(float(value) / WHOLE, 3)


by_luck = partial(_field, ByLuck, attribute="sums.luck")


class CountedSchema(Shape):
    """What some matches came to. Points and pips are null where kinds do not compare."""

    matches = whole("Matches that are over.", attribute="sums.matches")
    won = whole("Matches won.", attribute="sums.won")
    by_luck = by_luck("Matches that luck alone would win: one of the sides of each.")
    rounds = whole("Rounds.", attribute="sums.rounds")
    won_out = whole("Rounds won by going out.", attribute="sums.out")
    won_block = whole("Rounds won by a block.", attribute="sums.block")
    won_tile = whole("Rounds won on the lightest tile.", attribute="sums.tile")
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


class OfKindSchema(Shape):
    """A kind of matches, within which points compare, and what they came to."""

    kind = text("The kind, as it is asked for.", attribute=lambda each: each[0].code)
    game = text("The id of the game.", attribute=lambda each: each[0].game_id)
    partners = yes_no(attribute=lambda each: each[0].partners)
    counted = shape(CountedSchema, attribute=lambda each: each[1])


class AheadSchema(Shape):
    """How often two met on different sides, and which of them finished ahead."""

    met = whole("Matches.", attribute="ahead.met")
    ahead = whole("Those in which the first finished ahead.", attribute="ahead.first")
    behind = whole("Those in which the other did.", attribute="ahead.second")
    level = whole("Those in which neither did.", attribute="ahead.level")


class MetSchema(AheadSchema):
    """Somebody whom the player met."""

    player = shape(SomebodySchema)


class PartnerSchema(Shape):
    """Somebody who played as a partner of the player."""

    player = shape(SomebodySchema)
    matches = whole("Matches together.", attribute="sums.matches")
    won = whole("Those that were won.", attribute="sums.won")
    by_luck = by_luck()


class RatingSchema(Shape):
    """How strong somebody plays, from all matches that may be seen."""

    rating = whole("None after too few matches.", attribute="shown", allow_none=True)
    matches = whole("From how many matches.")


class FiguresSchema(Shape):
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
        attribute=lambda shown: shown["in_a_row"][0],
    )
    other_in_a_row = whole(
        "Those the other was ahead in.", attribute=lambda shown: shown["in_a_row"][1]
    )
    kinds = listed(
        AheadOfKindSchema,
        attribute=lambda shown: [{"kind": kind, "ahead": each} for kind, each in shown["kinds"]],
    )
    newest = newest()


class PairSchema(Shape):
    """Two players as partners."""

    players = listed(SomebodySchema)
    complete = complete()
    counted = shape(CountedSchema, attribute="total")
    kinds = listed(OfKindSchema)
    newest = newest()


class RankedSchema(Shape):
    """A player in the table of a season."""

    place = whole("From 1; those who are level share one.")
    player = shape(SomebodySchema)
    counted = shape(CountedSchema, attribute="total")
    rating = shape(RatingSchema)


class SeasonSchema(Shape):
    """Everybody, in the order of matches won beyond what luck alone would give."""

    complete = complete()
    counted = shape(CountedSchema, attribute="total")
    players = listed(RankedSchema)


class WrongSchema(Shape):
    """One thing that is wrong, and where: a JSON pointer into what was sent."""

    code = text()
    detail = text()
    pointer = text()
    fingerprint = text("Of a doubt, to be sent in overruled.", required=False)


class ProblemSchema(Shape):
    """What went wrong (RFC 9457), with a code and a sentence."""

    type = text()
    title = text()
    status = whole()
    code = text()
    detail = text()
    errors = listed(WrongSchema, required=False)
    needs = text("The right that is needed.", required=False)
    next_round = whole(required=False, allow_none=True)


@lru_cache
def named(name: str) -> Schema:
    """Return the schema of a name, as `Match`."""
    found: type[Schema] = globals()[f"{name}Schema"]
    return found()
