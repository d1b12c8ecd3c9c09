"""Players: the same person in many matches, by how the name looks.

`players.py` lists and finds them; `seating.py` finds the player for an entered name, and
`logged_players.py` the players for the ids on seats and in logs. It imports `database` and the
kinds of changes; the figures, the log and the pages import it. What changes a player in all matches
at once is in `player_changes.py` above.
"""
