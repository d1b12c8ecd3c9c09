"""Tests of device settings."""
