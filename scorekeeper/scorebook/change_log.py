"""The log of changes to a match or a club night: each is written once, and undone in order.

`match_log.py` writes that of a match, `club/night_log.py` that of a club night.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Any, cast

from sqlalchemy import Connection, Row, Select, Table, bindparam, insert, select, update

from scorekeeper.scorebook.database import models


class ChangeLog:
    """The log in the table of `row`; its column `whose` holds the id of what was changed.

    Changes of the kinds `undoable` can be undone in turn, except those that undo or redo another.
    """

    def __init__(self, row: type[models.Logged], whose: str, undoable: Collection[StrEnum]) -> None:
        self.undoable = undoable
        # Use the table, not the class: building ORM statements and updating session objects takes
        # longer than running them.
        self.table = table = cast(Table, cast(type[models.Base], row).__table__)
        self._whose, of = whose, table.c[whose] == bindparam("of")
        self._sent = select(table).where(of, table.c.entry_key == bindparam("key"))
        edits = select(table).where(of, table.c.kind.in_(undoable)).limit(1)
        edits = edits.filter_by(undoes=None, redoes=None)
        self._last_done = edits.filter_by(state="done").order_by(table.c.version.desc())
        # The change undone last is the earliest of them.
        self._last_undone = edits.filter_by(state="undone").order_by(table.c.version)
        self._insert = insert(table)
        self._turn = update(table).where(of, table.c.version == bindparam("turned"))
        self._drop = update(table).where(of, table.c.state == "undone").values(state="dropped")

    def sent_before(self, connection: Connection, of: int, entry_key: str) -> Row[Any] | None:
        """Return the change that a form made when it was sent before."""
        sent = {"of": of, "key": entry_key}
        return connection.execute(self._sent, sent).one_or_none()

    def next(self, connection: Connection, of: int, *, undone: bool = False) -> Row[Any] | None:
        """Return the change to undo next, or of those `undone` the one to redo next."""
        query: Select[*tuple[Any, ...]] = self._last_undone if undone else self._last_done
        return connection.execute(query, {"of": of}).one_or_none()

    def write(self, connection: Connection, of: int, columns: dict[str, Any]) -> None:
        """Write a change, and mark earlier ones as done, undone or no longer redoable."""
        undoes, redoes = columns.get("undoes"), columns.get("redoes")
        if turned := undoes or redoes:
            state = "undone" if undoes else "done"
            connection.execute(self._turn, {"of": of, "turned": turned, "state": state})
        elif columns["kind"] in self.undoable:
            # What was undone may not fit after a new change, so it can no longer be redone.
            connection.execute(self._drop, {"of": of})
        connection.execute(self._insert, {self._whose: of, **columns})
