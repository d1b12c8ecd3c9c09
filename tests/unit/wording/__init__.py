"""Tests of `scorekeeper.wording`."""
