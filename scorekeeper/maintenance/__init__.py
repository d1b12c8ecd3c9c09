"""Maintenance of the database: backups and restore (SQLite only), the integrity check, the daily
jobs.

The command line and the server import it; it imports the scorebook. Look next at `backup.py`, and
at `scheduler.py` for what runs every day.
"""
