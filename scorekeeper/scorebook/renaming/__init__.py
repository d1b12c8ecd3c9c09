"""What changes a player in every match at once: another name, joined with somebody, forgotten.

`player_changes.py` renames, forgets and hides; `joins.py` makes two players one, and two again;
`settling.py` seats those of the owner of each match. It imports `people`, `figures` and the log of
changes; the pages of players import it. Look next at `name_writing.py`, which writes another name
into the log of a match.
"""
