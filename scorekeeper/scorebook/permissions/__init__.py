"""Who may do what with a match, as the database has it: rights, links, owners, counts of tries.

`rights.py` has the rights and who may do what by them, looked at once more by whoever writes. It
imports `database`; the log of changes, `access` and the pages that ask import it. Look next at
`links.py`, which reads what links and owners have.
"""
