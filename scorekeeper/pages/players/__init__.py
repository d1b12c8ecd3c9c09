"""Players and their statistics: everybody, one of them, two of them, a day's play, a season.

Only `create_app` imports this folder; it imports `pages.shared`, `access`, `scorebook` and
`figures`. Look next at `views.py`; `edit_views.py` has what can be changed.
"""
