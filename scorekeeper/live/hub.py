"""Open pages wait here for changes; one thread a process looks for changes for all of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack
from threading import Condition, Lock, Thread
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from flask import Flask, Response, current_app, request

from scorekeeper.rules.round_entry import Round
from scorekeeper.scorebook import drafts
from scorekeeper.scorebook.club.night_state import night_states
from scorekeeper.scorebook.database.db import file_generation
from scorekeeper.scorebook.database.notify import Changed, change_notifier
from scorekeeper.scorebook.permissions import rights
from scorekeeper.scorebook.permissions.rights import LinkState
from scorekeeper.scorebook.points_in_play import NO_POINTS, points_by_id
from scorekeeper.web.request_limits import client_address

# Seconds before a failed database is tried again.
RETRY_SECONDS = 1
# A thousand streams waking at once would hold up every other request.
WAKE_BATCH = 50
WAKE_PAUSE_SECONDS = 0.005
# Seconds between keep-alive events; sending one shows a stream that its reader has gone.
ALIVE_SECONDS = 5
OPENED = b"retry: 1000\n\n"
# An event, not a comment: the page sees it, and notices when none comes any more.
ALIVE = b"event: alive\ndata: .\n\n"
ENDED = b"event: ended\ndata: .\n\n"


class State(Protocol):
    """What a stream compares: while it is equal, the page is up to date.

    Changes are announced by the id of the `topic`, and by those of the matches that it `heeds`.
    """

    @property
    def topic(self) -> int: ...
    @property
    def heeds(self) -> frozenset[int]: ...


S = TypeVar("S", bound=State)


class MatchState(NamedTuple):
    """What a stream compares to see that a match changed: its links, its version, its draft.

    Of the draft: which hands are entered, and what was scored in play.

    If the scorebook's `file` was replaced, it is another match even at the same version.
    """

    link_state: LinkState
    entered: tuple[drafts.EnteredHand, ...]
    in_play: Round
    file: int

    @property
    def topic(self) -> int:
        return self.link_state.match_id

    @property
    def heeds(self) -> frozenset[int]:
        return frozenset()


def match_states(match_ids: Collection[int]) -> dict[int, MatchState]:
    """Read the state of several matches, by id; missing matches are left out."""
    # Drafts first: a round recorded in between is then seen next time, and never shown twice.
    entered, in_play = drafts.entered_hands(match_ids), points_by_id(match_ids)
    link_states, file = rights.link_states(match_ids), file_generation()
    return {
        (match_id := link_state.match_id): MatchState(
            link_state, entered.get(match_id, ()), in_play.get(match_id, NO_POINTS), file
        )
        for link_state in link_states
    }


def states(topics: Collection[int]) -> dict[int, State]:
    """Read the states of matches and club nights, by their topics."""
    matches = {topic for topic in topics if topic > 0}
    nights = night_states([-topic for topic in topics if topic < 0])
    return {**match_states(matches), **{night.topic: night for night in nights}}


class Topic(Generic[S]):
    """A match or club night that streams follow: its last known state, and how many follow it."""

    def __init__(self, state: S, lock: Lock) -> None:
        # None if it no longer exists.
        self.state: S | None = state
        self.changed = Condition(lock)
        self.subscribers = 0

    @property
    def heeds(self) -> frozenset[int]:
        return self.state.heeds if self.state else frozenset()

    def wait(self, known: S | None, seconds: float) -> None:
        """Block until the state differs from `known`, `seconds` at most."""
        with self.changed:
            if self.state == known:
                self.changed.wait(seconds)


class Hub:
    """The matches and club nights followed in this process; without subscribers no thread runs."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._lock = Lock()
        self._topics: dict[int, Topic[Any]] = {}
        self._thread: Thread | None = None
        # Followed since the last look; these may have changed just before.
        self._new: set[int] = set()
        # How many streams each owner has open.
        self._open: Counter[str] = Counter()

    def subscribe(self, state: S, owner: str = "") -> Topic[S] | None:
        """Follow a match or club night from a state just read, until `unsubscribe` is called once.

        Return None if STREAMS are open already, or the owner has its share of them.
        """
        with self._lock:
            streams, share = self._app.config["STREAMS"], self._app.config["SHARE"]
            # Rounded up: with few streams, everybody may have one.
            most = -(-streams * share // 100)
            if self._open.total() >= streams or self._open[owner] >= most:
                return None
            self._open[owner] += 1
            topic = self._topics.setdefault(state.topic, Topic(state, self._lock))
            topic.subscribers += 1
            self._new.add(state.topic)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="hub", daemon=True)
                self._thread.start()
        return topic

    def unsubscribe(self, topic: Topic[Any], owner: str = "") -> None:
        """Drop a subscriber, and its topic with the last one."""
        with self._lock:
            # Drops owners with no stream left.
            self._open -= Counter([owner])
            topic.subscribers -= 1
            self._topics = {at: each for at, each in self._topics.items() if each.subscribers}

    def _run(self) -> None:
        """Look for changes while there are subscribers, even if the database fails."""
        while True:
            try:
                return self._look_until_unused()
            # Any error: streams stay open, and hear of changes once it is over.
            except Exception as error:
                self._app.logger.warning("Not watching for a second: %s", type(error).__name__)
            time.sleep(RETRY_SECONDS)

    def _look_until_unused(self) -> None:
        if not self._in_use():
            return
        with self._app.app_context(), change_notifier() as wait_for_change:
            while self._in_use():
                if topics := self._topics_among(wait_for_change()):
                    self._read(topics)

    def _in_use(self) -> bool:
        with self._lock:
            if not self._topics:
                self._thread = None
            return bool(self._topics)

    def _topics_among(self, changed: Changed) -> dict[int, Topic[Any]]:
        """Return the topics that are new or have changed; all of them for None."""
        with self._lock:
            new, self._new = self._new, set()
            if changed is None:
                return {**self._topics}
            wanted = self._topics.keys() & (changed | new)
            if changed:
                nights = (at for at in self._topics if at < 0)
                wanted |= {at for at in nights if self._topics[at].heeds & changed}
            return {at: self._topics[at] for at in wanted}

    def _read(self, topics: Mapping[int, Topic[Any]]) -> None:
        """Read the states of topics together, and wake the subscribers of those that changed."""
        now, changed = states(topics.keys()), []
        with self._lock:
            for number, topic in topics.items():
                if topic.state != now.get(number):
                    topic.state = now.get(number)
                    changed.append(topic)
        for topic in changed:
            # In batches, so that writers get a turn in between.
            for woken in range(0, topic.subscribers, WAKE_BATCH):
                if woken:
                    time.sleep(WAKE_PAUSE_SECONDS)
                with self._lock:
                    topic.changed.notify(WAKE_BATCH)


def stream(state: S, events: Callable[[Topic[S], str], Iterator[bytes]]) -> Response:
    """Stream events; 204 if all streams are taken, and the page has to poll.

    `events` is given the state that the page has already seen.
    """
    hub: Hub = current_app.extensions["hub"]
    owner = client_address()
    topic = hub.subscribe(state, owner)
    if topic is None:
        return Response(status=204, headers={"Cache-Control": "no-store"})
    # Only once, even if the response is closed several times.
    closing = ExitStack()
    closing.callback(hub.unsubscribe, topic, owner)
    seen = request.headers.get("Last-Event-ID") or request.args.get("seen", "")
    response = Response(events(topic, seen), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    # Otherwise nginx buffers events.
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(closing.close)
    return response


def init_app(app: Flask) -> None:
    """Give `app` its hub, as `app.extensions["hub"]`."""
    app.extensions["hub"] = Hub(app)
