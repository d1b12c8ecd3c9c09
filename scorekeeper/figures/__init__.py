"""Figures of what people played: won, rounds, points, head to head, partners, evenings, ratings.

Pure functions on what the rules say of a match; nothing here knows a database or a page.
`counted_rounds.py` says what a match came to on each seat, in rows that add up (`Result` in
`match_results.py`, which has their totals too). `head_to_head.py` compares people: head to head,
partners, tables, an evening. `rating.py` has the rating, which openskill works out. Only matches
that are over count, but for an evening.
"""
