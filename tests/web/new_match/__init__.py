"""Tests of starting a match."""
