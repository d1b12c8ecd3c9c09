"""When Python looks for garbage: not in what is made once and stays."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_looking_for_garbage() -> Iterator[None]:
    """Look for garbage later, and not in what is made here: all of it stays.

    To look through it again and again would take a tenth of the start.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
