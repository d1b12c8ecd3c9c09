"""The form that edits a round: the form of a new one, filled with the recorded round."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from flask import abort, request
from wtforms import HiddenField
from wtforms.validators import Regexp

from scorekeeper.messages import gettext as _
from scorekeeper.pages.round.forms import NO, YES, RoundForm
from scorekeeper.pages.shared.change_sentences import consequences
from scorekeeper.pages.shared.editing import Editing
from scorekeeper.pages.shared.fields import EXPIRED
from scorekeeper.pages.shared.match import side_changes
from scorekeeper.rules.round_entry import Correction, Event, Play, Round
from scorekeeper.rules.tiles_and_hands import NotEntered, PipsHand
from scorekeeper.scorebook.round_edits import RoundEdit, RoundEdits, before_round, change_to
from scorekeeper.scorebook.round_json import Unreadable, fingerprint, round_from_json, round_to_json
from scorekeeper.scorebook.scored_match import Match, ReplayError, with_change

_ANSWERS = {None: None, True: YES, False: NO}


class RoundEditForm(RoundForm):
    """A recorded round; `was` is the fingerprint of the round that the page showed.

    `earlier` has the rounds edited before it in one go. With `sent` false the form is blank,
    whatever was sent.
    """

    was = HiddenField(validators=[Regexp(r"[0-9a-f]{16}\Z", message=EXPIRED)])
    earlier = HiddenField()

    editing: Editing

    def __init__(self, editing: Editing, *, sent: bool = True) -> None:
        self._sent, self.editing = sent, editing
        super().__init__(editing.before)
        self.earlier.data = write_earlier(editing.earlier)

    def is_submitted(self) -> bool:
        return self._sent and bool(super().is_submitted())

    def fill(self) -> None:
        """Fill in the round as it was entered; a player back in the match has no hand yet."""
        was = self.editing.was
        self.was.data = fingerprint(was)
        self.entry.data = self.method_of(was)
        self.opener.data = None if was.opener is None else str(was.opener)
        self.blocker.data = None if was.blocker is None else str(was.blocker)
        self.boneyard.data = " ".join(map(str, was.boneyard or ()))
        self.ends.data = "" if was.ends is None else "{} {}".format(*was.ends)
        self.order.data = " ".join(map(str, was.order))
        self.last_tile_scored.data = _ANSWERS[was.last_tile_scored]
        self.events.data = list(map(self._value_of, was.events))
        self.plays.data = " ".join(self._turns(was.plays, was.opener or 0))
        for correction in was.corrections[:1]:
            self.correction_side.data = str(correction.side)
            self.correction_points.data = correction.points
            self.correction_note.data = correction.note
        for fields, scores in zip(self.hands, was.tally, strict=False):
            fields.tally.data = scores
        self.nobody.data = bool(was.points) and not was.named_points
        for side, points in zip(self.sides, was.points, strict=False):
            side.points.data = points
        self._fill_hands(was)

    def _entered(self, unreadable: Unreadable) -> Round:
        """Return the round as it is read; parts without a field stay unchanged."""
        entered, was = super()._entered(unreadable), self.editing.was
        if not self.ends.raw_data:
            entered = replace(entered, ends=was.ends)
        no_field = entered.hands and not self.boneyard.raw_data
        return replace(entered, boneyard=was.boneyard) if no_field else entered

    def what_follows(self, played: Round) -> tuple[tuple[str, ...], int | None]:
        """Say what else a round would change, and return the next one that no longer fits then."""
        editing = self.editing
        edits = editing.edits_with(fingerprint(editing.was), played)
        if next_ := editing.going_on(edits):
            return next_.what_follows(), next_.number
        after = with_change(editing.match, change_to(editing.match.record, edits))
        return (_score_sentence(editing.match, after), *consequences(editing.match, after)), None

    def _fill_hands(self, was: Round) -> None:
        in_play = {*range(len(was.hands))} - {*self._moment.put_out, *self.editing.entered_again}
        for seat, (fields, hand) in enumerate(zip(self.hands, was.hands, strict=False)):
            fields.out.data = hand.is_empty and seat in in_play
            if isinstance(hand, NotEntered) or hand.is_empty:
                continue
            if self.entry.data == "tiles":
                fields.tiles.data = " ".join(map(str, hand.known_tiles))
                continue
            fields.pips.data = self.match.setup.game.weights.of_hand(hand)
            fields.count.data = hand.count if isinstance(hand, PipsHand) else len(hand.tiles)
            fields.lightest.data = "" if hand.lightest is None else str(hand.lightest)

    def _corrections(self) -> tuple[Correction, ...]:
        """Return the corrections; the form shows one, the others stay."""
        return (*super()._corrections(), *self.editing.was.corrections[1:])

    def _value_of(self, event: Event) -> str:
        """Write an event as a value of the field `events`."""
        names = [bonus.name for bonus in self.match.setup.game.claims]
        index = names.index(event.name)
        return str(index) if event.seat is None else f"{index}@{event.seat}"

    def _turns(self, plays: tuple[Play, ...], seat: int) -> Iterator[str]:
        """Write tiles turn by turn, with an x for each pass."""
        for play in plays:
            while seat != play.seat:
                yield "x"
                seat = (seat + 1) % self.match.setup.players
            yield str(play.tile)
            seat = (seat + 1) % self.match.setup.players


def _score_sentence(before: Match, after: Match) -> str:
    """Say how the totals change, if they do."""
    if before.standing.totals == after.standing.totals:
        return _("The score stays as it is.")
    changed = (
        _("%(side)s %(now)s instead of %(was)s", side=side.name, now=side.after, was=side.before)
        for side in side_changes(before, after)
        if side.before != side.after
    )
    return f"{', '.join(changed)}."


def write_earlier(edits: RoundEdits) -> str:
    """Write rounds that were edited for a hidden field."""
    return json.dumps(
        [
            [number, was, None if played is None else round_to_json(played)]
            for number, (was, played) in edits.items()
        ]
    )


def read_earlier(text: str, number: int) -> RoundEdits:
    """Read rounds that were edited before round `number`. Raise ValueError."""
    try:
        found = {
            int(earlier): RoundEdit(str(was), None if played is None else round_from_json(played))
            for earlier, was, played in json.loads(text or "[]")
        }
    except (TypeError, ArithmeticError, RecursionError) as error:
        raise ValueError(text) from error
    if not all(0 < earlier < number for earlier in found):
        raise ValueError(text)
    return found


def edited_round(match: Match, number: int) -> Editing:
    """Return a recorded round for editing, after those edited with it; 404 for any other.

    If the earlier ones are not valid, they are ignored.
    """
    if not 1 <= number < match.next_number:
        abort(404)
    editing = Editing(match, number, {})
    with suppress(ValueError, ReplayError):
        earlier = read_earlier(request.form.get("earlier", ""), number)
        before_round(match, number, earlier)
        editing = Editing(match, number, earlier)
    if not editing.earlier and number > len(match.rounds):
        abort(404)
    return editing


def refreshed(editing: Editing) -> RoundEdits:
    """Return the rounds edited earlier, to replace what is recorded now."""
    entries = editing.match.record.entries
    return {
        number: each._replace(was=fingerprint(entries[number - 1].played))
        for number, each in editing.earlier.items()
    }
