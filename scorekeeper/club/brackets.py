"""The bracket of a knockout: each side in turn meets the next one; () is a bye."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.club.pairing import Side


def bracket_of(seeds: Sequence[Side]) -> list[Side]:
    """Place seeds, given the best first: the best meet as late as possible and get the byes."""
    order = [0]
    while len(order) < len(seeds):
        order = [each for at in order for each in (at, 2 * len(order) - 1 - at)]
    return [seeds[at] if at < len(seeds) else () for at in order]


def seeds_of(groups: Sequence[Sequence[Side]]) -> list[Side]:
    """List the first two of each group so that those of one group meet only in the last match.

    The groups are in the order of their winners, and each has its best first.
    """
    halves: tuple[list[Side], list[Side]] = ([], [])
    for at, group in enumerate(groups):
        halves[_half(at)].extend(group[1:2])
    seeds = [group[0] for group in groups]
    while any(halves):
        other = 1 - _half(len(seeds))
        seeds.append((halves[other] or halves[1 - other]).pop(0))
    return seeds


def pairs_of(bracket: Sequence[Side]) -> list[tuple[Side, Side]]:
    return [*zip(bracket[::2], bracket[1::2], strict=False)]


def shortened(bracket: list[Side]) -> list[Side]:
    """Leave out rounds in which nobody would meet anybody."""
    two = pairs_of(bracket)
    if not two or any(map(all, two)):
        return bracket
    return shortened([one or other for one, other in two])


def _half(seed: int) -> int:
    """Return the half of the bracket, 0 or 1, in which a seed is placed."""
    return int(seed % 4 in (1, 2))
