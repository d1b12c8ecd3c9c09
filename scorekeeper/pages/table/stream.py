"""The streams of a match: its pages, sent again whenever they change."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial

from flask import Blueprint, Flask, current_app, jsonify, request
from werkzeug.wrappers import Response

from scorekeeper import i18n
from scorekeeper.access import guard
from scorekeeper.access.guard import needs
from scorekeeper.live.hub import (
    ALIVE,
    ALIVE_SECONDS,
    ENDED,
    OPENED,
    MatchState,
    Topic,
    match_states,
    stream,
)
from scorekeeper.live.page_cache import CachedPage, PageCache, PageKey, tag_of
from scorekeeper.scorebook import drafts, matches
from scorekeeper.scorebook.drafts import EnteredHand
from scorekeeper.scorebook.permissions.rights import Credentials, NoSuchMatch, Right

blueprint = Blueprint("stream", __name__, url_prefix="/matches/<int:match_id>")

FindPage = Callable[[MatchState, Right], CachedPage]


@blueprint.get("/events", defaults={"name": "table"})
@blueprint.get("/rounds/events", defaults={"name": "rounds"})
@blueprint.get("/wall/events", defaults={"name": "wall"})
@needs(Right.WATCH)
def events(match_id: int, name: str) -> Response:
    """Send a page whenever it changes; 204 if there are too many streams: the page has to poll."""
    state = match_states((match_id,)).get(match_id)
    if state is None:
        raise NoSuchMatch(match_id)
    has, find_page = guard.credentials(), _page_finder(name)
    return stream(state, lambda topic, seen: _events(topic, has, find_page, seen))


@blueprint.get("/entered")
@needs(Right.WATCH)
def entered(match_id: int) -> Response:
    """Return what is entered of the next round, as JSON, for a page without a stream."""
    matches.find_match(match_id)
    response = jsonify(drafts.entered_hands((match_id,)).get(match_id, ()))
    response.add_etag()
    return response.make_conditional(request)


def _page_finder(name: str) -> FindPage:
    """Return a function that renders pages in an open stream and holds no connection in between."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined] # is a proxy
    pages: PageCache[PageKey] = app.extensions["page_cache"]
    environ, language = request.environ, i18n.chosen_language()
    root = request.script_root

    def find_page(state: MatchState, right: Right) -> CachedPage:
        match_id, version = state.link_state.match_id, state.link_state.version
        # A thousand streams ask at once: the state already has the file, so none has to look.
        key = PageKey(name, match_id, version, right, language, state.in_play, state.file, root)
        return pages.page(key, partial(app.request_context, environ))

    return find_page


def _events(
    topic: Topic[MatchState], credentials: Credentials, find_page: FindPage, seen: str
) -> Iterator[bytes]:
    """Yield the page if it is not as `seen`, then each change of page or draft.

    The stream ends when the match is gone, or the device's right to it.
    """
    yield OPENED
    state = topic.state
    right = credentials.right_by(state and state.link_state)
    sent = (seen, right, state and state.file)
    sent_entered: tuple[EnteredHand, ...] = ()
    while (state := topic.state) and (right := credentials.right_by(state.link_state)):
        before, sent = sent, (tag_of(state.link_state.version, state.in_play), right, state.file)
        if sent != before:
            try:
                yield find_page(state, right).event
            except NoSuchMatch:
                # The match is in the bin.
                break
        if sent_entered != state.entered:
            yield f"event: entered\ndata: {json.dumps(state.entered)}\n\n".encode()
        elif sent == before:
            yield ALIVE
        sent_entered = state.entered
        topic.wait(state, ALIVE_SECONDS)
    yield ENDED
