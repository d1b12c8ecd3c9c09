"""The scorebook: matches, their rounds, their log, drafts and players, in the database.

`changes.py` has the record of a match and every kind of change to it; `scored_match.py` computes
the score from the record; `match_log.py` commits a change with all that follows from it in one
transaction. `player_changes.py` renames, merges, splits and forgets players. Beside these files
about one match are rooms: `database`, `permissions`, `people` and `figures`. It imports the rules
and the configuration; cli, pages, access, live, interchange and maintenance import it, pages never
its `db` and `models`. Look next at `matches.py` (open, record, find) and `history.py` (edit, undo,
redo).
"""
