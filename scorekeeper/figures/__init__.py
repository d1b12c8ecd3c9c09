"""Figures of what people played: won, rounds, points, head to head, partners, evenings, ratings.

Pure functions on what the rules say of a match; nothing here knows a database or a page.
`facts.py` says what a match came to, round by round. `match_rows.py` makes rows of it that add up,
one for each seat (`Result` in `results.py`). `totals.py` adds up those of the same players.
`meetings.py` and `season.py` have what pages show of two players, of all, and of an evening.
`rating.py` has the rating, which openskill works out.
Only matches that are over count, but for an evening.
"""
