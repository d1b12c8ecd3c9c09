"""A game in three sentences: what to do, who wins a round, what it pays and how far it goes."""

from __future__ import annotations

from scorekeeper.messages import gettext as _
from scorekeeper.rules.game_keys import Best, Ends, Entry, Rank, Reset, Rounding, Scale, Sides
from scorekeeper.rules.game_setup import Game
from scorekeeper.wording import rule_labels
from scorekeeper.wording.formats import one_of, pips, points
from scorekeeper.wording.rules_in_words import rules_in_words


def in_three_sentences(game: Game) -> tuple[str, str, str]:
    """Say what to do in a game, how a round ends and who wins it, what it pays and how far."""
    # For translators: what a round pays, and who wins the match.
    return _aim(game), _end(game), _("%(pays)s; %(goal)s.", pays=_pays(game), goal=_goal(game))


def _aim(game: Game) -> str:
    if game.table.entry is Entry.PLAYS:
        marks = one_of(game.plays.marks)
        # For translators: %(marks)s is “30, 50, 70 or 100”.
        return _("Bring the pips on the table to exactly %(marks)s with your tile.", marks=marks)
    if game.match.best is Best.LOW:
        return _("Get rid of your tiles: what stays in your hand counts against you.")
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


def _pays(game: Game) -> str:
    words = rules_in_words(game)
    if game.table.entry is Entry.PLAYS:
        return _("Each of these totals pays %(points)s", points=points(game.plays.points))
    if game.match.best is Best.LOW:
        return _("Everybody adds what is left in their hand")
    out, blocked = words["out.winner"], words["blocked.winner"] + _counted(game)
    if game.out.winner == game.blocked.winner:
        return _("A round pays %(award)s", award=blocked)
    if not game.blocked.rank:
        return _("Going out pays %(award)s", award=out)
    return _("Going out pays %(award)s, a blocked round %(blocked)s", award=out, blocked=blocked)


def _counted(game: Game) -> str:
    """Say in brackets how the pips of an award count, where it is not one by one."""
    scale, words = game.scale, rules_in_words(game)["rounding"]
    if scale != Scale():
        each, many = points(scale.points), pips(scale.pips)
        words = _("%(points)s for every %(pips)s", points=each, pips=many)
    elif game.rounding == Rounding():
        return ""
    return f" ({words})"


def _goal(game: Game) -> str:
    rules, goal = game.match, rules_in_words(game)["match.goal"]
    if rules.ends is Ends.ROUNDS:
        # For translators: after “10 rounds” “the fewest points” win the match.
        return _("after %(rounds)s %(best)s win", rounds=goal, best=rule_labels.BEST[rules.best])
    if rules.eliminate:
        return _("whoever reaches %(goal)s is out, and the last one left wins", goal=goal)
    if rules.ends is Ends.LIMIT:
        return _("once somebody reaches %(goal)s, the fewest points win", goal=goal)
    if rules.reset is not Reset.NEVER:
        return _(
            # For translators: %(when)s is “once everybody has scored”.
            "the first to reach %(goal)s wins the match, but all go back to 0 %(when)s",
            goal=goal,
            when=rule_labels.RESETS[rules.reset],
        )
    # For translators: %(goal)s is “100” or “61 exactly”.
    return _("the first to reach %(goal)s wins the match", goal=goal)
