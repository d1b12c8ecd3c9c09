"""Tests of what every response has: headers, hosts, limits, logs."""
