"""The clock of a match: how much time is left, by the clock of the server."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NamedTuple

# Added to a match that should go on longer.
MORE_MINUTES = 5


class Timer(NamedTuple):
    """It runs until `ends_at`, or is paused with a number of seconds `left`.

    A round that is recorded once the time is over is the last. Where the match was `stopped` it is
    over at once, with whoever is ahead.
    """

    ends_at: datetime | None = None
    left: int = 0
    stopped: bool = False

    @classmethod
    def of(cls, minutes: int, now: datetime) -> Timer | None:
        """Start a clock; None if there are no minutes."""
        return cls(now + timedelta(minutes=minutes)) if minutes else None

    @classmethod
    def from_json(cls, table: dict[str, Any] | None) -> Timer | None:
        """Read what `as_json` wrote; None for a match without a clock."""
        if table is None:
            return None
        ends_at = table.get("ends_at")
        moment = datetime.fromisoformat(ends_at) if ends_at else None
        return cls(moment, table.get("left", 0), table.get("stopped", False))

    def as_json(self) -> dict[str, Any]:
        """Return it as it is stored: {"ends_at": a time}, or {"left": seconds}; "stopped"."""
        table: dict[str, Any] = {"left": self.left}
        if self.ends_at is not None:
            table = {"ends_at": self.ends_at.isoformat()}
        return {**table, "stopped": True} if self.stopped else table

    @property
    def paused(self) -> bool:
        return self.ends_at is None

    def seconds_left(self, now: datetime) -> int:
        """Return how many seconds are left, 0 once the time is over."""
        if self.ends_at is None:
            return self.left
        return max(0, round((self.ends_at - now).total_seconds()))

    def is_over_at(self, moment: datetime) -> bool:
        """Return whether a round that is recorded at a moment is the last."""
        return self.ends_at is not None and moment >= self.ends_at

    def turned(self, now: datetime) -> Timer:
        """Pause a clock that runs, or let one that is paused go on."""
        if self.ends_at is None:
            return Timer(now + timedelta(seconds=self.left))
        return Timer(None, self.seconds_left(now))

    @property
    def more_minutes(self) -> int:
        """How many minutes are added at a time."""
        return MORE_MINUTES

    def longer(self, now: datetime) -> Timer:
        """Add some minutes, from now if the time is over."""
        if self.ends_at is None:
            return Timer(None, self.left + 60 * MORE_MINUTES)
        return Timer(max(self.ends_at, now) + timedelta(minutes=MORE_MINUTES))
