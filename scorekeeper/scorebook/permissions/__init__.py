"""Who may do what with a match, as the database has it: rights, links, owners, counts of tries.

`rights.py` has the rights and who may do what by them. It imports `database`; the log of changes,
`access` and the pages that ask import it. Look next at `links.py` and `permits.py`, which looks at
a right once more in the transaction that writes.
"""
