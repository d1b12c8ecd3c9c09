"""A recorded round that is edited, and the later ones that must be checked with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.pages.shared.change_sentences import hand_in_words
from scorekeeper.rules.round_entry import Round
from scorekeeper.scorebook.round_edits import (
    RoundEdit,
    RoundEdits,
    before_round,
    misfits,
    put_out_before,
    without_put_out,
)
from scorekeeper.scorebook.scored_match import Match
from scorekeeper.wording.formats import join_names


@dataclass(frozen=True)
class Editing:
    """Round `number` while it is edited, after the rounds edited `earlier` with it."""

    match: Match
    number: int
    earlier: RoundEdits

    @property
    def was(self) -> Round:
        return self.match.record.entries[self.number - 1].played

    @cached_property
    def before(self) -> Match:
        """The match before this round. Raise ReplayError."""
        return before_round(self.match, self.number, self.earlier)

    @property
    def fitted(self) -> Round:
        """The recorded round without the hands of those who are out of the match by now."""
        return without_put_out(self.was, self._out)

    @property
    def entered_again(self) -> tuple[int, ...]:
        """The seats that were out of the match in this round, and are not by now."""
        was_out = put_out_before(self.match, self.number) or ()
        return tuple(seat for seat in was_out if seat not in self._out)

    @property
    def first(self) -> int:
        """The number of the round that was edited first."""
        return min((self.number, *self.earlier))

    def edits_with(self, was: str, played: Round | None) -> RoundEdits:
        """Return the earlier edits with this one."""
        return {**self.earlier, self.number: RoundEdit(was, played)}

    def going_on(self, edits: RoundEdits) -> Editing | None:
        """Return the next round that no longer fits; None if all do. Raise ReplayError."""
        later = misfits(self.match, edits)
        return Editing(self.match, later[0], edits) if later else None

    def sentences(self) -> Iterator[str]:
        """Say why this round must be checked; nothing if somebody chose to edit it."""
        if not self.earlier:
            return
        yield ngettext(
            "Round %(edited)s is saved together with round %(numbers)s, which no longer fits.",
            "Round %(edited)s is saved together with rounds %(numbers)s, which no longer fit.",
            len(self._left),
            edited=self.first,
            numbers=join_names(self._left),
        )
        for seat in self._left_out:
            name = self._names[seat]
            if self.was.points:
                yield _("%(name)s is already out of the match in this round.", name=name)
                continue
            hand = self.was.hands[seat]
            if hand.is_empty:
                yield _(
                    "%(name)s is already out of the match in this round, so cannot have gone out.",
                    name=name,
                )
            else:
                yield _(
                    # For translators: %(hand)s are tiles, or pips: 3-4 5-6.
                    "%(name)s is already out of the match in this round: the hand %(hand)s "
                    "does not count.",
                    name=name,
                    hand=hand_in_words(hand),
                )
        for seat in self.entered_again:
            yield _(
                "%(name)s is still in the match in this round, but has no hand: enter it, or leave"
                " the round out.",
                name=self._names[seat],
            )

    def what_follows(self) -> tuple[str, ...]:
        """Say which rounds no longer fit; after the first edit, also who is out or no longer is."""
        left = ngettext(
            "Round %(numbers)s no longer fits: check it next.",
            "Rounds %(numbers)s no longer fit: check them next.",
            len(self._left),
            numbers=join_names(self._left),
        )
        return (left,) if len(self.earlier) > 1 else (*self._who(), left)

    def _who(self) -> Iterator[str]:
        if out := [self._names[seat] for seat in self._left_out]:
            yield ngettext(
                "%(names)s would be out of the match after round %(number)s.",
                "%(names)s would be out of the match after round %(number)s.",
                len(out),
                names=join_names(out),
                number=self.number - 1,
            )
        if back := [self._names[seat] for seat in self.entered_again]:
            yield ngettext(
                "%(names)s would still be in the match in round %(number)s.",
                "%(names)s would still be in the match in round %(number)s.",
                len(back),
                names=join_names(back),
                number=self.number,
            )

    @property
    def _names(self) -> tuple[str, ...]:
        return self.match.at(self.number).names

    @property
    def _out(self) -> tuple[int, ...]:
        return self.before.standing.moment.put_out

    @property
    def _left_out(self) -> tuple[int, ...]:
        """The seats that are out of the match by now, and were not in this round."""
        was_out = put_out_before(self.match, self.number) or ()
        return tuple(seat for seat in self._out if seat not in was_out)

    @cached_property
    def _left(self) -> list[str]:
        """The numbers of the rounds still to be checked."""
        return [str(number) for number in misfits(self.match, self.earlier)]
