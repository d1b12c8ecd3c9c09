"""Tests of what other programs ask to see whether this one works."""
