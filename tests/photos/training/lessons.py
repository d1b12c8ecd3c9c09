"""What each network learns from one step to the next: pictures, right answers, how wrong it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from scorekeeper.vision.tile_recognition import ENDS, IS_TILE, OFF
from tests.photos.training.chance import Random, Values
from tests.photos.training.nets import Finder, Reader
from tests.photos.training.samples import Cut, Heat, cuts, heats
from tests.photos.training.shelf import Shelf

# How much where the sides are counts against whether a tile is there.
SIDES = 4.0
# A reader that is taught never to be wholly sure stays honest about what is new to it.
DOUBT = 0.03


@dataclass(frozen=True)
class Lesson:
    """How a network is made and taught; `name` is that of its file."""

    name: str
    net: Callable[[], nn.Module]
    # Takes pictures out of scenes, and says how wrong a network is about them.
    taken: Callable[[Random, Shelf, int], tuple[Values, list[Any]]]
    wrong: Callable[[nn.Module, Values, list[Any]], torch.Tensor]
    rate: float
    # A picture as the network takes it, and which of its sizes may be another.
    example: tuple[int, ...]
    any_size: dict[int, str]


def _wrong_heat(net: nn.Module, pictures: Values, there: list[Heat]) -> torch.Tensor:
    """Return how wrong a finder is: whether a tile is there, by focal loss, and its sides."""
    likely, sides, weight, ignored = (
        torch.from_numpy(np.stack([getattr(each, name) for each in there]))
        for name in ("likely", "sides", "weight", "ignored")
    )
    told = net(recoloured(torch.from_numpy(pictures))).float()
    seen = torch.sigmoid(told[:, 0]).clamp(1e-4, 1 - 1e-4)
    middle = likely.eq(1).float()
    missed = middle * (1 - seen) ** 2 * torch.log(seen)
    invented = (1 - middle) * (1 - likely) ** 4 * seen**2 * torch.log(1 - seen) * (1 - ignored)
    wrong_there = -(missed + invented).sum() / middle.sum().clamp(min=1)
    off = functional.smooth_l1_loss(told[:, 1:], sides, reduction="none", beta=0.05).sum(1)
    return wrong_there + SIDES * (off * weight).sum() / weight.gt(0).sum().clamp(min=1)


def _wrong_reading(net: nn.Module, pictures: Values, shown: list[Cut]) -> torch.Tensor:
    """Return how wrong a reader is: ends, whether it is a tile, and its corners."""
    told = net(recoloured(torch.from_numpy(pictures))).float()
    is_tile = torch.tensor([each.ends is not None for each in shown])
    wrong = functional.binary_cross_entropy_with_logits(told[:, IS_TILE], is_tile.float())
    ends = torch.tensor([each.ends for each in shown if each.ends is not None])
    if not len(ends):
        return wrong
    off = torch.from_numpy(np.stack([each.off for each in shown])).float().flatten(1)
    for side, values in enumerate((told[is_tile, :ENDS], told[is_tile, ENDS:IS_TILE])):
        wrong = wrong + functional.cross_entropy(values, ends[:, side], label_smoothing=DOUBT)
    return wrong + functional.smooth_l1_loss(told[is_tile, OFF:], off[is_tile], beta=0.2)


def recoloured(pictures: torch.Tensor) -> torch.Tensor:
    """Change the colours of pictures: swapped, grey, negative, paler, darker, noisy."""
    number = len(pictures)
    for place in range(number):
        if torch.rand(()) < 0.25:
            pictures[place] = pictures[place, torch.randperm(3)]
    grey, negative = _some(number, 0.12), _some(number, 0.08)
    pictures = grey * pictures.mean(1, keepdim=True) + (1 - grey) * pictures
    pictures = negative * (1 - pictures) + (1 - negative) * pictures
    contrast = 0.6 + 0.7 * torch.rand(number, 1, 1, 1)
    shift = 0.07 * torch.randn(number, 1, 1, 1) + 0.04 * torch.randn(number, 3, 1, 1)
    noise = _some(number, 0.2) * (0.01 + 0.04 * torch.rand(number, 1, 1, 1))
    pictures = (pictures - 0.5) * contrast + 0.5 + shift
    pictures = pictures + noise * torch.randn(1, *pictures.shape[1:])
    return pictures.clamp(0, 1).contiguous(memory_format=torch.channels_last)


def _some(number: int, share: float) -> torch.Tensor:
    """Return 1 for a share of the pictures, 0 for the others."""
    return (torch.rand(number, 1, 1, 1) < share).float()


FINDER = Lesson(
    "det", Finder, heats, _wrong_heat, 2e-3, (1, 3, 480, 640), {2: "height", 3: "width"}
)
READER = Lesson("reader", Reader, cuts, _wrong_reading, 3e-3, (2, 3, 64, 112), {0: "number"})
