"""Tests of entering a round."""
