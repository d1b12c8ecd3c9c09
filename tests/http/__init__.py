"""Tests of what every response has: headers, and what is written to the log."""
