"""What a game pays and charges, in words."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.messages import pgettext
from scorekeeper.rules.keys import Award, Charge, Game
from scorekeeper.rules.options import Sides
from scorekeeper.wording.formats import join_names, points, times


def may_pair(game: Game) -> bool:
    """Return whether a game can be played by partners."""
    return any(game.sides_for(players) is not Sides.SOLO for players in game.deal)


def award_in_words(game: Game, award: Award, pairs: bool) -> str:
    """Say what an award counts: what the opponents hold, less the winner’s own hand.

    With `pairs` the own side has two hands, which are named one by one only where they differ.
    """
    counts = [(count, _multiple(count, what)) for what, count in _parts(game, award, pairs)]
    if award.flat:
        counts.append((award.flat, points(abs(award.flat))))
    return _sum(counts)


def _parts(game: Game, award: Award, pairs: bool) -> Iterator[tuple[str, int]]:
    """Yield what an award counts, and how many times."""
    own = [(_("the partner’s hand"), award.partner), (_("the winner’s own hand"), award.own)]
    if not pairs:
        own = own[1:]
    elif award.partner == award.own or not may_pair(game):
        own = [(_("the winning side’s own hands"), award.own)]
    if {award.opponents, *(count for _what, count in own)} == {1}:
        yield _("what all hands hold"), 1
    else:
        # For translators: the pips in the hands of the opponents.
        yield _("what the opponents hold"), award.opponents
        yield from own
    yield _("what each opponent holds more than the winner"), award.excess


def _multiple(count: int, what: str) -> str:
    if abs(count) <= 1:
        return what
    # For translators: 2 × the winner’s own hand.
    return _("%(count)s × %(what)s", count=abs(count), what=what)


def _sum(counts: list[tuple[int, str]]) -> str:
    added = [words for count, words in counts if count > 0]
    text, *more = added or [pgettext("award", "nothing")]
    for words in more:
        # For translators: what is awarded: what the opponents hold plus 25 points.
        text = _("%(sum)s plus %(more)s", sum=text, more=words)
    for words in (words for count, words in counts if count < 0):
        # For translators: what is awarded: what the opponents hold, less the winner’s own hand.
        text = _("%(sum)s, less %(part)s", sum=text, part=words)
    return text


def charge_in_words(charge: Charge) -> str:
    """Say what the others score: add what they hold."""
    counts = {"own": charge.own, "excess": charge.excess}
    charges = [_charged(part, count) for part, count in counts.items() if count]
    return join_names(charges) or _("score nothing")


def _charged(part: str, count: int) -> str:
    charge = str(_CHARGES[part, count > 0])
    if abs(count) == 1:
        return charge
    # For translators: add what they hold, three times.
    return _("%(charge)s, %(times)s", charge=charge, times=how_often(abs(count)))


def how_often(count: int) -> str:
    """Say how many times something counts: once, double, three times, 4 times."""
    return pgettext("a round counts", "once") if count == 1 else times(count)


_CHARGES = {
    # For translators: what the others score: “after going out the others: add what they hold”.
    ("own", True): _l("add what they hold"),
    ("own", False): _l("lose what they hold"),
    ("excess", True): _l("add what they hold more than the winner"),
    ("excess", False): _l("lose what they hold more than the winner"),
}
