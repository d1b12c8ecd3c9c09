"""Work that other processes do meanwhile, with the same outcome as if it were done in turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar

About = TypeVar("About")
Outcome = TypeVar("Outcome")

# So many outcomes a process may wait until somebody takes them.
WAITING = 4

_work: Callable[[Any], Any]


def done_ahead(
    work: Callable[[About], Outcome], about: Iterable[About], processes: int
) -> Iterator[Outcome]:
    """Do a work about one thing after the other; the outcomes come in the same order.

    The work is sent to each process once, so it may hold much. Without others it is done here.
    """
    if not processes:
        yield from map(work, about)
        return
    # A process that began as a copy of one with torch's threads could wait for them for ever.
    way = get_context("spawn")
    with ProcessPoolExecutor(processes, way, initializer=_hold, initargs=(work,)) as pool:
        waiting: deque[Future[Outcome]] = deque()
        for each in about:
            waiting.append(pool.submit(_do, each))
            if len(waiting) > WAITING * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _hold(work: Callable[[Any], Any]) -> None:
    global _work
    _work = work


def _do(about: Any) -> Any:
    return _work(about)
