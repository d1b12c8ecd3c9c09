"""How the database finds what a query asks for: whether it looks at whole tables."""

import re
from contextlib import contextmanager
from threading import get_ident
from typing import Any

from sqlalchemy import event

# Those that grow with every match; but for figures, as those of all players are added up from all.
LARGE = {"matches", "seats", "rounds", "changes", "drafts", "owners"}
# Lists of matches are read in the order of these, or of their ids, no further than they are shown.
LISTS = {"ix_matches_open", "ix_matches_finished", "ix_matches_game", "ix_matches_binned"}
_NEWEST = re.compile(r"ORDER BY matches\.id DESC\s+LIMIT")
_PLANNED = ("SELECT", "WITH", "UPDATE", "DELETE", "INSERT")
# "SCAN seats", "SCAN matches_1 USING INDEX ix_matches_finished"; "Seq Scan on seats s"
_SCAN = re.compile(r"SCAN (?P<table>\w+?)(_\d+)?( USING (COVERING )?INDEX (?P<index>\w+))?$")
_SEQUENTIAL = re.compile(r"Seq Scan on (?P<table>\w+)")


@contextmanager
def collected(engine):
    """Collect the queries that are made meanwhile, each with the values it had first.

    Others may be made by threads in the background, as those that tell other programs of a change.
    """
    asked: dict[str, Any] = {}
    own = get_ident()

    def note(_connection, _cursor, query, values, _context, many):
        if get_ident() == own and query.lstrip().startswith(_PLANNED):
            asked.setdefault(query, values[0] if many else values)

    event.listen(engine, "before_cursor_execute", note)
    yield asked
    event.remove(engine, "before_cursor_execute", note)


def plan_of(engine, query, values):
    explain = "EXPLAIN QUERY PLAN " if engine.dialect.name == "sqlite" else "EXPLAIN "
    with engine.connect() as connection:
        steps = [row[-1].strip() for row in connection.exec_driver_sql(explain + query, values)]
        connection.rollback()
    return steps


def whole_tables(engine, asked):
    """Yield each query that looks at a whole table, or at a whole index, and where it does."""
    for query, values in asked.items():
        for step in plan_of(engine, query, values):
            found = _SCAN.search(step) or _SEQUENTIAL.search(step)
            at = found.groupdict() if found else {}
            listed = at.get("index") in LISTS or _NEWEST.search(query)
            if at.get("table") in LARGE and not listed:
                yield step, " ".join(query.split())
