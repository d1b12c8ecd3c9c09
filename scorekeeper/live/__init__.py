"""What keeps open pages up to date: a hub that watches for changes, and two caches.

`hub.py` wakes the streams of a match that changed, `page_cache.py` keeps its rendered pages, and
`response_cache.py` keeps whole responses until their match changes. Only `create_app` and the
pages of a match (`pages/table/`) import this room; it reads the scorebook and writes nothing.
Look next at `hub.py`, then at `pages/table/stream.py`, which uses all three.
"""
