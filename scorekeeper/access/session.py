"""The rights a device holds, in its session: signed, and checked against the match each time."""

from __future__ import annotations

from flask import request, session

from scorekeeper.scorebook.rights import Grant, Right

# A cookie holds 4 kB; the oldest grants make room.
MOST_GRANTS = 100


def held() -> dict[int, Grant]:
    """List what the device was granted, by match, the newest last."""
    return {grant.match_id: grant for grant in map(_read, session.get("grants", ()))}


def held_of(match_id: int) -> Grant | None:
    """Find what the device was granted for a match."""
    if not request.cookies:
        # Most who watch have none; to look into the session would make the page theirs alone.
        return None
    found = (each for each in session.get("grants", ()) if each[0] == match_id)
    return next(map(_read, found), None)


def keep(grant: Grant) -> None:
    """Put a grant into the session, in the place of any other for the same match."""
    others = [each for each in session.get("grants", ()) if each[0] != grant.match_id]
    session["grants"] = [*others, [*grant]][-MOST_GRANTS:]


def _read(kept: list[int | str]) -> Grant:
    match_id, right, generation, mark = kept
    return Grant(int(match_id), Right(int(right)), int(generation), str(mark))
