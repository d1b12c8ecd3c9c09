"""Tests of a match as a value."""
