"""Matches as people write them down, a line each; tests/cases/matches.toml has them."""

import re

from scorekeeper.rules import Ending, RoundScore, Standing, score_round
from scorekeeper.wording.rounds import RoundNarrator
from tests.unit.rules.example import leaving
from tests.unit.rules.lines import NAMES, example, numbers, set_up

IN_SHORT = ("1-2", "3-4", "5-6", "0-1")
PAYS = re.compile(r"pays ([-\d ]+?)(?: by (\w+))?(?: won by (\w+))?")


def outcome(line):
    """Return what a line expects of the standing, and the same as it is."""
    match, expected = line.split(" => ")
    told = expected.split("; ")
    # A sentence may have a semicolon.
    said = next((place for place, each in enumerate(told) if each.startswith("says ")), len(told))
    told[said:] = ["; ".join(told[said:])] if said < len(told) else []
    standing = standing_of(match)
    about = {kind(each): each for each in told_of(standing)}
    return told, [about[kind(each)] for each in told]


def standing_of(told):
    """Play the rounds of a line."""
    return played_by(told)[1]


def rounds_of(told):
    """Return the setup and the rounds of a line."""
    rounds, standing = played_by(told)
    return standing.setup, *rounds


def played_by(told):
    """Play the rounds of a line; return them, and how the match stands after them."""
    table, _, rounds = told.partition(" :")
    standing, found = Standing.start(set_up(table)), []
    for each in filter(None, rounds.strip().split(" | ")):
        in_time, late, _ = each.partition(" late")
        written, _, times = in_time.partition(" x")
        for _time in range(int(times or 1)):
            played, score = a_round(written, table, standing)
            standing = standing.after(played, score, time_over=bool(late))
            found.append(played)
    return found, standing


def a_round(told, table, standing):
    """Return a round and its score: in short, by what it pays, or in full."""
    setup = standing.setup
    if told.startswith("pays "):
        return paying(told, setup)
    if told.endswith(" out"):
        hands = list(IN_SHORT[: setup.players])
        hands[NAMES.index(told.removesuffix(" out"))] = ""
        played = leaving(*hands)
    else:
        played = example(f"{table} : {told}")[1]
    return played, score_round(setup, played, standing.moment)


def paying(told, setup):
    """Return any round, with the score that it should have."""
    found = PAYS.fullmatch(told)
    assert found, told
    points, opener, winner = numbers(found[1]), found[2], found[3]
    side = NAMES.index(winner) if winner else None
    ending = Ending.BLOCKED if side is None else Ending.WENT_OUT
    seat = NAMES.index(opener) if opener else None
    played = leaving(*IN_SHORT[: setup.players], opener=seat)
    return played, RoundScore(ending, side, side, points, points)


def told_of(standing):
    """Say all that a line can expect of a standing."""
    yield listed("totals", standing.totals)
    yield listed("to go", standing.to_go)
    yield f"goal {standing.goal_points} needs {standing.target_points}"
    yield f"after {standing.rounds}"
    yield f"worth {standing.worth}"
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


def kind(told):
    """Say what something told of a standing is about."""
    if told in ("back to 0", "not back to 0"):
        return "back"
    if told == "not over" or told.startswith(("won by ", "drawn")):
        return "end"
    return " ".join(told.split()[: 2 if told.startswith("to go") else 1])


def who_leads(lead, setup):
    who = () if lead.side is None else setup.sides[lead.side]
    who = who if lead.seat is None else (lead.seat,)
    names = " & ".join(NAMES[seat] for seat in who)
    return " ".join(filter(None, (lead.rule.value, names, lead.tile and str(lead.tile))))


def first(standing, side):
    return NAMES[standing.setup.sides[side][0]]


def listed(words, values):
    return " ".join([words, *map(str, values)])
