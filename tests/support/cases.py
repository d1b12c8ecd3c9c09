"""Reads the tables of examples in tests/cases."""

import tomllib
from pathlib import Path

import pytest

PLACE = "  "


def blocks(lines):
    """Part lines into what is entered, each with the places that are looked at."""
    found: list[list[str]] = []
    for line in lines:
        if line.startswith(PLACE):
            found[-1].append(line)
        else:
            found.append([line])
    return found


def cases(name):
    """Return what a file of tests/cases has: under each sentence its lines, without comments."""
    file = Path(__file__).parents[1] / f"cases/{name}.toml"
    return [
        pytest.param(written_lines(text), id=f"{chapter}: {sentence}")
        for chapter, sentences in tomllib.loads(file.read_text("utf-8")).items()
        for sentence, text in sentences.items()
    ]


def written_lines(text):
    return [line for line in text.splitlines() if line and not line.startswith("#")]
