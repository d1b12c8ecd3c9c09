"""The strings people read, and their translations.

`python -m tests.catalogues` brings the catalogues up to date with the program, and compiles them.
"""

import tomllib
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from scorekeeper.i18n import DEFAULT, LANGUAGES

ROOT = Path(__file__).parent.parent
TRANSLATIONS = ROOT / "scorekeeper/translations"
TRANSLATED = tuple(language for language in LANGUAGES if language != DEFAULT)
DOMAINS = ("messages", "scripts")

KEYWORDS: dict[str, Any] = {
    "_": None,
    "_l": None,
    "gettext": None,
    "ngettext": (1, 2),
    "lazy_ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "lazy_pgettext": ((1, "c"), 2),
    "phrase": None,
    "phrases": (1, 2),
    "pieces": None,
    # The rules speak to nobody, yet say why a rule contradicts another.
    "_contradiction": (2,),
}


def games(file, *_, **__):
    """Find what is written for people in the file of a game."""
    game = tomllib.load(file)
    bonuses = [bonus["name"] for bonus in game.get("bonus", [])]
    for text in (game["name"], game["summary"], *bonuses):
        yield 1, None, text, []


def templates(file, keywords, _tags, options):
    """Find what a template says. For Jinja, a comment for translators begins with one word."""
    for line, function, text, comments in babel_extract(file, keywords, ("For",), options):
        hints = [f"For {each}" for each in comments if each.startswith("translators:")]
        yield line, function, text, hints


# What every method of extracting is told: a template that cannot be read is a fault.
OPTIONS = {"silent": "false", "newstyle_gettext": "true"}
PLACES: dict[str, tuple[tuple[str, list[tuple[str, Any]]], ...]] = {
    "messages": (
        ("scorekeeper", [("**.py", "python"), ("rules/games/*.toml", games)]),
        ("templates", [("**.html", templates)]),
    ),
    "scripts": (("static", [("**.js", "javascript")]),),
}


def written(domain):
    """Collect the strings of the program as it is."""
    catalog = Catalog(project="Scorekeeper", fuzzy=False)
    for folder, methods in PLACES[domain]:
        options = {pattern: OPTIONS for pattern, _ in methods}
        found = extract_from_dir(ROOT / folder, methods, options, KEYWORDS, ("For translators:",))
        for name, _line, message, comments, context in found:
            place = (f"{folder}/{name}", 0)
            catalog.add(message, None, [place], auto_comments=comments, context=context)
    return catalog


def path_of(language, domain, kind="po"):
    return TRANSLATIONS / language / "LC_MESSAGES" / f"{domain}.{kind}"


def kept(language, domain):
    """Read the translations of a language; a new one has none yet."""
    if not path_of(language, domain).exists():
        return Catalog(locale=language, domain=domain, project="Scorekeeper", fuzzy=False)
    with path_of(language, domain).open("rb") as file:
        return read_po(file, locale=language, domain=domain)


def update(language, domain):
    """Bring a catalogue up to date: what is new in it has no translation yet."""
    catalog = kept(language, domain)
    catalog.update(written(domain), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    path = path_of(language, domain)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, sort_by_file=True, width=98, include_lineno=False)
    with path_of(language, domain, "mo").open("wb") as file:
        write_mo(file, catalog)


if __name__ == "__main__":
    for language in TRANSLATED:
        for domain in DOMAINS:
            update(language, domain)
