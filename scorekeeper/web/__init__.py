"""What any Flask application could use: sessions, headers, host check, static files, rate limits.

Nothing here knows about matches or dominoes. `create_app` installs what has an `init_app`; access,
pages, the server and the command line use the rest. Look next at `headers.py`, then at
`create_app`, for the order.
"""

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
