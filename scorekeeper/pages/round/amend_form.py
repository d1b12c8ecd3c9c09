"""The form that amends a round: the form of a new one, filled with the recorded round."""

from __future__ import annotations

from dataclasses import replace

from wtforms import HiddenField
from wtforms.validators import Regexp

from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.round.round_fields import NO, YES
from scorekeeper.pages.shared.editing import Editing, write_earlier
from scorekeeper.pages.shared.fields import EXPIRED
from scorekeeper.rules.rounds import Event, Moment, NotEntered, PipsHand, Play, Round
from scorekeeper.rules.setup import Setup
from scorekeeper.rules.weighing import weigh
from scorekeeper.scorebook.round_json import fingerprint

_ANSWERS = {None: None, True: YES, False: NO}


class AmendForm(RoundForm):
    """A round that is recorded already; `was` is the fingerprint of the round the page showed.

    `earlier` has the rounds that were amended with it before. With `sent` false the form is blank,
    whatever the request has.
    """

    was = HiddenField(validators=[Regexp(r"[0-9a-f]{16}\Z", message=EXPIRED)])
    earlier = HiddenField()

    def __init__(
        self, setup: Setup, names: tuple[str, ...], moment: Moment, *, sent: bool = True
    ) -> None:
        self._sent = sent
        super().__init__(setup, names, moment)

    def is_submitted(self) -> bool:
        return self._sent and bool(super().is_submitted())

    def fill(self, played: Round, came_back: tuple[int, ...] = ()) -> None:
        """Fill the fields in as the round was entered; the seats that `came_back` have no hand."""
        self.was.data = fingerprint(played)
        self.entry.data = self._method_of(played)
        self.opener.data = _choice(played.opener)
        self.blocker.data = _choice(played.blocker)
        self.ends.data = "" if played.ends is None else "{} {}".format(*played.ends)
        self.order.data = " ".join(map(str, played.order))
        self.last_tile_scored.data = _ANSWERS[played.last_tile_scored]
        self.events.data = list(map(self._value_of, played.events))
        self.plays.data = " ".join(self._turns(played.plays, played.opener or 0))
        for correction in played.corrections[:1]:
            self.correction_side.data = str(correction.side)
            self.correction_points.data = correction.points
            self.correction_note.data = correction.note
        self._fill_hands(played)
        for seat in came_back:
            self.hands[seat].out.data = False

    def amended(self, was: Round) -> Round | None:
        """Return the round that replaces `was`; None where it is not valid: `problems` say why."""
        played = self.played()
        if played is None:
            return None
        # The form shows one correction; the others stay.
        return replace(played, corrections=(*played.corrections, *was.corrections[1:]))

    def _fill_hands(self, played: Round) -> None:
        for seat, fields in enumerate(self.hands):
            fields.tally.data = played.tally[seat] if seat < len(played.tally) else ()
            if not played.hands:
                continue
            hand = played.hands[seat]
            fields.out.data = hand.is_empty and seat not in self._moment.put_out
            if isinstance(hand, NotEntered) or hand.is_empty:
                continue
            if self.entry.data == "tiles":
                fields.tiles.data = " ".join(map(str, hand.known_tiles))
                continue
            fields.pips.data = weigh(self._setup.game, hand)
            fields.count.data = hand.count if isinstance(hand, PipsHand) else len(hand.tiles)
            fields.lightest.data = "" if hand.lightest is None else str(hand.lightest)

    def _method_of(self, played: Round) -> str:
        counted = any(isinstance(hand, PipsHand) for hand in played.hands)
        return "pips" if counted and "pips" in self.methods else self.methods[0]

    def _value_of(self, event: Event) -> str:
        """Write an event as a value of the field `events`."""
        names = [bonus.name for bonus in self._setup.game.claims]
        index = names.index(event.name)
        return str(index) if event.seat is None else f"{index}@{event.seat}"

    def _turns(self, plays: tuple[Play, ...], seat: int) -> list[str]:
        """Write tiles turn by turn, with an x for each pass."""
        words: list[str] = []
        for play in plays:
            while seat != play.seat:
                words.append("x")
                seat = (seat + 1) % self._setup.players
            words.append(str(play.tile))
            seat = (seat + 1) % self._setup.players
        return words


def form_of(editing: Editing, *, sent: bool = True) -> AmendForm:
    """Return the form of a round that is amended; blank, where it is not the one `sent`."""
    match, moment = editing.match, editing.before.standing.moment
    form = AmendForm(match.setup, match.names, moment, sent=sent)
    form.earlier.data = write_earlier(editing.earlier)
    return form


def _choice(seat: int | None) -> str | None:
    return None if seat is None else str(seat)
