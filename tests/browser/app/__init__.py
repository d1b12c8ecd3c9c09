"""Tests of the installed app: what a device keeps, and shows without a network."""
