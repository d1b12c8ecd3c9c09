"""What every Flask application has: sessions, headers, host check, static files, rate limits.

Nothing here knows about matches or dominoes. `create_app` installs it; pages may use it.
Look next at `flask_app.py`.
"""
