"""Scorebooks of before the first release, as they were kept."""

import lzma
from pathlib import Path

OF_BEFORE = Path(__file__).parents[1] / "scorebook/of_before"


def kept(name):
    return lzma.decompress((OF_BEFORE / f"{name}.xz").read_bytes())
