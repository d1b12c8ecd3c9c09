"""A scorebook that moves: backing it up, restoring a backup, importing a file of matches."""
