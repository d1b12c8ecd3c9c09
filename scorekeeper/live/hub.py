"""Watching matches: open streams wait here, and one thread a process looks out for all of them."""

from __future__ import annotations

import os
import time
from collections.abc import Collection
from threading import Condition, Lock, Thread
from typing import NamedTuple

from flask import Flask

from scorekeeper.scorebook import drafts, links
from scorekeeper.scorebook.db import db
from scorekeeper.scorebook.notify import change_notifier
from scorekeeper.scorebook.rights import LinkState

# Seconds until a database that could not be asked is asked again.
RETRY_SECONDS = 1
# A thousand streams that want to run at once would keep everybody else waiting.
WAKE_BATCH = 20
WAKE_PAUSE_SECONDS = 0.005


class MatchState(NamedTuple):
    """A match as those who watch it see it, and what is entered of its next round."""

    link_state: LinkState
    entered: tuple[drafts.Entered, ...]


def match_states(match_ids: Collection[int]) -> dict[int, MatchState]:
    """See how several matches are now, those that there are."""
    # Before the rounds: what was recorded in between is seen at the next look, and not shown twice.
    entered = drafts.entered(match_ids)
    link_states = links.link_states(match_ids)
    return {
        link_state.match_id: MatchState(link_state, entered.get(link_state.match_id, ()))
        for link_state in link_states
    }


class Topic:
    """What is known of a match that is watched, to all of its streams."""

    def __init__(self, seen: MatchState, lock: Lock) -> None:
        self.seen: MatchState | None = seen
        self.changed = Condition(lock)
        self.streams = 0


class Subscription:
    """A place for one who watches a match, until it is closed."""

    def __init__(self, watch: Hub, channel: Topic) -> None:
        self._watch, self._channel = watch, channel
        self._closed = False

    @property
    def seen(self) -> MatchState | None:
        """The match as it is now; None where it is gone."""
        return self._channel.seen

    def wait(self, known: MatchState | None, seconds: float) -> None:
        """Wait until the match is no longer as it is known, at most some seconds."""
        with self._channel.changed:
            if self._channel.seen == known:
                self._channel.changed.wait(seconds)

    def close(self) -> None:
        """Give the place up."""
        if not self._closed:
            self._closed = True
            self._watch.leave(self._channel)


class Hub:
    """The matches that are watched in this process; nothing is looked at while there are none."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._start()

    def _start(self) -> None:
        self._pid = os.getpid()
        self._lock = Lock()
        self._channels: dict[int, Topic] = {}
        self._thread: Thread | None = None
        self._joined = False

    def join(self, seen: MatchState) -> Subscription | None:
        """Begin to watch a match; None where no more streams can be served."""
        # What was forked has the streams of nobody, and no thread.
        if self._pid != os.getpid():
            self._start()
        with self._lock:
            if self._streams() >= self._app.config["STREAMS"]:
                return None
            match_id = seen.link_state.match_id
            channel = self._channels.get(match_id)
            if channel is None:
                channel = self._channels[match_id] = Topic(seen, self._lock)
            channel.streams += 1
            self._joined = True
            if self._thread is None:
                self._thread = Thread(target=self._look_out, name="watch", daemon=True)
                self._thread.start()
        return Subscription(self, channel)

    def leave(self, channel: Topic) -> None:
        """End a stream's watch."""
        with self._lock:
            channel.streams -= 1
            self._channels = {
                match_id: each for match_id, each in self._channels.items() if each.streams
            }

    def _streams(self) -> int:
        return sum(channel.streams for channel in self._channels.values())

    def _look_out(self) -> None:
        """Look out for as long as there are streams, whatever goes wrong with the database."""
        while True:
            try:
                return self._watch()
            # Whatever it is: the streams stay, and hear of it when it is over.
            except Exception as error:
                self._app.logger.warning("Not watching for a second: %s", type(error).__name__)
            time.sleep(RETRY_SECONDS)

    def _watch(self) -> None:
        if not self._is_needed():
            return
        with self._app.app_context(), change_notifier(db.engine) as felt:
            while self._is_needed():
                if felt() or self._joined:
                    self._look()

    def _is_needed(self) -> bool:
        with self._lock:
            if not self._channels:
                self._thread = None
            return bool(self._channels)

    def _look(self) -> None:
        """Read all matches that are watched at once, and wake the streams of those that changed."""
        # Whoever joined may have read its match before what was seen last.
        self._joined = False
        with self._lock:
            channels = {**self._channels}
        now, changed = match_states(channels), []
        with self._lock:
            for match_id, channel in channels.items():
                if channel.seen != now.get(match_id):
                    channel.seen = now.get(match_id)
                    changed.append(channel)
        for channel in changed:
            self._wake(channel)

    def _wake(self, channel: Topic) -> None:
        """Wake the streams of a match, some at a time, so that whoever records goes between."""
        for woken in range(0, channel.streams, WAKE_BATCH):
            if woken:
                time.sleep(WAKE_PAUSE_SECONDS)
            with self._lock:
                channel.changed.notify(WAKE_BATCH)


def init_app(app: Flask) -> None:
    """Let the matches of `app` be watched."""
    app.extensions["hub"] = Hub(app)
