"""The guide: every game in three sentences and rounds to play, and all games on the same hands.

Only `scorekeeper.pages` imports this folder; it imports `pages.shared`, `wording` and `rules`, and
reads nothing from the database. Look next at `views.py`, then `lessons.py` (the page of a game).
"""
