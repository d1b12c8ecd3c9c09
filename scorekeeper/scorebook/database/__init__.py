"""The database of the scorebook: its tables, connections, transactions and the file it is in.

Nothing here knows what a match is but for its tables in `models.py`. It imports the configuration
only; the rest of the scorebook imports it, and pages never its `db` and `models`. Look next at
`db.py` (transactions) and `sqlite_file.py` (who writes next).
"""
