"""Care of the database file: backups, restore, integrity check, daily jobs.

The command line and the server import it. Look next at `backup.py`.
"""
