"""The commit of the program, between releases; this needs nothing but Python.

A built package has it in a file (written by hatch_build.py); in a checkout git knows it.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

# In the package, if it was built.
FILE = "commit"
_PACKAGE = Path(__file__).resolve().parents[1]


def commit(version: str) -> str:
    """Return commit and date, as "415756bf of 2026-11-27"; "" for a release or if unknown."""
    built = _PACKAGE / FILE
    return built.read_text().strip() if built.is_file() else commit_of(_PACKAGE.parent, version)


def commit_of(checkout: Path, version: str) -> str:
    """Return the same for a checkout, which is a release if it has the tag of the version."""
    if not (checkout / ".git").exists() or f"v{version}" in _git(checkout, "tag", "--points-at"):
        return ""
    return " of ".join(_git(checkout, "log", "-1", "--format=%h %cs"))


def _git(checkout: Path, *words: str) -> list[str]:
    """Return the words that git prints; [] without git, or if it fails."""
    if (git := shutil.which("git")) is None:
        return []
    command = [git, "-C", str(checkout), *words]
    said = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return said.stdout.split() if said.returncode == 0 else []
