"""What keeps open pages up to date: the hub that watches for changes, and two caches.

`hub.py` tells streams what changed, `page_cache.py` keeps rendered pages of a match, and
`response_cache.py` keeps whole responses until the database changes. Pages import it.
Look next at `hub.py`.
"""
