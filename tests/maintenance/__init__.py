"""Tests of backups, restore and the integrity check."""
