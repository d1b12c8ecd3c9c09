"""The home page: the match that is played now, a new match, and the finished ones.

Only `scorekeeper.pages` imports this folder; it imports `pages.shared`, `access`, `scorebook`,
`wording` and `rules`. Look next at `views.py`, then `search.py` (what the address asks for)
and `home_lists.py` (the lists, what is above them, and their rows).
"""
