"""A person's way through the pages, in a real browser."""
