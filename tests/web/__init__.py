"""Tests of the pages, through the requests a browser would make."""
