"""The home page: matches in progress and finished ones.

Only `scorekeeper.pages` imports this folder; it imports `pages.shared`, `access` and `scorebook`.
Look next at `views.py`, then `cards.py` (a match in a list).
"""
