"""The HTTP API, as programs use it."""
