"""On which device a round was recorded."""

from __future__ import annotations

from scorekeeper.access.devices import display_name
from scorekeeper.scorebook.change_list import changes_of
from scorekeeper.scorebook.changes import ChangeKind


def recorded_on(match_id: int, number: int) -> str:
    """Name the device on which a round was recorded; empty where it has no name."""
    for logged in changes_of(match_id):
        after = logged.change.after or {}
        if (
            logged.change.kind is ChangeKind.ROUNDS
            and after["number"] == number
            and after["rounds"]
        ):
            return display_name(logged.device)
    return ""
