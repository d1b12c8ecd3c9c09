"""The home page: the match that is played now, a new match, and the finished ones.

Only `scorekeeper.pages` imports this folder; it imports `pages.shared`, `access`, `scorebook`,
`wording` and `rules`. Look next at `views.py`, then `search.py` (what the address asks for),
`match_lists.py` and `rows.py` (a list and its rows) and `front.py` (what is above the list).
"""
