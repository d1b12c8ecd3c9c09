"""Takes what a network knows out of its exported file, so that it can learn more."""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn

LAYERS = {"Conv": nn.Conv2d, "Gemm": nn.Linear}


def begin_from(file: Path, net: nn.Module, pictures: torch.Tensor) -> None:
    """Give a network what an exported one with the same layers knows.

    An export has the norms of its layers worked into the weights. Here they are set apart again:
    each layer says what it said, and its norm is what these pictures make it.
    Raises ValueError where the layers are others.
    """
    net.eval()
    called = _called(net, pictures[:1])
    layers = [each for each in called if not isinstance(each, nn.BatchNorm2d)]
    shifts: dict[nn.Module, torch.Tensor] = {}
    with torch.no_grad():
        for layer, (weight, shift) in zip(layers, _exported(file), strict=True):
            if layer.weight.shape != weight.shape:
                raise ValueError(f"{file} has another shape than {layer}.")
            layer.weight.copy_(weight)
            if layer.bias is None:
                shifts[called[called.index(layer) + 1]] = shift
            else:
                layer.bias.copy_(shift)
        _norm(net, shifts, pictures)


def _called(net: nn.Module, picture: torch.Tensor) -> list[nn.Module]:
    """Return the layers in the order they are called; one that is called twice stands once."""
    order: dict[nn.Module, None] = {}
    kinds = (*LAYERS.values(), nn.BatchNorm2d)
    hooks = [
        each.register_forward_pre_hook(lambda layer, _: order.setdefault(layer))
        for each in net.modules()
        if isinstance(each, kinds)
    ]
    net(picture)
    for hook in hooks:
        hook.remove()
    return [*order]


def _exported(file: Path) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Return weight and bias of each layer in the order of the file."""
    graph = onnx.load(file).graph
    values = {each.name: torch.tensor(numpy_helper.to_array(each)) for each in graph.initializer}
    names = {node.input[1]: node.input[2] for node in graph.node if node.op_type in LAYERS}
    return [(values[weight], values[bias]) for weight, bias in names.items()]


def _norm(net: nn.Module, shifts: dict[nn.Module, torch.Tensor], pictures: torch.Tensor) -> None:
    def measure(layer: nn.Module, taken: tuple[torch.Tensor]) -> None:
        mean, spread = taken[0].mean((0, 2, 3)), taken[0].var((0, 2, 3), unbiased=False)
        layer.running_mean.copy_(mean)
        layer.running_var.copy_(spread)
        layer.weight.copy_((spread + layer.eps).sqrt())
        layer.bias.copy_(mean + shifts[layer])

    hooks = [layer.register_forward_pre_hook(measure) for layer in shifts]
    net(pictures)
    for hook in hooks:
        hook.remove()
