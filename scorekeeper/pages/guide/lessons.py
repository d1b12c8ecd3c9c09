"""A game on its page: in three sentences, and all its rules, section by section."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext, pgettext
from scorekeeper.rules.game_keys import (
    Best,
    Boneyard,
    Ends,
    Entry,
    GoalTest,
    Leader,
    Rank,
    Reset,
    Rounding,
    Scale,
    Sides,
    Tie,
)
from scorekeeper.rules.game_setup import Game
from scorekeeper.rules.standing_and_lead import BY_THE_WINNER
from scorekeeper.wording.formats import join_names, one_of, pips, players, points
from scorekeeper.wording.rules_in_words import BEST, BONUS, RESETS, label_of


def in_three_sentences(game: Game, words: Mapping[str, str]) -> tuple[str, str, str]:
    """Say what to do in a game, how a round ends and who wins it, its score, and the goal."""
    pays, goal = _pays(game, words), _goal(game, words["match.goal"])
    # For translators: what a round pays, and who wins the match.
    return _aim(game), _end(game), _("%(pays)s; %(goal)s.", pays=pays, goal=goal)


def _aim(game: Game) -> str:
    if game.table.entry is Entry.PLAYS:
        marks = one_of(game.plays.marks)
        # For translators: %(marks)s is “30, 50, 70 or 100”.
        return _("Bring the pips on the table to exactly %(marks)s with your tile.", marks=marks)
    if game.match.best is Best.LOW:
        return _("Get rid of your tiles: what is left in your hand counts against you.")
    if game.tally.steps:
        return _("Score while you play, and be the first to play all your tiles.")
    if _pairs(game):
        return _("Be the first to play all your tiles, you or your partner.")
    if game.may_pair:
        return _("Be the first to play all your tiles: you, or your partner if you play in pairs.")
    return _("Be the first to play all your tiles.")


def _end(game: Game) -> str:
    if game.table.entry is Entry.PLAYS:
        last = max(game.plays.marks)
        return _("A round ends with %(last)s on the table, or when nobody can play.", last=last)
    if game.out.play_on:
        return _("When somebody has no tiles left, the others play on until nobody can play.")
    if game.match.best is Best.LOW:
        return _("A round ends when somebody has no tiles left, or when nobody can play.")
    if not game.blocked.rank:
        return _("The first with no tiles left wins the round; if nobody can play, nobody wins.")
    return _(
        # For translators: %(lightest)s is “the hand with the fewest pips”.
        "The first with no tiles left wins the round; if nobody can play, %(lightest)s wins.",
        lightest=_lightest(game),
    )


def _lightest(game: Game) -> str:
    if game.table.entry is Entry.TOTALS:
        return _("the hand with the fewest points")
    if not game.may_pair:
        return _("the hand with the fewest pips")
    if game.blocked.rank[0] is Rank.SEAT_TOTAL:
        return _("the single hand with the fewest pips")
    if _pairs(game):
        return _("the pair with the fewest pips")
    return _("the side with the fewest pips")


def _pairs(game: Game) -> bool:
    return all(game.sides_for(players) is Sides.PAIRS for players in game.deal)


def _pays(game: Game, words: Mapping[str, str]) -> str:
    if game.table.entry is Entry.PLAYS:
        return _("Each of these totals scores %(points)s", points=points(game.plays.points))
    if game.match.best is Best.LOW:
        return _("Everybody adds what is left in their hand")
    out, blocked = words["out.winner"], words["blocked.winner"] + _counted(game, words["rounding"])
    if game.out.winner == game.blocked.winner:
        return _("A round scores %(award)s", award=blocked)
    if not game.blocked.rank:
        return _("Going out scores %(award)s", award=out)
    return _("Going out scores %(award)s, a blocked round %(blocked)s", award=out, blocked=blocked)


def _counted(game: Game, rounding: str) -> str:
    """Say in brackets how the pips of an award count, unless one by one."""
    scale = game.scale
    if scale != Scale():
        each, many = points(scale.points), pips(scale.pips)
        rounding = _("%(points)s for every %(pips)s", points=each, pips=many)
    elif game.rounding == Rounding():
        return ""
    return f" ({rounding})"


def _goal(game: Game, goal: str) -> str:
    rules = game.match
    if rules.ends is Ends.ROUNDS:
        # For translators: after “10 rounds” “the fewest points” win the match.
        return _("after %(rounds)s %(best)s win", rounds=goal, best=BEST[rules.best])
    if rules.eliminate:
        return _("a player who reaches %(goal)s is out, and the last one left wins", goal=goal)
    if rules.ends is Ends.LIMIT:
        return _("once somebody reaches %(goal)s, the fewest points win", goal=goal)
    if rules.reset is not Reset.NEVER:
        return _(
            # For translators: %(when)s is “once everybody has scored”.
            "the first to reach %(goal)s wins the match, but all go back to 0 %(when)s",
            goal=goal,
            when=RESETS[rules.reset],
        )
    # For translators: %(goal)s is “100” or “61 exactly”.
    return _("the first to reach %(goal)s wins the match", goal=goal)


# A rule: its label and its text.
Line = tuple[str, str]


# Rules that belong together: an id, a title, the rules, and notes on gaps in them.
Section = tuple[str, str, tuple[Line, ...], Iterable[str]]


def sections(game: Game, words: Mapping[str, str], usual: Mapping[str, str]) -> Iterator[Section]:
    """Explain how a game is played and scored, from its data; `usual` are rules of most games."""

    def lines(*keys: str, if_unusual: tuple[str, ...] = ()) -> tuple[Line, ...]:
        """Return lines for keys, for those of `if_unusual` only if they are unusual."""
        rare = [key for key in if_unusual if words[key] != usual[key]]
        return tuple((label_of(key), words[key]) for key in (*keys, *rare))

    plays = game.table.entry is Entry.PLAYS
    boxes = lines("boxes") if game.boxes else ()
    deal = (*lines("tiles.highest"), *boxes, *_deal(game), *lines("table.sides", "table.boneyard"))
    more = lines("table.layout", if_unusual=("table.entry",))
    yield "players", _("Players and deal"), (*deal, *more), _deal_notes(game)
    lead = lines("lead.first", "lead.next", "table.direction")
    yield "lead", _("Who plays first"), lead, _lead_notes(game)
    yield "end", _("How a round ends"), _endings(game, words), ()
    if not plays:
        ranked = lines(
            "blocked.rank", "blocked.tie", if_unusual=("blocked.among", "blocked.next_worth")
        )
        yield "blocked", _("Who wins a blocked round"), ranked, _tie_notes(game)
    out = lines("out.winner", if_unusual=("out.losers",))
    blocked = lines("blocked.winner", if_unusual=("blocked.losers", *_WEIGHTS))
    bonuses = lines(*(BONUS + bonus.name for bonus in game.bonus))
    paid = lines("plays") if plays else (*out, *blocked)
    played = lines(if_unusual=("tally.steps", "tally.out_in_one"))
    yield "pays", _("What a round scores"), (*paid, *bonuses, *played), _award_notes(game)
    best = () if game.match.ends is Ends.RACE else ("match.best",)
    others = ("match.goals",) if game.match.goals else ()
    goal = lines(
        "match.ends",
        "match.goal",
        *others,
        *best,
        if_unusual=(
            "match.at_once",
            "match.first_score",
            "match.reset",
            "match.one_all_worth",
            "match.eliminate",
        ),
    )
    yield "match", _("The match"), goal, _match_notes(game)


_WEIGHTS = (
    "rounding",
    "scale",
    "weights.tile",
    "weights.blank_end",
    "weights.double",
    "weights.holding_a_double",
    "weights.joker",
)


def _deal(game: Game) -> Iterator[Line]:
    """Say for each number of players what is dealt, left over and taken out."""
    for number, tiles in game.deal.items():
        box = game.box_for(number)
        left = len(box) - number * tiles
        facts = [ngettext("%(num)s tile each", "%(num)s tiles each", tiles)]
        if game.table.entry is not Entry.TOTALS and left:
            # For translators: tiles that are not dealt.
            facts.append(ngettext("%(num)s not dealt", "%(num)s not dealt", left))
        if box.removed:
            out, count = join_names(box.removed), len(box.removed)
            facts.append(ngettext("%(tiles)s taken out", "%(tiles)s taken out", count, tiles=out))
        yield players(number), ", ".join(facts)


def _deal_notes(game: Game) -> Iterator[str]:
    if game.boxes:
        yield _("You choose the set in the house rules.")
    if most := game.table.most_players:
        here = max((*game.deal, *(seats for box in game.boxes for seats in box.deal)))
        yield _(
            "Some play it with up to %(most)s; here up to %(here)s can play.", most=most, here=here
        )


def _endings(game: Game, words: Mapping[str, str]) -> tuple[Line, ...]:
    passing = (_("A player who cannot play"), _cannot_play(game))
    if game.table.entry is Entry.PLAYS:
        last = max(game.plays.marks)
        ends = _("at %(last)s on the table, or when nobody can play a tile", last=last)
        # For translators: a round ends.
        return (passing, (_("It ends"), ends))
    # For translators: %(then)s is “the round ends” or “the others play on”.
    out = _("somebody plays the last tile: %(then)s", then=words["out.play_on"])
    together = _("the others play on until both of a pair are out")
    return (
        passing,
        (_("Going out"), out),
        *([(_("Partners"), together)] if game.out.whole_side else []),
        (pgettext("round", "Blocked"), _("nobody can play")),
    )


def _cannot_play(game: Game) -> str:
    if game.table.boneyard is not Boneyard.DRAWN:
        return _("passes")
    if most := game.table.draws:
        return ngettext(
            # For translators: who cannot play draws a tile, and passes if that cannot be played.
            "draws %(num)s tile, and passes if it does not fit",
            "draws up to %(num)s tiles, and passes if none fits",
            most,
        )
    # For translators: who cannot play draws tiles from those not dealt.
    return _("draws tiles, and passes when there is none left to draw")


def _lead_notes(game: Game) -> Iterator[str]:
    rules = (game.lead.first, game.lead.next)
    if Leader.HIGHEST_DOUBLE in rules and game.table.boneyard is not Boneyard.NONE:
        yield _("If nobody holds a double, the heaviest tile starts.")
    if Leader.DOUBLE_ONE in rules and game.table.boneyard is not Boneyard.NONE:
        yield _("If nobody holds 1-1, 2-2 starts, and so on up.")
    if Leader.DOUBLE_OF_THE_ROUND in rules:
        yield _("If nobody holds that double, everybody draws tiles until somebody does.")
    if Leader.WINNER_WITH_A_DOUBLE in rules:
        yield _("If the winner has no double, the next player who has one plays first.")
    if game.lead.next in BY_THE_WINNER:
        yield _("After a round nobody won, start as in the first round.")


def _tie_notes(game: Game) -> Iterator[str]:
    if game.blocked.tie is Tie.VOID:
        yield _("A draw has no winner; the round stays in the list.")


def _award_notes(game: Game) -> Iterator[str]:
    awards = (game.out.winner, game.blocked.winner)
    if any(min(award.partner, award.own) < 0 for award in awards):
        yield _("A round never scores less than 0.")


def _match_notes(game: Game) -> Iterator[str]:
    if game.match.at_once:
        yield _(
            "If nobody knows who reached it first, the higher total wins; if they are level, "
            "play goes on."
        )
    elif game.match.ends is Ends.RACE:
        yield _(
            "If two reach it in one round, the higher total wins; if they are level, play goes on."
        )
        if game.match.test is GoalTest.REACH:
            yield _("Reaching the goal is enough; having to pass it is a house rule.")
    elif not game.match.eliminate:
        yield _("If the best totals are level, play goes on.")
