"""What other programs ask to see whether this one works: health checks and metrics.

Only `create_app` imports it. It reads the scorebook and counts requests; it changes nothing.
docs/deploying.md says how it is used.
"""
