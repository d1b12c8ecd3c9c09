"""Puts faults into a copy of the program, one at a time, and prints those that no test notices.

    python -m tests.quality.drawn_faults --count 20 --seed 7 --of scorekeeper/access

Lines are drawn, and what is changed in each; the tests of the folder that has it are run. A fault
that lives may change nothing that anybody sees: look at each.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
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
        (r"\bTrue\b", "False"),
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
}
# Which tests hold what, the longest beginning first; of pages and styles those of their folder.
TESTS = (
    ("scorekeeper/pages/", ("tests/web/{room}", "tests/web/every_page")),
    ("scorekeeper/scorebook/", ("tests/unit/scorebook", "tests/scorebook", "tests/web")),
    ("scorekeeper/access/", ("tests/web/share", "tests/web/device", "tests/api")),
    ("scorekeeper/maintenance/", ("tests/maintenance", "tests/faults")),
    ("scorekeeper/", ("tests/unit", "tests/api", "tests/cli", "tests/interchange", "tests/web")),
    ("static/", ("tests/browser",)),
)


def places(of):
    """Yield each line that can be changed, and how."""
    files = (path for each in of for path in sorted((ROOT / each).rglob("*.*")))
    for name in (str(path.relative_to(ROOT)) for path in files if path.suffix in CHANGES):
        for number, line in enumerate((ROOT / name).read_text().splitlines()):
            if line.lstrip().startswith(("#", "//", "/*", '"', "*")):
                continue
            for old, new in CHANGES[Path(name).suffix]:
                if re.search(old, line):
                    yield name, number, line, re.sub(old, new, line, count=1)


def tests_of(name):
    """List what holds a file, as far as it is there."""
    found = next(tests for begins, tests in TESTS if name.startswith(begins))
    room = Path(name).parent.name
    return [path for each in found if (ROOT / (path := each.format(room=room))).exists()]


def lives(copy, name, number, changed):
    """Put a fault in, say whether the tests pass all the same, and take it out."""
    file = copy / name
    text = file.read_text()
    lines = text.splitlines(keepends=True)
    lines[number] = f"{changed}\n"
    file.write_text("".join(lines))
    command = [sys.executable, "-m", "pytest", "--quiet", "-x", *tests_of(name)]
    environment = os.environ | {"PYTHONPATH": str(copy)}
    ran = subprocess.run(command, cwd=copy, env=environment, capture_output=True, check=False)
    file.write_text(text)
    return ran.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--of", nargs="+", default=["scorekeeper", "static"])
    asked = parser.parse_args()
    drawn = Random(asked.seed).sample([*places(asked.of)], asked.count)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "program"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".venv*", "__pycache__"))
        alive = [fault for fault in drawn if lives(copy, fault[0], fault[1], fault[3])]
    for name, number, line, changed in alive:
        print(f"{name}:{number + 1}\n  - {line.strip()}\n  + {changed.strip()}")
    print(f"{len(drawn) - len(alive)} of {len(drawn)} faults were noticed.")


if __name__ == "__main__":
    main()
