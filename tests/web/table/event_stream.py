"""Reading the stream of a match, event by event."""

from contextlib import contextmanager
from typing import NamedTuple

# How often in a row: the first opens the stream, the second says that nothing was missed.
MOST_SILENT = 4


class Event(NamedTuple):
    """One event, by its fields."""

    name: str = ""
    id: str = ""
    data: str = ""


@contextmanager
def watching(visitor, table, seen="", last_event_id=""):
    """Open the stream of a match until the block ends; signs of life are left out."""
    # Compressed, an event would wait for the next.
    headers = {"Accept-Encoding": "gzip, br, zstd"}
    headers |= {"Last-Event-ID": last_event_id} if last_event_id else {}
    with visitor.client.get(f"{table.address}/events?seen={seen}", headers=headers) as answer:
        assert (answer.status_code, answer.mimetype) == (200, "text/event-stream")
        assert "Content-Encoding" not in answer.headers
        yield events_in(iter(answer.response))


def events_in(chunks):
    """Yield the events; too many signs of life in a row are a failure."""
    silent = 0
    for event in map(read, chunks):
        silent = silent + 1 if event.name in ("", "alive") else 0
        assert silent <= MOST_SILENT
        if not silent:
            yield event


def read(chunk):
    """Parse an event as browsers do."""
    text = chunk if isinstance(chunk, str) else chunk.decode()
    fields: dict[str, str] = {}
    for line in text.removesuffix("\n\n").split("\n"):
        name, _, value = line.partition(": ")
        fields[name] = f"{fields[name]}\n{value}" if name in fields else value
    return Event(fields.get("event", ""), fields.get("id", ""), fields.get("data", ""))
