"""Invisible letters in texts, and names that look the same to everybody at the table."""

from unicodedata import category, normalize

# Joiners of letters in some scripts and of people in some emoji: invisible, but part of a name.
JOINERS = "\u200c\u200d"
# Fillers of Korean, Khmer vowels that have no shape, and the braille sign without a dot.
_FILLERS = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
# The combining joiner, and what chooses among the shapes of the sign before.
_SHAPELESS = {
    "\u034f",
    *map(chr, range(0x180B, 0x1810)),
    *map(chr, range(0xFE00, 0xFE10)),
    *map(chr, range(0xE0100, 0xE01F0)),
}
# Small letters that look like Latin ones, or whose capitals do: case is no difference either.
_CYRILLIC = (
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445"
    "\u0455\u0456\u0458\u04af\u04bb\u04cf\u0501\u051b\u051d"
)
_GREEK = (
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03f3"
)
_LATIN = str.maketrans(_CYRILLIC + _GREEK, "abekmhopctyxsijyhldqw" + "abezhikmnoptyxj")
# Characters that show nothing alone: combining marks, control and format characters, blanks.
_NO_SIGN = {"Mn", "Me", "Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"}


def printable(text: str) -> str:
    """Replace invisible characters by blanks: a page with control characters is not HTML."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char in JOINERS else " " for char in text)


def printable_lines(text: str) -> str:
    """Do the same with each line of a text, and drop blank lines."""
    return "\n".join(filter(str.strip, map(printable, text.splitlines())))


def visible(text: str | None) -> str:
    """Replace invisible characters by blanks, and strip the text."""
    return printable(text or "").strip()


def clean_name(text: str | None) -> str:
    """Remove invisible characters and extra blanks, and normalize to NFC."""
    words = visible(normalize("NFC", text or "")).split()
    return " ".join(word for word in (word.strip(JOINERS) for word in words) if word)


def is_blank(name: str) -> bool:
    """Return whether a name has no visible letter.

    >>> is_blank("\\u3164"), is_blank("\\u2800 \\u200d"), is_blank("Ana")
    (True, True, False)
    """
    return all(letter in _FILLERS or category(letter) in _NO_SIGN for letter in name)


def look(name: str) -> str:
    """Return a key that is the same for names that look the same.

    >>> look("A\\u200dna") == look("\\uff21na") == look("ana\\u3164") == look("\\u0410na")
    True
    """
    seen = "".join(" " if letter in _FILLERS else letter for letter in name if _shows(letter))
    # Marks are split from their letters, so that lookalike letters with marks are replaced too.
    letters = normalize("NFKD", normalize("NFKC", seen).casefold())
    return " ".join(normalize("NFKC", letters.translate(_LATIN)).split())


def _shows(letter: str) -> bool:
    return letter not in _SHAPELESS and category(letter) not in ("Cc", "Cf")
