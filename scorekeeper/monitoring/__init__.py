"""Health checks and metrics, for programs that watch whether this one works.

Only `create_app` imports it. It reads the scorebook and counts requests; it changes nothing.
docs/deploying.md says how it is used.
"""
