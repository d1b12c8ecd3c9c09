"""What any Flask application could use: sessions, headers, host check, static files, rate limits.

Nothing here knows about matches or dominoes. `create_app` calls each `init_app`; access, pages, the
server and the command line use the rest. Look next at `responses.py`, then at `create_app` for the
order.
"""
