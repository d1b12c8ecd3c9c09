"""What the page that mends a match shows: the ways back and forth, and all that happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext as _

from scorekeeper.access.devices import display_name
from scorekeeper.pages.shared.changes import change_name, change_sentence
from scorekeeper.pages.shared.match import title_of
from scorekeeper.scorebook.changes import Change
from scorekeeper.scorebook.history import LoggedChange
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.dates import format_datetime


@dataclass(frozen=True, slots=True)
class Line:
    """A change in the log; `gone` where it was undone."""

    when: str
    device: str
    text: str
    gone: bool


@dataclass(frozen=True, slots=True)
class Way:
    """A way on from here: back, forth, or out."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Mend:
    """The page that mends a match."""

    meta: str
    table_url: str
    here: str
    delete_url: str | None
    files: tuple[Way, ...]
    ways: tuple[Way, ...]
    colours: tuple[str, ...]
    lines: tuple[Line, ...]


def mend(
    match: Match,
    logged: Sequence[LoggedChange],
    undoable: Change | None,
    redoable: Change | None,
    *,
    owned: bool,
) -> Mend:
    """Show what can be mended of a match, and what happened to it, the latest first.

    One that is `owned` by this device can be deleted.
    """
    ways = []
    if undoable:
        label = _("Undo %(change)s", change=change_name(undoable))
        ways.append(Way(label, url_for("history.undo", match_id=match.id)))
    if redoable:
        label = _("Redo %(change)s", change=change_name(redoable))
        ways.append(Way(label, url_for("history.redo", match_id=match.id)))
    return Mend(
        meta=title_of(match),
        table_url=url_for("table.show", match_id=match.id),
        here=url_for("history.edit_match", match_id=match.id),
        delete_url=url_for("history.delete", match_id=match.id) if owned else None,
        files=(
            Way(_("As a spreadsheet (CSV)"), url_for("downloads.as_csv", match_id=match.id)),
            Way(_("For another scorebook (JSON)"), url_for("downloads.as_json", match_id=match.id)),
        ),
        ways=tuple(ways),
        colours=tuple(f"c{match.setup.side_of(seat) + 1}" for seat in range(len(match.names))),
        lines=tuple(_line(each, match) for each in logged),
    )


def _line(logged: LoggedChange, match: Match) -> Line:
    text = change_sentence(logged.change, match.names)
    if logged.undoes is not None:
        text = _("Undone: %(change)s.", change=change_name(logged.change.inverse))
    if logged.redoes is not None:
        text = _("Redone: %(change)s.", change=change_name(logged.change))
    return Line(format_datetime(logged.made_at), display_name(logged.device), text, logged.undone)
