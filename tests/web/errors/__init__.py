"""Tests of error pages."""
