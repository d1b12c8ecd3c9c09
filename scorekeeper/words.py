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


def counted(number: int, word: str, many: str = "") -> str:
    """Put a number before a word; `many` is its plural where that is no mere s.

    >>> counted(1, "pip"), counted(17, "pip"), counted(0, "match", "matches")
    ('1 pip', '17 pips', '0 matches')
    """
    return f"{number} {word}" if number == 1 else f"{number} {many or f'{word}s'}"


def signed(points: int) -> str:
    """Show points scored: +21, −5, or – for none."""
    if not points:
        return "–"
    return f"+{points}" if points > 0 else f"{MINUS}{-points}"
