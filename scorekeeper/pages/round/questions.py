"""What else the page of a round asks: who led, who closed the line, claims, a correction."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.rules.options import Among, Rank
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.labels import translate_name


class Option(NamedTuple):
    """A choice of a question or a claim."""

    field_id: str
    value: str
    label: str
    chosen: bool


class Question(NamedTuple):
    """The choices of the field `name`; `shown` where it must be answered, or was.

    `possible`: the rules of the game may ask it, so that its place is kept.
    """

    name: str
    legend: str
    options: tuple[Option, ...]
    problem: str = ""
    shown: bool = True
    possible: bool = True


class Claim(NamedTuple):
    """A bonus that can be claimed: one option, or one for each seat."""

    name: str
    options: tuple[Option, ...]


def questions_of(match: Match, form: RoundForm) -> tuple[Question, ...]:
    """Ask what the score may depend on, as who led; not shown where it does not."""
    by_plays, game = form.entry.data == "plays", match.setup.game
    return tuple(
        Question(
            name=field.name,
            legend=str(_LEGENDS[field.name]),
            options=_options(
                match, field.name, field.choices, [field.data], field is not form.last_tile_scored
            ),
            problem=str(field.errors[0]) if field.errors else "",
            shown=shown
            or field.name in form.questions
            or field.data is not None
            or bool(field.errors),
            possible=may_ask,
        )
        for field, shown, may_ask in (
            (form.opener, by_plays, by_plays or Rank.OPENERS_SIDE in game.blocked.rank),
            (form.blocker, False, _asks_blocker(match)),
            (form.last_tile_scored, False, game.tally.out_in_one),
        )
    )


def _asks_blocker(match: Match) -> bool:
    blocked = match.setup.game.blocked
    by_blocker = {Rank.BLOCKER, Rank.BLOCKERS_SIDE, Rank.NOT_BLOCKERS_SIDE}
    return blocked.among is Among.BLOCKER_AND_NEXT or not by_blocker.isdisjoint(blocked.rank)


def correction_question(match: Match, form: RoundForm) -> Question:
    """Ask which side a correction is for."""
    field = form.correction_side
    return Question(
        name=field.name,
        legend=_("For whom"),
        options=_options(match, field.name, field.choices, [field.data], by_seat=False),
        problem=str(field.errors[0]) if field.errors else "",
    )


def claims_of(match: Match, form: RoundForm) -> tuple[Claim, ...]:
    """Return the bonuses of this game that players claim."""
    found = []
    for index, choices in groupby(form.events.choices, lambda choice: choice[0].partition("@")[0]):
        options = _options(match, "events", list(choices), form.events.data or ())
        found.append(
            Claim(_capitalized(translate_name(match.setup.game.claims[int(index)].name)), options)
        )
    return tuple(found)


def _options(
    match: Match,
    field: str,
    choices: list[tuple[str, str]],
    chosen: list[str] | tuple[str, ...],
    by_seat: bool = True,
) -> tuple[Option, ...]:
    """Return the choices of a field, without those of seats that are out of the match."""
    put_out = match.standing.moment.put_out if by_seat else ()
    found = []
    for value, label in choices:
        index, claimed, seat = value.partition("@")
        who = seat if claimed else index
        if field == "events" and not claimed:
            label, who = _capitalized(label), ""
        elif claimed:
            label = match.names[int(seat)]
        if not who or int(who) not in put_out:
            found.append(
                Option(f"{field}-{value.replace('@', '-')}", value, label, value in chosen)
            )
    return tuple(found)


def _capitalized(bonus: str) -> str:
    """Write the name of a bonus for a label; in sentences it begins with a small letter."""
    return bonus[:1].upper() + bonus[1:]


_LEGENDS = {
    # For translators: to lead is to play the first tile of a round.
    "opener": _l("Who played first?"),
    # For translators: to close the line is to play a tile after which nobody can play.
    "blocker": _l("Who closed the line?"),
    # For translators: whether the tile somebody went out with also made points in play.
    "last_tile_scored": _l("Did the last tile score in play?"),
}
