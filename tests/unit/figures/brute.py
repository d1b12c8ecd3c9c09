"""The same figures counted once more, slowly and another way, straight from the rounds.

Nothing of `scorekeeper.figures` is used here but the rounds it is given.
"""

from collections import Counter
from fractions import Fraction
from math import exp, sqrt

from scorekeeper.rules import Hand, Tile
from scorekeeper.rules.reasons import Compared, Drawn, WentOut

Belief = tuple[float, float]
LOW = ("hungarian", "french")
DOUBLE_SIX = Tile(6, 6)


def sides_of(match):
    return 2 if match.setup.partners else len(match.players)


def ended(match):
    return match.winner is not None


def played_by(matches, *players):
    """Return the matches that are over in which these sat, two of them as partners."""
    return [
        match
        for match in matches
        if all(player in match.players for player in players)
        and ended(match)
        and len({match.players.index(player) % sides_of(match) for player in players}) <= 1
    ]


def sums(matches, *players, left_out=()):
    """Count for a player, or for two partners together, round by round."""
    counts: Counter[str] = Counter()
    for match in played_by(matches, *players):
        seats = [match.players.index(player) for player in players]
        side = seats[0] % sides_of(match)
        counts["matches"] += 1
        counts["won"] += match.winner == side
        for at, counted in enumerate(match.rounds):
            if at and side in match.rounds[at - 1].standing.put_out:
                continue
            counts["rounds"] += 1
            counts[way(match, at, side)] += 1
            for other, points in enumerate(counted.score.points):
                counts["made" if other == side else "given"] += points
            counts["biggest"] = max(counts["biggest"], counted.score.points[side])
            for seat in seats:
                hand = counted.played.hands[seat]
                counts["pips"] += hand.pips
                counts["hands"] += 1
                if isinstance(hand, Hand):
                    counts["seen"] += 1
                    counts["caught"] += DOUBLE_SIX in hand.tiles
    for name in ("lost", *left_out):
        del counts[name]
    return counts


def way(match, at, side):
    """Say how a side won a round, or that it was drawn, or lost."""
    score = match.rounds[at].score
    kinds = [type(reason) for reason in score.reasons]
    if Drawn in kinds:
        return "drawn"
    if score.winning_side != side:
        return "lost"
    if WentOut in kinds:
        return "out"
    # Of these games only Block has a second comparison, that of the lightest tiles.
    return "tile" if kinds.count(Compared) == 2 and match.setup.game.id == "block" else "block"


def luck(matches, player):
    """Add up the chances of a player in each match."""
    played = played_by(matches, player)
    return sum((Fraction(1, sides_of(match)) for match in played), Fraction())


def longest_run(matches, player):
    """Return the longest run of wins, from a text of the matches in order."""
    played = sorted(played_by(matches, player), key=lambda match: match.rounds[-1].recorded_at)
    text = "".join(
        "W" if match.players.index(player) % sides_of(match) == match.winner else " "
        for match in played
    )
    return max(map(len, text.split(" ")))


def who_was_ahead(match, first, second):
    """Return 1, -1 or 0: the winner is ahead, then who stayed in for longer, then the total."""
    sides = [match.players.index(player) % sides_of(match) for player in (first, second)]
    if match.winner in sides:
        return 1 if match.winner == sides[0] else -1
    for counted in reversed(match.rounds):
        out = [side in counted.standing.put_out for side in sides]
        if out[0] != out[1]:
            return 1 if out[1] else -1
    one, two = (match.standing.totals[side] for side in sides)
    higher = (one > two) - (one < two)
    return -higher if match.setup.game.id in LOW else higher


def ahead(matches, first, second):
    """Count the matches of two against each other, and those either of them was ahead in."""
    met = [
        who_was_ahead(match, first, second)
        for match in matches
        if first in match.players
        and second in match.players
        and ended(match)
        and (match.players.index(first) - match.players.index(second)) % sides_of(match)
    ]
    return len(met), met.count(1), met.count(-1)


def lead_changes(match):
    """Count how often another side came ahead alone."""
    low, leader, changes = match.setup.game.id in LOW, None, 0
    for counted in match.rounds:
        after = counted.standing
        inside = {s: t for s, t in enumerate(after.totals) if s not in after.put_out}
        best = (min if low else max)(inside.values())
        alone = [side for side, total in inside.items() if total == best]
        if len(alone) == 1:
            changes += leader is not None and leader != alone[0]
            leader = alone[0]
    return changes


def plackett_luce(sides, places):
    """Rate a match by algorithm 4 of Weng and Lin (2011), with the numbers of openskill."""
    beta, drift = 25 / 6, 25 / 300
    grown = [[(mu, sigma**2 + drift**2) for mu, sigma in side] for side in sides]
    mus = [sum(mu for mu, _var in side) for side in grown]
    variances = [sum(var for _mu, var in side) for side in grown]
    c = sqrt(sum(var + beta**2 for var in variances))
    rated: list[list[Belief]] = []
    for i, side in enumerate(grown):
        omega = delta = 0.0
        for q, place in enumerate(places):
            if place > places[i]:
                continue
            left = sum(exp(mus[s] / c) for s, other in enumerate(places) if other >= place)
            p, level = exp(mus[i] / c) / left, list(places).count(place)
            omega += ((i == q) - p) / level
            delta += p * (1 - p) / level
        shrink = sqrt(variances[i]) / c * variances[i] / c**2 * delta
        rated.append(
            [
                (mu + var / c * omega, sqrt(var * max(1 - var / variances[i] * shrink, 0.0001)))
                for mu, var in side
            ]
        )
    return rated


def ratings(matches):
    """Rate everybody, match by match in the order they ended."""
    beliefs: dict[int, Belief] = {}
    for match in sorted(filter(ended, matches), key=lambda match: match.rounds[-1].recorded_at):
        count = sides_of(match)
        people = [match.players[side::count] for side in range(count)]
        places = [
            1
            + sum(
                who_was_ahead(match, people[other][0], people[side][0]) == 1
                for other in range(count)
                if other != side
            )
            for side in range(count)
        ]
        before = [[beliefs.get(player, (25.0, 25 / 3)) for player in side] for side in people]
        after = plackett_luce(before, places)
        for side, news in zip(people, after, strict=True):
            beliefs.update(zip(side, news, strict=True))
    return beliefs


def as_counts(kept):
    """Return the numbers of a `Sums` that are counted here."""
    names = "matches won rounds out block tile drawn made given biggest pips hands caught seen"
    return Counter({name: getattr(kept, name) for name in names.split()})
