"""Tests without a database or a web server: rules, sentences, values."""
