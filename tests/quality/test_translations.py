"""Everything people read is translated, completely, into every language."""

import ast
import re
from collections import Counter
from functools import cache
from io import BytesIO

import pytest
from babel.messages.mofile import write_mo

from tests import catalogues
from tests.catalogues import DOMAINS, KEYWORDS, ROOT, TRANSLATED, path_of

# All in one process, in which each catalogue is read once.
pytestmark = pytest.mark.xdist_group("translations")
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|%%|\{\w*\}")
# In Hungarian a place and a day end in a full stop, and months in a few letters in half of them.
WRITTEN_OTHERWISE = {"place", "day", "months"}
FOR_TRANSLATORS = re.compile(r"\{#-?\s*(For translators:.*?)\s*-?#\}", re.DOTALL)
everything = pytest.mark.parametrize(
    ("language", "domain"), [(language, domain) for language in TRANSLATED for domain in DOMAINS]
)


# Read once for all tests.
kept, written = cache(catalogues.kept), cache(catalogues.written)


def forms(text):
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def messages(language, domain):
    """Read all messages of a catalogue; the first one, without an id, is its header."""
    return [each for each in kept(language, domain) if each.id]


def named(message):
    return f"{message.context or ''} {message.id!r}".strip()


def placeholders(text):
    return Counter(match.group() for match in PLACEHOLDER.finditer(text))


def ends(text):
    """Say whether a text begins or ends with a blank, and whether it ends a sentence."""
    return text[:1].isspace(), text[-1:].isspace(), text[-1:] in ".…?:!"


def calls_in(code):
    calls = (each.func for each in ast.walk(code) if isinstance(each, ast.Call))
    return {each.id for each in calls if isinstance(each, ast.Name)}


def test_no_string_hides_from_the_translators():
    """Inside another string it would not be found, and stay English."""
    hidden = [
        f"{path.relative_to(ROOT)}:{each.lineno}"
        for path in (ROOT / "scorekeeper").rglob("*.py")
        for each in ast.walk(ast.parse(path.read_text()))
        if isinstance(each, ast.JoinedStr) and calls_in(each) & KEYWORDS.keys()
    ]
    assert hidden == []


@everything
def test_nothing_is_untranslated_or_only_guessed(language, domain):
    found = messages(language, domain)
    assert not [named(each) for each in found if each.fuzzy or not all(forms(each.string))]


@everything
def test_what_is_translated_is_what_the_program_says(language, domain):
    said = {(each.id, each.context) for each in written(domain) if each.id}
    assert {(each.id, each.context) for each in messages(language, domain)} == said
    assert not kept(language, domain).obsolete


def test_what_a_template_tells_translators_is_found():
    found = {" ".join(" ".join(each.auto_comments).split()) for each in written("messages")}
    texts = (path.read_text() for path in (ROOT / "templates").rglob("*.html"))
    told = {" ".join(each.split()) for text in texts for each in FOR_TRANSLATORS.findall(text)}
    assert told
    assert not [each for each in told if not any(each in comment for comment in found)]


@everything
def test_no_placeholder_is_lost_or_made_up(language, domain):
    for message in messages(language, domain):
        # Of several forms the first may say "one" instead of its number.
        allowed = [placeholders(each) for each in forms(message.id)]
        for form in forms(message.string):
            assert placeholders(form) in allowed, f"{named(message)}: {form!r}"


@everything
def test_a_sentence_keeps_its_ends(language, domain):
    for message in messages(language, domain):
        known = 2 if message.context in WRITTEN_OTHERWISE else 3
        for original, form in zip(forms(message.id), forms(message.string), strict=True):
            assert ends(form)[:known] == ends(original)[:known], f"{named(message)}: {form!r}"


@everything
def test_what_is_installed_is_what_was_translated(language, domain):
    """`python -m tests.catalogues` compiles them."""
    compiled = BytesIO()
    write_mo(compiled, kept(language, domain))
    assert path_of(language, domain, "mo").read_bytes() == compiled.getvalue()
