"""Names without case and accents, as searched for: no database ignores those of every script."""

from unicodedata import combining, normalize


def folded(text: str) -> str:
    """Return a text without accents and capital letters: Ágnes as agnes.

    It is at most three times as long.
    """
    letters = (letter for letter in normalize("NFD", text) if not combining(letter))
    return "".join(letters).casefold()
