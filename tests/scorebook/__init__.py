"""Tests of the scorebook on a database."""
