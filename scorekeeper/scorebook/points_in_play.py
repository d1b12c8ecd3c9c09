"""Points made in play: added on the table one by one, until the round is over.

They are a part of the draft of the next round: the page for its hands starts with them.
`points_in_play` returns a round with nothing else: who made which points, in which order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from sqlalchemy import select

from scorekeeper.rules.round_entry import Made, Round
from scorekeeper.scorebook import drafts
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.drafts import LAST_NUMBER, Draft, Fields
from scorekeeper.scorebook.permissions.rights import Stale
from scorekeeper.scorebook.scored_match import Match

# Returns the changed fields of the part, given its match.
_Change = Callable[[Match, Fields], dict[str, str]]

# The part of a draft, and its fields beside the tally of each seat: the seats in the order in which
# they scored, and the entry keys of what was added or taken back last.
PART, ORDER, KEYS = "tally", "order", "keys"
NO_POINTS = Round()
# A form is sent again after a lost answer long before this many others.
_KEYS_KEPT = 12
_LONGEST = 600

_SCORE = re.compile(r"[+-]?\s*[0-9]{1,3}(?![0-9])")
_TALLY = re.compile(r"hands-([0-9]+)-tally")


def points_in_play(match: Match) -> Round:
    """Return what was made in play since the last round of a match.

    The database is only asked if the rules have such points.
    """
    if match.standing.over or not match.setup.game.tally.steps:
        return NO_POINTS
    return points_by_id((match.id,)).get(match.id, NO_POINTS)


def points_by_id(match_ids: Collection[int]) -> dict[int, Round]:
    """Return the points in play from the drafts of the next rounds, by match."""
    row = models.DraftRow
    begun = select(row.match_id, row.fields).where(row.match_id.in_(match_ids))
    of_next = begun.where(row.part == PART, row.number == LAST_NUMBER + 1)
    with db.engine.connect() as connection:
        rows = connection.execute(of_next).all()
    found = {match_id: _points(fields) for match_id, fields in rows}
    return {match_id: points for match_id, points in found.items() if points.tally}


def add_points(
    match_id: int, number: int, seat: int, points: int, *, key: str, device: str = ""
) -> None:
    """Add what a seat made in play to the next round; the same entry key again adds nothing.

    Raise NoSuchMatch, and Stale if `number` is not the next round, or the match does not allow this
    score.
    """

    def added(match: Match, fields: Fields) -> dict[str, str]:
        out = match.standing.moment.put_out
        if not 0 <= seat < match.setup.players or seat in out:
            raise Stale
        if points not in match.setup.game.tally.steps:
            raise Stale
        name = f"hands-{seat}-tally"
        tally = _text(fields, name)
        return {
            name: f"{tally}{points:+d}" if tally else str(points),
            ORDER: f"{_text(fields, ORDER)} {seat}",
        }

    _change(match_id, number, key, device, added)


def take_back(match_id: int, number: int, *, seen: int, key: str, device: str = "") -> None:
    """Take the last score back, the one after which there were `seen`; raise as `add_points` does.

    Also raise Stale if others were added or taken back since.
    """

    def without(_match: Match, fields: Fields) -> dict[str, str]:
        made = _points(fields)
        if sum(map(len, made.tally)) != seen or not seen:
            raise Stale
        seat = last_made(made).seat
        name = f"hands-{seat}-tally"
        order = [*made.order]
        if seat in order:
            del order[len(order) - 1 - order[::-1].index(seat)]
        kept = "".join(f"{points:+d}" for points in made.tally[seat][:-1])
        return {name: kept.removeprefix("+"), ORDER: " ".join(map(str, order))}

    _change(match_id, number, key, device, without)


def last_made(made: Round) -> Made:
    """Return the last score; if the order is not known, that of the last seat with one."""
    scored = [seat for seat, points in enumerate(made.tally) if points]
    seat = next((seat for seat in reversed(made.order) if seat in scored), scored[-1])
    return Made(seat, made.tally[seat][-1])


def _change(match_id: int, number: int, key: str, device: str, change: _Change) -> None:
    """Change fields of the part, once for each entry key."""

    def build(match: Match, draft: Draft) -> dict[str, Fields]:
        fields = draft[PART].fields if PART in draft else {}
        keys = _text(fields, KEYS).split()
        if key in keys:
            return {}
        if match.standing.over:
            raise Stale
        changed = change(match, fields) | {KEYS: " ".join([*keys, key][-_KEYS_KEPT:])}
        if any(len(text) > _LONGEST for text in changed.values()):
            raise Stale
        return {PART: {**fields, **{name: [text] for name, text in changed.items()}}}

    drafts.change(match_id, number, build, device=device, edits=False)


def _points(fields: Fields) -> Round:
    """Read the points in play; skip text that is no score."""
    seats = sorted(int(found[1]) for name in fields if (found := _TALLY.fullmatch(name)))
    texts = [_text(fields, f"hands-{seat}-tally") for seat in range(seats[-1] + 1 if seats else 0)]
    tally = tuple(
        tuple(int("".join(score.split())) for score in _SCORE.findall(text)) for text in texts
    )
    if not any(tally):
        return NO_POINTS
    order = tuple(int(seat) for seat in re.findall(r"[0-9]{1,2}", _text(fields, ORDER)))
    return Round(tally=tally, order=order)


def _text(fields: Fields, name: str) -> str:
    return "".join(fields.get(name, ()))
