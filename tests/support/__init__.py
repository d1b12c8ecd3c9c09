"""What several tests use: tests import from here and from their folder, never from each other."""
