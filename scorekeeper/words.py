"""Words and numbers as people say them."""

from collections.abc import Sequence

MINUS = "−"


def listed(names: Sequence[str]) -> str:
    """Join names as people say them.

    >>> listed(["Ana"]), listed(["Ana", "Bea", "Ciro"])
    ('Ana', 'Ana, Bea and Ciro')
    """
    if not names:
        return ""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def counted(number: int, word: str) -> str:
    """Put a number before a word.

    >>> counted(1, "pip"), counted(17, "pip")
    ('1 pip', '17 pips')
    """
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def signed(points: int) -> str:
    """Show points scored: +21, −5, or – for none."""
    if not points:
        return "–"
    return f"+{points}" if points > 0 else f"{MINUS}{-points}"
