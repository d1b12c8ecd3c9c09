"""What recording a round passes through: `python -m tests.quality.calls` prints it.

The second round of four people is sent, and every call of a function of the program is seen: how
many files are entered, how many functions run, and how often a call is in another file than the one
before it. With `--list` each file is named, with how many functions of it run.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.maintenance.scorebook_files import scorebook_in
from tests.quality.size import ROOT
from tests.web.visitor import Visitor, tiles

PACKAGE = ROOT / "scorekeeper"


def functions_called(act):
    """List the functions of the program that run, in order, each by its file, name and line."""
    called: list[tuple[str, str, int]] = []
    package = f"{PACKAGE}/"

    def note(frame: Any, event: str, _argument: object) -> None:
        code = frame.f_code
        # What stands in another function (`<genexpr>`, `<lambda>`) is read together with it.
        named = event == "call" and not code.co_name.startswith("<")
        if named and code.co_filename.startswith(package):
            file = Path(code.co_filename).relative_to(PACKAGE).as_posix()
            called.append((file, code.co_qualname, code.co_firstlineno))

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return called


def second_round_of_four(app):
    """Return what records the second round of four people."""
    device = Visitor(app)
    table = device.start("Ana", "Bea", "Ciro", "Dani")
    device.play(table, "", "66", "55", "44")
    page = device.open_round(table)
    return lambda: device.send(page, tiles("", "66", "55", "44"))


def main() -> None:
    with TemporaryDirectory() as folder, scorebook_in(Path(folder)) as app:
        called = functions_called(second_round_of_four(app))
    files = Counter(file for file, _name, _line in {*called})
    moves = sum(one[0] != other[0] for one, other in pairwise(called))
    if "--list" in sys.argv:
        for file, functions in files.most_common():
            print(f"{functions:4}  {file}")
    print(f"{len(files)} files, {len({*called})} functions, {moves} moves, {len(called)} calls")


if __name__ == "__main__":
    main()
