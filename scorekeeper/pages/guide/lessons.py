"""What the page of a game and the list of games show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.i18n import LANGUAGES, once_a_language
from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext, pgettext
from scorekeeper.pages.guide.examples import Example, examples
from scorekeeper.rules.games import game_ids, load_game
from scorekeeper.rules.keys import Game, Source
from scorekeeper.rules.match import BY_THE_WINNER
from scorekeeper.rules.options import Boneyard, Ends, Entry, GoalTest, Leader, Tie
from scorekeeper.wording.formats import join_names, players
from scorekeeper.wording.in_short import in_three_sentences
from scorekeeper.wording.rules import BONUS, Difference, differences, label_of, rules_in_words

# Every game, in every language.
MOST_LESSONS = len(LANGUAGES) * len(game_ids())


class GameEntry(NamedTuple):
    """A game in the list of games."""

    id: str
    name: str
    summary: str
    deal: str
    sides: str


class RuleLine(NamedTuple):
    """A rule: its label and its text."""

    what: str
    words: str


class Section(NamedTuple):
    """Rules that belong together, with notes on what the rules do not say."""

    id: str
    title: str
    lines: tuple[RuleLine, ...]
    notes: tuple[str, ...] = ()


# A lesson is made once, so it is told from others by what it is, not by all that it says.
@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """The page of a game; `differences` are those from `reference`, the name of Block.

    `examples` begin with the round to play first.
    """

    id: str
    name: str
    summary: str
    in_short: tuple[str, ...]
    sections: tuple[Section, ...]
    examples: tuple[Example, ...]
    reference: str
    differences: tuple[Difference, ...]
    sources: tuple[Source, ...]


def games_left_out() -> tuple[RuleLine, ...]:
    """Say which ways to play are not scored, as the rules of a game have no key for them."""
    return (
        RuleLine(
            _("Kozel, each alone, from 13 points on"),
            _("what is left is kept until it is 13 or more: play it from the first point on"),
        ),
        RuleLine(
            _("Gaple with tiles laid aside"),
            _("who cannot play lays a tile face down: play it with passing"),
        ),
        RuleLine(
            _("Gaple for five, or by pips to 201"),
            _(
                "with five some tiles are not used; by pips a blocked round counts twice, or costs"
                " a fine"
            ),
        ),
        RuleLine(_("East Cuban"), _("a win of 20 to 0 (zapatero) counts as two matches")),
        RuleLine(
            _("Bergen by Armanino’s rules"),
            _("in a blocked round the doubles decide, and close to the goal a score pays less"),
        ),
        RuleLine(_("Forty-two"), _("points for tricks")),
    )


@once_a_language(MOST_LESSONS)
def game_entry(game: Game) -> GameEntry:
    """Describe a game for the list of games."""
    words = rules_in_words(game)
    return GameEntry(
        id=game.id,
        name=_(game.name),
        summary=_(game.summary),
        deal=words["deal"],
        sides=words["table.sides"],
    )


@once_a_language(MOST_LESSONS)
def lesson_of(game: Game) -> Lesson:
    """Explain how a game is played and scored, from its data."""
    return Lesson(
        id=game.id,
        name=_(game.name),
        summary=_(game.summary),
        in_short=in_three_sentences(game),
        sections=tuple(_sections(game)),
        examples=examples(game),
        reference=_(_reference().name),
        differences=differences(_reference(), game),
        sources=game.source,
    )


def _reference() -> Game:
    return load_game("block")


def _sections(game: Game) -> Iterator[Section]:
    words, usual = rules_in_words(game), rules_in_words(_reference())

    def lines(*keys: str, if_unusual: tuple[str, ...] = ()) -> tuple[RuleLine, ...]:
        """Return lines for keys, for those of `if_unusual` only if they differ from Block."""
        rare = [key for key in if_unusual if words[key] != usual[key]]
        return tuple(RuleLine(label_of(key), words[key]) for key in (*keys, *rare))

    plays = game.table.entry is Entry.PLAYS
    boxes = lines("boxes") if game.boxes else ()
    deal = (*lines("tiles.highest"), *boxes, *_deal(game), *lines("table.sides", "table.boneyard"))
    more = lines("table.layout", if_unusual=("table.entry",))
    yield Section("players", _("Players and deal"), (*deal, *more), tuple(_deal_notes(game)))
    lead = lines("lead.first", "lead.next", "table.direction")
    yield Section("lead", _("Who plays first"), lead, tuple(_lead_notes(game)))
    yield Section("end", _("How a round ends"), _endings(game, words))
    if not plays:
        ranked = lines(
            "blocked.rank", "blocked.tie", if_unusual=("blocked.among", "blocked.next_worth")
        )
        yield Section("blocked", _("Who wins a blocked round"), ranked, tuple(_tie_notes(game)))
    out = lines("out.winner", if_unusual=("out.losers",))
    blocked = lines("blocked.winner", if_unusual=("blocked.losers", *_WEIGHTS))
    bonuses = lines(*(BONUS + bonus.name for bonus in game.bonus))
    paid = lines("plays") if plays else (*out, *blocked)
    played = lines(if_unusual=("tally.steps", "tally.out_in_one"))
    yield Section("pays", _("What it pays"), (*paid, *bonuses, *played), tuple(_award_notes(game)))
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
    yield Section("match", _("The match"), goal, tuple(_match_notes(game)))


_WEIGHTS = (
    "rounding",
    "scale",
    "weights.tile",
    "weights.blank_end",
    "weights.double",
    "weights.holding_a_double",
    "weights.joker",
)


def _deal(game: Game) -> Iterator[RuleLine]:
    """Say for each number of players what is dealt, left over and taken out."""
    for number, tiles in game.deal.items():
        box = game.box_for(number)
        left = len(box) - number * tiles
        facts = [ngettext("%(num)s tile each", "%(num)s tiles each", tiles)]
        if game.table.entry is not Entry.TOTALS and left:
            # For translators: tiles that are not dealt.
            facts.append(ngettext("%(num)s left over", "%(num)s left over", left))
        if box.removed:
            out, count = join_names(box.removed), len(box.removed)
            facts.append(ngettext("%(tiles)s taken out", "%(tiles)s taken out", count, tiles=out))
        yield RuleLine(players(number), ", ".join(facts))


def _deal_notes(game: Game) -> Iterator[str]:
    if game.boxes:
        yield _("You choose the box in the house rules.")
    if most := game.table.most_players:
        here = max((*game.deal, *(seats for box in game.boxes for seats in box.deal)))
        yield _(
            "Elsewhere up to %(most)s people play it, here up to %(here)s.", most=most, here=here
        )


def _endings(game: Game, words: Mapping[str, str]) -> tuple[RuleLine, ...]:
    passing = RuleLine(_("Who cannot play"), _cannot_play(game))
    if game.table.entry is Entry.PLAYS:
        last = max(game.plays.marks)
        ends = _("at %(last)s on the table, or when nobody can play a tile", last=last)
        # For translators: a round ends.
        return (passing, RuleLine(_("It ends"), ends))
    # For translators: %(then)s is “the round ends” or “the others play on”.
    out = _("somebody plays the last tile: %(then)s", then=words["out.play_on"])
    together = _("the others play on until both of a pair are out")
    return (
        passing,
        RuleLine(_("Going out"), out),
        *([RuleLine(_("Partners"), together)] if game.out.whole_side else []),
        RuleLine(pgettext("round", "Blocked"), _("nobody can play")),
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
    return _("draws, and passes when there is nothing left to draw")


def _lead_notes(game: Game) -> Iterator[str]:
    rules = (game.lead.first, game.lead.next)
    if Leader.HIGHEST_DOUBLE in rules and game.table.boneyard is not Boneyard.NONE:
        yield _("If nobody holds a double, the heaviest tile starts.")
    if Leader.DOUBLE_ONE in rules and game.table.boneyard is not Boneyard.NONE:
        yield _("If nobody holds 1-1, 2-2 starts, and so on up.")
    if Leader.DOUBLE_OF_THE_ROUND in rules:
        yield _("If nobody holds that double, everyone draws until somebody does.")
    if Leader.WINNER_WITH_A_DOUBLE in rules:
        yield _("If the winner has no double, the next player who has one plays first.")
    if game.lead.next in BY_THE_WINNER:
        yield _("After a round that nobody won, it is as in the first round.")


def _tie_notes(game: Game) -> Iterator[str]:
    if game.blocked.tie is Tie.VOID:
        yield _("Nobody wins a drawn round; it stays in the list of rounds.")


def _award_notes(game: Game) -> Iterator[str]:
    awards = (game.out.winner, game.blocked.winner)
    if any(min(award.partner, award.own) < 0 for award in awards):
        yield _("What a round pays is never below 0.")


def _match_notes(game: Game) -> Iterator[str]:
    if game.match.at_once:
        yield _(
            "If nobody knows who reached it first, the higher total wins; if they are level, you"
            " play on."
        )
    elif game.match.ends is Ends.RACE:
        yield _(
            "If two reach it in one round, the higher total wins; if they are level, you play on."
        )
        if game.match.test is GoalTest.REACH:
            yield _("Reaching the goal is enough; having to pass it is a house rule.")
    elif not game.match.eliminate:
        yield _("If the best totals are level, you play on.")
