"""The two networks: one finds tiles in a picture, one reads a tile that is cut out.

docs/photo.md says what they were trained on. They are loaded when the first picture is read.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

MODELS = Path(__file__).parent / "models"
# More would be faster, but take the other core from people who play meanwhile.
MOST_THREADS = 2

Floats = NDArray[np.float32]


def as_values(pictures: list[Image.Image]) -> Floats:
    """Return pictures as the networks take them: blue, green, red, from 0 to 1."""
    values = np.stack([np.asarray(each, np.float32)[..., ::-1] for each in pictures])
    return values.transpose(0, 3, 1, 2) / np.float32(255)


def heat(pictures: Floats) -> Floats:
    """Return for each fourth pixel how likely a tile's middle is there, and where its sides are."""
    return _run("det", pictures)


def look(cuts: Floats) -> Floats:
    """Return for each cut tile its two ends, whether it is a tile, and how its corners are off."""
    return _run("reader", cuts)


def _run(name: str, values: Floats) -> Floats:
    found: Floats = _session(name).run(None, {"x": np.ascontiguousarray(values)})[0]
    return found


@cache
def _session(name: str) -> Any:
    # Imported here: it is an extra that may not be installed, and takes 40 MB.
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = min(MOST_THREADS, os.cpu_count() or 1)
    # Otherwise waiting threads would take CPU time from working ones.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # No two pictures have the same size, so memory kept for the next one is never reused.
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False
    return onnxruntime.InferenceSession(
        str(MODELS / f"{name}.onnx"), options, providers=["CPUExecutionProvider"]
    )
