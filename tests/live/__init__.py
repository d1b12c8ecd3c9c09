"""Tests of streams and caches."""
