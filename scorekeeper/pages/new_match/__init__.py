"""The page that starts a match: players, game, goal, house rules that may be saved by name.

Only `scorekeeper.pages` imports this folder; it imports `pages.shared`, `access`, `scorebook`,
`wording` and `rules`. Look next at `views.py`, then `forms.py`.
"""
