"""Reads the events of a stream."""

from typing import NamedTuple

# How often in a row: the first opens the stream, the second says that nothing was missed.
MOST_SILENT = 4


class Event(NamedTuple):
    """One event, by its fields."""

    name: str = ""
    id: str = ""
    data: str = ""


def events_in(chunks):
    """Yield the events; too many signs of life in a row are a failure."""
    silent = 0
    for event in map(read, chunks):
        silent = silent + 1 if event.name in ("", "alive") else 0
        assert silent <= MOST_SILENT
        if not silent:
            yield event


def read(chunk):
    text = chunk if isinstance(chunk, str) else chunk.decode()
    fields: dict[str, str] = {}
    for line in text.removesuffix("\n\n").split("\n"):
        name, _, value = line.partition(": ")
        fields[name] = f"{fields[name]}\n{value}" if name in fields else value
    return Event(fields.get("event", ""), fields.get("id", ""), fields.get("data", ""))
