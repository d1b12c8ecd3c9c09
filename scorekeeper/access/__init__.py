"""Who may do what: rights to matches, links that grant them, the PIN, limits, device names.

`guard.py` decides for every request, `devices.py` keeps what a device was granted and signs links,
`attempt_limits.py` says what may be done only so often. `create_app`, the command line
and the pages import this room; the rights themselves are in `scorebook/permissions/rights.py`. Look
next at `guard.py`.
"""
