"""What is shown of a half-entered round: where it was begun and how long ago."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from flask import url_for

from scorekeeper import mending
from scorekeeper.boards.matches import teller_of
from scorekeeper.drafts import Draft, Part
from scorekeeper.folding import Match
from scorekeeper.sheets import Kind
from scorekeeper.words import counted, listed


@dataclass(frozen=True, slots=True)
class Kept:
    """Where a page keeps what is entered on it, and how the draft there stands.

    It was filled in with what was `begun`, or it shows again what was just `sent` from it.
    """

    url: str
    tag: str
    begun: str
    sent: bool
    amends: bool


def kept(
    match: Match, number: int, draft: Draft, *, sent: bool = False, amends: bool = False
) -> Kept:
    """Tell the page that takes a round, or amends one, where its draft is kept."""
    return Kept(
        url=url_for("drafts.keep", match_id=match.id, number=number, amends=amends),
        tag=tag(match, draft),
        # What was amended may be a hand that was emptied; what is entered begins with something.
        begun="" if sent else begun(draft.parts if amends else draft.begun),
        sent=sent,
        amends=amends,
    )


def begun(parts: tuple[Part, ...]) -> str:
    """Say how long ago parts were begun, and on which devices; nothing where there are none."""
    if not parts:
        return ""
    devices = dict.fromkeys(part.device for part in parts if part.device)
    where = f" on {listed([*devices])}" if devices else ""
    return f"Begun {ago(min(part.changed_at for part in parts))}{where}"


def ago(moment: datetime) -> str:
    """Say how long ago something was."""
    past = datetime.now(UTC) - moment
    for unit, word in _UNITS:
        if past >= unit:
            return f"{counted(past // unit, word)} ago"
    return "just now"


def tag(match: Match, draft: Draft) -> str:
    """Name a draft as it is: equal tags, equal drafts, whatever was recorded in between."""
    return f"{match.version}.{draft.revision}"


def state(match: Match, number: int, draft: Draft, *, amends: bool) -> dict[str, object]:
    """Say what other devices entered of a round, and whether it was recorded meanwhile."""
    return {
        "tag": tag(match, draft),
        "parts": {part.name: _part(part) for part in draft.parts},
        "recorded": None if amends else _recorded(match, number),
    }


def cannot_take(match: Match, number: int) -> str:
    """Say why a round of this number can be neither entered nor amended."""
    return f"Round {number} is not there: the next round is round {match.next_number}."


def recorded_on(match_id: int, number: int) -> str:
    """Name the device on which a round was recorded; nothing where it has no name."""
    for logged in mending.log(match_id):
        after = logged.change.after or {}
        if logged.change.kind is Kind.ROUNDS and after["number"] == number and after["rounds"]:
            return logged.device
    return ""


def _part(part: Part) -> dict[str, object]:
    return {
        "fields": part.fields,
        "revision": part.revision,
        "device": part.device,
        "ago": ago(part.changed_at),
    }


def _recorded(match: Match, number: int) -> dict[str, str] | None:
    if number > len(match.rounds):
        return None
    device = recorded_on(match.id, number)
    where = f" on {device}" if device else " on another device"
    headline = teller_of(match).headline(match.rounds[number - 1].score)
    return {
        "text": f"Round {number} was recorded{where}: {headline}",
        "url": url_for("rounds.result", match_id=match.id, number=number),
        "label": f"See round {number}",
    }


_UNITS = (
    (timedelta(days=1), "day"),
    (timedelta(hours=1), "hour"),
    (timedelta(minutes=1), "minute"),
)
