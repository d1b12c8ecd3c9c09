"""How tiles come to lie on a table: a hand in a row, a chain, a heap that was spread out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from scorekeeper.vision.geometry import Points, homography
from tests.photos.training.chance import Random, any_of, maybe

WAYS = {"scattered": 0.3, "grid": 0.18, "rows": 0.2, "chain": 0.12, "heap": 0.2}
MOST_TILES = 24
# How long a tile is, in parts of the picture.
LENGTHS = (0.07, 0.55)
# How long one far from the camera is, in pixels, and how many are then a chain.
FAR_LENGTHS, FAR_TILES = (60, 140), (2, 9)


@dataclass(frozen=True)
class Pose:
    """Where a thing lies, in parts of the table's side: its middle, and how it is turned."""

    x: float
    y: float
    angle: float

    def corners(self, width: float, height: float) -> Points:
        """Return the corners of a box that lies there."""
        along = np.array([np.cos(self.angle), np.sin(self.angle)]) * width / 2
        across = np.array([-np.sin(self.angle), np.cos(self.angle)]) * height / 2
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        middle = np.array([self.x, self.y])
        return np.array([middle + one * along + other * across for one, other in signs])


def length(random: Random) -> float:
    return float(np.exp(random.uniform(*np.log(LENGTHS))))


def far_length(random: Random, side: int) -> float:
    return float(np.exp(random.uniform(*np.log(FAR_LENGTHS)))) / side


def poses(random: Random, long: float) -> list[Pose]:
    """Lay down tiles of a length; some may lie on others, or beside the table."""
    most = int(np.clip(1.3 / long**2, 1, MOST_TILES))
    return WAYS_TO_LAY[any_of(random, WAYS)](random, long, int(random.integers(1, most + 1)))


def _grid(random: Random, long: float, number: int) -> list[Pose]:
    return _in_columns(random, long, number, int(random.integers(1, 6)))


def _rows(random: Random, long: float, number: int) -> list[Pose]:
    """One or two rows of tiles that stand beside each other, as hands are laid open."""
    return _in_columns(random, long, number, max(1, number // int(random.integers(1, 3))), True)


def _in_columns(
    random: Random, long: float, number: int, columns: int, standing: bool = False
) -> list[Pose]:
    standing = standing or maybe(random, 0.5)
    gap = float(random.choice((0, random.uniform(0, 0.06), random.uniform(0, 0.6))))
    wide, high = (long / 2, long) if standing else (long, long / 2)
    turned, loose = _turn(random), random.uniform(0, 0.12) if gap > 0.1 else 0.015
    middle, rows = 0.5 + random.normal(0, 0.1, 2), -(-number // columns)
    cosine, sine = np.cos(turned), np.sin(turned)
    found = []
    for place in range(number):
        x = (place % columns - (columns - 1) / 2) * wide * (1 + gap)
        y = (place // columns - (rows - 1) / 2) * high * (1 + gap)
        off_x, off_y = random.normal(0, 0.2 * loose * long, 2)
        x, y = x + off_x, y + off_y
        angle = turned + (np.pi / 2 if standing else 0) + random.normal(0, loose)
        found.append(
            Pose(middle[0] + x * cosine - y * sine, middle[1] + x * sine + y * cosine, angle)
        )
    return found


def _chain(random: Random, long: float, number: int) -> list[Pose]:
    """Lay tiles end to end, doubles across, with turns."""
    at = np.array([random.uniform(0.05, 0.4), random.uniform(0.2, 0.8)])
    way, found = np.array([1.0, 0.0]), []
    for _ in range(number):
        double = maybe(random, 0.15)
        step = long / 2 if double else long
        middle = at + way * step / 2
        angle = np.arctan2(way[1], way[0]) + (np.pi / 2 if double else 0)
        found.append(Pose(float(middle[0]), float(middle[1]), angle + random.normal(0, 0.015)))
        at = at + way * step * (1 + 0.02 * random.random())
        if maybe(random, 0.3):
            turned = np.array([-way[1], way[0]]) * random.choice((-1, 1))
            at, way = at + (1.02 * turned - way) * long / 4, turned
    return found


def far_chain(random: Random, long: float) -> list[Pose]:
    """Lay a chain somewhere about the middle, turned any way."""
    chain = _chain(random, long, int(random.integers(*FAR_TILES)))
    at = np.array([(each.x, each.y) for each in chain])
    turned = random.uniform(0, 2 * np.pi)
    cosine, sine = np.cos(turned), np.sin(turned)
    away = (at - at.mean(axis=0)) @ np.array([[cosine, sine], [-sine, cosine]])
    middles = away + random.uniform(0.3, 0.7, 2)
    return [
        Pose(float(x), float(y), each.angle + turned)
        for (x, y), each in zip(middles, chain, strict=True)
    ]


def _scattered(random: Random, _long: float, number: int) -> list[Pose]:
    return [anywhere(random) for _ in range(number)]


def _heap(random: Random, long: float, number: int) -> list[Pose]:
    """Lay tiles near each other, each turned as it fell."""
    far = min(0.45, 0.55 * np.sqrt(number) * long)
    middle = 0.5 + random.normal(0, 0.1, 2)
    places = middle + random.uniform(-far, far, (2 * number, 2))
    return [Pose(float(x), float(y), random.uniform(0, np.pi)) for x, y in places]


def anywhere(random: Random) -> Pose:
    x, y = random.uniform(0, 1, 2)
    return Pose(float(x), float(y), random.uniform(0, 2 * np.pi))


def _turn(random: Random) -> float:
    return float(random.choice((0, np.pi / 2, random.uniform(0, np.pi))))


def camera(random: Random) -> Points:
    """Return how the table, whose side is 1, is seen: from above, or from the side."""
    tilt = random.uniform(0.25, 0.75) if maybe(random, 0.25) else abs(random.normal(0, 0.2))
    angle = random.uniform(0, 2 * np.pi)
    cosine, sine = np.cos(angle), np.sin(angle)
    turn = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
    flatter = turn @ np.diag([1 - min(0.55, tilt * random.uniform(0.5, 1.1)), 1, 1]) @ turn.T
    farther = np.array([[1, 0, 0], [0, 1, 0], [tilt * cosine, tilt * sine, 1]])
    to_middle = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    return np.asarray(np.linalg.inv(to_middle) @ farther @ flatter @ to_middle)


def taken_to(corners: Points, size: tuple[int, int]) -> list[float]:
    """Return what Pillow needs to put a picture of some size where the corners are."""
    width, height = size
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], float)
    coefficients: list[float] = homography(corners, frame).ravel()[:8].tolist()
    return coefficients


WAYS_TO_LAY: dict[str, Callable[[Random, float, int], list[Pose]]] = {
    "scattered": _scattered,
    "grid": _grid,
    "rows": _rows,
    "chain": _chain,
    "heap": _heap,
}
