"""What pages show of a draft: how long ago it was begun, and on which devices."""

from __future__ import annotations

from typing import NamedTuple

from flask import url_for

from scorekeeper.access.devices import display_name
from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.match import narrator_of
from scorekeeper.scorebook.change_list import recorded_on
from scorekeeper.scorebook.drafts import Draft, Part
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.dates import time_ago
from scorekeeper.wording.formats import join_names


class DraftState(NamedTuple):
    """The draft of round `number` that a page was opened with; `amends` that of an amendment.

    `begun` says how old it is, "" where it is empty or was just `sent` from this page.
    """

    number: int
    tag: str
    begun: str
    sent: bool
    amends: bool


def draft_state(
    match: Match, number: int, draft: Draft, *, sent: bool = False, amends: bool = False
) -> DraftState:
    """Return the state of a draft for the page on which its round is entered or amended."""
    return DraftState(
        number=number,
        tag=draft_tag(match, draft),
        # An amendment may have emptied a hand; in a new round a blank part is no beginning.
        begun="" if sent else _begun(draft.parts if amends else draft.begun),
        sent=sent,
        amends=amends,
    )


def _begun(parts: tuple[Part, ...]) -> str:
    """Say how long ago parts were begun, and on which devices; empty without parts."""
    if not parts:
        return ""
    long_ago = time_ago(min(part.changed_at for part in parts))
    devices = dict.fromkeys(display_name(part.device) for part in parts if part.device)
    if not devices:
        return _("Begun %(ago)s", ago=long_ago)
    return _("Begun %(ago)s on %(devices)s", ago=long_ago, devices=join_names([*devices]))


def draft_tag(match: Match, draft: Draft) -> str:
    """Return the ETag of a draft: it changes with the draft, and with the match."""
    return f"{match.version}.{draft.revision}"


def draft_json(match: Match, number: int, draft: Draft, *, amends: bool) -> dict[str, object]:
    """Return a draft for scripts, the round where it was recorded meanwhile, and whether it is won.

    {"tag": …, "parts": {name: {"fields", "revision", "device", "ago"}}, "recorded": None or
    {"text", "url", "label"}, "won": None or the address of the page that celebrates it}
    """
    return {
        "tag": draft_tag(match, draft),
        "parts": {part.name: _part_json(part) for part in draft.parts},
        "recorded": None if amends else _recorded_json(match, number),
        # Whoever amends a round of a match that is over knows who won.
        "won": None if amends else _won_on(match),
    }


def no_such_round(match: Match, number: int) -> str:
    """Say that a round of this number can be neither entered nor amended."""
    return _(
        "Round %(number)s is not there: the next round is round %(next)s.",
        number=number,
        next=match.next_number,
    )


def _part_json(part: Part) -> dict[str, object]:
    return {
        "fields": part.fields,
        "revision": part.revision,
        "device": display_name(part.device),
        "ago": time_ago(part.changed_at),
    }


def _won_on(match: Match) -> str | None:
    return None if match.standing.winner is None else url_for("table.show", match_id=match.id)


def _recorded_json(match: Match, number: int) -> dict[str, str] | None:
    if number > len(match.rounds):
        return None
    return {
        "text": _recorded_sentence(match, number),
        "url": url_for("round.result", match_id=match.id, number=number),
        "label": _("See round %(number)s", number=number),
    }


def _recorded_sentence(match: Match, number: int) -> str:
    headline = narrator_of(match).headline(match.rounds[number - 1].score)
    if device := recorded_on(match.id, number):
        return _(
            "Round %(number)s was recorded on %(device)s: %(headline)s",
            number=number,
            device=display_name(device),
            headline=headline,
        )
    return _(
        "Round %(number)s was recorded on another device: %(headline)s",
        number=number,
        headline=headline,
    )
