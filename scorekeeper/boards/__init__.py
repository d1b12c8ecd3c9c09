"""What the pages show, as finished values: a template adds, compares and picks nothing."""
