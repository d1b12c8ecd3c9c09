"""The figures that are kept of matches, and what is read from them.

`writing.py` keeps them true in the transaction that changes a match; `read.py` has what pages
show.
How they are counted is in `scorekeeper/figures/`, which knows no database. It imports that,
`people` and `database`; the log, `renaming` and the pages import it. Look next at `tables.py`.
"""
