"""The figures of a scorebook counted once more, slowly, from the rows of each match.

tests/cases/figures.toml holds what the rows of a match are.
"""

from collections import Counter
from fractions import Fraction

from scorekeeper.figures.rating import Finished, rated_in_order

OF_A_HAND = ("pips", "hands", "caught", "seen")
COUNTED = "matches won rounds out block tile drawn made given biggest pips hands caught seen"


def ended(match):
    return match.winner is not None


def played_by(matches, *players):
    """Return the matches that are over in which these sat, two of them as partners."""
    together = [match for match in filter(ended, matches) if {*players} <= match.rows.keys()]
    return [each for each in together if len({each.rows[one].side for one in players}) == 1]


def sums(matches, *players, left_out=()):
    """Count for a player, or for two partners: they have two hands, and each point once."""
    counts: Counter[str] = Counter()
    for match in played_by(matches, *players):
        first, *others = (match.rows[player].sums for player in players)
        biggest = max(counts["biggest"], first.biggest)
        counts.update(as_counts(first))
        for other in others:
            counts.update({name: getattr(other, name) for name in OF_A_HAND})
        counts["biggest"] = biggest
    for name in left_out:
        del counts[name]
    return counts


def luck(matches, player):
    """Add up the chances of a player in each match."""
    played = played_by(matches, player)
    return sum((Fraction(1, len(match.setup.sides)) for match in played), Fraction())


def longest_run(matches, player):
    """Return the longest run of wins, from a text of the matches in order."""
    rows = [match.rows[player] for match in played_by(matches, player)]
    in_order = sorted(rows, key=lambda row: row.ended_at)
    return max(map(len, "".join("W" if row.won else " " for row in in_order).split(" ")))


def ahead(matches, first, second):
    """Count the matches of two against each other, and those either of them was ahead in."""
    met = [
        (match.rows[first].place, match.rows[second].place)
        for match in played_by(matches, first)
        if second in match.rows and match.rows[first].side != match.rows[second].side
    ]
    return len(met), sum(one < two for one, two in met), sum(one > two for one, two in met)


def ratings(matches):
    """Rate everybody, all matches at once."""
    rows = [
        Finished(match.match_id, row.ended_at, row.side, row.place, player)
        for match in filter(ended, matches)
        for player, row in match.rows.items()
    ]
    return {row.player: rating for row, rating in rated_in_order(rows)}


def as_counts(kept):
    """Return the numbers of a `Sums` that are counted here."""
    return Counter({name: getattr(kept, name) for name in COUNTED.split()})
