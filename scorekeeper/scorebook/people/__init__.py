"""Players: the same person in many matches, by how the name looks.

`players.py` lists and finds them; `seating.py` says which player a name that was entered is, and
`logged_players.py` who the ids on seats and in logs are. It imports `database` and the kinds of
changes; the figures, the log and the pages import it. What changes a player in all matches at once
is in `player_changes.py` above.
"""
