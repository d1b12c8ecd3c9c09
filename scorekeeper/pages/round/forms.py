"""The form of a round: what is entered is read, checked, and refused beside its fields."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.messages import gettext as _
from scorekeeper.pages.round.fault_fields import QUESTIONS, field_of, is_impossible
from scorekeeper.pages.round.reading import RoundReader, number_in
from scorekeeper.pages.round.round_fields import RoundFields
from scorekeeper.pages.shared.fields import EXPIRED, NO_CHOICE, Problem, problems_of, refuse
from scorekeeper.rules.checking import faults
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.reasons import RoundScore
from scorekeeper.rules.rounds import Moment, Round, empty_seats
from scorekeeper.rules.scoring import score_round
from scorekeeper.rules.setup import Setup
from scorekeeper.wording.errors import error_sentence


class RoundForm(RoundFields):
    """The fields of a round, and what is wrong or missing in them once it was `played`.

    `so_far` is the round with hands that may not be entered yet, None where a field is not valid;
    `score` what the round scores, None where it cannot be scored.
    """

    def __init__(self, setup: Setup, names: tuple[str, ...], moment: Moment) -> None:
        super().__init__(setup, names, moment)
        self.so_far: Round | None = None
        self.score: RoundScore | None = None
        self._found: tuple[RuleError, ...] = ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All error messages, in the order of the page, each once."""
        found = (*super().problems, *(p for hand in self.hands for p in problems_of(hand)))
        return tuple(dict.fromkeys(found))

    @property
    def lightest_needed(self) -> tuple[int, ...]:
        """The seats whose lightest tile must be entered, as a tie hangs on it."""
        seats = (f.seats for f in self._found if f.code is Code.LIGHTEST_TILE_NEEDED)
        return next(seats, ())

    @property
    def questions(self) -> tuple[str, ...]:
        """The fields that the ranking needs answered."""
        return tuple(QUESTIONS[fault.code] for fault in self._found if fault.code in QUESTIONS)

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose hands are not entered yet."""
        seats = (f.seats for f in self._found if f.code is Code.MISSING_HAND)
        return next(seats, ())

    @property
    def impossible(self) -> tuple[str, ...]:
        """What is wrong whatever is entered next."""
        return tuple(error_sentence(f, self._names) for f in self._found if is_impossible(f))

    @property
    def perhaps_out(self) -> int | None:
        """The one seat without tiles, where all else is entered and it may have gone out."""
        if self.so_far is None or len(self.missing) != 1 or len(self.problems) != 1:
            return None
        out = empty_seats(self.so_far, self._moment)
        return self.missing[0] if len(out) < self._setup.most_out else None

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
        """Return the round; None where it is not valid, and `problems` say why."""
        # No short circuit: all errors are shown at once.
        own = self.validate()
        fields = [(f, hand) for hand in self.hands for f in hand.fields_of(self.entry.data)]
        if not all([own, *(field.validate(hand) for field, hand in fields)]):
            return None
        reader = RoundReader(self, self._setup, self._moment.put_out)
        played = reader.read()
        self._found = (*reader.unreadable, *self._faults(played, reader))
        for fault in self._found:
            refuse(field_of(self, fault), error_sentence(fault, self._names))
        if self.correction_points.data and number_in(self.correction_side) is None:
            refuse(self.correction_side, _("Choose who the points are for."))
        if not reader.unreadable:
            self.so_far = played
        return None if self.problems else played

    def _faults(self, played: Round, reader: RoundReader) -> Iterator[RuleError]:
        try:
            self.score = score_round(self._setup, played, self._moment)
        except RuleError as error:
            # Scoring stops at the first fault; the page shows all of them.
            found = [*faults(self._setup, played, self._moment)] or [error]
            # A hand that cannot be read is not entered, which need not be said as well.
            unreadable = {seat for fault in reader.unreadable for seat in fault.seats}
            for fault in found:
                seats = tuple(seat for seat in fault.seats if seat not in unreadable)
                if fault.code is not Code.MISSING_HAND:
                    yield fault
                elif seats:
                    yield RuleError(Code.MISSING_HAND, seats=seats)
