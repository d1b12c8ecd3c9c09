"""Who may do what: the guard in front of every view, links, the PIN, and device names.

`guard.py` decides; `session.py` holds what a device was given; `tokens.py` signs links. Pages and
`live` import it. Look next at `guard.py`.
"""
