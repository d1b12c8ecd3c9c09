"""Tests of Scorekeeper."""
