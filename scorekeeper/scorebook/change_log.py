"""The log of changes to a match or a club night: each is written once, and undone in order.

`match_log.py` writes that of a match, `club/night_log.py` that of a club night.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Any, cast

from sqlalchemy import Connection, Row, Table, insert, select, update

from scorekeeper.scorebook.database import models


class ChangeLog:
    """The log in the table of `row`; its column `whose` holds the id of what was changed.

    Changes of the kinds `undoable` can be undone in turn, except those that undo or redo another.
    """

    def __init__(self, row: type[models.Logged], whose: str, undoable: Collection[StrEnum]) -> None:
        self.undoable = undoable
        self.table = cast(Table, cast(type[models.Base], row).__table__)
        self._whose = whose

    def sent_before(self, connection: Connection, of: int, entry_key: str) -> Row[Any] | None:
        """Return the change that a form made when it was sent before."""
        sent = select(self.table).filter_by(**{self._whose: of}, entry_key=entry_key)
        return connection.execute(sent).one_or_none()

    def next(self, connection: Connection, of: int, *, undone: bool = False) -> Row[Any] | None:
        """Return the change to undo next, or of those `undone` the one to redo next."""
        version, state = self.table.c.version, "undone" if undone else "done"
        edits = select(self.table).where(self.table.c.kind.in_(self.undoable))
        edits = edits.filter_by(**{self._whose: of}, undoes=None, redoes=None, state=state)
        # The change undone last is the earliest of them.
        in_turn = edits.order_by(version if undone else version.desc())
        return connection.execute(in_turn.limit(1)).one_or_none()

    def write(self, connection: Connection, of: int, columns: dict[str, Any]) -> None:
        """Write a change, and mark earlier ones as done, undone or no longer redoable."""
        undoes, redoes = columns.get("undoes"), columns.get("redoes")
        earlier = update(self.table).filter_by(**{self._whose: of})
        if turned := undoes or redoes:
            state = "undone" if undoes else "done"
            connection.execute(earlier.filter_by(version=turned).values(state=state))
        elif columns["kind"] in self.undoable:
            # What was undone may not fit after a new change, so it can no longer be redone.
            connection.execute(earlier.filter_by(state="undone").values(state="dropped"))
        connection.execute(insert(self.table).values({self._whose: of, **columns}))
