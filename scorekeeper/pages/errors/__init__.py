"""Error pages, each with what to do next."""
