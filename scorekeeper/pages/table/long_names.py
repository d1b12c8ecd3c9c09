"""Names with a word so long that it would be broken in large letters."""

# Letters of a word that fits into a narrow column.
MOST_LETTERS = 8


def has_long_word(name: str) -> bool:
    """Return whether a word of a name is too long for large letters."""
    return max(map(len, name.split())) > MOST_LETTERS
