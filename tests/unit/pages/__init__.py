"""Tests of what pages show that needs no page: the winner's podium, facts and line."""
