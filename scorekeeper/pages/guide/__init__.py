"""The games explained, and compared on the same hands."""
