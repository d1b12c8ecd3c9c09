"""The pages of a club night for all who watch: they are kept, and sent when they change."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
from scorekeeper.live.hub import ALIVE, ALIVE_SECONDS, ENDED, OPENED, Topic, stream
from scorekeeper.live.page_cache import PageCache
from scorekeeper.pages.club import guest, shown
from scorekeeper.pages.club.boards import last_boards, timer_of
from scorekeeper.pages.club.page import (
    NightPage,
    kept_pages,
    night_page,
    page_of,
    table_of_night,
)
from scorekeeper.scorebook.club.nights import view_of
from scorekeeper.scorebook.club.states import NightState, night_state

blueprint = Blueprint("live_club", __name__, url_prefix="/club/<key>")

# Beside the pages of matches.
PART_OF_MEMORY = 4
# A page with forms is another for each official: it is told, and asks for itself.
CHANGED = b"id: %s\nevent: changed\ndata: .\n\n"


@blueprint.get("/events", defaults={"name": "night"})
@blueprint.get("/wall/events", defaults={"name": "wall"})
@blueprint.get("/for/<int:person>/events", defaults={"name": "guest"})
@blueprint.get("/changes", defaults={"name": ""})
@open_to_all
def events(key: str, name: str, person: int = 0) -> Response:
    """Send a page whenever it changes; without a name only that the night has changed."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined] # is a proxy
    environ, pages = request.environ, kept_pages()

    def tell(state: NightState) -> tuple[str, Callable[[], bytes]]:
        if not name:
            return state.tag, lambda: CHANGED % state.tag.encode()
        page = night_page(state, view_of(state), name, person)
        return page.seen, lambda: pages.page(page).event

    def send(topic: Topic[NightState], seen: str) -> Iterator[bytes]:
        yield OPENED
        last = None
        while state := topic.state:
            told = ALIVE
            if state is not last:
                last = state
                with app.request_context(environ):
                    now, event = tell(state)
                    seen, told = now, told if now == seen else event()
            yield told
            topic.wait(state, ALIVE_SECONDS)
        yield ENDED

    return stream(night_state(key), send)


@blueprint.get("/clock")
@open_to_all
def clock_of(key: str) -> Response:
    """Say how much time the tables have left, as the clock of a match does."""
    boards = last_boards(view_of(night_state(key)).seen)
    timer = timer_of(boards)
    answer = jsonify(
        left=timer.seconds_left(clock.now()) if timer else None, paused=bool(timer and timer.paused)
    )
    answer.cache_control.no_store = True
    return answer


@blueprint.record_once
def add_page_cache(state: BlueprintSetupState) -> None:
    """Give the application its cache of rendered pages of nights."""
    kept = state.app.config["KEPT_MEGABYTES"] // PART_OF_MEMORY
    state.app.extensions["night_pages"] = PageCache(_render, kept)


def _render(page: NightPage) -> str:
    view = view_of(page.state)
    if page.name == "night":
        return page_of(view, official=False)
    if page.name == "wall":
        watch = page.site + url_for("club.me", key=page.state.key)
        return render_template("club/wall.html", **table_of_night(view), watch=watch)
    mine = guest.mine_of(view, page.person)
    return render_template(
        "club/guest.html",
        seen=view.seen,
        night=view.seen.night,
        rows=view.rows,
        reason=shown.reason_for(view.seen, view.rows, mine.row) if mine.row else "",
        column=shown.columns(view.seen)[1],
        shown=shown,
        person=page.person,
        tag=page.seen,
        mine=mine,
        side_names=guest.side_names,
        can_keep=guard.in_house(),
    )
