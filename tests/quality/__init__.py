"""Tests of the project itself: layout, static checks, translations, documents."""
