"""The table of a match: scores, wall view, winner, and the stream that keeps them current."""
