"""Keeping the parts of a draft that a device sends."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.access.devices import device_name
from scorekeeper.scorebook import drafts, matches
from scorekeeper.scorebook.log import Stale
from scorekeeper.scorebook.projection import Match


def keep_parts(
    match_id: int, number: int, parts: Mapping[str, drafts.Fields], amends: bool
) -> tuple[Match, drafts.Draft]:
    """Save parts of a draft; return the match as it is then, and the draft of every device.

    The draft is empty where the round was recorded meanwhile.
    """
    try:
        draft = drafts.save(match_id, number, parts, device=device_name(), amends=amends)
    except Stale:
        draft = drafts.Draft()
    return matches.find_match(match_id), draft


def is_there(match: Match, number: int, amends: bool) -> bool:
    """Whether a round can be entered or amended, or is recorded."""
    return drafts.accepts_draft(match, number, amends=amends) or 1 <= number <= len(match.rounds)
