"""Tests of export, import and CSV."""
