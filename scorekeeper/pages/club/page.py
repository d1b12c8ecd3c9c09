"""What the pages of an evening have in common: who is an official, and the page itself."""

from __future__ import annotations

from flask import render_template, request
from flask import session as cookie

from scorekeeper.access import guard, session
from scorekeeper.pages.club import shown
from scorekeeper.pages.club.forms import PeopleForm, VersionForm
from scorekeeper.pages.shared.fields import Problem
from scorekeeper.scorebook.evening import ClubEvening, Seen
from scorekeeper.scorebook.people.players import recent_players

# In the session: the keys of the evenings whose link for officials was opened.
OFFICIALS = "officials"


class OfficialsOnly(Exception):
    """A device that only watches wants to change something."""


def is_official(evening: ClubEvening) -> bool:
    device = session.device()
    return bool(device) and (device == evening.owner or evening.key in cookie.get(OFFICIALS, []))


def only_officials(evening: ClubEvening) -> None:
    if not is_official(evening):
        raise OfficialsOnly


def page_of(
    seen: Seen,
    form: VersionForm | None = None,
    problems: tuple[Problem, ...] = (),
    template: str = "club/evening.html",
) -> str:
    evening = seen.evening
    rows, played = seen.standings(), len(evening.played)
    people = form if isinstance(form, PeopleForm) else PeopleForm()
    fresh = VersionForm()
    for each in (people, fresh):
        each.version.data = evening.version
    return render_template(
        template,
        seen=seen,
        evening=evening,
        official=is_official(evening),
        boards=shown.boards(seen, played) if played else [],
        rows=rows,
        reasons=shown.reasons(evening, rows),
        columns=shown.columns(evening),
        shown=shown,
        people_form=people,
        form=fresh,
        known=_known(evening),
        stamp=stamp_of(seen),
        ticked=request.form.getlist("swap", type=int),
        errors=(*problems, *(form.problems if form else ())),
    )


def stamp_of(seen: Seen) -> str:
    versions = sum(match.version for match in seen.matches.values())
    return f"{seen.evening.version}-{versions}"


def _known(evening: ClubEvening) -> list[str]:
    """Name the players that are known and not here yet."""
    if not is_official(evening):
        return []
    here = {person.player_id for person in evening.people if person.here}
    players = recent_players(guard.visible_matches())
    return [player.name for player in players if player.id not in here]
