"""Statistics of what people played: wins, points, head to head, partners, days of play, ratings.

Pure functions on what the rules say of a match; nothing here knows a database or a page.
`counted_rounds.py` says what a match came to on each seat, in rows that add up (`Result` in
`match_results.py`, which also has their totals). `head_to_head.py` compares people: head to head,
partners, tables, a day's play. `rating.py` has the rating, which openskill works out. Only matches
that are over count, except in a day's play.
"""
