"""What else is asked of a round: who led, who closed the line, what is claimed or corrected."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.labels import translate_name


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of several."""

    field_id: str
    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A row of choices: of `name`, a field; `shown` where it must be answered, or was."""

    name: str
    legend: str
    options: tuple[Option, ...]
    problem: str = ""
    shown: bool = True


@dataclass(frozen=True, slots=True)
class Claim:
    """A bonus that may be claimed: by nobody in particular, or by each seat."""

    name: str
    options: tuple[Option, ...]


def questions(match: Match, form: RoundForm) -> tuple[Question, ...]:
    """Ask who led and who closed the line; hidden where this round does not depend on it."""
    by_plays = form.entry.data == "plays"
    return tuple(
        Question(
            name=field.name,
            legend=str(_LEGENDS[field.name]),
            options=_options(match, field.name, field.choices, [field.data]),
            problem=str(field.errors[0]) if field.errors else "",
            shown=shown
            or field.name in form.questions
            or field.data is not None
            or bool(field.errors),
        )
        for field, shown in ((form.opener, by_plays), (form.blocker, False))
    )


def corrected(match: Match, form: RoundForm) -> Question:
    """Ask whose points a correction changes."""
    field = form.correction_side
    return Question(
        name=field.name,
        legend=_("Whose points"),
        options=_options(match, field.name, field.choices, [field.data], by_seat=False),
        problem=str(field.errors[0]) if field.errors else "",
    )


def claims(match: Match, form: RoundForm) -> tuple[Claim, ...]:
    """Offer the bonuses of this game that people claim."""
    found = []
    for place, choices in groupby(form.events.choices, lambda choice: choice[0].partition("@")[0]):
        options = _options(match, "events", list(choices), form.events.data or ())
        found.append(
            Claim(_called(translate_name(match.setup.game.claims[int(place)].name)), options)
        )
    return tuple(found)


def _options(
    match: Match,
    field: str,
    choices: list[tuple[str, str]],
    chosen: list[str] | tuple[str, ...],
    by_seat: bool = True,
) -> tuple[Option, ...]:
    """Show the choices of a field, without those of seats that are out of the match."""
    put_out = match.standing.moment.put_out if by_seat else ()
    found = []
    for value, label in choices:
        place, claimed, seat = value.partition("@")
        who = seat if claimed else place
        if field == "events" and not claimed:
            label, who = _called(label), ""
        elif claimed:
            label = match.names[int(seat)]
        if not who or int(who) not in put_out:
            found.append(
                Option(f"{field}-{value.replace('@', '-')}", value, label, value in chosen)
            )
    return tuple(found)


def _called(bonus: str) -> str:
    """Write the name of a bonus as it stands alone; in sentences it begins as any word does."""
    return bonus[:1].upper() + bonus[1:]


_LEGENDS = {
    # For translators: to lead is to play the first tile of a round.
    "opener": _l("Who led the round?"),
    # For translators: to close the line is to play a tile after which nobody can play.
    "blocker": _l("Who closed the line?"),
}
