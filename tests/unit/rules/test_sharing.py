"""Whether tiles can be shared out so that every hand has the pips it should."""

from itertools import combinations, product
from random import Random

from scorekeeper.rules import sharing
from scorekeeper.rules.sharing import Share, can_share

FEW = 300


def tried(tiles, shares):
    """Answer the same question by trying every way there is."""
    places = range(len(tiles))

    def ways(share):
        sizes = range(share.fewest, share.most + 1)
        hands = (set(hand) for size in sizes for hand in combinations(places, size))
        return [hand for hand in hands if fits(share, [tiles[place] for place in hand])]

    return any(
        not any(one & other for one, other in combinations(hands, 2))
        for hands in product(*map(ways, shares))
    )


def fits(share, hand):
    return sum(hand) == share.pips and all(pips >= share.lightest for pips in hand)


def test_the_answer_is_that_of_trying_every_way(seed):
    random = Random(seed)
    for _ in range(FEW):
        tiles = sorted(random.choices(range(7), k=6))
        shares = []
        for _seat in range(random.randint(1, 3)):
            fewest = random.randint(0, 2)
            most = fewest + random.randint(0, 2)
            shares.append(Share(random.randint(0, 9), fewest, most, random.choice([0, 0, 2])))
        assert can_share(tiles, shares) is tried(tiles, shares), (tiles, shares)


def test_a_question_that_takes_too_long_is_answered_with_yes(monkeypatch):
    shares = [Share(1, 1, 2), Share(1, 1, 2)]
    assert not can_share([1, 2, 3], shares)
    monkeypatch.setattr(sharing, "MOST_STEPS", 0)
    # Nothing is remembered of the same question.
    monkeypatch.setattr(sharing, "_can_share", sharing._can_share.__wrapped__)
    assert can_share([1, 2, 3], shares)
