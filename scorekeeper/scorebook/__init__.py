"""The scorebook: matches, their rounds, the log of changes, drafts and links, in the database.

`changes.py` says what can happen to a match, `projection.py` works out how a match stands from its
record, `log.py` writes a change and everything that follows from it in one transaction. Only this
room uses SQLAlchemy. Pages, `access`, `live`, `interchange`, `maintenance` and `wording` import it;
it imports the rules. Look next at `matches.py`, which opens matches and records rounds.
"""
