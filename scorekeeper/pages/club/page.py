"""What the pages of a club night have in common: who is an official, and the page itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Lock
from typing import Any

from cachetools import LRUCache
from flask import render_template
from flask import session as cookie

from scorekeeper.access import guard, session
from scorekeeper.figures import clock
from scorekeeper.i18n import page_language
from scorekeeper.pages.club import shown
from scorekeeper.pages.club.boards import boards
from scorekeeper.pages.club.bracket import bracket
from scorekeeper.pages.club.forms import PeopleForm
from scorekeeper.pages.shared.fields import Problem
from scorekeeper.scorebook.club.log import last_change, stamp
from scorekeeper.scorebook.club.night import ClubNight, Seen
from scorekeeper.scorebook.people.players import recent_players

# In the session: by the keys of nights, the generation of the link for officials that was opened.
OFFICIALS = "officials"
MOST_KNOWN = 24
MOST_NIGHTS = 20
# The pages of some nights that are watched now, in some languages.
_pages, _rendering = LRUCache[Any, str](64), Lock()


class OfficialsOnly(Exception):
    """A device that only watches wants to change something."""


def is_official(night: ClubNight) -> bool:
    """Say whether this device may change a night: by its link, or as the one that started it.

    With a new link that ends: whoever has a copy of the cookie knows the id of the device too. One
    that was imported is of the house, as its matches are.
    """
    device = session.device()
    if not device or not session.pin_passed():
        return False
    started = device == night.owner if night.owner else guard.in_house()
    by_link = cookie.get(OFFICIALS, {}).get(night.key) == night.generation
    return (started and night.generation == 1) or by_link


def make_official(night: ClubNight, generation: int) -> None:
    """Let this device change a night, by the link of a generation."""
    kept = [*cookie.get(OFFICIALS, {}).items()][-MOST_NIGHTS:]
    cookie[OFFICIALS] = {**dict(kept), night.key: generation}


def only_officials(night: ClubNight) -> None:
    """Raise PinRequired or OfficialsOnly where this device may not change a night."""
    if not session.pin_passed():
        raise guard.PinRequired
    if not is_official(night):
        raise OfficialsOnly


def state_of(seen: Seen) -> str:
    """Say what the page asks: who is here, is the draw good, is everybody done, who has won."""
    record = seen.night.record
    if record.drawn:
        return "draw"
    if seen.is_over:
        return "over"
    return "tables" if record.played else "people"


def page_of(
    seen: Seen,
    state: str = "",
    form: PeopleForm | None = None,
    problems: tuple[Problem, ...] = (),
    chosen: int | None = None,
    *,
    naming: bool = False,
) -> str:
    """Render the page of a night; `chosen` is who is paired, changes places, or gets a name."""
    night, form, official = seen.night, form or PeopleForm(), is_official(seen.night)
    state = state or state_of(seen)
    form.version.data = night.version
    if not official or chosen is None or chosen not in night.names:
        chosen = None
    elif naming and not form.is_submitted():
        form.name.data = night.names[chosen]
    last = last_change(night.id) if official else None
    return render_template(
        "club/night.html",
        **table_of_night(seen),
        state=state,
        official=official,
        form=form,
        known=[*_known(night)] if official and state == "people" else [],
        last=last,
        undone=last_change(night.id, undone=True) if official else None,
        swapped=shown.swapped_in(last),
        level=shown.is_to_decide(seen),
        chosen=chosen,
        naming=naming and chosen is not None,
        errors=(*problems, *form.problems),
    )


def table_of_night(seen: Seen) -> dict[str, object]:
    """Return what the page of a night and the big screen both show."""
    night = seen.night
    rows, played = seen.standings(), len(night.record.played)
    return {
        "seen": seen,
        "night": night,
        "boards": boards(seen, played) if played else [],
        "rows": rows,
        "lists": shown.lists(seen, rows),
        "bracket": bracket(seen),
        "columns": shown.columns(seen),
        "shown": shown,
        "stamp": stamp_of(seen),
    }


def watched(key: str, name: str, render: Callable[[], str]) -> str:
    """Render a page that is the same for all who only watch, once a second at most.

    Once, where nothing changes: but clocks are written into it.
    """
    at = (key, name, page_language(), stamp(key), int(clock.now().timestamp()))
    with _rendering:
        if at not in _pages:
            _pages[at] = render()
        return str(_pages[at])


def stamp_of(seen: Seen) -> str:
    """Return the same as `log.stamp`, of a night that was read."""
    return f"{seen.night.version}-{sum(match.version for match in seen.matches.values())}"


def _known(night: ClubNight) -> Iterator[str]:
    """Name the players that are known and were not here yet, those who played last first."""
    came = {*night.players.values()}
    players = recent_players(guard.visible_matches())
    return (player.name for player in players[:MOST_KNOWN] if player.id not in came)
