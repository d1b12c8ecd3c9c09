"""What may stand in the gaps of messages, in the language of a request; messages filled with it.

A gap is named after what stands in it: of `%(points)s` it is a number of points.
"""

import re
from itertools import chain

from scorekeeper.rules import game_ids, load_game
from scorekeeper.wording.formats import (
    format_number,
    join_names,
    minutes,
    one_of,
    pips,
    points,
    rounds,
    times,
    translate_name,
    wins,
)

GAP = re.compile(r"%\((\w+)\)[sd]")
NUMBERS = (0, 1, 2, 5, 8, 11, 21, 80)
PERSON = ("Ana", "Ernő", "Édouard", "Hugo")
PEOPLE = (("José", "Íñigo"), ("Ana", "Bea", "Ernő"), ("Hugo", "Édouard"))

_NUMBER = """
    num number count total all last own theirs goal limit first next mark box days hours edited
    highest dealt won done part round end percent low high now was second one two third
"""
_MORE_THAN_ONE = "most least needed here expected smallest needs players"
_POINTS = "points worth award pays blocked charge more sum value"
_COUNTED = {_POINTS: points, "pips weight held": pips, "rounds": rounds, "wins": wins} | {
    "minutes": minutes
}
_ONE_NAME = "name owner winner seat device line"
# Of these a message may have one or several, which it says in its own way.
_NAMES = "names side sides who winners"
# A number that has its word in the message, not in the gap.
_BARE = re.compile(r"%\((\w+)\)s (?:points|pips|min|behind)\b")


def pieces():
    """Return what stands in the gaps: where a message is said of one, and where of several."""
    names = [join_names(each) for each in PEOPLE]
    games = [translate_name(load_game(each).name) for each in game_ids()]
    numbers = [format_number(each) for each in NUMBERS]
    several = {
        "numbers marks ends": (["3"], [one_of((2, 4)), one_of((2, 3, 4)), join_names((3, 8))]),
        _NAMES: (PERSON, names),
        "tiles lightest heavier which": (["1-2"], [join_names(("1-2", "5-6"))]),
        "tables": (["3"], ["3, 8"]),
    }
    alike = {
        _NUMBER: numbers,
        _MORE_THAN_ONE: numbers[2:],
        _ONE_NAME: PERSON,
        "times": [times(each) for each in (2, 3, 4, 8, 11)],
        "game": games,
    } | {gaps: [say(each) for each in NUMBERS] for gaps, say in _COUNTED.items()}
    found = several | {gaps: (each, each) for gaps, each in alike.items()}
    return {gap: each for gaps, each in found.items() for gap in gaps.split()}


def filled(original, forms, plural, known):
    """Fill the gaps of a message, so that each piece stands at least once in each of its gaps.

    In a gap of which nothing is known stand words that nothing before them has to fit.
    """
    gaps = {gap: _kind(gap, original) for gap in GAP.findall("".join(original))}
    counted = "num" if "num" in gaps else "" if gaps.keys() & {*_NAMES.split()} else "number"
    # Of nobody nothing is said.
    counts = NUMBERS if counted in gaps else NUMBERS[1:]
    for count in counts if len(forms) > 1 else [None]:
        standing = {gap: known.get(kind, (["…"], ["…"])) for gap, kind in gaps.items()}
        if count is None:
            fit = {gap: [*dict.fromkeys(chain(*each))] for gap, each in standing.items()}
        else:
            fit = {gap: each[count != 1] for gap, each in standing.items()}
            fit[counted] = [format_number(count)]
        text = forms[plural(count)] if count is not None else forms[0]
        for at in range(max(map(len, fit.values()), default=1)):
            # Not the same name in two gaps.
            yield text % {
                gap: each[(at + place) % len(each)] for place, (gap, each) in enumerate(fit.items())
            }


def _kind(gap, original):
    """Name what stands in a gap that has another meaning beside some others."""
    text = original[0]
    if gap in _BARE.findall(text):
        return "number"
    if gap == "other":
        return "number" if "%(own)" in text or "%(one)" in text else "name"
    return "name" if gap in ("one", "two") and "%(two)" in text else gap
