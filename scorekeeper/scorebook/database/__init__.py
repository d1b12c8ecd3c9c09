"""The database of the scorebook: its tables, connections, transactions and the file it is in.

Only its tables in `models.py` know what a match is. It imports the configuration
only; the rest of the scorebook imports it, and pages never its `db` and `models`. Look next at
`db.py` (transactions) and `sqlite_file.py` (who writes next, and to which file).
"""
