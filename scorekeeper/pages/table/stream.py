"""Watching a match: on a large screen, and as a stream of what changes on its pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from http.client import SEE_OTHER
from typing import TYPE_CHECKING

from flask import Blueprint, Flask, current_app, jsonify, request
from flask.sansio.blueprints import BlueprintSetupState
from werkzeug.wrappers import Response

from scorekeeper import i18n
from scorekeeper.access import guard
from scorekeeper.access.guard import Credentials, needs
from scorekeeper.live import response_cache
from scorekeeper.live.hub import Hub, Subscription, match_states
from scorekeeper.live.page_cache import CachedPage, PageCache, PageKey
from scorekeeper.pages.table.renderers import RENDERERS
from scorekeeper.scorebook import drafts, matches
from scorekeeper.scorebook.drafts import Entered
from scorekeeper.scorebook.log import NoSuchMatch
from scorekeeper.scorebook.rights import LinkState, Right

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

blueprint = Blueprint("stream", __name__, url_prefix="/matches/<int:match_id>")

# Seconds between two signs of life. A stream nobody reads any more is noticed by them.
ALIVE_SECONDS = 5
OPENED = b"retry: 1000\n\n"
# An event, as a comment would not be seen by the page, which is to notice when it hears nothing.
ALIVE = b"event: alive\ndata: .\n\n"
ENDED = b"event: ended\ndata: .\n\n"

Making = Callable[[LinkState, Right], CachedPage]


@blueprint.record_once
def keep_pages(state: BlueprintSetupState) -> None:
    """Keep finished pages."""
    state.app.extensions["page_cache"] = PageCache(RENDERERS)


@blueprint.get("/wall")
@needs(Right.WATCH)
def wall(match_id: int) -> Response:
    """Show the scores on a large screen."""
    return shown(match_id, "wall")


@blueprint.get("/rounds")
@needs(Right.WATCH)
def rounds(match_id: int) -> Response:
    """Show the table with all of its rounds."""
    return shown(match_id, "rounds")


@blueprint.get("/events", defaults={"name": "table"})
@blueprint.get("/rounds/events", defaults={"name": "rounds"})
@blueprint.get("/wall/events", defaults={"name": "wall"})
@needs(Right.WATCH)
def events(match_id: int, name: str) -> Response:
    """Send the page whenever it changes; 204 where the device has to ask from time to time."""
    found = match_states((match_id,)).get(match_id)
    if found is None:
        raise NoSuchMatch(match_id)
    watch: Hub = current_app.extensions["hub"]
    stream = watch.join(found)
    if stream is None:
        return Response(status=204, headers={"Cache-Control": "no-store"})
    seen = request.headers.get("Last-Event-ID") or request.args.get("seen", "")
    chunks = _events(stream, guard.credentials(match_id), _maker(name), seen)
    answer = Response(chunks, mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store"
    # For nginx, which would keep events until there are more of them.
    answer.headers["X-Accel-Buffering"] = "no"
    answer.call_on_close(stream.close)
    return answer


@blueprint.get("/entered")
@needs(Right.WATCH)
def entered(match_id: int) -> Response:
    """Say what is entered of the next round to a page that has no stream."""
    matches.find_match(match_id)
    answer = jsonify(drafts.entered((match_id,)).get(match_id, ()))
    answer.add_etag()
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer.make_conditional(request)


@blueprint.after_app_request
def ready(answer: Response) -> Response:
    """Once a change is answered, make the pages anew that are open, for whoever looks next."""
    match_id = (request.view_args or {}).get("match_id")
    if match_id is not None and request.method == "POST" and answer.status_code == SEE_OTHER:
        answer.call_on_close(partial(_make_ready, _app(), request.environ, match_id))
    return answer


def _app() -> Flask:
    """Give the application itself, for when the request is over."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined] # is a proxy
    return app


def _make_ready(app: Flask, environ: WSGIEnvironment, match_id: int) -> None:
    pages: PageCache = app.extensions["page_cache"]
    # What was just put into the bin needs no page.
    with app.request_context(environ), suppress(NoSuchMatch):
        pages.renew(match_id, matches.version_of(match_id))


def shown(match_id: int, name: str) -> Response:
    """Send a page, or say that the device has it."""
    version = guard.version_seen()
    if version is None:
        version = matches.version_of(match_id)
    pages: PageCache = current_app.extensions["page_cache"]
    page = pages.page(PageKey(name, match_id, version, guard.right(), i18n.chosen_language()))
    headers = {"ETag": page.tag, "Cache-Control": "private, no-cache"}
    response_cache.cache_response()
    if request.environ.get("HTTP_IF_NONE_MATCH") == page.tag:
        return Response(status=304, headers=headers)
    return Response(page.html, headers=headers, mimetype="text/html")


def _maker(name: str) -> Making:
    """Give a way to make pages while a stream is open, which holds no connection in between."""
    app = _app()
    pages: PageCache = app.extensions["page_cache"]
    environ, language = request.environ, i18n.chosen_language()

    def made(link_state: LinkState, right: Right) -> CachedPage:
        asked = PageKey(name, link_state.match_id, link_state.version, right, language)
        page = pages.find(asked)
        if page is None:
            with app.request_context(environ):
                page = pages.page(asked)
        return page

    return made


def _events(stream: Subscription, held: Credentials, made: Making, seen: str) -> Iterator[bytes]:
    """Send what has changed since the page that was seen, then whatever changes or is entered."""
    yield OPENED
    now = stream.seen
    known: tuple[str, Right | None] = (seen, held.right_by(now and now.link_state))
    told: tuple[Entered, ...] = ()
    while (now := stream.seen) and (right := held.right_by(now.link_state)):
        before, known = known, (str(now.link_state.version), right)
        if known != before:
            try:
                yield made(now.link_state, right).event
            except NoSuchMatch:
                # It lies in the bin.
                break
        if told != now.entered:
            yield f"event: entered\ndata: {json.dumps(now.entered)}\n\n".encode()
        elif known == before:
            yield ALIVE
        told = now.entered
        stream.wait(now, ALIVE_SECONDS)
    yield ENDED
