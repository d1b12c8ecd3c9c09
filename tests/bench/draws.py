"""How long a draw of people whose partners change takes, as a table: run by hand.

python -m tests.bench.draws
"""

from random import Random
from time import process_time

from scorekeeper.club.draw import DrawnRound, How, draw


def seconds(people: int, rounds: int) -> float:
    """Return the CPU seconds of the draw after some rounds."""
    played: list[DrawnRound] = []
    random, took = Random(1), 0.0
    for _number in range(rounds + 1):
        order = random.sample(range(people), people)
        begun = process_time()
        played.append(draw(How.CHANGING, [], range(people), played=played, order=order))
        took = process_time() - begun
    return took


def main() -> None:
    print("| people | rounds played | CPU s |\n|---|---|---|")
    for people, rounds in ((12, 5), (24, 8), (64, 9), (128, 9), (512, 2)):
        print(f"| {people} | {rounds} | {seconds(people, rounds):.2f} |", flush=True)


if __name__ == "__main__":
    main()
