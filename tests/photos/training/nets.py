"""The two networks, as small as a CPU trains in hours and runs in a fraction of a second."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from scorekeeper.vision.tile_recognition import ENDS, HEIGHT, WIDTH

# What the finder says of each place, and the reader beside the ends: see finding.py, looking.py.
PLACE_VALUES, TILE_VALUES = 7, 9
# A cut is seen eight times smaller before its halves are told apart.
ROWS, COLUMNS = HEIGHT // 8, WIDTH // 8
# A place without a tile is by far the commonest; a network that begins there learns sooner.
RARE = -4.0


class Residual(nn.Module):
    """Two convolutions that change what comes in a little."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = convolution(channels, channels)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return functional.relu(seen + self.second(self.first(seen)))


class Finder(nn.Module):
    """Says for each fourth pixel whether a tile's middle is there, and where its sides are.

    It looks at the picture at four sizes, and hands what it sees in the smaller ones to the larger.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fourth = nn.Sequential(convolution(3, 16, 2), convolution(16, 24, 2), Residual(24))
        self.eighth = _halved(24, 40)
        self.sixteenth = _halved(40, 64)
        self.smallest = _halved(64, 96)
        self.from_smallest = nn.Conv2d(96, 48, 1)
        self.from_sixteenth, self.join_sixteenth = nn.Conv2d(64, 48, 1), convolution(48, 40)
        self.from_eighth, self.join_eighth = nn.Conv2d(40, 40, 1), convolution(40, 32)
        self.from_fourth, self.join_fourth = nn.Conv2d(24, 32, 1), convolution(32, 32)
        self.before_last = convolution(32, 32)
        self.last = nn.Conv2d(32, PLACE_VALUES, 1)
        with torch.no_grad():
            self.last.bias[0] = RARE

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        fourth = self.fourth(picture)
        eighth = self.eighth(fourth)
        sixteenth = self.sixteenth(eighth)
        smallest = self.smallest(sixteenth)
        seen = self.join_sixteenth(
            _doubled(self.from_smallest(smallest)) + self.from_sixteenth(sixteenth)
        )
        seen = self.join_eighth(_doubled(seen) + self.from_eighth(eighth))
        seen = self.join_fourth(_doubled(seen) + self.from_fourth(fourth))
        return self.last(self.before_last(seen))


class Reader(nn.Module):
    """Says of what was cut out its two ends, whether it is a tile, and where its corners are.

    Both ends are read by the same layers, the right one turned half round.
    """

    def __init__(self) -> None:
        super().__init__()
        self.seen = nn.Sequential(
            *(convolution(3, 24, 2), convolution(24, 24)),
            *(convolution(24, 48, 2), Residual(48)),
            *(convolution(48, 80, 2), Residual(80)),
        )
        self.for_ends = convolution(80, 24, size=1)
        self.end = nn.Sequential(
            nn.Dropout(0.1),
            nn.Linear(24 * ROWS * COLUMNS // 2, 96),
            nn.ReLU(inplace=True),
            nn.Linear(96, ENDS),
        )
        self.for_tile = convolution(80, 16, size=1)
        self.tile = nn.Sequential(
            nn.Linear(16 * ROWS * COLUMNS, 96), nn.ReLU(inplace=True), nn.Linear(96, TILE_VALUES)
        )

    def forward(self, cuts: torch.Tensor) -> torch.Tensor:
        seen = self.seen(cuts)
        ends = self.for_ends(seen)
        left, right = ends[..., : COLUMNS // 2], ends[..., COLUMNS // 2 :].flip(2, 3)
        return torch.cat(
            [
                self.end(left.flatten(1)),
                self.end(right.flatten(1)),
                self.tile(self.for_tile(seen).flatten(1)),
            ],
            1,
        )


def convolution(taken: int, given: int, step: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(taken, given, size, step, size // 2, bias=False),
        nn.BatchNorm2d(given),
        nn.ReLU(inplace=True),
    )


def _halved(taken: int, given: int) -> nn.Sequential:
    return nn.Sequential(convolution(taken, given, 2), Residual(given), Residual(given))


def _doubled(seen: torch.Tensor) -> torch.Tensor:
    return functional.interpolate(seen, scale_factor=2.0, mode="nearest")
