"""The pages of a club night for everybody who watches: cached, and sent when they change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache, partial

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    jsonify,
    render_template,
    request,
    url_for,
)
from flask.sansio.blueprints import BlueprintSetupState

from scorekeeper import clock
from scorekeeper.access import guard
from scorekeeper.access.guard import open_to_all
from scorekeeper.live.hub import ALIVE_SECONDS, ENDED, OPENED, Topic, stream
from scorekeeper.live.page_cache import PageCache
from scorekeeper.pages.club import guest, night_texts
from scorekeeper.pages.club.night_page import (
    NightPage,
    kept_pages,
    night_page,
    page_of,
    table_of_night,
)
from scorekeeper.scorebook.club.night_state import NightState, night_state
from scorekeeper.scorebook.club.with_matches import NightWithMatches, night_at

blueprint = Blueprint("live_club", __name__, url_prefix="/club/<key>")

# In addition to the pages of matches.
PART_OF_MEMORY = 4
# A page with forms is different for each official: it is only told to reload.
CHANGED = b"id: %s\nevent: changed\ndata: .\n\n"
# Each keep-alive has the time left, so that no page has to ask for it.
ALIVE = b"event: alive\ndata: %s\n\n"


@blueprint.get("/events", defaults={"name": "night"})
@blueprint.get("/wall/events", defaults={"name": "wall"})
@blueprint.get("/for/<int:person>/events", defaults={"name": "guest"})
@blueprint.get("/changes", defaults={"name": ""})
@open_to_all
def events(key: str, name: str, person: int = 0) -> Response:
    """Send a page whenever it changes; without a name only say that the night has changed."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined] # is a proxy
    environ, pages, state = request.environ, kept_pages(), night_state(key)
    first = night_page(state, name, person)

    def event(page: NightPage) -> bytes:
        if not name:
            return CHANGED % page.seen.encode()
        return pages.page(page, partial(app.request_context, environ)).event

    def send(topic: Topic[NightState], seen: str) -> Iterator[bytes]:
        yield OPENED
        last = None
        while state := topic.state:
            if state is not last:
                last = state
                with app.app_context():
                    night, page = night_at(state), first.at(state)
                if person and person not in night.night.names:
                    break
                if page.seen != seen:
                    seen = page.seen
                    yield event(page)
            yield _alive(**_time_left(night))
            topic.wait(state, ALIVE_SECONDS)
        yield ENDED

    return stream(state, send)


@blueprint.get("/clock")
@open_to_all
def clock_of(key: str) -> Response:
    """Return the time left at the tables, like the clock of a match."""
    answer = jsonify(_time_left(night_at(night_state(key))))
    answer.cache_control.no_store = True
    return answer


# All who watch get the same.
@lru_cache
def _alive(**time_left: int | None) -> bytes:
    return ALIVE % json.dumps(time_left).encode()


def _time_left(night: NightWithMatches) -> dict[str, int | None]:
    timer = night.timer
    left = timer.seconds_left(clock.now()) if timer else None
    return {"left": left, "paused": bool(timer and timer.paused)}


@blueprint.record_once
def add_page_cache(state: BlueprintSetupState) -> None:
    """Give the application its cache of rendered pages of nights."""
    kept = state.app.config["KEPT_MEGABYTES"] // PART_OF_MEMORY
    state.app.extensions["night_pages"] = PageCache(_render, kept)


def _render(page: NightPage) -> str:
    seen = night_at(page.state)
    if page.name == "night":
        return page_of(seen, official=False)
    if page.name == "wall":
        watch = page.site + url_for("club.me", key=page.state.key)
        return render_template("club/wall.html", **table_of_night(seen), watch=watch)
    return render_template(
        "club/guest.html",
        seen=seen,
        night=seen.night,
        shown=night_texts,
        person=page.person,
        mine=guest.guests_at(page.state)[page.person],
        side_names=guest.side_names,
        can_keep=guard.in_house(),
    )
