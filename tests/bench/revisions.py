"""The project as it was at some revision, in a folder of its own."""

from __future__ import annotations

import os
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).parents[2]


@contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """Unpack a revision for as long as the block lasts."""
    command = ["git", "archive", revision]
    packed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        yield Path(folder)


def importing_from(folder: Path) -> Mapping[str, str]:
    """Return an environment in which Python imports the project from a folder."""
    return os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
