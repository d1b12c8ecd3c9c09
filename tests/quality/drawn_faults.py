"""Puts faults into a copy of the program, one at a time, and prints those that no test notices.

    python -m tests.quality.drawn_faults --count 20 --seed 7 --of scorekeeper/access

Lines are drawn, and what is changed in each; the tests of the folder that has it are run. Those
that do not pass without a fault say nothing of one, and are named instead. A fault that lives may
change nothing that anybody sees: look at each.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tokenize
from pathlib import Path
from random import Random

from tests.quality.size import ROOT

# What takes the place of what, by the kind of file.
CHANGES = {
    ".py": (
        (r" is not None", " is None"),
        (r" not in ", " in "),
        (r" and ", " or "),
        (r" == ", " != "),
        (r" >= ", " > "),
        (r" < ", " <= "),
        (r"\bif not ", "if "),
        # Sides of one length are zipped alike.
        (r"(?<!strict=)\bTrue\b", "False"),
        (r"\+ 1\b", "+ 2"),
    ),
    ".js": (
        (r" && ", " || "),
        (r" === ", " !== "),
        (r"\(!", "("),
        (r":not\([^)]*\)", ""),
        (r"\btrue\b", "false"),
    ),
    ".css": (
        (r"display: (?!none)[\w-]+", "display: none"),
        (r"position: (absolute|fixed|sticky)", "position: static"),
        (r":not\([^)]*\)", ""),
    ),
    ".html": (
        (r"\{% if not ", "{% if "),
        (r"\{% if (?!not )(.*?) %\}", r"{% if not (\1) %}"),
        (r"(\{%[^%]*) and ", r"\1 or "),
        (r' name="([\w-]+)"', r' name="\1-x"'),
        (r' href="\{\{ .*? \}\}"', ' href=""'),
    ),
}
# Nobody sees what of such a line is changed.
UNSEEN = ("#", "//", "/*", "*", "{#", '"""', "@dataclass")
# Which tests hold what, the longest beginning first; of pages those of their folder.
TESTS = (
    ("scorekeeper/pages/shared", ("tests/web", "tests/unit/pages")),
    ("scorekeeper/pages/", ("tests/web/{room}", "tests/web/every_page", "tests/unit/pages")),
    ("templates/shared", ("tests/web",)),
    ("templates/", ("tests/web/{room}", "tests/web/every_page")),
    ("scorekeeper/scorebook/", ("tests/unit/scorebook", "tests/scorebook", "tests/web")),
    ("scorekeeper/rules/", ("tests/unit", "tests/api", "tests/cli")),
    ("scorekeeper/access/", ("tests/web/links", "tests/web/device", "tests/api")),
    ("scorekeeper/maintenance/", ("tests/maintenance", "tests/faults")),
    ("scorekeeper/", ("tests/unit", "tests/api", "tests/cli", "tests/interchange", "tests/web")),
    ("static/", ("tests/browser",)),
)
# Longer than any of them takes: a fault without an end is noticed too.
MOST_SECONDS = 1800


def places(of):
    """Yield each line that can be changed, and how."""
    files = (path for each in of for path in sorted((ROOT / each).rglob("*.*")))
    for path in (each for each in files if each.suffix in CHANGES):
        texts = lines_of_texts(path) if path.suffix == ".py" else set()
        for number, line in enumerate(path.read_text("utf-8").splitlines()):
            if number in texts or line.lstrip().startswith(UNSEEN):
                continue
            for old, new in CHANGES[path.suffix]:
                if re.search(old, line):
                    changed = re.sub(old, new, line, count=1)
                    yield str(path.relative_to(ROOT)), number, line, changed


def lines_of_texts(path):
    """Return the lines of texts that go over several, as docstrings do."""
    with path.open("rb") as file:
        tokens = [each for each in tokenize.tokenize(file.readline) if "\n" in each.string]
    texts = [each for each in tokens if each.type == tokenize.STRING]
    return {line for each in texts for line in range(each.start[0] - 1, each.end[0])}


def tests_of(name):
    """List what holds a file, as far as it is there."""
    found = next(tests for begins, tests in TESTS if name.startswith(begins))
    room = Path(name).parent.name
    return [path for each in found if (ROOT / (path := each.format(room=room))).exists()]


def passed(copy, tests):
    command = [sys.executable, "-m", "pytest", "--quiet", "-x", *tests]
    environment = os.environ | {"PYTHONPATH": str(copy)}
    try:
        ran = subprocess.run(
            command,
            cwd=copy,
            env=environment,
            capture_output=True,
            check=False,
            timeout=MOST_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return False
    return ran.returncode == 0


def lives(copy, name, number, changed):
    """Put a fault in, say whether the tests pass all the same, and take it out."""
    file = copy / name
    text = file.read_text("utf-8")
    lines = text.splitlines(keepends=True)
    lines[number] = f"{changed}\n"
    file.write_text("".join(lines), "utf-8")
    alive = passed(copy, tests_of(name))
    file.write_text(text, "utf-8")
    return alive


def survivors(of, count, seed):
    """Put drawn faults into a copy of the program, and yield each that no test notices."""
    drawn = Random(seed).sample([*places(of)], count)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "program"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        for tests in sorted({tuple(tests_of(name)) for name, *_fault in drawn}):
            if not passed(copy, tests):
                sys.exit(f"These tests do not pass without a fault either: {' '.join(tests)}")
        for name, number, line, changed in drawn:
            if lives(copy, name, number, changed):
                yield f"{name}:{number + 1}\n  - {line.strip()}\n  + {changed.strip()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--of", nargs="+", default=["scorekeeper", "static", "templates"])
    asked, alive = parser.parse_args(), 0
    for survivor in survivors(asked.of, asked.count, asked.seed):
        print(survivor, flush=True)
        alive += 1
    print(f"{asked.count - alive} of {asked.count} faults were noticed.")


if __name__ == "__main__":
    main()
