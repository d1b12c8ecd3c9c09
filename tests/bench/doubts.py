"""How often the referee notices one wrong tile, as a table in Markdown: run by hand.

    python -m tests.bench.doubts [rounds]

Any tile left over is read as any other that no hand holds: a tile in two hands is refused anyway.
The players lay any tile that fits, or of two the heavier, and doubles rather than others. "With the
ends" means that somebody also said how the line really ended.
"""

import sys
from itertools import product

from scorekeeper.rules import Setup
from tests.unit.rules.deals import caught
from tests.unit.rules.example import table

TABLES = {
    "4 × 7, every tile dealt": table("partnership", 4),
    "2 × 14, every tile dealt": table("jamaican-cut-throat", 2),
    "3 × 9, every tile dealt (no 0-0)": table("jamaican-cut-throat", 3),
    "2 × 7, tiles sleep": table("block", 2),
    "3 × 5, tiles sleep": table("block", 3),
    "4 × 5, tiles sleep": table("block", 4),
    "4 × 10 of the double nine": table("cuban-double-nine", 4),
    "Hungarian, 3 × 8": table("hungarian", 3),
}


def row(name: str, setup: Setup, rounds: int, *, blocked: bool, shedding: bool) -> str:
    rate = caught(setup, rounds, seed=1, blocked=blocked, shedding=shedding)
    endings, laid = "blocked" if blocked else "all", "the heavier" if shedding else "any tile"
    return f"| {name} | {endings} | {laid} | {rate.unasked:.1%} | {rate.with_ends:.1%} |"


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    print(f"| deal ({rounds} rounds) | endings | laid | unasked | with the ends |")
    print("|---|---|---|---|---|")
    for name, setup in TABLES.items():
        for blocked, shedding in product((False, True), repeat=2):
            print(row(name, setup, rounds, blocked=blocked, shedding=shedding), flush=True)


if __name__ == "__main__":
    main()
