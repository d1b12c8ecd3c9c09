"""All that docs/speed.md says of speed, as one page of Markdown: `python -m tests.bench`.

Its headings are those of docs/speed.md. `--only pages,rules` runs some parts. `--against REV` runs
each part of that revision too, in turn with ours, and gives the ratio of ours to it beside each
number: less is quicker, but for numbers a second.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

from tests.bench.revisions import ROOT, checked_out, importing_from

# What each runs, as `python -m tests.bench.…` does.
PARTS = {
    "pages": ("pages",),
    "rules": ("rules",),
    "programs": ("programs",),
    "first_look": ("first_look",),
    "tablet": ("tablet",),
    "home": ("home", "1000", "100000"),
    "watching": ("live",),
    # As few as show what those cost who watch other tables.
    "elsewhere": (
        *("scale", "--tables", "100", "--played", "50", "--watchers", "4"),
        *("--seconds", "5", "--crowded", "2", "--visits", "5"),
    ),
    "writers": ("writers",),
    "drafts": ("drafts",),
}
NUMBER = re.compile(r"\d[\d,]*\.?\d*")
Table = dict[str, list[str]]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--only", default=",".join(PARTS), help="names of parts, with commas")
    parser.add_argument("--against", metavar="REV", help="a revision to compare with")
    chosen = parser.parse_args()
    with checked_out(chosen.against) if chosen.against else nullcontext() as before:
        for part in chosen.only.split(","):
            was = rows(printed(part, before)) if before else {}
            print(f"## {heading(part)}\n\n{beside(printed(part, ROOT), was)}", flush=True)


def heading(part: str) -> str:
    return part.replace("_", " ").capitalize()


def printed(part: str, folder: Path) -> str:
    """Run a part as it is in a folder, or ours with what is there; return what it prints."""
    module, *arguments = PARTS[part]
    file = f"tests/bench/{module}.py"
    there = (folder / file).exists()
    how = ["-m", f"tests.bench.{module}"] if there else [str(ROOT / file)]
    done = subprocess.run(
        [sys.executable, *how, *arguments],
        cwd=folder,
        env=importing_from(folder),
        # What ours needs may not be there yet.
        check=there,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout


def rows(text: str) -> Table:
    """Read the rows of the tables in a text, by their first cell."""
    cells = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return {first: others for first, *others in cells}


def beside(text: str, was: Table) -> str:
    """Write after each number how many times it is what it was."""
    lines = []
    for line in text.splitlines():
        first, *others = line.strip("| ").split(" | ")
        before = was.get(first)
        if line.startswith("| ") and before and len(before) == len(others):
            pairs = zip(others, before, strict=True)
            line = f"| {' | '.join([first, *(f'{now}{ratio(now, old)}' for now, old in pairs)])} |"
        lines.append(line)
    return "\n".join(lines) + "\n"


def ratio(now: str, old: str) -> str:
    """Compare two cells by their first numbers; nothing where one has none."""
    found = [NUMBER.search(each) for each in (now, old)]
    numbers = [float(each[0].replace(",", "")) for each in found if each]
    if len(numbers) < 2 or not numbers[1]:
        return ""
    return f" (× {numbers[0] / numbers[1]:.2f})"


if __name__ == "__main__":
    main()
