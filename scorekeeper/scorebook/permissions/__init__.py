"""Who may do what with a match, as the database has it: rights, links, owners, counts of tries.

`rights.py` has the rights, and what links and owners grant; every write checks them again.
It imports `database`; the log of changes, `access` and the pages that ask import it. Look next at
`attempt_counts.py`, which limits how often something may be done.
"""
