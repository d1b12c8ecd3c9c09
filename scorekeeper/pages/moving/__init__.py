"""Moving a scorebook: backing it up, restoring a backup, importing a file of matches."""
