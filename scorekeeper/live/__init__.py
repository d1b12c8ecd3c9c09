"""What keeps open pages up to date: a hub that watches for changes, and a cache of pages.

`hub.py` wakes the streams of a match that changed, and `page_cache.py` keeps its rendered pages.
Only `create_app` and the pages of a match (`pages/table/`) import this room; it reads the scorebook
and writes nothing. Look next at `hub.py`, then at `pages/table/stream.py`, which uses both.
"""
