"""What a page says of a match is worked out once while the match is as it is, not at each look."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from scorekeeper.i18n import phrases
from scorekeeper.scorebook.projection import Match

Result = TypeVar("Result")


def once_a_match(function: Callable[[Match], Result]) -> Callable[[Match], Result]:
    """Let a function work out its result once for a match and the language of the page.

    Its result depends on nothing else, so it has no addresses and no dates in it.
    """

    @wraps(function)
    def once(match: Match) -> Result:
        key = function, phrases()
        if key not in match.worked_out:
            match.worked_out[key] = function(match)
        result: Result = match.worked_out[key]
        return result

    return once
