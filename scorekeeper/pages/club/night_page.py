"""What the pages of a club night have in common: who is an official, and the page itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from flask import Response, current_app, render_template, request, url_for
from flask import session as cookie

from scorekeeper.access import devices, guard
from scorekeeper.i18n import page_language
from scorekeeper.live.page_cache import PageCache, respond_with
from scorekeeper.pages.club import night_texts
from scorekeeper.pages.club.bracket import bracket
from scorekeeper.pages.club.forms import PeopleForm
from scorekeeper.pages.club.guest import Mine, guests_at
from scorekeeper.pages.shared.fields import Problem
from scorekeeper.scorebook.club.night import ClubNight
from scorekeeper.scorebook.club.night_log import last_change
from scorekeeper.scorebook.club.night_state import NightState
from scorekeeper.scorebook.club.with_matches import NightWithMatches, night_at
from scorekeeper.scorebook.people.players import recent_players
from scorekeeper.web.hosts import base_url

# Session key: by night, the generation of the officials' link that was opened.
OFFICIALS = "officials"
# Session key: by night, which guest this is.
GUESTS = "guests"
MOST_KNOWN = 24
MOST_NIGHTS = 20


class NightPage(NamedTuple):
    """All that a cached page depends on; `person` is the guest it is for, 0 if for everybody."""

    name: str
    person: int
    seen: str
    language: str
    # Its codes contain the address of the site, and its links the path.
    site: str
    root: str
    state: NightState

    def at(self, state: NightState) -> NightPage:
        """Return the same page for another state of the night."""
        mine = guests_at(state).get(self.person, Mine())
        return self._replace(state=state, seen=mine.tag if self.person else night_at(state).tag)


class OfficialsOnly(Exception):
    """A device that only watches tried to change something."""


def is_official(night: ClubNight) -> bool:
    """Return whether this device may change a night: by its link, or because it started it.

    A new link ends that: whoever has a copy of the cookie also knows the id of the device. An
    imported night belongs to the house, as its matches do.
    """
    if guard.alone():
        return True
    device = devices.device()
    if not device or not devices.pin_passed():
        return False
    started = device == night.owner if night.owner else guard.in_house()
    by_link = cookie.get(OFFICIALS, {}).get(night.key) == night.generation
    return (started and night.generation == 1) or by_link


def make_official(night: ClubNight, generation: int) -> None:
    """Let this device change a night, by the link of a generation."""
    remember(OFFICIALS, night.key, generation)


def remember(what: str, key: str, value: int) -> None:
    """Store something about a night on this device."""
    kept = [*cookie.get(what, {}).items()][-MOST_NIGHTS:]
    cookie[what] = {**dict(kept), key: value}


def only_officials(night: ClubNight) -> None:
    """Raise PinRequired or OfficialsOnly if this device may not change a night."""
    if not devices.pin_passed():
        raise guard.PinRequired
    if not is_official(night):
        raise OfficialsOnly


def state_of(seen: NightWithMatches) -> str:
    """Return what the page asks: who is here, is the draw good, is everybody done, who has won."""
    record = seen.night.record
    if record.drawn:
        return "draw"
    if seen.is_over:
        return "over"
    return "tables" if record.played else "people"


def page_of(
    seen: NightWithMatches,
    state: str = "",
    form: PeopleForm | None = None,
    problems: tuple[Problem, ...] = (),
    chosen: int | None = None,
    *,
    official: bool = True,
    naming: bool = False,
) -> str:
    """Render the page of a night; `chosen` is who is paired, changes places, or gets a name."""
    night, form = seen.night, form or PeopleForm()
    # Officials have forms and the list of people, so their page is not cached.
    name = "" if official or state else "night"
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
        events=url_for("live_club.events", key=night.key, name=name),
        state=state,
        official=official,
        form=form,
        known=[*_known(night)] if official and state == "people" else [],
        last=last,
        undone=last_change(night.id, undone=True) if official else None,
        swapped=night_texts.swapped_in(last),
        level=night_texts.is_to_decide(seen),
        chosen=chosen,
        naming=naming and chosen is not None,
        errors=(*problems, *form.problems),
    )


def table_of_night(seen: NightWithMatches) -> dict[str, object]:
    """Return what the pages of a night and the big screen all show."""
    return {
        "seen": seen,
        "night": seen.night,
        "bracket": bracket(seen),
        "columns": night_texts.columns(seen),
        "shown": night_texts,
        "stamp": seen.tag,
    }


def _known(night: ClubNight) -> Iterator[str]:
    """Name the known players who were not here yet, most recent first."""
    came = {*night.players.values()}
    players = recent_players(guard.visible_matches())
    return (player.name for player in players[:MOST_KNOWN] if player.id not in came)


def kept_pages() -> PageCache[NightPage]:
    """Return the cache of pages that are the same for all who watch."""
    pages: PageCache[NightPage] = current_app.extensions["night_pages"]
    return pages


def night_page(state: NightState, name: str, person: int = 0) -> NightPage:
    """Return the key of a page: the night's own, that of its wall, or a guest's."""
    root = request.script_root
    return NightPage(name, person, "", page_language(), base_url(), root, state).at(state)


def send_kept(state: NightState, name: str, person: int = 0) -> Response:
    """Send a cached page."""
    return respond_with(kept_pages().page(night_page(state, name, person)))
