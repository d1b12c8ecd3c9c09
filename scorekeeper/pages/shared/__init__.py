"""What several pages use: form fields, tiles, sides, names, the summary of a match."""
