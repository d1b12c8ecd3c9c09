"""A year of a club that never was: 30 people, matches of seven games, the same for each seed."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import NamedTuple

from scorekeeper.figures.counted_rounds import CountedRound, results_of
from scorekeeper.figures.match_results import Result
from scorekeeper.rules import (
    AnyHand,
    Hand,
    PipsHand,
    Round,
    RuleError,
    Setup,
    Standing,
    load_game,
    score_round,
)
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.rules.game_keys import GoalTest

PEOPLE, SEED = 30, 2026
FIRST = datetime(2026, 1, 2, 19, 30, tzinfo=UTC)
SIX_LOVE = with_house_rules(load_game("jamaican-partners"), {"match": {"goal": 3}})
TABLES = (
    Setup(load_game("block"), 2, False),
    Setup(load_game("block"), 4, False),
    Setup(load_game("block"), 4, True),
    Setup(load_game("all-fives"), 3, False),
    Setup(load_game("dominican-patio"), 4, True),
    Setup(SIX_LOVE, 4, True),
    Setup(load_game("hungarian"), 4, False),
    Setup(load_game("french"), 4, False),
)


class ClubMatch(NamedTuple):
    """A match as it was played; `standing` is the last one, and some matches are not over."""

    match_id: int
    setup: Setup
    players: tuple[int, ...]
    opened_at: datetime
    rounds: tuple[CountedRound, ...]
    standing: Standing
    winner: int | None
    # What it came to for each player.
    rows: dict[int, Result]


def year(matches, seed=SEED):
    """Play a year of matches, about four of them each evening; one in forty is never ended."""
    random = Random(seed)
    moment, played = FIRST, []
    for match_id in range(1, matches + 1):
        match = _match(match_id, moment, random)
        played.append(match)
        moment = match.rounds[-1].recorded_at + timedelta(minutes=random.randint(2, 20))
        if match_id % 4 == 0:
            days = 365 * match_id // matches
            moment = FIRST + timedelta(days=days, minutes=random.randint(0, 60))
    return tuple(played)


def _match(match_id, opened_at, random):
    setup = random.choice(TABLES)
    players = tuple(_some_people(setup.players, random))
    standing, moment = Standing.start(setup), opened_at
    rounds: list[CountedRound] = []
    unfinished = random.randint(1, 3) if match_id % 40 == 0 else 999
    while not standing.over and len(rounds) < unfinished:
        moment += timedelta(minutes=90 if random.random() < 0.02 else random.randint(2, 12))
        played, score = scored_round(setup, standing, players, random)
        standing = standing.after(played, score)
        rounds.append(CountedRound(played, score, standing, moment))
    rows = dict(zip(players, results_of(match_id, setup, players, rounds, opened_at), strict=True))
    played = tuple(rounds), standing, standing.winner
    return ClubMatch(match_id, setup, players, opened_at, *played, rows)


def _some_people(number, random):
    """Draw who sits down; some come more often than others."""
    weights = {player: 1 + player % 7 for player in range(1, PEOPLE + 1)}
    for _seat in range(number):
        player = random.choices(list(weights), list(weights.values()))[0]
        del weights[player]
        yield player


def scored_round(setup, standing, players, random):
    """Draw a round that the rules take: somebody goes out, or it is blocked."""
    while True:
        played = _any_round(setup, standing, players, random)
        try:
            return played, score_round(setup, played, standing.moment)
        except RuleError:
            continue


def _any_round(setup, standing, players, random):
    absent = standing.moment.put_out
    here = [seat for seat in range(setup.players) if seat not in absent]
    # The lower the number of a player, the better the player.
    better = [PEOPLE + 10 - players[seat] for seat in here]
    out = None if random.random() < 0.25 else random.choices(here, better)[0]
    box = list(setup.box)
    random.shuffle(box)
    # Some count their pips and enter no tiles.
    counted = random.random() < 0.1
    hands: list[AnyHand] = []
    for seat in range(setup.players):
        left = 0 if seat == out or seat in absent else random.randint(1, min(5, setup.dealt))
        tiles = tuple(box.pop() for _ in range(left))
        hands.append(
            PipsHand(sum(tile.pips for tile in tiles), left) if counted and left else Hand(tiles)
        )
    tally: tuple[tuple[int, ...], ...] = ()
    if setup.game.tally.steps and setup.game.match.test is GoalTest.REACH:
        tally = tuple(random.choice(((), (5,), (10,), (15,))) for _seat in range(setup.players))
    return Round(tuple(hands), opener=random.choice(here), tally=tally)
