"""`python -m tests.photos.training --out DIR`: renders, trains and exports; see the package."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path

import torch

from tests.photos.training.learning import Course, Pupil
from tests.photos.training.lessons import FINDER, READER
from tests.photos.training.mistakes import add_mistakes
from tests.photos.training.shelf import filled

LESSONS = {"det": FINDER, "reader": READER}


@dataclass(frozen=True)
class Plan:
    """How much is rendered and how long each network learns."""

    scenes: int
    # Scenes of makes, pips and tables that are never trained on, to measure with.
    held_out: int
    courses: dict[str, Course]


HOURS = Plan(4500, 300, {"det": Course(6000, 16), "reader": Course(20_000, 128)})
# What goes on from trained networks learns slowly, so that it forgets little.
LONGER = Plan(4500, 300, {"det": Course(2200, 16, 0.25), "reader": Course(3600, 128, 0.23)})
SECONDS = Plan(4, 2, {"det": Course(3, 2), "reader": Course(3, 16)})


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.photos.training", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="where all of it is written")
    parser.add_argument("--only", choices=LESSONS, help="train one of the two networks")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=1, help="how many of them draw")
    parser.add_argument("--start", type=Path, help="a folder with trained networks to go on from")
    parser.add_argument("--small", action="store_true", help="show in seconds that it works")
    asked = parser.parse_args()
    plan = SECONDS if asked.small else LONGER if asked.start else HOURS
    # One more would be faster by little, and the sums would be others.
    torch.set_num_threads(1)
    train(asked.out, plan, asked.seed, asked.only, asked.start, asked.cores)


def train(
    out: Path, plan: Plan, seed: int, only: str | None, start: Path | None, cores: int
) -> None:
    """Do what is left of a plan: what lies in the folder already is not done again."""
    shelf = filled(out / "scenes", plan.scenes, seed, processes=cores)
    filled(out / "held_out", plan.held_out, seed, held_out=True, processes=cores)
    for name, lesson in LESSONS.items():
        if only not in (None, name):
            continue
        if lesson is READER and (out / "det.onnx").is_file():
            add_mistakes(shelf, out, cores)
        pupil = Pupil(lesson, plan.courses[name], out, seed)
        if start is not None:
            pupil.begin_from(start / f"{name}.onnx", shelf)
        pupil.learn(shelf, print)


if __name__ == "__main__":
    main()
