"""The home page: the matches there are."""
