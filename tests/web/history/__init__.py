"""Tests of changes to a match."""
