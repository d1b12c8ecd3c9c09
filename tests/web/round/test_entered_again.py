"""Whatever can be entered of a round of any game is there in its edit, and stays the same."""

from collections import Counter
from dataclasses import fields, replace
from random import Random

import pytest

from scorekeeper.rules import (
    Correction,
    Event,
    PipsHand,
    Round,
    RuleError,
    faults,
    game_ids,
    score_round,
)
from scorekeeper.rules.doubts import doubts
from scorekeeper.rules.game_keys import Entry, For
from scorekeeper.rules.round_entry import Play, points_by_side
from scorekeeper.scorebook import matches
from tests.unit.rules.deals import left, tables
from tests.web.visitor import RECORD, TEN

# How many rounds of each game.
ROUNDS, ROUNDS_THOROUGH = 4, 60


def drawn(setup, random):
    """Draw a round of a game with all that may be said of it."""
    by_points = not setup.game.charges and random.random() < 0.25
    draw = points_given if by_points else HANDS[setup.game.table.entry]
    played = draw(setup, random)
    for part in random.sample(PARTS, len(PARTS)):
        more = replace(played, **part(setup, random))
        played = more if can_be(setup, more) else played
    return played


def can_be(setup, played):
    try:
        score_round(setup, played)
    except RuleError:
        return False
    return not list(faults(setup, played))


def hands_left(setup, random):
    """Leave tiles in each hand, or count their pips; of some also how many tiles, or which."""
    while True:
        played = left(setup, random)
        if random.random() < 0.5:
            hands = [counted(setup, hand, random) for hand in played.hands]
            played = replace(played, hands=tuple(hands))
        played = with_boneyard(setup, played, random)
        if can_be(setup, played):
            return played


def with_boneyard(setup, played, random):
    """Say of some rounds which tiles slept: as many as were not dealt."""
    free = setup.box.as_set - {tile for hand in played.hands for tile in hand.known_tiles}
    count = setup.sleeping()[-1]
    if count == 0 or random.random() < 0.5:
        return played
    return replace(played, boneyard=tuple(random.sample(sorted(free), count)))


def points_given(setup, random):
    """Give the winner some points, or where all are paid each side; perhaps nobody any."""
    sides = range(len(setup.sides))
    if setup.game.pays_all:
        points = [random.choice([0, 5, 35]) for _side in sides]
    else:
        paid = random.choice([0, 1, 27]) if (setup.most_paid or 0) > 1 else 1
        winner = random.choice([None, *sides])
        points = [paid if side == winner else None for side in sides]
    return Round(points=points_by_side(points))


def counted(setup, hand, random):
    if hand.is_empty:
        return PipsHand(0)
    pips, known = setup.game.weights.of_hand(hand), random.random() < 0.5
    count = len(hand.tiles) if known or not pips else None
    return PipsHand(pips, count, random.choice([None, hand.lightest]))


def totals_left(setup, random):
    seats = range(setup.players)
    out = random.choice(seats)
    return Round(tuple(PipsHand(0 if seat == out else random.randint(1, 60)) for seat in seats))


def plays_laid(setup, random):
    """Lay tiles in turn, with some who pass, until the last mark is reached."""
    opener = seat = random.randrange(setup.players)
    plays, total, laid = [], 0, Counter()
    for tile in random.sample(setup.box.tiles, len(setup.box)):
        while random.random() < 0.2:
            seat = (seat + 1) % setup.players
        if total >= max(setup.game.plays.marks) or laid[seat] == setup.dealt:
            break
        plays.append(Play(seat, tile))
        laid[seat] += 1
        total += tile.pips
        seat = (seat + 1) % setup.players
    return Round(opener=opener, plays=tuple(plays))


def ends(setup, random):
    highest = range(setup.game.tiles.highest + 1)
    low, high = sorted(random.choices(highest, k=2))
    return {"ends": (low, high)}


def scores(setup, random):
    """Let some score in play; in which order is known, or not."""
    steps = [*setup.game.tally.steps] or [5]
    made = [
        tuple(random.choice(steps) for _time in range(random.choice([0, 1, 3])))
        for _seat in range(setup.players)
    ]
    order = [seat for seat, points in enumerate(made) for _score in points]
    random.shuffle(order)
    known = {"order": tuple(order)} if random.random() < 0.5 else {}
    return {"tally": tuple(made) if order else (), **known}


def events(setup, random):
    """Claim some bonuses, in the order in which they are offered."""
    seats, claimed = range(setup.players), []
    for bonus in setup.game.claims:
        if random.random() < 0.6:
            who = [None] if bonus.to is For.WINNER else random.sample(seats, random.choice([1, 2]))
            claimed += [Event(bonus.name, seat) for seat in sorted(who, key=str)]
    return {"events": tuple(claimed)}


def corrections(setup, random):
    side, points = random.randrange(len(setup.sides)), random.choice([-7, 5, 120])
    return {"corrections": (Correction(side, points, random.choice(["", "a tile lay hidden"])),)}


HANDS = {Entry.TILES: hands_left, Entry.TOTALS: totals_left, Entry.PLAYS: plays_laid}


PARTS = (
    lambda setup, random: {"opener": random.randrange(setup.players)},
    lambda setup, random: {"blocker": random.randrange(setup.players)},
    lambda _setup, random: {"last_tile_scored": random.choice([True, False])},
    *(ends, scores, events, corrections),
)


def rounds_of(game, seed, count):
    """Draw rounds of a game at tables of all sizes, the same for the same seed."""
    random, setups = Random(f"{game} {seed}"), tables([game])
    return [(setup, drawn(setup, random)) for setup in random.choices(setups, k=count)]


def told_of(visitor, table):
    """Read the pages that tell of the first round of a match."""
    texts = [visitor.open(f"{table}{page}").text for page in ("/rounds/1", "")]
    return [text.replace(table, "") for text in texts]


@pytest.mark.parametrize("game", game_ids())
def test_a_round_is_edited_as_it_was_entered_and_saved_unchanged_stays_the_same(
    app, visitor, seed, thorough, game
):
    def opened(key):
        with app.app_context():
            return f"/matches/{matches.open_match(setup, TEN[: setup.players], key)}"

    def recorded(table):
        with app.app_context():
            return matches.find_match(int(table.rpartition("/")[2])).record.entries[0].played

    drawn_rounds = rounds_of(game, seed, ROUNDS_THOROUGH if thorough else ROUNDS)
    for number, (setup, played) in enumerate(drawn_rounds):
        table, other = opened(f"{number} first"), opened(f"{number} second")
        with app.app_context():
            matches.record_round(int(table.rpartition("/")[2]), 1, f"round {number}", played)
        told = told_of(visitor, table)
        page = visitor.open(f"{table}/rounds/1/edit")
        assert visitor.send(page, RECORD).leads_to == table, played
        assert recorded(table) == played
        assert told_of(visitor, table) == told
        # What the page of the edit has, entered as a new round, is the same round again; but open
        # ends are asked for only where tiles lie in a line, and are known, and sleeping tiles only
        # where somebody wants a strict referee.
        new = visitor.open(f"{other}/rounds/new?entry={page.form['entry']}")
        not_asked = {"ends", "boneyard"} - {*new.fields}
        asked = replace(played, **dict.fromkeys(not_asked))
        doubted = " ".join(each.fingerprint for each in doubts(setup, asked))
        sent = {name: text for name, text in page.form.items() if name in new.fields}
        own = {name: new.form[name] for name in ("csrf_token", "entry_key")}
        answer = visitor.post(new.address, {**sent, **own, "overruled": doubted, **RECORD})
        assert answer.leads_to.removesuffix("/winner") == other
        assert recorded(other) == asked
        assert told_of(visitor, other) == told or asked != played


def test_all_that_a_round_can_have_is_drawn(seed):
    rounds = [played for game in game_ids() for _setup, played in rounds_of(game, seed, ROUNDS)]
    for field in fields(Round):
        some = [each for each in rounds if getattr(each, field.name) not in (None, ())]
        assert len(some) > 3, field.name
    assert {type(hand).__name__ for each in rounds for hand in each.hands} == {"Hand", "PipsHand"}
