"""A sentence for each error of the rules: what is wrong, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
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


def error_sentence(error: RuleError, names: Sequence[str] = ()) -> str:
    """Return one sentence or two for an error.

    `names` are those of the players in order of play; an error about seats needs them.
    """
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
    return _ERRORS[error.code](facts)


def _out_of_range(facts: Facts) -> str:
    if "allowed" in facts:
        allowed = ", ".join(map(str, facts["allowed"]))
        return _("%(key)s must be one of: %(allowed)s.", key=facts["key"], allowed=allowed)
    return _("%(key)s must be from %(least)s to %(most)s.", **facts)


def _contradiction(facts: Facts) -> str:
    # By a name, or what collects the messages would take “why” for one.
    template = facts["why"]
    why = _(template, **facts)
    # For translators: “Goal” contradicts the rest of the rules: a single award pays 100 already.
    return _("%(key)s does not fit the other rules: %(why)s.", key=facts["key"], why=why)


def _players_not_allowed(facts: Facts) -> str:
    allowed = facts["allowed"]
    said = {"game": translate_name(facts["game"]), "numbers": one_of(allowed)}
    if facts["players"] > max(allowed):
        # For translators: Block is for 2 to 4 players. …
        return _(
            "%(game)s is for %(numbers)s players. Remove a player or choose another game.", **said
        )
    if facts["players"] < min(allowed):
        return _(
            "%(game)s is for %(numbers)s players. Add a player or choose another game.", **said
        )
    return _(
        "%(game)s is for %(numbers)s players. Add or remove a player, or choose another game.",
        **said,
    )


def _impossible_pips(facts: Facts) -> str:
    if "box" in facts:
        return _("All hands together hold %(pips)s pips; the set has only %(box)s.", **facts)
    if "together" in facts:
        return _(
            # For translators: %(who)s are several people: Ana and Bea.
            "The counts of %(who)s cannot all be right: no tile is in two hands. Count again.",
            who=facts["who"],
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
    least, most = (format_number(facts[f"together_{bound}"]) for bound in ("least", "most"))
    held = {"who": facts["who"], "pips": pips(facts["pips"]), "least": least, "most": most}
    if facts["pips"] > facts["together_most"]:
        return _(
            # For translators: %(who)s are several people: Ana and Bea.
            "%(who)s cannot hold %(pips)s together: their tiles come to %(most)s at most."
            " Count again.",
            **held,
        )
    return _(
        "%(who)s cannot hold %(pips)s together: their tiles come to %(least)s at least."
        " Count again.",
        **held,
    )


def _not_in_set(facts: Facts) -> str:
    if facts["lost"]:
        return _("%(tiles)s %(where)s is the lost tile of this set.", **facts)
    if facts["removed"]:
        return _(
            "%(tiles)s %(where)s is not in the set: with this many players it is taken out.",
            **facts,
        )
    # For translators: 1-7 (a tile) in Bea’s hand is not in the box: ends go from 0 to 6. An end is
    # half a tile.
    return _("%(tiles)s %(where)s is not in the set: ends go from 0 to %(highest)s.", **facts)


def _tile_twice(facts: Facts) -> str:
    if "laid" in facts:
        return _("%(tiles)s is on the table already: there is only one of each tile.", **facts)
    return _("%(tiles)s is twice %(where)s: there is only one of each tile.", **facts)


def _too_many_tiles(facts: Facts) -> str:
    if "laid" in facts:
        return _("%(who)s played %(count)s tiles, but was dealt %(most)s.", **facts)
    return _("%(who)s has %(count)s tiles, but can have at most %(most)s: remove some.", **facts)


def _missing_hand(facts: Facts) -> str:
    return ngettext(
        "%(who)s’s hand is not entered yet.",
        "The hands of %(who)s are not entered yet.",
        facts["people"],
        who=facts["who"],
    )


def _out_needed(facts: Facts) -> str:
    # One at a time: once it is known of one, it often follows for the other.
    return _(
        "%(name)s has 0. Did %(name)s go out, or hold only the double blank?",
        name=facts["names"][0],
    )


def _several_empty_hands(facts: Facts) -> str:
    if facts.get("totals"):
        return _("%(who)s count 0, but only one player can go out: say who did.", **facts)
    if facts.get("pairs"):
        return _(
            "%(who)s have no tiles, and only one pair can go out: enter what the others hold.",
            **facts,
        )
    if facts["counted"]:
        return _(
            "%(who)s count 0, but only one player can go out: say who did."
            " A hand of 0-0 alone counts 0 too.",
            **facts,
        )
    return _(
        "%(who)s have no tiles, and only one player can go out: enter what the others hold.",
        **facts,
    )


def _negative_total(facts: Facts) -> str:
    return ngettext(
        "%(who)s cannot have less than 0: enter 0 or more.",
        "%(who)s cannot have less than 0: enter 0 or more.",
        facts["people"],
        who=facts["who"],
    )


def _too_many_points(facts: Facts) -> str:
    most = format_number(facts["most"])
    if facts["by_tiles"]:
        return _("All tiles of the set come to %(most)s points.", most=most)
    return ngettext(
        "The winner of a round gets %(num)s point.",
        "The winner of a round gets %(num)s points.",
        facts["most"],
    )


def _event_at_wrong_ending(facts: Facts) -> str:
    match facts["ending"]:
        case Ending.WENT_OUT:
            # For translators: %(event)s is the name of a bonus, such as capicúa or pollona.
            return _("%(event)s only counts when somebody goes out: remove it.", **facts)
        case Ending.BLOCKED:
            return _("%(event)s only counts in a blocked round: remove it.", **facts)
    return _("%(event)s only counts in a round counted to the end: remove it.", **facts)


_ERRORS: dict[Code, Callable[[Facts], str]] = {
    Code.UNKNOWN_GAME: lambda f: _("There is no game “%(game)s”. The games are: %(known)s.", **f),
    # Only files can have these errors: they are shown on the command line, which is in English.
    Code.UNREADABLE_GAME: lambda f: f"{f['file']} cannot be read: {f['problem']}.",
    Code.UNKNOWN_KEY: lambda f: f"{f['key']} is not a key of a game. Keys here: {f['known']}.",
    Code.MISSING_KEY: lambda f: f"{f['key']} is missing.",
    Code.WRONG_TYPE: lambda f: f"{f['key']} must be {f['expected']}.",
    Code.OUT_OF_RANGE: _out_of_range,
    Code.CONTRADICTION: _contradiction,
    Code.PLAYERS_NOT_ALLOWED: _players_not_allowed,
    Code.PARTNERS_NOT_ALLOWED: lambda f: _(
        "With %(players)s players everybody plays alone in this game: choose singles.", **f
    ),
    Code.PARTNERS_REQUIRED: lambda _f: _("This game is played with partners: choose pairs."),
    Code.SAME_NAME_TWICE: lambda f: _(
        "%(name)s is at the table twice: give every player a different name.", **f
    ),
    Code.SITS_THERE: lambda f: _("%(name)s has a place in this match already.", **f),
    Code.PEOPLE_STAY: lambda _f: _(
        "With partners, at a club night and after the end of a match nobody can join or leave."
    ),
    Code.NO_SUCH_ROUND: lambda f: _(
        "Somebody can take this place from round %(rounds)s on.", rounds=one_of(f["rounds"])
    ),
    Code.UNREADABLE_TILE: lambda f: _(
        "“%(text)s” %(where)s is not a tile: write tiles like 1-2, 24 or 3|5.", **f
    ),
    Code.TILE_NOT_IN_SET: _not_in_set,
    Code.TILE_TWICE: _tile_twice,
    Code.TILE_IN_TWO_HANDS: lambda f: _(
        "%(tiles)s is %(where)s at once: there is only one of each tile, so remove it from one.",
        **f,
    ),
    Code.TOO_MANY_TILES: _too_many_tiles,
    Code.SEVERAL_EMPTY_HANDS: _several_empty_hands,
    Code.IMPOSSIBLE_PIPS: _impossible_pips,
    Code.LIGHTEST_TILE_NEEDED: lambda f: _("It is a tie. Enter the lightest tile %(where)s.", **f),
    Code.TILES_NEEDED: lambda f: _("It is a tie. Enter the tiles %(where)s.", **f),
    Code.MISSING_HAND: _missing_hand,
    Code.OUT_NEEDED: _out_needed,
    Code.OUT_WITH_TILES: lambda f: _(
        "%(who)s has tiles left, so cannot have gone out: change one or the other.", **f
    ),
    Code.WRONG_NUMBER_OF_HANDS: lambda f: _(
        "Enter a hand for each of the %(expected)s players.", **f
    ),
    Code.UNKNOWN_SEAT: lambda f: _("%(seat)s does not sit at this table.", **f),
    Code.UNKNOWN_EVENT: lambda f: _(
        "%(game)s has no “%(event)s”.", game=translate_name(f["game"]), event=f["event"]
    ),
    Code.TOTALS_ONLY: lambda f: _(
        "%(who)s’s hand counts by its total in this game: enter the total.", **f
    ),
    Code.NEGATIVE_TOTAL: _negative_total,
    Code.PUT_OUT: lambda f: _("%(who)s is out of the match: leave that hand empty.", **f),
    Code.SEAT_NEEDED: lambda f: _("Say who gets %(event)s.", **f),
    Code.NO_SUCH_END: lambda f: _(
        "“%(end)s” is not an end of the line: enter two numbers, such as 3 5.", **f
    ),
    Code.EVENT_TWICE: lambda f: _("%(event)s counts once a round: remove one.", **f),
    Code.EVENT_AT_WRONG_ENDING: _event_at_wrong_ending,
    Code.EVENT_WITHOUT_WINNER: lambda f: _(
        "Nobody won this round, so nobody gets %(event)s: remove it.", **f
    ),
    Code.EVENT_OF_A_LOSER: lambda f: _(
        "%(event)s belongs to the winner of the round, and %(who)s did not win: remove it.", **f
    ),
    Code.EVENTS_EXCLUDE_EACH_OTHER: lambda f: _(
        # For translators: names of two bonuses; one has to be won with a double, one without.
        "No last tile makes both %(event)s and %(other)s: remove one.",
        **f,
    ),
    Code.OPENER_NEEDED: lambda _f: _("It is a tie: say who played first."),
    Code.BLOCKER_NEEDED: lambda _f: _("The round is blocked: say who blocked it."),
    Code.LAST_TILE_NEEDED: lambda f: _(
        "%(who)s went out: say whether that tile scored in play too. Together they count as "
        "one score.",
        **f,
    ),
    Code.PLAYS_ONLY: lambda _f: _(
        "In this game the tiles played count: enter them as they are played."
    ),
    Code.NOT_PLAYS: lambda _f: _("In this game the hands count: enter the tiles left in them."),
    Code.HANDS_OR_POINTS: lambda _f: _("A round has hands or points, not both: leave one out."),
    Code.TOO_MANY_POINTS: _too_many_points,
    Code.POINTS_NEEDED: lambda f: (
        ngettext(
            "What does %(who)s get? Enter 0 for nothing.",
            "What do %(who)s get? Enter 0 for nothing.",
            f["people"],
            who=f["who"],
        )
        if f["names"]
        else _("Who won the round? Enter their points.")
    ),
    Code.PLAY_AFTER_END: lambda f: _(
        "The table had reached %(last)s before %(who)s played %(tiles)s: remove it.", **f
    ),
    Code.BONEYARD_COUNT: lambda f: ngettext(
        # For translators: the boneyard are the tiles that were not dealt.
        "%(num)s tile is in the boneyard: %(count)s are entered.",
        "%(num)s tiles are in the boneyard: %(count)s are entered.",
        f["most"],
        count=f["count"],
    ),
    Code.MATCH_OVER: lambda _f: _("This match is over: start a rematch to keep playing."),
}
