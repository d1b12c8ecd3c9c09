"""No page takes more than 1.3 times what it took in the last release: exits with 1 if one does.

Run it before a release, `python -m tests.bench.guard [REV]`; by default REV is the newest tag.
Both versions measure the pages of `tests.bench.pages` by turns, each as a ratio to a bare "hello"
of its own run, so that a machine that is slow for a while slows both. What seems slower is measured
again: only a page that is slower each time counts.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from tests.bench.__main__ import Table, rows
from tests.bench.revisions import ROOT, checked_out, importing_from

MOST, TIMES = 1.3, 3
# A tenth of the requests: whether a page takes a third more is seen by fewer.
COARSE = "from tests.bench import pages; pages.BATCHES, pages.BATCH = 6, 10; pages.main()"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.guard")
    parser.add_argument("revision", nargs="?", help="the release to compare with")
    asked = parser.parse_args().revision or last_release()
    if not asked:
        parser.error("there is no release yet: name a revision")
    with checked_out(asked) as before:
        slower = measured(before)
        for _again in range(1, TIMES):
            slower = {page: ratio for page, ratio in slower.items() if ratio > MOST}
            if slower:
                now = measured(before)
                slower = {page: min(ratio, now[page]) for page, ratio in slower.items()}
    found = [page for page, ratio in slower.items() if ratio > MOST]
    for page in found:
        print(f"{page}: {slower[page]:.2f} times what it took in {asked}", file=sys.stderr)
    sys.exit(1 if found else 0)


def last_release() -> str:
    """Return the newest tag; "" where there is none."""
    command = ["git", "describe", "--tags", "--abbrev=0"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def measured(before: Path) -> dict[str, float]:
    """Measure the pages of both versions, print them, and return how many times each takes now."""
    was, now = (rows(coarse(folder)) for folder in (before, ROOT))
    ratios = compared(was, now)
    print("| page | before | now | times |\n|---|---|---|---|")
    for page, ratio in ratios.items():
        print(f"| {page} | {was[page][0]} | {now[page][0]} | {ratio:.2f} |", flush=True)
    return ratios


def coarse(folder: Path) -> str:
    """Measure the pages of the version in a folder, by its own measure; return what that prints."""
    command = [sys.executable, "-c", COARSE]
    env, out = importing_from(folder), subprocess.PIPE
    return subprocess.run(command, cwd=folder, env=env, check=True, stdout=out, text=True).stdout


def compared(was: Table, now: Table) -> dict[str, float]:
    """Compare the pages that both versions have.

    >>> compared({"hello = 1": ["median"], "a": ["10.0"], "b": ["2"]}, {"a": ["13.5"], "c": ["9"]})
    {'a': 1.35}
    """
    both = {page: (was[page][0], now[page][0]) for page in now if page in was}
    numbers = {page: pair for page, pair in both.items() if pair[0][:1].isdigit()}
    return {page: float(after) / float(first) for page, (first, after) in numbers.items()}


if __name__ == "__main__":
    main()
