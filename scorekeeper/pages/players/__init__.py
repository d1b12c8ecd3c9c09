"""Players: the list of them, and the page on which one is renamed, joined, hidden or forgotten.

Only `create_app` imports this folder; it imports `pages.shared`, `access` and `scorebook`. Look
next at `views.py`.
"""
