"""How well tiles are read in photos: `python -m tests.bench.photos DIR` prints a table in Markdown.

A second folder is that of other models than those of the program.

DIR has pictures, or a folder `photos` of them, and `labels.json`: for each name of a picture its
`tiles` ("4-6"), the highest end of the `set`, and in `opt` tiles that count neither way ("?" any).
The photos that were used for docs/photo.md are other people's, and no part of the project.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from scorekeeper.vision import networks
from scorekeeper.vision.decoding import decode
from scorekeeper.vision.photo_reader import read_picture
from scorekeeper.vision.readings import Reading
from scorekeeper.vision.tile_confidence import SURE
from tests.photos.training.models import use


@dataclass(frozen=True)
class Label:
    """What is in a photo."""

    tiles: Counter[str]
    optional: tuple[str, ...]
    highest: int


@dataclass(frozen=True)
class Outcome:
    """What was read in one photo, and how long it took by the clock and on the processor."""

    name: str
    label: Label
    readings: Sequence[Reading]
    seconds: float
    cpu_seconds: float

    @property
    def wrong(self) -> list[Reading]:
        """The readings that are in no label, the least likely first."""
        return surplus(self.readings, self.label)

    @property
    def missed(self) -> int:
        return (self.label.tiles - Counter(map(tile, self.readings))).total()

    @property
    def right(self) -> bool:
        return not self.wrong and not self.missed

    @property
    def right_total(self) -> bool:
        read = Counter(map(tile, self.readings)) - Counter(map(tile, self.optionals))
        return pips(read) == pips(self.label.tiles)

    @property
    def optionals(self) -> list[Reading]:
        """The readings that are neither right nor wrong."""
        beside = surplus(self.readings, Label(self.label.tiles, (), self.label.highest))
        return [each for each in beside if each not in self.wrong]

    @property
    def questions(self) -> int:
        return sum(each.unsure is not None for each in self.readings)

    @property
    def offered(self) -> int:
        """How many questions about a wrong tile offer one that is missed."""
        missing = self.label.tiles - Counter(map(tile, self.readings))
        wrong = [each for each in self.wrong if each.unsure is not None]
        return sum(any(f"{low}-{high}" in missing for low, high in each.others) for each in wrong)

    @property
    def right_when_asked(self) -> bool:
        """Whether it is right once somebody has answered for each doubtful tile."""
        wrong = sum(each.unsure is None for each in self.wrong)
        asked = sum(each.unsure is not None for each in self.wrong)
        return not wrong and self.missed <= asked


def main(folder: Path, models: Path = networks.MODELS) -> None:
    use(models)
    outcomes = [outcome(folder, *each) for each in labels(folder).items()]
    print("| | |\n|---|---|")
    for name, row in ROWS.items():
        print(f"| {name} | {row(outcomes)} |")
    for each in outcomes:
        if not each.right:
            told = " ".join(f"{tile(read)} ({read.confidence:.2f})" for read in each.wrong)
            missing = each.label.tiles - Counter(map(tile, each.readings))
            print(
                f"{each.name}: wrong {told or 'none'}, missed {' '.join(missing) or 'none'}",
                file=sys.stderr,
            )


def labels(folder: Path) -> dict[str, Label]:
    """Read what is in each photo of a folder."""
    known = json.loads((folder / "labels.json").read_text("utf-8"))
    return {
        name: Label(Counter(each["tiles"]), tuple(each.get("opt", ())), int(each["set"]))
        for name, each in known.items()
    }


def picture_of(folder: Path, name: str) -> Path:
    return next(each for each in (folder / "photos" / name, folder / name) if each.is_file())


def outcome(folder: Path, name: str, label: Label) -> Outcome:
    data = picture_of(folder, name).read_bytes()
    start, cpu_start = time.perf_counter(), time.process_time()
    photo = read_picture(decode(data), highest=label.highest)
    seconds, cpu_seconds = time.perf_counter() - start, time.process_time() - cpu_start
    return Outcome(name, label, photo.readings, seconds, cpu_seconds)


def tile(reading: Reading) -> str:
    return "{}-{}".format(*reading.ends)


def pips(tiles: Counter[str]) -> int:
    return sum(sum(map(int, each.split("-"))) * times for each, times in tiles.items())


def surplus(readings: Sequence[Reading], label: Label) -> list[Reading]:
    """Return the readings of tiles that are not there, or not so often, the least likely first."""
    there, optional = Counter(label.tiles), list(label.optional)
    found = []
    for reading in sorted(readings, key=lambda each: -each.confidence):
        if there[tile(reading)]:
            there[tile(reading)] -= 1
        elif taken := next((each for each in (tile(reading), "?") if each in optional), None):
            optional.remove(taken)
        else:
            found.append(reading)
    return found[::-1]


def share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / max(1, whole):.1%})"


def of_photos(kept: Callable[[Outcome], bool]) -> Callable[[Sequence[Outcome]], str]:
    return lambda outcomes: share(sum(map(kept, outcomes)), len(outcomes))


def recall(outcomes: Sequence[Outcome]) -> str:
    tiles = sum(each.label.tiles.total() for each in outcomes)
    return share(tiles - sum(each.missed for each in outcomes), tiles)


def right_of(kept: Callable[[Reading], bool]) -> Callable[[Sequence[Outcome]], str]:
    """Return a row: how many of some readings are right."""

    def row(outcomes: Sequence[Outcome]) -> str:
        read = sum(sum(map(kept, each.readings)) for each in outcomes)
        return share(read - sum(sum(map(kept, each.wrong)) for each in outcomes), read)

    return row


def milliseconds(times: Sequence[float]) -> str:
    return f"{median(times) * 1000:.0f}, {quantiles(times, n=20)[-1] * 1000:.0f}"


def megabytes(_outcomes: Sequence[Outcome]) -> str:
    # macOS counts in bytes, Linux in kilobytes.
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit:.0f}"


ROWS: dict[str, Callable[[Sequence[Outcome]], str]] = {
    "photos": lambda outcomes: str(len(outcomes)),
    "recall": recall,
    "precision": right_of(lambda _reading: True),
    "photos with every tile right": of_photos(lambda each: each.right),
    "photos with the total right": of_photos(lambda each: each.right_total),
    "photos right after asking about doubtful tiles": of_photos(lambda each: each.right_when_asked),
    "the same, with one question at most": of_photos(
        lambda each: each.right_when_asked and each.questions <= 1
    ),
    "questions about a wrong tile that offer a missed one": lambda outcomes: share(
        sum(each.offered for each in outcomes),
        sum(each.unsure is not None for outcome in outcomes for each in outcome.wrong),
    ),
    "questions a photo": lambda outcomes: (
        f"{sum(each.questions for each in outcomes) / len(outcomes):.2f}"
    ),
    f"readings at ≥ {SURE} that are right": right_of(lambda each: each.confidence >= SURE),
    "readings shown without a question that are right": right_of(lambda each: each.unsure is None),
    "ms a photo: median, p95": lambda outcomes: milliseconds([each.seconds for each in outcomes]),
    "CPU ms a photo: median, p95": lambda outcomes: milliseconds(
        [each.cpu_seconds for each in outcomes]
    ),
    "MB of memory": megabytes,
}


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
