"""What the page that edits a match shows: undo and redo, its players, and its log of changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.access.devices import display_name
from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.changes import change_name, change_sentence
from scorekeeper.pages.shared.match import title_of
from scorekeeper.scorebook.changes import Change, LoggedChange
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.dates import format_datetime


class LogLine(NamedTuple):
    """A change in the log, `undone` or not."""

    when: str
    device: str
    text: str
    undone: bool


class EditPage(NamedTuple):
    """The page that edits a match; `undo` and `redo` name a change, "" where there is none.

    `colours` has the CSS class of each seat; only a match that is `owned` can be deleted.
    """

    match_id: int
    meta: str
    undo: str
    redo: str
    colours: tuple[str, ...]
    log: tuple[LogLine, ...]
    owned: bool


def edit_page(
    match: Match,
    log: Sequence[LoggedChange],
    undoable: Change | None,
    redoable: Change | None,
    *,
    owned: bool,
) -> EditPage:
    """Show what can be changed in a match, and its `log`, the latest change first."""
    return EditPage(
        match_id=match.id,
        meta=title_of(match),
        undo=change_name(undoable) if undoable else "",
        redo=change_name(redoable) if redoable else "",
        colours=tuple(
            f"c{match.side_colours[match.setup.side_of(seat)]}" for seat in range(len(match.names))
        ),
        log=tuple(_log_line(each, match) for each in log),
        owned=owned,
    )


def _log_line(logged: LoggedChange, match: Match) -> LogLine:
    text = change_sentence(logged.change, match.names)
    if logged.undoes is not None:
        text = _("Undone: %(change)s.", change=change_name(logged.change.inverse))
    if logged.redoes is not None:
        text = _("Redone: %(change)s.", change=change_name(logged.change))
    device = display_name(logged.device)
    return LogLine(format_datetime(logged.made_at), device, text, logged.undone)
