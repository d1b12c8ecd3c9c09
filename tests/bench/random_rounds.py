"""Random rounds of every game, good ones and bad ones, and all that the rules say of them.

Run it by hand: `python -m tests.bench.random_rounds --against REV [matches a table]` says whether
the rules of another revision say the same. It needs nothing of that revision but its rules.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

from scorekeeper.rules import (
    Correction,
    Event,
    Game,
    Hand,
    NotEntered,
    PipsHand,
    Play,
    Round,
    RuleError,
    Setup,
    Standing,
    Tile,
    faults,
    game_ids,
    load_game,
    score_round,
    score_so_far,
)
from scorekeeper.rules.doubts import doubts, predicted_ends
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.rules.game_keys import Entry, Rank, Sides

MATCHES, ROUNDS = 40, 6
SCORE = ("ending", "winning_side", "winning_seat", "pips", "points", "drawn", "reasons")
AWARD = ("opponents", "partner", "own", "excess", "flat")


def main() -> None:
    if sys.argv[1:2] != ["--against"]:
        for line in everything(int(sys.argv[1])):
            print(line)
        return
    from tests.bench.revisions import ROOT, checked_out, importing_from

    matches = sys.argv[3] if len(sys.argv) > 3 else str(MATCHES)
    with checked_out(sys.argv[2]) as before:
        said = [
            subprocess.run(
                [sys.executable, __file__, matches],
                env=importing_from(folder),
                check=True,
                capture_output=True,
                text=True,
            ).stdout.splitlines()
            for folder in (before, ROOT)
        ]
    different = [pair for pair in zip(*said, strict=True) if pair[0] != pair[1]]
    for pair in different[:5]:
        print(*pair, "", sep="\n")
    print(f"{len(said[0]):,} rounds, {len(different):,} of them different")
    sys.exit(1 if different else 0)


def everything(matches: int) -> Iterator[str]:
    """Say what the rules say of rounds of every game, a line for each round."""
    for game in map(load_game, game_ids()):
        random = Random(game.id)
        for players in game.deal:
            for _ in range(matches):
                yield from a_match(random, game, players)


def a_match(random: Random, game: Game, players: int) -> Iterator[str]:
    """Play some rounds, by the rules of the game or by house rules."""
    setup = table(random, game, players)
    standing = Standing.start(setup)
    for _ in range(ROUNDS):
        played = a_round(random, setup, standing)
        yield f"{game.id} {players}: {said(setup, played, standing)}"
        try:
            standing = standing.after(played, score_round(setup, played, standing.moment))
        except RuleError:
            continue
        if standing.over:
            return


def said(setup: Setup, played: Round, standing: Standing) -> str:
    moment = standing.moment
    wrong = [str(fault) for fault in faults(setup, played, moment)]
    told = [scored(score_round, setup, played, moment), scored(score_so_far, setup, played, moment)]
    if not wrong:
        told += [repr(doubts(setup, played, moment)), repr(predicted_ends(setup, played, moment))]
    return f"{played} {standing.totals} {wrong} {told}"


def scored(score: Any, *case: Any) -> str:
    try:
        found = score(*case)
    except RuleError as error:
        return f"{error} {error.tiles} {error.seats} {error.detail}"
    return str(found and [getattr(found, name) for name in SCORE])


def table(random: Random, game: Game, players: int) -> Setup:
    allowed = game.sides_for(players)
    partners = allowed is Sides.PAIRS or (allowed is Sides.EITHER and random.random() < 0.5)
    if game.table.entry is not Entry.PLAYS and random.random() < 0.5:
        try:
            return Setup(with_house_rules(game, house_rules(random)), players, partners)
        except RuleError:
            pass
    return Setup(game, players, partners)


def house_rules(random: Random) -> dict[str, Any]:
    """Make up rules; those that contradict each other are not played."""
    rank = random.sample([str(key) for key in Rank], random.randint(0, 3))
    blocked = {"rank": rank, "winner": award(random), "tie": random.choice(["void", "everyone"])}
    among = random.choice(["all", "blocker and next"])
    charge = {"own": random.randint(0, 1), "excess": random.randint(-1, 1)}
    changes: dict[str, Any] = {
        "out": {"winner": award(random), "losers": random.choice([{}, charge])},
        "blocked": blocked | {"among": among, "losers": random.choice([{}, charge])},
    }
    if random.random() < 0.3:
        changes["match"] = {"test": "exact", "first_score": random.choice([0, 15])}
    if random.random() < 0.3:
        weights = {"tile": {"0-0": random.randint(-5, 50)}, "double": "half"}
        changes["weights"] = weights | {"holding_a_double": random.randint(1, 2)}
    if random.random() < 0.3:
        changes["rounding"] = {"to": 5, "mode": random.choice(["nearest", "up", "down"])}
    return changes


def award(random: Random) -> dict[str, int]:
    return {part: random.choice([0, 0, 1, -1, 2]) for part in AWARD} | {"opponents": 1}


def a_round(random: Random, setup: Setup, standing: Standing) -> Round:
    """Make up what is entered; now and then something that cannot be."""
    put_out, facts = standing.moment.put_out, more(random, setup)
    if setup.game.table.entry is Entry.PLAYS:
        tiles = random.sample(setup.box.tiles, random.randint(0, len(setup.box)))
        plays = [Play(place % setup.players, tile) for place, tile in enumerate(tiles)]
        return Round(plays=tuple(plays[: random.randint(0, 12)]), **facts)
    wrong = random.random() < 0.1
    box = [*setup.box.tiles] * 2 if wrong else [*setup.box.tiles]
    box += [Tile(15, 15), Tile(0, 0)] if wrong else []
    random.shuffle(box)
    out = random.choice([None, random.randrange(setup.players)])
    hands: list[Any] = []
    for seat in range(setup.players - (wrong and random.random() < 0.2)):
        empty = seat == out or seat in put_out or random.random() < 0.02
        left = 0 if empty else random.randint(1, setup.dealt + (wrong and 1))
        hands.append(Hand(tuple(box[seat :: setup.players][:left])))
    by_pips = setup.game.table.entry is Entry.TOTALS or random.random() < 0.2
    return Round(tuple(counted(random, hand) for hand in hands) if by_pips else (*hands,), **facts)


def counted(random: Random, hand: Hand) -> Any:
    """Enter a hand by its pips, or not at all."""
    if random.random() < 0.1:
        return NotEntered()
    count = random.choice([None, len(hand.tiles)])
    return PipsHand(hand.pips, count, random.choice([None, None, hand.lightest]))


def more(random: Random, setup: Setup) -> dict[str, Any]:
    """Make up what is entered besides hands; often nothing."""
    seats, sides = range(setup.players), range(len(setup.sides))
    facts: dict[str, Any] = {}
    if random.random() < 0.5:
        facts |= {"opener": random.choice(seats), "blocker": random.choice(seats)}
    if random.random() < 0.2:
        facts["ends"] = (random.randint(0, 6), random.randint(0, 6))
    names = [bonus.name for bonus in setup.game.claims]
    if names and random.random() < 0.4:
        claimed = random.choices(names, k=random.choice([1, 1, 2]))
        facts["events"] = tuple(
            Event(name, random.choice([None, None, *seats])) for name in claimed
        )
    if setup.game.tally.steps and random.random() < 0.5:
        points = tuple(random.choice([0, 0, 5, 10, 7]) for _ in seats)
        # Before scores were told apart, the tally of a seat was their sum.
        by_score = "order" in Round.__dataclass_fields__
        facts["tally"] = tuple((each,) * (each > 0) for each in points) if by_score else points
    if random.random() < 0.1:
        facts["corrections"] = (Correction(random.choice(sides), random.randint(-9, 9), "so"),)
    return facts


if __name__ == "__main__":
    main()
