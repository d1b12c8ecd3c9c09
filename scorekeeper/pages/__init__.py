"""The pages, a folder each: its views, its forms, and what it shows.

A view reads the request, calls the scorebook, and renders a template; a template gets finished
values and decides nothing. `templates/`, `static/` and `tests/web/` have the same folders. Only
`create_app` imports this package, and no page imports another: shared code is in `shared/`.
Look next at `table/views.py`, the page of a match.
"""
