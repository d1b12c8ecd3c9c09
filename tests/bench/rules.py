"""How many rounds the rules score a second: CPU time of one core.

Run it by hand, `python -m tests.bench.rules`; it prints a table in Markdown. A round that is scored
for the first time adds up its hands first.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

from scorekeeper.rules import (
    Hand,
    Round,
    RoundScore,
    Setup,
    Tile,
    load_game,
    parse_tiles,
    score_round,
)

HANDS = ("1-2 2-4 3-5", "5-5 3-4", "0-4", "1-3")
SCORED = {
    "blocked": HANDS,
    "blocked, a tie of four": ("1-2 2-4 3-5", "5-5 3-4", "0-4 6-6 0-1", "1-3 6-5 1-1"),
    "going out": ("", *HANDS[1:]),
}
TIMES, BATCH = 50, 200


def main() -> None:
    setup = Setup(load_game("block"), 4, partners=False)
    print("| rounds scored a second, one core | again | first time | with its reasons |")
    print("|---|---|---|---|")
    for name, hands in SCORED.items():
        tiles = [parse_tiles(hand) for hand in hands]
        ways = (again(setup, tiles), first_time(setup, tiles), with_reasons(setup, tiles))
        print(f"| {name} | {' | '.join(f'{a_second(way):,.0f}' for way in ways)} |")


def again(setup: Setup, tiles: list[tuple[Tile, ...]]) -> Callable[[], object]:
    played = Round(tuple(map(Hand, tiles)))
    return lambda: score_round(setup, played)


def first_time(setup: Setup, tiles: list[tuple[Tile, ...]]) -> Callable[[], RoundScore]:
    return lambda: score_round(setup, Round(tuple(map(Hand, tiles))))


def with_reasons(setup: Setup, tiles: list[tuple[Tile, ...]]) -> Callable[[], object]:
    score = first_time(setup, tiles)
    return lambda: score().reasons


def a_second(score: Callable[[], object]) -> float:
    """Return the most that is done in a second, of many short times."""
    gc.collect()
    gc.disable()
    quickest = min(seconds(score) for _ in range(TIMES))
    gc.enable()
    return BATCH / quickest


def seconds(score: Callable[[], object]) -> float:
    start = time.process_time()
    for _ in range(BATCH):
        score()
    return time.process_time() - start


if __name__ == "__main__":
    main()
