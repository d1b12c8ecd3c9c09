"""Of which commit the program is, between releases; it needs nothing but Python.

A package that was built has it in a file (hatch_build.py writes it); in a checkout git says it.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

# In the package, where it was built.
FILE = "commit"
_PACKAGE = Path(__file__).resolve().parents[1]


def commit(version: str) -> str:
    """Return the commit and its date, as "415756bf of 2026-11-27"; "" of a release, or unknown."""
    built = _PACKAGE / FILE
    return built.read_text().strip() if built.is_file() else commit_of(_PACKAGE.parent, version)


def commit_of(checkout: Path, version: str) -> str:
    """Return the same of a checkout, which is a release where it has the tag of a version."""
    if not (checkout / ".git").exists() or f"v{version}" in _git(checkout, "tag", "--points-at"):
        return ""
    return " of ".join(_git(checkout, "log", "-1", "--format=%h %cs"))


def _git(checkout: Path, *words: str) -> list[str]:
    """Return the words that git says; [] where there is none, or it says nothing."""
    if (git := shutil.which("git")) is None:
        return []
    command = [git, "-C", str(checkout), *words]
    said = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return said.stdout.split() if said.returncode == 0 else []
