"""Tests of what enters and leaves as a file."""
