"""Rendered scenes in a folder: drawn once, taken out as often as they are learnt from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image

from tests.photos.training.ahead import done_ahead
from tests.photos.training.chance import Random
from tests.photos.training.scenes import Lying, scene

# A tile that is less wide, in pixels, counts neither way when scenes are read as photos are.
READABLE = 16
# The highest end there is; which box a scene shows is for the reader to see.
HIGHEST = 12
# One scene of so many is of tiles far away; those that are held out are not, for they are of old.
FAR = 2
KNOWN, MISTAKES, LABELS = "lying.json", "mistakes.json", "labels.json"

Told = Mapping[str, list[Lying]]


class Shelf:
    """A folder of scenes, which are the same for the same seed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lying = _read(folder / KNOWN)
        self._mistakes = _read(folder / MISTAKES) if self.has_mistakes else {}
        self.names = sorted(self._lying)

    @property
    def has_mistakes(self) -> bool:
        """Whether it is known what was taken for a tile in these scenes."""
        return (self._folder / MISTAKES).is_file()

    def any(self, random: Random) -> tuple[Image.Image, list[Lying]]:
        """Take out a scene by chance."""
        return self.scene(self.names[int(random.integers(len(self.names)))])

    def scene(self, name: str) -> tuple[Image.Image, list[Lying]]:
        image = Image.open(self._folder / name).convert("RGB")
        return image, self._lying[name] + self._mistakes.get(name, [])

    def add(self, mistakes: Told) -> None:
        """Keep what was taken for a tile; it lies in the scenes as a thing does."""
        _write(self._folder / MISTAKES, mistakes)
        self._mistakes = dict(mistakes)


def filled(
    folder: Path, number: int, seed: int, *, held_out: bool = False, processes: int = 0
) -> Shelf:
    """Return a folder with so many scenes; draw them if it has none yet."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / KNOWN).is_file():
        drawn = done_ahead(partial(_drawn, folder, seed, held_out), range(number), processes)
        known = {_name(place): lying for place, lying in enumerate(drawn)}
        labels = {name: _label(lying) for name, lying in known.items()}
        (folder / LABELS).write_text(json.dumps(labels), "utf-8")
        _write(folder / KNOWN, known)
    return Shelf(folder)


def readable(lying: Lying) -> bool:
    """Say whether a tile lies there whole and large enough to be read."""
    sides = np.linalg.norm(lying.corners - np.roll(lying.corners, 1, axis=0), axis=1)
    return lying.whole and lying.ends is not None and bool(sides.min() >= READABLE)


def _drawn(folder: Path, seed: int, held_out: bool, place: int) -> list[Lying]:
    random = np.random.default_rng((seed, held_out, place))
    far = not held_out and place % FAR == 0
    image, lying = scene(random, held_out=held_out, far=far)
    image.save(folder / _name(place), quality=95)
    return lying


def _name(place: int) -> str:
    return f"{place:05}.jpg"


def _write(path: Path, scenes: Told) -> None:
    told = {name: [_told(each) for each in lying] for name, lying in scenes.items()}
    path.write_text(json.dumps(told), "utf-8")


def _read(path: Path) -> dict[str, list[Lying]]:
    told = json.loads(path.read_text("utf-8"))
    return {name: [_lying(each) for each in lying] for name, lying in told.items()}


def _told(lying: Lying) -> dict[str, object]:
    corners = lying.corners.round(2).tolist()
    return {"corners": corners, "ends": lying.ends, "whole": lying.whole}


def _lying(told: dict[str, list[int] | bool]) -> Lying:
    ends = told["ends"]
    pair = (ends[0], ends[1]) if isinstance(ends, list) else None
    return Lying(np.array(told["corners"], float), pair, bool(told["whole"]))


def _label(lying: list[Lying]) -> dict[str, object]:
    """Say what is in a scene as `tests.bench.photos` takes it."""
    faces = [(each, each.ends) for each in lying if each.ends is not None]
    clear = [ends for each, ends in faces if readable(each)]
    names = [f"{min(ends)}-{max(ends)}" for ends in clear]
    return {"tiles": names, "opt": ["?"] * (len(faces) - len(clear)), "set": HIGHEST}
