"""Figures of what people played: won, rounds, points, head to head, partners, evenings, ratings.

Pure functions on what the rules say of a match; nothing here knows a database or a page.
`facts.py` says what a match came to, round by round. `match_rows.py` makes rows of it that add up:
one for each player, for each pair of partners and for the match (`Result` in `results.py`), one for
each two people who played against each other (`Meeting`). `totals.py` adds them up for a game and a
period. `meetings.py` and `season.py` read from these sums what pages show. `rating.py` has the
rating, which openskill works out.
Only matches that are over count, but for an evening.
"""
