"""The form of a round: what is wrong with the round is shown beside its fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from wtforms import Field, HiddenField, SelectMultipleField
from wtforms.validators import Length, Optional, Regexp

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.round.hand_form import HandForm, SideForm, text_field
from scorekeeper.pages.shared.fields import (
    EXPIRED,
    NO_CHOICE,
    ChoiceField,
    EntryForm,
    Problem,
    TickField,
    number_field,
    problems_of,
    refuse,
)
from scorekeeper.rules.doubts import doubts
from scorekeeper.rules.errors import PART_OF_ROUND, Code, RuleError
from scorekeeper.rules.game_keys import Entry, For, Rank
from scorekeeper.rules.round_entry import (
    Correction,
    Event,
    Play,
    Round,
    empty_seats,
    parse_tile,
    parse_tiles,
    points_by_side,
)
from scorekeeper.rules.tiles_and_hands import Hand, NotEntered, PipsHand, Tile
from scorekeeper.scorebook.entered_round import EnteredRound, check_round
from scorekeeper.scorebook.round_json import Unreadable, read_tile
from scorekeeper.scorebook.scored_match import Match
from scorekeeper.wording.errors_and_doubts import error_sentence
from scorekeeper.wording.formats import translate_name

# A value that is sent, and its label.
Choice = tuple[str, str]

# The methods of entry, by what the rules of a game count.
_METHODS = {Entry.TILES: ("tiles", "pips"), Entry.TOTALS: ("totals",), Entry.PLAYS: ("plays",)}
# The fields of a hand that a method uses; the others are only sent along.
_FIELDS = {"tiles": ("tiles",), "pips": ("pips", "count", "lightest"), "totals": ("pips",)}
# Answers of a question.
YES, NO = "1", "0"
_YES_OR_NO = ((YES, _l("Yes")), (NO, _l("No")))
# Typed for a player who passes.
PASSES = ("x", "pass")

_NUMBER = re.compile("[0-9]+")
_ROUND_NUMBER = re.compile(r"[0-9]{1,6}\Z")

_QUESTIONS = (Code.OPENER_NEEDED, Code.BLOCKER_NEEDED, Code.LAST_TILE_NEEDED)
_ABOUT_THE_LIGHTEST = (Code.LIGHTEST_TILE_NEEDED, Code.UNREADABLE_TILE)
# Nothing entered later can make these right.
_IMPOSSIBLE = (
    Code.TILE_NOT_IN_SET,
    Code.TILE_TWICE,
    Code.TILE_IN_TWO_HANDS,
    Code.TOO_MANY_TILES,
    Code.SEVERAL_EMPTY_HANDS,
    Code.PLAY_AFTER_END,
    Code.TOO_MANY_POINTS,
)


class RoundForm(EntryForm):
    """A round at its end, the next one of `match`, and what is wrong or missing once it was read.

    `round_no` is the number of the round the page was opened for, `entry` the method of entry (one
    of `methods`). `order` has the seats in the order in which they scored in play. `overruled`
    lists the doubts the page showed, which count as accepted.

    After a call of `played`, `reading` is what was read, None if a field is not valid. `editing`
    is the recorded round that is edited (an Editing), if one is.
    """

    editing: Any = None
    reading = EnteredRound(None, (), None)

    round_no = HiddenField(validators=[Regexp(_ROUND_NUMBER, message=EXPIRED)])
    entry = HiddenField()
    opener = ChoiceField(validators=[Optional()])
    blocker = ChoiceField(validators=[Optional()])
    ends = text_field(12, _l("Enter two numbers, such as 3 5."))
    boneyard = text_field(600, _l("Enter fewer tiles."))
    order = HiddenField(validators=[Length(max=600, message=EXPIRED)])
    # Keys of points added on the table: sent along, so that they stay in the draft.
    keys = HiddenField(validators=[Length(max=600, message=EXPIRED)])
    last_tile_scored = ChoiceField(validators=[Optional()])
    events = SelectMultipleField()
    nobody = TickField(default=False)
    plays = text_field(600, _l("Enter fewer tiles."))
    correction_side = ChoiceField(validators=[Optional()])
    correction_points = number_field(-9999, 9999, _l("Enter points from -9999 to 9999."))
    correction_note = text_field(80, _l("Enter a note of at most 80 characters."))
    overruled = text_field(200, EXPIRED)

    def __init__(self, match: Match, **options: object) -> None:
        self.match, self._moment = match, match.standing.moment
        super().__init__(**options)
        seats, sides = range(match.setup.players), range(len(match.setup.sides))
        self.opener.choices = self.blocker.choices = [*map(str, seats)]
        self.correction_side.choices = [*map(str, sides)]
        self.last_tile_scored.choices = _YES_OR_NO
        claims = self.claims(seats)
        self.events.choices = [choice for _name, choices in claims for choice in choices]
        if self.sent_values is None:
            self.round_no.data, self.entry.data = str(self._moment.number), self.methods[0]
        sent = self.sent_values
        self.hands = tuple(HandForm(sent, prefix=f"hands-{seat}-") for seat in seats)
        self.sides = tuple(SideForm(sent, prefix=f"side-{side}-") for side in sides)

    @property
    def methods(self) -> tuple[str, ...]:
        """How a round of this game can be entered, the usual method first."""
        game = self.match.setup.game
        # If each hand is charged what is left in it, entering points would be the same as counting.
        offered = not game.charges or (self.editing and self.editing.was.points)
        return (*_METHODS[game.table.entry], *(("points",) if offered else ()))

    @property
    def number(self) -> int:
        """The round that the form is for; the next one if the number sent is not valid."""
        sent = str(self.round_no.data)
        return int(sent) if _ROUND_NUMBER.match(sent) else self.match.next_number

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All error messages, in the order of the page, each once."""
        forms = (self, *self.hands, *self.sides)
        return tuple(dict.fromkeys(found for each in forms for found in problems_of(each)))

    @property
    def lightest_needed(self) -> tuple[int, ...]:
        """The seats whose lightest tile must be entered, as a tie depends on it."""
        return self._seats_of(Code.LIGHTEST_TILE_NEEDED)

    @property
    def lightest_asked(self) -> tuple[int, ...]:
        """The seats with a field for it: those, and any with an answer that may matter."""
        may_matter = Rank.LIGHTEST_TILE in self.match.setup.game.blocked.rank
        filled = (seat for seat, hand in enumerate(self.hands) if hand.lightest.data)
        return (*self.lightest_needed, *(filled if may_matter else ()))

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose hands are not entered yet."""
        return self._seats_of(Code.MISSING_HAND)

    @property
    def questions(self) -> tuple[str, ...]:
        """The fields that the ranking needs answered."""
        codes = (fault.code for fault in self.reading.faults)
        return tuple(PART_OF_ROUND[code] for code in codes if code in _QUESTIONS)

    @property
    def impossible(self) -> tuple[str, ...]:
        """Errors that nothing entered later can make right."""
        found = filter(_is_impossible, self.reading.faults)
        return tuple(error_sentence(fault, self.match.names) for fault in found)

    @property
    def perhaps_out(self) -> int | None:
        """The one seat without tiles that may have gone out, once all else is entered."""
        so_far = self.reading.played
        if so_far is None or len(self.missing) != 1 or len(self.problems) != 1:
            return None
        out = empty_seats(so_far, self._moment)
        return self.missing[0] if len(out) < self.match.setup.most_out else None

    @property
    def out_or_blank(self) -> int | None:
        """The seat with a 0 that went out, or holds only 0-0: asked when nothing else is open."""
        is_open = self.missing and not self.match.setup.game.out_pays_the_same
        return None if is_open else next(iter(self._seats_of(Code.OUT_NEEDED)), None)

    def claims(self, seats: Iterable[int]) -> Iterator[tuple[str, tuple[Choice, ...]]]:
        """Yield each bonus that is claimed, with its choices: one, or one for each of some seats.

        Their values are the index of the bonus, with `@seat` if a player claims it.
        """
        for index, bonus in enumerate(self.match.setup.game.claims):
            name = translate_name(bonus.name)
            # A label begins with a capital, in sentences the name begins with a small letter.
            label = name[:1].upper() + name[1:]
            if bonus.to is For.WINNER:
                yield label, ((str(index), label),)
            else:
                yield label, tuple((f"{index}@{seat}", self.match.names[seat]) for seat in seats)

    def begin(self, *, by_points: bool = False) -> None:
        """Use the method of entry of the last round; for the first, `by_points` decides.

        With plays, the leader is selected if known; it can be changed.
        """
        rounds = self.match.rounds
        self.entry.data = self.methods[0]
        first = "points" if by_points else self.methods[0]
        self.switch_to(self.method_of(rounds[-1].played) if rounds else first)
        if self.entry.data == "plays":
            self.opener.data = str(self.match.standing.lead.seat or 0)

    def method_of(self, played: Round) -> str:
        """Return how a round was entered."""
        if played.points and "points" in self.methods:
            return "points"
        counted = any(isinstance(hand, PipsHand) for hand in played.hands)
        return "pips" if counted and "pips" in self.methods else self.methods[0]

    def switch_to(self, method: str) -> None:
        """Switch to another method of entry; tiles that were entered are shown as their pips."""
        if method not in self.methods:
            return
        self.entry.data = method
        for hand in self.hands:
            if method == "pips" and hand.tiles.data and not hand.out.data:
                with suppress(RuleError):
                    self._show_pips(hand, parse_tiles(hand.tiles.data))

    def fill_hand(self, seat: int, tiles: tuple[Tile, ...]) -> None:
        """Fill in a hand with its tiles; if pips are counted, with their value too."""
        hand = self.hands[seat]
        hand.tiles.data = " ".join(map(str, tiles))
        hand.out.data = False
        if self.entry.data == "pips":
            self._show_pips(hand, tiles)

    def validate(self, extra_validators: dict[str, list[object]] | None = None) -> bool:
        """Check the form's own fields; hidden ones that are invalid get a valid value."""
        valid = super().validate(extra_validators)
        if self.events.errors:
            self.events.errors = [NO_CHOICE]
        if self.round_no.errors:
            self.round_no.data = self._moment.number
        if self.entry.data not in self.methods:
            self.entry.data = self.methods[0]
            refuse(self.entry, EXPIRED)
            return False
        return valid

    def played(self) -> Round | None:
        """Return the round; None if it is not valid, and `problems` say why."""
        # Evaluate all, to show all errors at once.
        own = self.validate()
        names = (*_FIELDS.get(self.entry.data, ()), "tally")
        fields = [(hand, name) for hand in self.hands for name in names]
        fields += [(side, "points") for side in self.sides if self.entry.data == "points"]
        if not all([own, *(hand[name].validate(hand) for hand, name in fields)]):
            return None
        unreadable = Unreadable()
        out = [seat for seat, hand in enumerate(self.hands) if hand.out.data]
        entered = self._entered(unreadable)
        self.reading = check_round(entered, self.match.standing, out, unreadable)
        for fault in self.reading.faults:
            refuse(self._field_of(fault), error_sentence(fault, self.match.names))
        if self.correction_points.data and number_in(self.correction_side) is None:
            refuse(self.correction_side, _("Choose who the points are for."))
        return None if self.problems else self.reading.played

    def doubts_seen(self, played: Round) -> bool:
        """Whether all doubts about a round were shown before: then it is recorded."""
        found = doubts(self.match.setup, played, self._moment)
        return {doubt.fingerprint for doubt in found} <= {*self.overruled.data.split()}

    def _entered(self, unreadable: Unreadable) -> Round:
        """Return as much of the round as can be read; call it once the fields are valid."""
        tally = tuple(tuple(filter(None, hand.tally.data)) for hand in self.hands)
        scored = [seat for seat, made in enumerate(tally) for _points in made]
        order = tuple(map(int, _NUMBER.findall(self.order.data or "")))
        by_plays, by_points = (self.entry.data == way for way in ("plays", "points"))
        answer, attempt = self.last_tile_scored.data, unreadable.attempt
        hands = () if by_plays or by_points else enumerate(self.hands)
        asleep = self.boneyard.data and self.entry.data == "tiles"
        nobody = (None,) * len(self.sides)
        return Round(
            hands=tuple(
                attempt(hand.read, seat, self.entry.data, otherwise=NotEntered())
                if seat not in self._moment.put_out
                else Hand()
                for seat, hand in hands
            ),
            opener=number_in(self.opener),
            blocker=number_in(self.blocker),
            ends=attempt(_ends, self.ends.data, otherwise=None) if self.ends.data else None,
            events=tuple(map(self._event, self.events.data or ())),
            tally=tally if scored else (),
            # If points were typed, or entered on another device, their order is not known.
            order=order if sorted(order) == scored else (),
            boneyard=attempt(_sleeping, self.boneyard.data, otherwise=None) if asleep else None,
            last_tile_scored=None if answer is None else answer == YES,
            plays=attempt(self._plays, otherwise=()) if by_plays else (),
            points=attempt(self._points, otherwise=nobody) if by_points else (),
            corrections=self._corrections(),
        )

    def _event(self, value: str) -> Event:
        index, _at, seat = value.partition("@")
        return Event(self.match.setup.game.claims[int(index)].name, int(seat) if seat else None)

    def _plays(self) -> tuple[Play, ...]:
        """Return the tiles in the order they were laid, turn by turn from the opener."""
        first, players = number_in(self.opener) or 0, self.match.setup.players
        turns = enumerate((self.plays.data or "").replace(",", " ").split(), start=first)
        return tuple(
            Play(turn % players, read_tile(word, turn % players))
            for turn, word in turns
            if word.lower() not in PASSES
        )

    def _points(self) -> tuple[int | None, ...]:
        """Return the points of each side. Raise RuleError if they are not all entered."""
        setup, out = self.match.setup, {*self._moment.put_out}
        given = tuple(side.points.data for side in self.sides)
        sides = zip(setup.sides, given, strict=True)
        left = [seat for seats, points in sides if points is None for seat in {*seats} - out]
        known = self.nobody.data or (self.editing and given == self.editing.was.points)
        needed = tuple(sorted(left)) if setup.game.pays_all else ()
        if not known and (needed or all(points is None for points in given)):
            raise RuleError(Code.POINTS_NEEDED, seats=needed)
        return points_by_side(given)

    def _corrections(self) -> tuple[Correction, ...]:
        points, side = self.correction_points.data, number_in(self.correction_side)
        if not points or side is None:
            return ()
        return (Correction(side, points, self.correction_note.data or ""),)

    def _field_of(self, fault: RuleError) -> Field:
        """Return the field beside which a fault is shown."""
        if fault.code in PART_OF_ROUND:
            return self[PART_OF_ROUND[fault.code]]
        if fault.detail.get("boneyard"):
            return self.boneyard
        if self.entry.data == "points":
            return self.sides[self.match.setup.side_of(min(fault.seats, default=0))].points
        hand, method = self.hands[fault.seats[0] if fault.seats else 0], self.entry.data
        if fault.code is Code.NEGATIVE_TOTAL and min(hand.tally.data, default=0) < 0:
            return hand.tally
        if method == "plays":
            return self.plays
        if method == "tiles":
            return hand.tiles
        about_the_lightest = fault.tiles or fault.code in _ABOUT_THE_LIGHTEST
        return hand.lightest if about_the_lightest else hand.pips

    def _seats_of(self, code: Code) -> tuple[int, ...]:
        return next((fault.seats for fault in self.reading.faults if fault.code is code), ())

    def _show_pips(self, hand: HandForm, tiles: tuple[Tile, ...]) -> None:
        # A field shows its raw data, so this looks as if the sum had been sent.
        hand.pips.raw_data = [str(self.match.setup.game.weights.of_hand(Hand(tiles)))]


def number_in(field: Field) -> int | None:
    """Return the seat or side chosen in a field."""
    return int(field.data) if field.data else None


def _sleeping(text: str) -> tuple[Tile, ...]:
    """Read the tiles that nobody held. Raise RuleError (unreadable_tile)."""
    try:
        return parse_tiles(text)
    except RuleError as error:
        raise RuleError(error.code, text=error.detail["text"], boneyard=True) from error


def _ends(text: str) -> tuple[int, int]:
    """Read the open ends: two numbers, or as a tile. Raise RuleError (no_such_end)."""
    try:
        tile = parse_tile("-".join(text.split()))
    except RuleError:
        raise RuleError(Code.NO_SUCH_END, end=text) from None
    return tile.low, tile.high


def _is_impossible(fault: RuleError) -> bool:
    """Whether nothing entered later can mend a fault: then it is shown at once."""
    # If a number of tiles is given, that number may be the mistake.
    alone = fault.code is Code.IMPOSSIBLE_PIPS and fault.detail.get("count") is None
    return alone or fault.code in _IMPOSSIBLE
