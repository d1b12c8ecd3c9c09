"""What is shown of a half-entered round: where it was begun and how long ago."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext as _

from scorekeeper.access.devices import display_name
from scorekeeper.pages.shared.match import narrator_of
from scorekeeper.scorebook import history
from scorekeeper.scorebook.changes import ChangeKind
from scorekeeper.scorebook.drafts import Draft, Part
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.dates import time_ago
from scorekeeper.wording.formats import join_names


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
        url=url_for("draft.keep", match_id=match.id, number=number, amends=amends),
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
    long_ago = time_ago(min(part.changed_at for part in parts))
    devices = dict.fromkeys(display_name(part.device) for part in parts if part.device)
    if not devices:
        return _("Begun %(ago)s", ago=long_ago)
    return _("Begun %(ago)s on %(devices)s", ago=long_ago, devices=join_names([*devices]))


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
    return _(
        "Round %(number)s is not there: the next round is round %(next)s.",
        number=number,
        next=match.next_number,
    )


def recorded_on(match_id: int, number: int) -> str:
    """Name the device on which a round was recorded; nothing where it has no name."""
    for logged in history.log(match_id):
        after = logged.change.after or {}
        if (
            logged.change.kind is ChangeKind.ROUNDS
            and after["number"] == number
            and after["rounds"]
        ):
            return display_name(logged.device)
    return ""


def _part(part: Part) -> dict[str, object]:
    return {
        "fields": part.fields,
        "revision": part.revision,
        "device": display_name(part.device),
        "ago": time_ago(part.changed_at),
    }


def _recorded(match: Match, number: int) -> dict[str, str] | None:
    if number > len(match.rounds):
        return None
    return {
        "text": _recorded_in_words(match, number),
        "url": url_for("round.result", match_id=match.id, number=number),
        "label": _("See round %(number)s", number=number),
    }


def _recorded_in_words(match: Match, number: int) -> str:
    headline = narrator_of(match).headline(match.rounds[number - 1].score)
    if device := recorded_on(match.id, number):
        return _(
            "Round %(number)s was recorded on %(device)s: %(headline)s",
            number=number,
            device=device,
            headline=headline,
        )
    return _(
        "Round %(number)s was recorded on another device: %(headline)s",
        number=number,
        headline=headline,
    )
