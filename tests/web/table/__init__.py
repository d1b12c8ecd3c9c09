"""Tests of the table, the wall and the winner."""
