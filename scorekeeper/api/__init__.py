"""The HTTP API: matches and rounds as JSON under /api/v1, for other programs (docs/api.md).

A view says with `@reads` or `@records` what it takes and gives; its answers and the description
in OpenAPI are made from that (`requests_and_answers.py`, `schemas.py`, `openapi.py`). The guard
decides who may do what, as for pages. Look next at `match_views.py` and `player_views.py`.
"""
