"""What is kept to be sent again: so many bytes, of which one address may fill a share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from cachetools import LRUCache

from scorekeeper.web.rate_limits import Shares

# What an entry takes beside its bytes, about.
OVERHEAD = 2000

Value = TypeVar("Value")


class KeptEntry(NamedTuple, Generic[Value]):
    """A value, what it takes, and whose share it is part of."""

    value: Value
    size: int
    owner: str


class Kept(Generic[Value]):
    """The values used last. Whoever has a full share loses the oldest of it for the next."""

    def __init__(self, most: int, share: int) -> None:
        self._shares = Shares(most * share // 100)
        self._entries: LRUCache[Hashable, KeptEntry[Value]] = _Counted(most, self._forget)
        # The keys of each owner, the oldest first.
        self._owned: defaultdict[str, dict[Hashable, None]] = defaultdict(dict)
        self._lock = Lock()

    def find(self, key: Hashable) -> Value | None:
        """Return a value; None where it is not kept."""
        with self._lock:
            entry = self._entries.get(key)
        return entry.value if entry else None

    def all_keys(self) -> list[Hashable]:
        """Return the keys of all that is kept."""
        with self._lock:
            return [*self._entries]

    def taken(self) -> int:
        """Return how many bytes are kept."""
        with self._lock:
            return int(self._entries.currsize)

    def store(self, key: Hashable, value: Value, size: int, owner: str = "") -> None:
        """Keep a value of so many bytes in the place of another with its key, unless too large."""
        size += OVERHEAD
        if size > self._shares.most:
            return
        with self._lock:
            self._entries.pop(key, None)
            while not self._shares.take(owner, size):
                del self._entries[next(iter(self._owned[owner]))]
            self._owned[owner][key] = None
            self._entries[key] = KeptEntry(value, size, owner)

    def drop(self, key: Hashable) -> None:
        """Keep a value no longer."""
        with self._lock:
            self._entries.pop(key, None)

    def _forget(self, key: Hashable, entry: KeptEntry[Value]) -> None:
        self._shares.give_back(entry.owner, entry.size)
        del self._owned[entry.owner][key]
        if not self._owned[entry.owner]:
            del self._owned[entry.owner]


class _Counted(LRUCache[Hashable, KeptEntry[Value]]):
    """Says which entry goes."""

    def __init__(self, most: int, forget: Callable[[Hashable, KeptEntry[Value]], None]) -> None:
        super().__init__(most, getsizeof=lambda entry: entry.size)
        self._forget = forget

    def __delitem__(self, key: Hashable) -> None:
        entry = self[key]
        super().__delitem__(key)
        self._forget(key, entry)
