"""Tests of what reads photos."""
