"""Players: the same person in many matches, by how the name looks.

`players.py` lists and finds them; `seating.py` says which player a name on a seat is. It imports
`database` and the record of a match; the figures, the log and the pages import it. What changes a
player in all matches at once is in `renaming`.
"""
