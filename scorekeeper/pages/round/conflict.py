"""Two devices entered the same round: the recorded one and the late one, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.access.devices import display_name
from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.hands import hands_of
from scorekeeper.pages.shared.tiles import ShownHand
from scorekeeper.rules.rounds import Correction, Event, Hand, Round
from scorekeeper.scorebook.change_list import recorded_on
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import join_names, signed
from scorekeeper.wording.labels import translate_name


class HandPair(NamedTuple):
    """A hand as it was recorded, and as it was entered here."""

    recorded: ShownHand
    yours: ShownHand
    differs: bool


class Conflict(NamedTuple):
    """A recorded round beside another entry of it; `same` where they do not differ.

    `also` is what else was entered of each, beside the hands. `next_number` is None where the
    match is over.
    """

    match_id: int
    number: int
    next_number: int | None
    highest: int
    caption: str
    same: bool
    hands: tuple[HandPair, ...]
    also: tuple[str, str]
    also_differs: bool


def conflict_of(match: Match, number: int, yours: Round) -> Conflict | None:
    """Compare a recorded round with a late entry of it; None where it is no longer recorded."""
    if number > len(match.rounds):
        return None
    recorded = match.rounds[number - 1].played
    hands = zip(hands_of(match, number, recorded), hands_of(match, number, yours), strict=False)
    also = (_also(match, recorded), _also(match, yours))
    return Conflict(
        match_id=match.id,
        number=number,
        next_number=None if match.standing.over else match.next_number,
        highest=match.setup.game.tiles.highest,
        caption=_caption(match, number),
        same=_sorted(recorded) == _sorted(yours),
        hands=tuple(HandPair(theirs, own, _differ(theirs, own)) for theirs, own in hands),
        also=also,
        also_differs=also[0] != also[1],
    )


def _caption(match: Match, number: int) -> str:
    if device := recorded_on(match.id, number):
        return _(
            "Round %(number)s: recorded on %(device)s, and entered here",
            number=number,
            device=display_name(device),
        )
    return _("Round %(number)s: recorded on another device, and entered here", number=number)


def _differ(one: ShownHand, other: ShownHand) -> bool:
    by_name = [sorted(hand.tiles, key=lambda tile: tile.name) for hand in (one, other)]
    return one.note != other.note or by_name[0] != by_name[1]


def _sorted(played: Round) -> Round:
    """Sort a round, so that the order of tapping makes no difference."""
    return replace(
        played,
        hands=tuple(
            Hand(tuple(sorted(hand.tiles))) if isinstance(hand, Hand) else hand
            for hand in played.hands
        ),
        order=(),
        events=tuple(sorted(played.events, key=repr)),
        ends=None if played.ends is None else (min(played.ends), max(played.ends)),
    )


def _also(match: Match, played: Round) -> str:
    """Say what was entered of a round beside its hands."""
    return ", ".join(_facts(match, played))


def _facts(match: Match, played: Round) -> Iterator[str]:
    names = match.names
    if played.opener is not None:
        # For translators: to lead is to play the first tile of a round.
        yield _("%(name)s played first", name=names[played.opener])
    if played.blocker is not None:
        # For translators: to close the line is to play a tile after which nobody can play.
        yield _("%(name)s closed the line", name=names[played.blocker])
    if played.ends is not None:
        # For translators: the two open ends of the line on the table, as in: ends 3 and 5.
        yield _("ends %(one)s and %(other)s", one=played.ends[0], other=played.ends[1])
    yield from (_claim(event, names) for event in played.events)
    for name, scores in zip(names, played.tally, strict=False):
        if scores:
            # For translators: points made while a round is played, as in: Ana +5 +10 in play.
            made = " ".join(map(signed, scores))
            yield _("%(name)s %(points)s in play", name=name, points=made)
    if played.last_tile_scored is not None:
        # For translators: whether the tile somebody went out with made points in play.
        yield _("last tile scored") if played.last_tile_scored else _("last tile without score")
    yield from (_correction(match, each) for each in played.corrections)


def _claim(event: Event, names: tuple[str, ...]) -> str:
    if event.seat is None:
        return translate_name(event.name)
    return _("%(bonus)s by %(name)s", bonus=translate_name(event.name), name=names[event.seat])


def _correction(match: Match, correction: Correction) -> str:
    sentence = _(
        "bonus / penalty %(side)s %(points)s %(note)s",
        side=join_names([match.names[seat] for seat in match.setup.sides[correction.side]]),
        points=signed(correction.points),
        note=correction.note,
    )
    return sentence.strip()
