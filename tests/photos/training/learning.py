"""Teaches a network step by step, keeps what it knows in a file, and exports it for onnxruntime."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from warnings import catch_warnings

import numpy as np
import torch
from torch.optim.swa_utils import AveragedModel

from tests.photos.training.ahead import done_ahead
from tests.photos.training.chance import Values
from tests.photos.training.exported import begin_from
from tests.photos.training.lessons import Lesson, recoloured
from tests.photos.training.shelf import Shelf

# What is exported is a mean of the last few hundred steps: it is good at any time.
LONGEST_MEAN = 0.995
# The rate rises over this share of the steps, and then falls to nothing.
RISING = 0.08
STEEPEST = 5.0
DECAY = 1e-3
OPSET = 17
# A network that is begun from another measures its norms by the pictures of so many steps.
NORMED = 4


@dataclass(frozen=True)
class Course:
    """How long a network learns, and from how many pictures in a step."""

    steps: int
    batch: int
    # How fast, in parts of the rate of its lesson.
    pace: float = 1.0
    # The network is written to its files so often.
    every: int = 250


class Pupil:
    """A network that learns; it goes on from its file where it left off."""

    def __init__(self, lesson: Lesson, course: Course, folder: Path, seed: int) -> None:
        torch.manual_seed(seed)
        self.net = lesson.net().to(memory_format=torch.channels_last)
        self.mean = AveragedModel(self.net, avg_fn=_averaged, use_buffers=True)
        self.step = 0
        self._lesson, self._course, self._folder, self._seed = lesson, course, folder, seed
        self._optimizer = torch.optim.AdamW(
            self.net.parameters(), lr=lesson.rate, weight_decay=DECAY
        )
        if self.file.is_file():
            self._load()

    @property
    def file(self) -> Path:
        return self._folder / f"{self._lesson.name}.pt"

    def begin_from(self, exported: Path, shelf: Shelf) -> None:
        """Know what an exported network knows, unless something is learnt already."""
        if self.step == 0:
            random, number = np.random.default_rng([self._seed]), NORMED * self._course.batch
            pictures, _ = self._lesson.taken(random, shelf, number)
            begin_from(exported, self.net, recoloured(torch.from_numpy(pictures)))
            self.mean = AveragedModel(self.net, avg_fn=_averaged, use_buffers=True)

    def learn(self, shelf: Shelf, tell: Callable[[str], None]) -> None:
        """Learn until the course is over."""
        wrong: list[float] = []
        taken = partial(_taken, self._lesson, shelf, self._course.batch, self._seed)
        for pictures, there in done_ahead(taken, range(self.step, self._course.steps), 1):
            wrong.append(self._learn_once(pictures, there))
            if self.step % self._course.every == 0 or self.step == self._course.steps:
                tell(f"{self._lesson.name} {self.step}: {np.mean(wrong):.4f}")
                wrong.clear()
                self.save()
        self.export()

    def save(self) -> None:
        """Write what the network knows; whoever stops later loses little."""
        known = {
            "step": self.step,
            "net": self.net.state_dict(),
            "mean": self.mean.state_dict(),
            "optimizer": self._optimizer.state_dict(),
        }
        new = self.file.with_suffix(".new")
        torch.save(known, new)
        new.replace(self.file)
        self.export()

    def export(self) -> None:
        """Write the network as the app runs it."""
        example = torch.zeros(self._lesson.example)
        with catch_warnings(action="ignore"):
            torch.onnx.export(
                self.mean.module.eval(),
                (example,),
                str(self._folder / f"{self._lesson.name}.onnx"),
                input_names=["x"],
                output_names=["y"],
                dynamic_axes={"x": self._lesson.any_size},
                opset_version=OPSET,
                # The newer way needs two packages more.
                dynamo=False,
            )

    def _learn_once(self, pictures: Values, there: list[Any]) -> float:
        torch.manual_seed(self._seed * 1_000_003 + self.step)
        for group in self._optimizer.param_groups:
            share = _share_of_rate(self.step / self._course.steps)
            group["lr"] = self._lesson.rate * self._course.pace * share
        self.net.train()
        with torch.autocast("cpu", torch.bfloat16):
            wrong = self._lesson.wrong(self.net, pictures, there)
        self._optimizer.zero_grad()
        wrong.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), STEEPEST)
        self._optimizer.step()
        self.mean.update_parameters(self.net)
        self.step += 1
        return float(wrong.item())

    def _load(self) -> None:
        known = torch.load(self.file)
        self.step = known["step"]
        self.net.load_state_dict(known["net"])
        self.mean.load_state_dict(known["mean"])
        self._optimizer.load_state_dict(known["optimizer"])


def _taken(
    lesson: Lesson, shelf: Shelf, number: int, seed: int, step: int
) -> tuple[Values, list[Any]]:
    # Each step draws its own, so that one that goes on sees what it would have seen.
    return lesson.taken(np.random.default_rng([seed, step]), shelf, number)


def _averaged(mean: torch.Tensor, new: torch.Tensor, times: torch.Tensor) -> torch.Tensor:
    share = min(LONGEST_MEAN, (1 + float(times)) / (10 + float(times)))
    return mean + (1 - share) * (new - mean)


def _share_of_rate(done: float) -> float:
    if done < RISING:
        return 0.04 + 0.96 * done / RISING
    return (1 + math.cos(math.pi * (done - RISING) / (1 - RISING))) / 2
