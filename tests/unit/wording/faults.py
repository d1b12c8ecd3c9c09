"""What is wrong in a text of a language, whatever it says."""

import re

# In every language: a gap that was not filled, a word or a stop twice, and blanks that are no use.
_ANYWHERE = (
    r"%\(|\bNone\b",
    r"(?<!\.)\.\.(?!\.)|,,|;;|::",
    r" {2}|^ | $| [,.)](?!\d)",
    r"(?<!-)\b(?!az az)([^\W\d_]+) \1\b(?!-)",
)
_QUOTES = {"fr": r"[“”„\"']", "hu": r"[“«»\"]| '"}
_STOPS = {
    # A narrow blank before what stands high, and within quotes.
    "fr": r"(?<!\u202f)[;?!»]|(?<![\u202f\d]):(?!//)|«(?!\u202f)",
    # Opened and closed; none within another.
    "es": r"^[^¿]*\?|\?[^¿]*\?|¿[^?]*(?:¿|$)|^[^¡]*!|![^¡]*!|¡[^!]*(?:¡|$)",
}
_NO_BLANK = r"(?<![\d–]) [:;?!»]"
# Two words of which the second, or both together, are another one.
_TOGETHER = {
    "en": "(to|of|in|for|with|at) (to|of|for)|(the|a|an) (the|a|an)",
    "es": "(de|a|en|con|por|para) (de|en|con|por|para)|(de|a) (a|el)",
    "pt": "(de|em|com|por|para) (de|em|com|por)|a (a|de)|(de|em|por|a) (a|o|as|os)|para para",
    "fr": "(de|à|en|par|pour) (à|en|par|pour)|(pour|par|en) de|(de|à) (de|du|des|le|les)",
    "it": "(di|a|da|in|con|su|per) (di|a|da|in|con|per)|(di|a|da|in|su) (il|lo|la|i|gli|le)",
    "hu": "a az?",
}
_VOWEL = "[aeiouyàâáéèêëíîïóôöőúùûüűœAEIOUÁÉÍÓÖŐÚÜŰ]"
# What stands before 8, 11 and 80 as before a vowel.
_EIGHTS = r"(?:8|11|80)\b"
_ARTICLES = {
    "en": rf"\b[Aa] (?:(?!on|un|us|eu)[aeio]|{_EIGHTS})|\b[Aa]n (?![aeiouhAEIOUÉÍ]|{_EIGHTS})\w",
    "es": r"\b[yY] h?[iIíÍ](?![aeou])|\b[oO] h?[oOóÓ]",
    # Not after a verb, as in `prenez-la ou`, nor before an h that is heard.
    "fr": rf"(?<!-)\b([Ll]e|[Ll]a|[Dd]e|[Qq]ue|[Jj]e|[Ss]e|[Nn]e|[Cc]e|[Jj]usque) "
    rf"(?:(?!oui|onze){_VOWEL}|[hH](?!asard|aut|uit|ors))|\bsi ils?\b",
    "it": rf"\b(?:[Ll]a|[Uu]na|[dns]?[aeu]ll[ao]) (?!a una){_VOWEL}"
    rf"|\b([Ii]l|[Dd]el|[Nn]el|[Aa]l|[Dd]al|[Ss]ul) (?:(?![iI] ){_VOWEL}|s[^aeiou\W]|z|gn|ps)"
    rf"|\b(?:[Ii]l|[Ll]a|[dns]?[aeu]l(?:la|lo)?) {_EIGHTS}",
    "hu": rf"\b[Aa] (?:{_VOWEL}|[15]\b)|\b[Aa]z (?:(?![15]\b)\d|Bea|José|Hugo)",
}
# Verbs that people are the subject of: of one, and of several.
_VERBS = {
    "en": ("wins|loses|has|is|plays|goes|adds|holds", "win|lose|have|are|play|go|add|hold"),
    "es": (
        "gana|ganó|pierde|tiene|está|sale|juega|cerró|llega|llegó|dominó|suma|descansa",
        "ganan|ganaron|pierden|tienen|están|salen|juegan|cerraron|llegan|llegaron|suman|descansan",
    ),
    "pt": (
        "vence|venceu|ganhou|perde|tem|está|sai|joga|fechou|chega|chegou|bateu|soma|folga",
        "vencem|venceram|ganharam|perdem|têm|estão|saem|jogam|fecharam|chegam|chegaram|bateram|somam",
    ),
    "fr": (
        "gagne|perd|a|est|joue|ouvre|marque|atteint|remporte",
        "gagnent|perdent|ont|sont|jouent|ouvrent|marquent|atteignent|remportent",
    ),
    "it": (
        "vince|perde|ha|è|gioca|apre|segna|raggiunge",
        "vincono|perdono|hanno|sono|giocano|aprono|segnano|raggiungono",
    ),
}
_NAME = r"(?:Ana|Ernő|Édouard|José|Íñigo|Hugo)"
_ONE = rf"(?<! [yeo&] )(?<! et )(?<! and )(?<!, )\b{_NAME}"
_TWO = rf"{_NAME} (?:y|e|et|and) {_NAME}"


def patterns(language):
    """Return what must not be found in any text of a language."""
    yield from _ANYWHERE
    yield _QUOTES.get(language, "[„«»]")
    yield _STOPS.get(language, _NO_BLANK)
    if language == "es":
        yield _NO_BLANK
    yield rf"\b(?:{_TOGETHER[language]})(?!\w)(?!-)"
    if language in _ARTICLES:
        yield _ARTICLES[language]


def disagreements(language, nouns):
    """Return what must not be found where people or things were counted.

    Nouns are pairs of how one and how several are called.
    """
    if language in _VERBS:
        one, several = _VERBS[language]
        yield rf"{_ONE} (?:{several})\b"
        yield rf"{_TWO} (?:{one})\b"
    for one, several in nouns:
        if one != several:
            yield rf"(?<![\w.,–-])1 {several}\b"
            yield rf"(?<![\w.,–-])(?:2|5|8|11|21|80) {one}\b"


def found(text, wrong):
    """List what of the patterns is in a text."""
    return [match.group() for each in wrong if (match := re.search(each, text))]
