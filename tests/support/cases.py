"""Reads the examples in tests/cases, and compares each of their lines with what is true.

A line that begins with two spaces answers the one above it.
"""

import tomllib
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path

import pytest

CASES = Path(__file__).parents[1] / "cases"
ANSWER = "  "


class Unreadable(Exception):
    """A line of an example cannot be read: the sentence says what of it."""


class Line(str):
    """A line of a file, and where it stands, as `rounds.toml:23`."""

    place = ""


def cases(name, folder=CASES):
    """Return what a file of tests/cases has: the lines under each sentence, for a test."""
    return [
        pytest.param(lines, id=f"{chapter}: {sentence}")
        for chapter, sentences in chapters(name, folder).items()
        for sentence, lines in sentences.items()
    ]


def chapters(name, folder=CASES):
    """Return the lines of a file, by chapter and sentence, without comments."""
    file = folder / f"{name}.toml"
    text = file.read_text("utf-8")
    # A value is written as it is: its lines are those of the file, in the same order.
    rest = enumerate(text.splitlines(), start=1)
    return {
        chapter: {
            sentence: [*_placed(lines, rest, file.name)] for sentence, lines in sentences.items()
        }
        for chapter, sentences in tomllib.loads(text).items()
    }


def _placed(text, rest, name):
    for written in text.splitlines():
        if written and not written.startswith("#"):
            line = Line(written)
            found = (at for at, each in rest if written in each and not each.startswith("#"))
            line.place = f"{name}:{next(found, 'write it without escapes')}"
            yield line


def tables(name, kind, keys, folder=CASES):
    """Return the tables of a kind in a file, each of which has these keys, for a test."""
    file = folder / f"{name}.toml"
    text = file.read_text("utf-8")
    begin = [at for at, each in enumerate(text.splitlines(), start=1) if each == f"[[{kind}]]"]
    places = [f"{file.name}:{at}" for at in begin]
    found = [*zip(tomllib.loads(text)[kind], places, strict=True)]
    for table, place in found:
        if table.keys() != keys:
            raise Unreadable(f"{place} has not {', '.join(sorted(keys))}, but {', '.join(table)}.")
    return [pytest.param(table, id=place) for table, place in found]


def parted(line):
    """Return what a line tells, and what that comes to."""
    told, arrow, result = line.partition(" => ")
    if not arrow or not result:
        raise Unreadable("Write ` => ` and what it comes to at its end.")
    return told, result


def known(word, words, what):
    """Return what a word stands for. Raise Unreadable."""
    if word not in words:
        raise Unreadable(f"`{word}` is no {what}: there are {', '.join(sorted(words))}.")
    return words[word]


@contextmanager
def reading(line):
    """Name a line, and where it stands, with all that goes wrong meanwhile."""
    try:
        yield
    except Exception as error:
        error.add_note(f"tests/cases/{line.place}: {line}")
        raise


def blocks(lines):
    """Part lines into those that tell something, each with its answers."""
    found: list[list[Line]] = []
    for line in lines:
        if line.startswith(ANSWER):
            found[-1].append(line)
        else:
            found.append([line])
    return found


def compare(lines, true):
    """Compare lines with what `true` makes of them: of a line and its answers, as they should be.

    All that differ are named, each with its place.
    """
    assert lines, "Nothing stands under this sentence."
    wrong = []
    for block in blocks(lines):
        with reading(block[0]):
            found = true(*block)
        found = [found] if isinstance(found, str) else [*found]
        place = block[0].place
        for written, came_to in zip_longest(block, found):
            place = getattr(written, "place", place)
            if written != came_to:
                wrong += [f"tests/cases/{place}", f"- {written or ''}", f"+ {came_to or ''}"]
                break
    if wrong:
        pytest.fail("\n".join(["What stands there, and what is so:", *wrong]), pytrace=False)
