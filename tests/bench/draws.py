"""How good the draws of a club night are, and how long they take, as tables: run by hand.

python -m tests.bench.draws [EVENINGS]
"""

import sys
from itertools import chain
from random import Random
from time import process_time

from scorekeeper.club.draw import DrawnRound, How, draw
from tests.support.draws import opponents, partners


def played(how, pairs, alone, rounds, seed):
    """Play so many rounds, in which anybody may win, with people who stay; return them."""
    random, found = Random(seed), list[DrawnRound]()
    people = [*chain.from_iterable(pairs), *alone]
    for number in range(rounds):
        order = random.sample(people, len(people)) if number else ()
        found.append(
            draw(how, pairs, alone, played=found, order=order, rounds=rounds, seed=seed + number)
        )
    return found


def good(nights):
    """Print in how many nights somebody meets again without need."""
    print(f"| what nobody wants | of {nights} |\n|---|---|")
    for people, rounds in ((5, 5), (8, 7), (9, 9), (12, 11), (13, 13), (16, 15)):
        again = sum(
            max(partners(played(How.CHANGING, [], range(people), rounds, seed)).values()) > 1
            for seed in range(nights)
        )
        print(f"| a partner again, {people} people in {rounds} rounds | {again} |", flush=True)
    for people, rounds in ((8, 4), (8, 5), (10, 5), (11, 5), (12, 5), (14, 5), (20, 6)):
        third = sum(
            max(opponents(played(How.CHANGING, [], range(people), rounds, seed)).values()) > 2
            for seed in range(nights)
        )
        print(
            f"| an opponent the third time, {people} people in {rounds} rounds | {third} |",
            flush=True,
        )
    for count, rounds in ((5, 4), (6, 4), (7, 5), (8, 6)):
        pairs = [(2 * at, 2 * at + 1) for at in range(count)]
        again = sum(
            max(opponents(played(How.SWISS, pairs, [], rounds, seed)).values()) > 1
            for seed in range(nights)
        )
        print(f"| Swiss, opponents again, {count} pairs in {rounds} rounds | {again} |", flush=True)


def seconds(people, rounds):
    """Return the CPU seconds of the draw after some rounds."""
    before = played(How.CHANGING, [], range(people), rounds, 1)
    order = Random(2).sample(range(people), people)
    begun = process_time()
    draw(How.CHANGING, [], range(people), played=before, order=order)
    return process_time() - begun


def main():
    good(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
    print("\n| people | rounds played | CPU s |\n|---|---|---|")
    for people, rounds in ((12, 5), (15, 5), (24, 8), (64, 9), (128, 9)):
        print(f"| {people} | {rounds} | {seconds(people, rounds):.2f} |", flush=True)


if __name__ == "__main__":
    main()
