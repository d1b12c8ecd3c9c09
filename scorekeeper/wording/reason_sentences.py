"""A sentence for each reason of a score."""

from __future__ import annotations

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.rules.reasons import (
    Awarded,
    Charged,
    Claimed,
    Compared,
    Corrected,
    Drawn,
    Hit,
    NotCounted,
    Reached,
    Reason,
    RunEnded,
    Tallied,
    Uncounted,
    Weighed,
    WentOut,
)
from scorekeeper.wording.comparisons import compared_sentence
from scorekeeper.wording.formats import as_sentence, join_names, number, points, signed, times
from scorekeeper.wording.labels import translate_name
from scorekeeper.wording.payments import award_sentence, charge_sentence, weighed_sentence
from scorekeeper.wording.sides import SideNames


def reason_sentence(sides: SideNames, reason: Reason) -> str:
    """Say one step that leads to the points of a round."""
    match reason:
        case WentOut(seat):
            return _("%(name)s played the last tile.", name=sides.names[seat])
        case Weighed():
            return weighed_sentence(sides, reason)
        case Compared():
            return compared_sentence(sides, reason)
        case Drawn():
            return drawn_sentence(sides, reason)
        case Awarded():
            return award_sentence(sides, reason)
        case Charged():
            return charge_sentence(sides, reason)
        case RunEnded():
            return run_ended_sentence(sides, reason)
        case Claimed():
            return claim_sentence(sides, reason)
        case Tallied():
            return tally_sentence(sides, reason)
        case Hit():
            return hit_sentence(sides, reason)
        case Corrected():
            return correction_sentence(sides, reason)
        case NotCounted():
            return not_counted_sentence(sides, reason)
        case Reached():
            return reached_sentence(sides, reason)


def drawn_sentence(sides: SideNames, drawn: Drawn) -> str:
    """Say that a tie stays, and what that does to the next round."""
    tied = join_names([sides.label(side) for side in drawn.sides])
    if drawn.next_worth == 1:
        return _("Nothing breaks the tie between %(sides)s: nobody wins the round.", sides=tied)
    return _(
        # For translators: %(times)s is “double” or “three times”.
        "Nothing breaks the tie between %(sides)s: nobody wins the round, and the next one counts"
        " %(times)s.",
        sides=tied,
        times=times(drawn.next_worth),
    )


def run_ended_sentence(sides: SideNames, ended: RunEnded) -> str:
    """Say whose points are lost."""
    if ended.next_worth > 1:
        counts = times(ended.next_worth)
        # For translators: each side has won one round, which is called one all.
        return _(
            "That makes it one all: nobody scores, and the next counts %(times)s.", times=counts
        )
    run = join_names([sides.label(side) for side in ended.sides])
    # For translators: a run is several rounds won one after the other.
    return _("That ends the run of %(sides)s: after this round all start from 0.", sides=run)


def claim_sentence(sides: SideNames, claim: Claimed) -> str:
    """Say what a bonus pays, or how many times it makes the round count."""
    bonus = translate_name(claim.name)
    paid = signed(claim.points)
    if claim.times > 1:
        # For translators: Lá-e-lô: the round counts three times.
        text = _("%(bonus)s: the round counts %(times)s.", bonus=bonus, times=times(claim.times))
    else:
        side = sides.label(claim.side)
        # For translators: Capicú for Ana & Ciro: +100.
        text = _("%(bonus)s for %(side)s: %(points)s.", bonus=bonus, side=side, points=paid)
    # The name of a bonus is in lower case, and may begin the sentence.
    return as_sentence(text)


def tally_sentence(sides: SideNames, tallied: Tallied) -> str:
    """Say what a side made or lost in play."""
    side, paid = sides.label(tallied.side), points(abs(tallied.points))
    sentence = _made if tallied.points > 0 else _lost
    return sentence(sides.people(tallied.side), side=side, points=paid)


def _made(people: int, **facts: str) -> str:
    # For translators: points in play are scored while a round is played, not for the hands. The
    # number is that of the people: Bea made 15 points in play, Ana & Ciro made 15 points in play.
    return ngettext(
        "%(side)s made %(points)s in play.", "%(side)s made %(points)s in play.", people, **facts
    )


def _lost(people: int, **facts: str) -> str:
    return ngettext(
        "%(side)s lost %(points)s in play.", "%(side)s lost %(points)s in play.", people, **facts
    )


def hit_sentence(sides: SideNames, hit: Hit) -> str:
    """Say which tile brought the table to a mark, or past it."""
    facts = {
        "name": sides.names[hit.seat],
        "tile": hit.tile,
        "total": hit.total,
        "points": signed(hit.points),
    }
    if hit.passed:
        return _("%(name)s’s %(tile)s brought the table past %(total)s: %(points)s.", **facts)
    # For translators: Ciro’s 2-5 (a tile) brought the table to 30: +10.
    return _("%(name)s’s %(tile)s brought the table to %(total)s: %(points)s.", **facts)


def correction_sentence(sides: SideNames, correction: Corrected) -> str:
    """Say what the players gave or took themselves, and why."""
    side, paid = sides.label(correction.side), signed(correction.points)
    if not correction.note:
        return _("Bonus / penalty for %(side)s, %(points)s.", side=side, points=paid)
    return _(
        "Bonus / penalty for %(side)s, %(points)s: %(note)s.",
        side=side,
        points=paid,
        note=correction.note,
    )


def not_counted_sentence(sides: SideNames, lost: NotCounted) -> str:
    """Say which points do not count, and what would have let them."""
    facts = {
        "side": sides.label(lost.side),
        "points": points(lost.points),
        "limit": number(lost.limit),
    }
    match lost.why:
        case Uncounted.PAST_GOAL:
            # For translators: the goal (61) has to be met exactly: Ana would pass 61: 3 points …
            return _("%(side)s would pass %(limit)s: %(points)s not counted.", **facts)
        case Uncounted.OVER_GOAL:
            # For translators: the goal is 200, and Ana is at 190: of 25 points 15 are past 200.
            return _("%(side)s reaches %(limit)s: %(points)s past it not counted.", **facts)
        case Uncounted.TOO_LATE:
            # For translators: Ana: 3 points not counted, the match was already won.
            return _("%(side)s: %(points)s not counted, the match was already won.", **facts)
        case Uncounted.TOO_FEW:
            # For translators: the first points of a side have to be 13 or more.
            return _(
                "%(side)s, still at 0, needs at least %(limit)s to begin: %(points)s not counted.",
                **facts,
            )


def reached_sentence(sides: SideNames, reached: Reached) -> str:
    """Say who reached the goal in the middle of a round, and that this is the end."""
    names, goal = join_names([sides.label(side) for side in reached.sides]), number(reached.goal)
    if len(reached.sides) > 1:
        return _("%(names)s reached %(goal)s: nobody knows who was first.", names=names, goal=goal)
    first = ngettext(
        "%(names)s reached %(goal)s first and wins the match.",
        "%(names)s reached %(goal)s first and win the match.",
        sides.people(reached.sides[0]),
        names=names,
        goal=goal,
    )
    # For translators: what was played or scored after somebody had won the match.
    return f"{first} " + _("What came after does not count.") if reached.more else first
