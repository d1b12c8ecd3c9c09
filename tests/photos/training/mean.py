"""The mean of two trained networks: `python -m tests.photos.training.mean ONE OTHER OUT`.

They are files of the same network that went on from the same one: their mean reads what is new to
both better than either does.
"""

from __future__ import annotations

import sys
from pathlib import Path

import onnx
from onnx import numpy_helper

from tests.photos.training.exported import LAYERS


def main(one: Path, other: Path, out: Path) -> None:
    """Write the mean. Raise ValueError where the networks have other layers."""
    found, beside = onnx.load(one), onnx.load(other)
    values = {each.name: each for each in found.graph.initializer}
    others = {each.name: each for each in beside.graph.initializer}
    for name, same in zip(_names(found), _names(beside), strict=True):
        value, second = (numpy_helper.to_array(each) for each in (values[name], others[same]))
        if value.shape != second.shape:
            raise ValueError(f"{other} has another shape than {one} at {name}.")
        values[name].CopyFrom(numpy_helper.from_array((value + second) / 2, name))
    onnx.save(found, out)


def _names(network: onnx.ModelProto) -> list[str]:
    """Return the names of the weights and biases, in the order they are used."""
    used = (node.input[1:3] for node in network.graph.node if node.op_type in LAYERS)
    return [*dict.fromkeys(name for names in used for name in names)]


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
