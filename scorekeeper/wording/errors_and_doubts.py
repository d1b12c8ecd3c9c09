"""A sentence for each error, and for each doubt, which does not prevent recording a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from scorekeeper.messages import LazyString, ngettext
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.rules.doubts import Doubt, Law
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.tiles_and_hands import Ending
from scorekeeper.wording.formats import (
    format_number,
    join_names,
    one_of,
    pips,
    tiles,
    translate_name,
)

Facts = dict[str, Any]
# A sentence to fill with facts, or a function that chooses or builds one from them.
Sentence = LazyString | Callable[[Facts], LazyString | str]


def _filled(sentence: Sentence, facts: Facts) -> str:
    said = sentence(facts) if callable(sentence) else sentence
    return said % facts if isinstance(said, LazyString) else said


def error_sentence(error: RuleError, names: Sequence[str] = ()) -> str:
    """Say what is wrong; an error about seats needs the `names` of the players in their order."""
    who = [names[seat] for seat in error.seats]
    # For translators: “in Ana’s hand” is the %(where)s of other sentences.
    where = [_("in %(name)s’s hand", name=name) for name in who]
    if error.detail.get("boneyard"):
        # For translators: it is used as “in Ana’s hand” is.
        where.append(_("in the boneyard"))
    facts = {
        **error.detail,
        **{name: translate_name(str(error.detail.get(name, ""))) for name in ("event", "other")},
        "known": ", ".join(cast("tuple[str, ...]", error.detail.get("known", ()))),
        "key": error.key,
        "tiles": join_names(error.tiles),
        "people": len(who),
        "names": who,
        "who": join_names(who),
        "where": join_names(where),
    }
    return _filled(_ERRORS[error.code], facts)


def _out_of_range(facts: Facts) -> LazyString | str:
    if "allowed" in facts:
        allowed = ", ".join(map(str, facts["allowed"]))
        return _("%(key)s must be one of: %(allowed)s.", key=facts["key"], allowed=allowed)
    return _l("%(key)s must be from %(least)s to %(most)s.")


def _contradiction(facts: Facts) -> str:
    # With a name, because the extraction of messages would take “why” for one.
    template = facts["why"]
    why = _(template, **facts)
    # For translators: “Goal” contradicts the rest of the rules: a single award pays 100 already.
    return _("%(key)s does not fit the other rules: %(why)s.", key=facts["key"], why=why)


def _players_not_allowed(facts: Facts) -> str:
    allowed = facts["allowed"]
    if facts["players"] > max(allowed):
        # For translators: Block is for 2 to 4 players. …
        said = _l("%(game)s is for %(numbers)s players. Remove a player or choose another game.")
    elif facts["players"] < min(allowed):
        said = _l("%(game)s is for %(numbers)s players. Add a player or choose another game.")
    else:
        said = _l(
            "%(game)s is for %(numbers)s players. Add or remove a player, or choose another game."
        )
    return said % {"game": translate_name(facts["game"]), "numbers": one_of(allowed)}


def _impossible_pips(facts: Facts) -> LazyString | str:
    if "box" in facts:
        return _l("All hands together hold %(pips)s pips; the set has only %(box)s.")
    if "together" in facts:
        return _l(
            # For translators: %(who)s are several people: Ana and Bea.
            "The counts of %(who)s cannot all be right: no tile is in two hands. Count again."
        )
    if "together_most" in facts:
        return _impossible_together(facts)
    count, most = facts["count"], facts["most"]
    held = {
        "who": facts["who"],
        "pips": pips(facts["pips"]),
        "tiles": _("at most %(tiles)s", tiles=tiles(most)) if count is None else tiles(count),
    }
    if not facts["tiles"]:
        # For translators: Ana cannot hold 13 pips in 1 tile; … in at most 5 tiles.
        return _("%(who)s cannot hold %(pips)s in %(tiles)s: count again.", **held)
    return _(
        "%(who)s cannot hold %(pips)s in %(tiles)s, the lightest being %(lightest)s: count again.",
        lightest=facts["tiles"],
        **held,
    )


def _impossible_together(facts: Facts) -> str:
    bounds = {bound: format_number(facts[f"together_{bound}"]) for bound in ("least", "most")}
    if facts["pips"] > facts["together_most"]:
        said = _l(
            # For translators: %(who)s are several people: Ana and Bea.
            "%(who)s cannot hold %(pips)s together: their tiles come to %(most)s at most."
            " Count again."
        )
    else:
        said = _l(
            "%(who)s cannot hold %(pips)s together: their tiles come to %(least)s at least."
            " Count again."
        )
    return said % {"who": facts["who"], "pips": pips(facts["pips"]), **bounds}


def _not_in_set(facts: Facts) -> LazyString:
    if facts["lost"]:
        return _l("%(tiles)s %(where)s is the lost tile of this set.")
    if facts["removed"]:
        return _l("%(tiles)s %(where)s is not in the set: with this many players it is taken out.")
    # For translators: 1-7 (a tile) in Bea’s hand is not in the box: ends go from 0 to 6. An end is
    # half a tile.
    return _l("%(tiles)s %(where)s is not in the set: ends go from 0 to %(highest)s.")


def _several_empty_hands(facts: Facts) -> LazyString:
    if facts.get("totals"):
        return _l("%(who)s count 0, but only one player can go out: say who did.")
    if facts.get("pairs"):
        return _l(
            "%(who)s have no tiles, and only one pair can go out: enter what the others hold."
        )
    if facts["counted"]:
        return _l(
            "%(who)s count 0, but only one player can go out: say who did."
            " A hand of 0-0 alone counts 0 too."
        )
    return _l("%(who)s have no tiles, and only one player can go out: enter what the others hold.")


def _too_many_points(facts: Facts) -> str:
    most = format_number(facts["most"])
    if facts["by_tiles"]:
        return _("All tiles of the set come to %(most)s points.", most=most)
    return ngettext(
        "The winner of a round gets %(num)s point.",
        "The winner of a round gets %(num)s points.",
        facts["most"],
    )


_AT_WRONG_ENDING = {
    # For translators: %(event)s is the name of a bonus, such as capicúa or pollona.
    Ending.WENT_OUT: _l("%(event)s only counts when somebody goes out: remove it."),
    Ending.BLOCKED: _l("%(event)s only counts in a blocked round: remove it."),
    Ending.PLAYED: _l("%(event)s only counts in a round counted to the end: remove it."),
}

_ERRORS: dict[Code, Sentence] = {
    Code.UNKNOWN_GAME: _l("There is no game “%(game)s”. The games are: %(known)s."),
    # Only files can have these errors: they are shown on the command line, which is in English.
    Code.UNREADABLE_GAME: lambda f: f"{f['file']} cannot be read: {f['problem']}.",
    Code.UNKNOWN_KEY: lambda f: f"{f['key']} is not a key of a game. Keys here: {f['known']}.",
    Code.MISSING_KEY: lambda f: f"{f['key']} is missing.",
    Code.WRONG_TYPE: lambda f: f"{f['key']} must be {f['expected']}.",
    Code.OUT_OF_RANGE: _out_of_range,
    Code.CONTRADICTION: _contradiction,
    Code.PLAYERS_NOT_ALLOWED: _players_not_allowed,
    Code.PARTNERS_NOT_ALLOWED: _l(
        "With %(players)s players everybody plays alone in this game: choose singles."
    ),
    Code.PARTNERS_REQUIRED: _l("This game is played with partners: choose pairs."),
    Code.SAME_NAME_TWICE: _l("%(name)s is at the table twice: give every player a different name."),
    Code.SITS_THERE: _l("%(name)s has a place in this match already."),
    Code.PEOPLE_STAY: _l(
        "With partners, at a club night and after the end of a match nobody can join or leave."
    ),
    Code.NO_SUCH_ROUND: lambda f: _(
        "Somebody can take this place from round %(rounds)s on.", rounds=one_of(f["rounds"])
    ),
    Code.UNREADABLE_TILE: _l(
        "“%(text)s” %(where)s is not a tile: write tiles like 1-2, 24 or 3|5."
    ),
    Code.TILE_NOT_IN_SET: _not_in_set,
    Code.TILE_TWICE: lambda f: (
        _l("%(tiles)s is on the table already: there is only one of each tile.")
        if "laid" in f
        else _l("%(tiles)s is twice %(where)s: there is only one of each tile.")
    ),
    Code.TILE_IN_TWO_HANDS: _l(
        "%(tiles)s is %(where)s at once: there is only one of each tile, so remove it from one."
    ),
    Code.TOO_MANY_TILES: lambda f: (
        _l("%(who)s played %(count)s tiles, but was dealt %(most)s.")
        if "laid" in f
        else _l("%(who)s has %(count)s tiles, but can have at most %(most)s: remove some.")
    ),
    Code.SEVERAL_EMPTY_HANDS: _several_empty_hands,
    Code.IMPOSSIBLE_PIPS: _impossible_pips,
    Code.LIGHTEST_TILE_NEEDED: _l("It is a tie. Enter the lightest tile %(where)s."),
    Code.TILES_NEEDED: _l("It is a tie. Enter the tiles %(where)s."),
    Code.MISSING_HAND: lambda f: ngettext(
        "%(who)s’s hand is not entered yet.",
        "The hands of %(who)s are not entered yet.",
        f["people"],
        who=f["who"],
    ),
    # One at a time: the answer for one often settles the other.
    Code.OUT_NEEDED: lambda f: _(
        "%(name)s has 0. Did %(name)s go out, or hold only the double blank?",
        name=f["names"][0],
    ),
    Code.OUT_WITH_TILES: _l(
        "%(who)s has tiles left, so cannot have gone out: change one or the other."
    ),
    Code.WRONG_NUMBER_OF_HANDS: _l("Enter a hand for each of the %(expected)s players."),
    Code.UNKNOWN_SEAT: _l("%(seat)s does not sit at this table."),
    Code.UNKNOWN_EVENT: lambda f: _(
        "%(game)s has no “%(event)s”.", game=translate_name(f["game"]), event=f["event"]
    ),
    Code.TOTALS_ONLY: _l("%(who)s’s hand counts by its total in this game: enter the total."),
    Code.NEGATIVE_TOTAL: lambda f: ngettext(
        "%(who)s cannot have less than 0: enter 0 or more.",
        "%(who)s cannot have less than 0: enter 0 or more.",
        f["people"],
        who=f["who"],
    ),
    Code.PUT_OUT: _l("%(who)s is out of the match: leave that hand empty."),
    Code.SEAT_NEEDED: _l("Say who gets %(event)s."),
    Code.NO_SUCH_END: _l("“%(end)s” is not an end of the line: enter two numbers, such as 3 5."),
    Code.EVENT_TWICE: _l("%(event)s counts once a round: remove one."),
    Code.EVENT_AT_WRONG_ENDING: lambda f: _AT_WRONG_ENDING[f["ending"]],
    Code.EVENT_WITHOUT_WINNER: _l("Nobody won this round, so nobody gets %(event)s: remove it."),
    Code.EVENT_OF_A_LOSER: _l(
        "%(event)s belongs to the winner of the round, and %(who)s did not win: remove it."
    ),
    Code.EVENTS_EXCLUDE_EACH_OTHER: _l(
        # For translators: names of two bonuses; one has to be won with a double, one without.
        "No last tile makes both %(event)s and %(other)s: remove one."
    ),
    Code.OPENER_NEEDED: _l("It is a tie: say who played first."),
    Code.BLOCKER_NEEDED: _l("The round is blocked: say who blocked it."),
    Code.LAST_TILE_NEEDED: _l(
        "%(who)s went out: say whether that tile scored in play too. Together they count as "
        "one score."
    ),
    Code.PLAYS_ONLY: _l("In this game the tiles played count: enter them as they are played."),
    Code.NOT_PLAYS: _l("In this game the hands count: enter the tiles left in them."),
    Code.HANDS_OR_POINTS: _l("A round has hands or points, not both: leave one out."),
    Code.TOO_MANY_POINTS: _too_many_points,
    Code.POINTS_NEEDED: lambda f: (
        ngettext(
            "What does %(who)s get? Enter 0 for nothing.",
            "What do %(who)s get? Enter 0 for nothing.",
            f["people"],
            who=f["who"],
        )
        if f["names"]
        else _l("Who won the round? Enter their points.")
    ),
    Code.PLAY_AFTER_END: _l(
        "The table had reached %(last)s before %(who)s played %(tiles)s: remove it."
    ),
    Code.BONEYARD_COUNT: lambda f: ngettext(
        # For translators: the boneyard are the tiles that were not dealt.
        "%(num)s tile is in the boneyard: %(count)s are entered.",
        "%(num)s tiles are in the boneyard: %(count)s are entered.",
        f["most"],
        count=f["count"],
    ),
    Code.MATCH_OVER: _l("This match is over: start a rematch to keep playing."),
}


def doubt_sentence(doubt: Doubt) -> str:
    """Say what cannot be right, and why."""
    return _filled(_DOUBTS[doubt.law], _facts(doubt))


def brief_doubt(doubt: Doubt) -> str:
    """Say what cannot be right in about five words, to be read from across the table."""
    return _filled(_BRIEFLY[doubt.law], _facts(doubt))


def _facts(doubt: Doubt) -> Facts:
    # For translators: tiles with a number: the 2s are all tiles that have a 2.
    ends = [_("%(number)ss", number=number) for number in doubt.numbers]
    return {
        "numbers": join_names(doubt.numbers),
        "all_ends": join_names(ends),
        "ends": ", ".join(ends),
        "tiles": join_names(doubt.tiles),
        "several": len(doubt.tiles),
        "count": doubt.count,
        "event": translate_name(doubt.event),
    }


def _capicua(facts: Facts) -> LazyString:
    if facts["numbers"]:
        return _l("The ends cannot be the same number: the line ends in %(numbers)s.")
    if facts["count"] % 2:
        return _l(
            "The ends cannot be the same number: that leaves an even number of pips, not %(count)s."
        )
    return _l(
        "The ends cannot be the same number: that leaves an odd number of pips, not %(count)s."
    )


def _last_tile(facts: Facts) -> LazyString | str:
    if facts["numbers"]:
        return _l("No %(event)s: the line ends in %(numbers)s, where no tile could make it.")
    return ngettext(
        "No %(event)s: %(tiles)s is still in a hand.",
        "No %(event)s: %(tiles)s are still in the hands.",
        facts["several"],
        **facts,
    )


_DOUBTS: dict[Law, Sentence] = {
    # For translators: %(numbers)s is “2s, 4s, 5s and 6s”.
    Law.TWO_ENDS: lambda f: _(
        "This cannot be right: at least one tile is wrong. Look at the %(numbers)s.",
        numbers=f["all_ends"],
    ),
    Law.CONNECTED: lambda f: ngettext(
        "%(tiles)s cannot have been played: nothing else on the table matches it.",
        "%(tiles)s cannot have been played: nothing else on the table matches them.",
        f["several"],
        **f,
    ),
    # For translators: the line is what was played; it ends in two numbers, where one can play on.
    Law.BLOCKED_ENDS: _l(
        "With these hands the line ends in %(numbers)s, where somebody could still play: it is not"
        " blocked."
    ),
    Law.ABSENT_NUMBER: _l(
        "The round cannot be blocked: every number is in somebody’s hand, so somebody could play."
    ),
    Law.EVEN_PIPS: _l(
        "Every tile was dealt, so a blocked round leaves an even number of pips, not %(count)s."
    ),
    Law.ENOUGH_LAID: _l(
        "A line needs at least %(count)s tiles to be blocked; there are fewer on the table."
    ),
    Law.CONFIRMED_ENDS: lambda f: (
        _l("With these hands the line ends in %(numbers)s.")
        if f["numbers"]
        else _l("With these hands the line ends in the same number twice.")
    ),
    Law.END_IN_HAND: _l("The line ends in %(numbers)s, but %(tiles)s could be played there."),
    Law.CAPICUA: _capicua,
    Law.LAST_TILE: _last_tile,
    Law.NOTHING_LAID: _l("No tile was played: the hands still hold all %(count)s that were dealt."),
    Law.IN_TURN: _l("One player played %(tiles)s in a row, but the others still had tiles."),
    # For translators: a bonus that only one side can have in a match: primer pase.
    Law.ONCE_A_MATCH: _l("No second %(event)s: it counts once in a match."),
    # For translators: points in play: those made while a round is played.
    Law.TALLY_STEPS: _l(
        "Points in play are counted in steps of %(count)s: %(numbers)s cannot be right."
    ),
    Law.WON_NOTHING: _l("The winner of a round gets points: how many?"),
    Law.POINTS_STEP: _l(
        "Points come in steps of %(count)s in this game: %(numbers)s cannot be right."
    ),
    Law.ONE_SCORES: _l("Only one side scores in a round of this game."),
}

# For translators: in about five words, as large letters across the table.
_BRIEFLY: dict[Law, LazyString] = {
    Law.TWO_ENDS: _l("One tile is wrong: %(ends)s?"),
    Law.CONNECTED: _l("How was %(tiles)s played?"),
    Law.BLOCKED_ENDS: _l("Blocked? The line ends in %(numbers)s."),
    Law.ABSENT_NUMBER: _l("Not blocked: somebody could play."),
    Law.EVEN_PIPS: _l("One tile is wrong: %(count)s pips?"),
    Law.ENOUGH_LAID: _l("Blocked with fewer than %(count)s tiles?"),
    Law.CONFIRMED_ENDS: _l("Check the two open ends."),
    Law.END_IN_HAND: _l("%(tiles)s could still be played."),
    Law.CAPICUA: _l("Are both ends the same?"),
    Law.LAST_TILE: _l("No %(event)s with these tiles."),
    Law.NOTHING_LAID: _l("Was no tile played?"),
    Law.IN_TURN: _l("%(tiles)s by one player?"),
    Law.ONCE_A_MATCH: _l("No second %(event)s."),
    Law.TALLY_STEPS: _l("Points in play: %(numbers)s?"),
    Law.WON_NOTHING: _l("Won, and no points?"),
    Law.POINTS_STEP: _l("%(numbers)s points?"),
    Law.ONE_SCORES: _l("Two sides with points?"),
}
