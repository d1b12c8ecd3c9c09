"""Where open pages wait for changes to their match; one thread a process looks for all of them."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from threading import Condition, Lock, Thread
from typing import NamedTuple

from flask import Flask

from scorekeeper.rules.round_entry import Round
from scorekeeper.scorebook import drafts
from scorekeeper.scorebook.database.db import file_number
from scorekeeper.scorebook.database.notify import Changed, change_notifier
from scorekeeper.scorebook.in_play import NO_POINTS, points_by_id
from scorekeeper.scorebook.permissions import links
from scorekeeper.scorebook.permissions.rights import LinkState
from scorekeeper.web.rate_limits import Shares

# Seconds until a database that failed is tried again.
RETRY_SECONDS = 1
# A thousand streams that wake at once would hold up every other request.
WAKE_BATCH = 50
WAKE_PAUSE_SECONDS = 0.005


class MatchState(NamedTuple):
    """What a stream compares to see that a match changed: its links, its version, its draft.

    Of the draft: which hands are entered, and what was made in play.

    At the same version it is another match where the `file` of the scorebook is another.
    """

    link_state: LinkState
    entered: tuple[drafts.EnteredHand, ...]
    in_play: Round
    file: int


def match_states(match_ids: Collection[int]) -> dict[int, MatchState]:
    """Read the state of several matches, by id; a match that does not exist is left out."""
    # Drafts first: a round recorded in between is seen at the next look, and never shown twice.
    entered, in_play = drafts.entered_hands(match_ids), points_by_id(match_ids)
    link_states, file = links.link_states(match_ids), file_number()
    return {
        (match_id := link_state.match_id): MatchState(
            link_state, entered.get(match_id, ()), in_play.get(match_id, NO_POINTS), file
        )
        for link_state in link_states
    }


class Topic:
    """A match somebody follows: its state when last read, and how many follow it."""

    def __init__(self, state: MatchState, lock: Lock) -> None:
        # None once the match no longer exists.
        self.state: MatchState | None = state
        self.changed = Condition(lock)
        self.subscribers = 0

    def wait(self, known: MatchState | None, seconds: float) -> None:
        """Block until the state is another than `known`, `seconds` at most."""
        with self.changed:
            if self.state == known:
                self.changed.wait(seconds)


class Hub:
    """The matches followed in this process; without subscribers no thread runs."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._lock = Lock()
        self._topics: dict[int, Topic] = {}
        self._thread: Thread | None = None
        # Followed since the last look; their matches may have changed just before.
        self._new: set[int] = set()
        self._shares = Shares(0)

    def subscribe(self, state: MatchState, owner: str = "") -> Topic | None:
        """Follow a match from a state just read, until `unsubscribe` is called once.

        Return None where STREAMS are open already, or their owner has its share of them.
        """
        with self._lock:
            streams, share = self._app.config["STREAMS"], self._app.config["SHARE"]
            # Rounded up: where there are few streams, everybody may have one.
            self._shares.most = -(-streams * share // 100)
            taken = sum(topic.subscribers for topic in self._topics.values())
            if taken >= streams or not self._shares.take(owner):
                return None
            topic = self._topics.setdefault(state.link_state.match_id, Topic(state, self._lock))
            topic.subscribers += 1
            self._new.add(state.link_state.match_id)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="hub", daemon=True)
                self._thread.start()
        return topic

    def unsubscribe(self, topic: Topic, owner: str = "") -> None:
        """Drop a subscriber, and the topic with its last one."""
        with self._lock:
            self._shares.give_back(owner)
            topic.subscribers -= 1
            self._topics = {
                match_id: each for match_id, each in self._topics.items() if each.subscribers
            }

    def _run(self) -> None:
        """Look while there are subscribers, whatever goes wrong with the database."""
        while True:
            try:
                return self._look_until_unused()
            # Whatever it is: streams stay open, and hear of changes once it is over.
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

    def _topics_among(self, changed: Changed) -> dict[int, Topic]:
        """Return the topics that are new or among the matches that changed, all for None."""
        with self._lock:
            new, self._new = self._new, set()
            if changed is None:
                return {**self._topics}
            wanted = self._topics.keys() & (changed | new)
            return {match_id: self._topics[match_id] for match_id in wanted}

    def _read(self, topics: Mapping[int, Topic]) -> None:
        """Read the state of topics at once, and wake the subscribers of those that changed."""
        states, changed = match_states(topics.keys()), []
        with self._lock:
            for match_id, topic in topics.items():
                if topic.state != states.get(match_id):
                    topic.state = states.get(match_id)
                    changed.append(topic)
        for topic in changed:
            # In batches, so that whoever records a round gets a turn in between.
            for woken in range(0, topic.subscribers, WAKE_BATCH):
                if woken:
                    time.sleep(WAKE_PAUSE_SECONDS)
                with self._lock:
                    topic.changed.notify(WAKE_BATCH)


def init_app(app: Flask) -> None:
    """Give `app` its hub, as `app.extensions["hub"]`."""
    app.extensions["hub"] = Hub(app)
