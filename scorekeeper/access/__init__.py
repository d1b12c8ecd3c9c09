"""Who may do what: rights to matches, links that grant them, the PIN, limits, device names.

`guard.py` decides for every request, `devices.py` keeps what a device was granted and signs links,
`attempt_limits.py` limits how often something may be tried. `create_app`, the command line and the
pages import this room; the rights themselves are in `scorebook/permissions/rights.py`. Look next at
`guard.py`.
"""
