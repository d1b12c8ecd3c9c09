"""Rounds and matches as people write them down; see rounds.toml and matches.toml in tests/cases."""

import re
import tomllib
from typing import Any

from scorekeeper.rules import (
    Correction,
    Ending,
    Event,
    Hand,
    Moment,
    NotEntered,
    PipsHand,
    Play,
    Round,
    RoundScore,
    RuleError,
    Standing,
    faults,
    game_ids,
    parse_tiles,
    score_round,
)
from scorekeeper.rules.round_entry import parse_tile, points_by_side
from scorekeeper.wording.round_sentences import RoundNarrator
from tests.support.cases import Unreadable, known, parted
from tests.unit.rules.example import leaving, table

NAMES = ("Ana", "Bea", "Ciro", "Dani", "Eva")
COUNTED = re.compile(r"(-?\d+)(?: of (-?\d+))?(?: from (\d+-\d+))?")


def outcome(line):
    """Return a line with what its round comes to, in as many words as it has."""
    told, expected = parted(line)
    return f"{told} => {_outcome(expected, *example(told))}"


def _outcome(expected, setup, played, moment):
    if expected.startswith("faults") or expected == "fits":
        found = [refusal(each, expected) for each in faults(setup, played, moment)]
        return f"faults {' | '.join(found)}" if found else "fits"
    try:
        score = score_round(setup, played, moment)
    except RuleError as error:
        return f"refused {refusal(error, expected)}"
    return won(setup, score, seat=" by " in expected)


def example(told):
    """Read what lies on the table: GAME PLAYERS with HOUSE RULES : HANDS : FACTS."""
    first, *rest = told.split(" : ")
    setup = set_up(first)
    hands = rest.pop(0).split(" / ") if rest and not is_fact(rest[0]) else ()
    facts, moment = dict[str, Any](), dict[str, Any]()
    for fact in filter(None, "; ".join(rest).split("; ")):
        word, _, value = fact.partition(" ")
        key, read = known(word, FACTS | MOMENTS, "fact")
        (moment if word in MOMENTS else facts)[key] = read(value)
    return setup, Round(tuple(map(hand, hands)), **facts), Moment(**moment)


def set_up(told):
    """Read `block 3`, `block 2 alone`, or `block pairs with match.goal = 50; deal.4 = 6`."""
    first, changed = with_rules(told)
    game, *players = first.split()
    known(game, dict.fromkeys(game_ids()), "game")
    partners = {"pairs": True, "partners": True, "alone": False}.get(first.split()[-1])
    number = 4 if players == ["pairs"] else int((players or ["2"])[0])
    return table(game, number, partners=partners, **changed)


def with_rules(told):
    """Return what stands before `with`, and the house rules after it as tables."""
    first, _, rules = told.partition(" with ")
    return first, tomllib.loads(rules.replace("; ", "\n"))


def hand(told):
    if told == "?":
        return NotEntered()
    counted = COUNTED.fullmatch(told)
    if counted is None:
        return Hand() if told == "-" else Hand(parse_tiles(told))
    pips, count, lightest = counted.groups()
    tile = parse_tile(lightest) if lightest else None
    return PipsHand(int(pips), int(count) if count else None, tile)


def seat(name):
    """Return the seat of whoever is called so."""
    return known(name, {each: at for at, each in enumerate(NAMES)}, "player")


def event(told):
    name, _, claimer = told.partition(" by ")
    return Event(name, seat(claimer) if claimer else None)


def correction(told):
    name, points, *note = told.split(" ", 2)
    return Correction(seat(name), int(points), *note)


def tally(told):
    return tuple(numbers(each) if each != "-" else () for each in told.split(" / "))


def play(told):
    name, laid = told.split()
    return Play(seat(name), parse_tile(laid))


def numbers(told):
    return tuple(map(int, told.split()))


def points(told):
    """Return the points of each side; `-` is one that is not named."""
    return points_by_side(None if each == "-" else int(each) for each in told.split())


def seats(told):
    return tuple(map(seat, told.split()))


def is_fact(told):
    return told.partition(" ")[0] in FACTS | MOMENTS


FACTS: dict[str, tuple[str, Any]] = {
    "claims": ("events", lambda told: tuple(map(event, told.split(", ")))),
    "corrected": ("corrections", lambda told: tuple(map(correction, told.split(", ")))),
    "opener": ("opener", seat),
    "ends": ("ends", numbers),
    "blocker": ("blocker", seat),
    "tally": ("tally", tally),
    "order": ("order", seats),
    "plays": ("plays", lambda told: tuple(map(play, told.split(", ")))),
    "points": ("points", points),
    "boneyard": ("boneyard", parse_tiles),
    "last": ("last_tile_scored", lambda told: told == "tile scored"),
}
MOMENTS: dict[str, tuple[str, Any]] = {
    "round": ("number", int),
    "worth": ("worth", int),
    "more": ("more", int),
    "without": ("put_out", seats),
    "totals": ("totals", numbers),
    "once": ("claimed", lambda told: (told,)),
    "run": ("on_a_run", seats),
}


def won(setup, score, *, seat):
    """Say who won and what it pays: `Ana & Ciro by Ciro: 15 0`."""
    side = score.winning_side
    who = "nobody" if side is None else " & ".join(NAMES[each] for each in setup.sides[side])
    by = f" by {NAMES[score.winning_seat]}" if seat and score.winning_seat is not None else ""
    return f"{who}{by}: {' '.join(map(str, score.points))}"


def refusal(error, expected):
    """Say what is wrong: `TOO_MANY_TILES 1-2 Ana; count = 8`, with the facts that are expected."""
    named = [*map(str, error.tiles), *(NAMES[each] for each in error.seats)]
    facts = [f"{key} = {written(value)}" for key, value in error.detail.items()]
    return "; ".join([" ".join([error.code.name, *named]), *(facts if ";" in expected else ())])


def written(value):
    """Write a value as TOML does."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


# A match: its rounds in short.
IN_SHORT = ("1-2", "3-4", "5-6", "0-1")
PAYS = re.compile(r"pays ([-\d ]+?)(?: by (\w+))?(?: won by (\w+))?")


def standing_told(line):
    """Return the line of a match, or one with all that is true of its standing."""
    match, told = parted(line)
    # A sentence may have a semicolon.
    told, says, sentence = told.partition("says ")
    expected = {*filter(None, told.split("; ")), *filter(None, [says + sentence])}
    true = {*told_of(standing_of(match))}
    return line if expected <= true else f"{match} => {'; '.join(sorted(true))}"


def standing_of(told):
    """Play the rounds of a line; return how the match stands after them."""
    start, steps = played_by(told)
    return steps[-1][2] if steps else start


def rounds_of(told):
    """Return the setup and the rounds of a line."""
    start, steps = played_by(told)
    return start.setup, *(played for played, _score, _standing in steps)


def played_by(told):
    """Play the rounds of a line; return the start, and each with its score and the standing."""
    table, _, rounds = told.partition(" :")
    start = standing = Standing.start(set_up(table))
    steps = []
    for each in filter(None, rounds.strip().split(" | ")):
        in_time, late, _ = each.partition(" late")
        in_words, _, times = in_time.partition(" x")
        for _time in range(int(times or 1)):
            played, score = a_round(in_words, table, standing)
            standing = standing.after(played, score, time_over=bool(late))
            steps.append((played, score, standing))
    return start, steps


def a_round(told, table, standing):
    """Return a round and its score: in short, by what it pays, or in full."""
    setup = standing.setup
    if told.startswith("pays "):
        return paying(told, setup)
    if told.endswith(" out"):
        hands = list(IN_SHORT[: setup.players])
        hands[seat(told.removesuffix(" out"))] = ""
        played = leaving(*hands)
    else:
        played = example(f"{table} : {told}")[1]
    return played, score_round(setup, played, standing.moment)


def paying(told, setup):
    """Return any round, with the score that it should have."""
    found = PAYS.fullmatch(told)
    if found is None:
        raise Unreadable(f"`{told}` is not as `pays 20 0 by Ana won by Bea`.")
    points, opener, winner = numbers(found[1]), found[2], found[3]
    side = seat(winner) if winner else None
    ending = Ending.BLOCKED if side is None else Ending.WENT_OUT
    first = seat(opener) if opener else None
    played = leaving(*IN_SHORT[: setup.players], opener=first)
    return played, RoundScore(ending, side, side, points, points)


def told_of(standing):
    """Say all that a line can expect of a standing."""
    yield listed("totals", standing.totals)
    yield listed("to go", standing.to_go)
    yield f"goal {standing.setup.game.match.goal} needs {standing.setup.game.match.target}"
    yield f"after {standing.rounds}"
    yield f"worth {standing.worth}"
    yield f"more {standing.more}"
    yield "back to 0" if standing.reset else "not back to 0"
    won = "drawn" if standing.drawn else f"won by {first(standing, standing.winner or 0)}"
    yield (won + " by time" * standing.by_time) if standing.over else "not over"
    for words, sides in (
        ("ahead", standing.leaders),
        ("level", standing.level),
        ("lost", standing.losers),
    ):
        yield listed(words, [first(standing, side) for side in sides])
    yield listed("out", [NAMES[seat] for seat in standing.put_out])
    yield listed("claimed", standing.moment.claimed)
    yield f"leads {who_leads(standing.lead, standing.setup)}"
    narrator = RoundNarrator(standing.setup, NAMES[: standing.setup.players])
    yield f"says {narrator.lead(standing.lead)}"
    yield f"says {narrator.deal(standing.worth, standing.more) or 'nothing of a deal'}"


def who_leads(lead, setup):
    who = () if lead.side is None else setup.sides[lead.side]
    who = who if lead.seat is None else (lead.seat,)
    names = " & ".join(NAMES[seat] for seat in who)
    return " ".join(filter(None, (lead.rule.value, names, lead.tile and str(lead.tile))))


def first(standing, side):
    return NAMES[standing.setup.sides[side][0]]


def listed(words, values):
    return " ".join([words, *map(str, values)])
