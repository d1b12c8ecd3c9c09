"""The figures of players: one row of each match and seat is stored, all else is computed by
queries.

`recounting.py` keeps the rows true in the transaction that changes a match, with the ratings of
`ratings.py`, and counts what is not counted yet; `queries.py` has the questions that rows answer,
and `page_figures.py` what pages show. How a match is counted is in `scorekeeper/figures/`, which
knows no database. It imports that, `people` and `database`; the log and the pages import it. Look
next at `figures_table.py`.
"""
