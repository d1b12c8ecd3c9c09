"""A game's page, and the list of the games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext as _
from flask_babel import ngettext, pgettext

from scorekeeper.pages.guide.examples import Example, examples
from scorekeeper.rules import Game, load_game
from scorekeeper.rules.keys import (
    Boneyard,
    Ends,
    Entry,
    Leader,
    Source,
    Tie,
)
from scorekeeper.wording.formats import join_names, players
from scorekeeper.wording.rules import BONUS, Difference, differences, label_of, rules_in_words


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game in the list of all."""

    name: str
    summary: str
    deal: str
    sides: str
    url: str
    start_url: str


@dataclass(frozen=True, slots=True)
class Line:
    """One rule: what it is about, and what it says."""

    what: str
    words: str


@dataclass(frozen=True, slots=True)
class Section:
    """Some rules that belong together, and what else is to be said about them."""

    id: str
    title: str
    lines: tuple[Line, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """The page of one game; `differences` are those from the reference game."""

    name: str
    summary: str
    sections: tuple[Section, ...]
    examples: tuple[Example, ...]
    reference: str
    differences: tuple[Difference, ...]
    sources: tuple[Source, ...]
    start_url: str


def game_entry(game: Game) -> GameEntry:
    """Show a game in the list of all."""
    words = rules_in_words(game)
    return GameEntry(
        name=_(game.name),
        summary=_(game.summary),
        deal=words["deal"],
        sides=words["table.sides"],
        url=url_for("guide.game", game_id=game.id),
        start_url=url_for("new_match.new", game=game.id),
    )


def lesson(game: Game) -> Lesson:
    """Show how a game is played and scored, as its data say."""
    return Lesson(
        name=_(game.name),
        summary=_(game.summary),
        sections=tuple(_sections(game)),
        examples=examples(game),
        reference=_(_reference().name),
        differences=differences(_reference(), game),
        sources=game.source,
        start_url=url_for("new_match.new", game=game.id),
    )


def _reference() -> Game:
    return load_game("block")


def _sections(game: Game) -> Iterator[Section]:
    words, usual = rules_in_words(game), rules_in_words(_reference())

    def lines(*keys: str, said: tuple[str, ...] = ()) -> tuple[Line, ...]:
        """Say some keys, those of `said` only where they are not as in the reference game."""
        rare = [key for key in said if words[key] != usual[key]]
        return tuple(Line(label_of(key), words[key]) for key in (*keys, *rare))

    plays = game.table.entry is Entry.PLAYS
    deal = (*lines("tiles.highest"), *_deal(game), *lines("table.sides", "table.boneyard"))
    more = lines("table.layout", said=("table.entry",))
    yield Section("players", _("Players and deal"), (*deal, *more))
    yield Section("lead", _("Who leads"), lines("lead.first", "lead.next"), tuple(_on_lead(game)))
    yield Section("end", _("How a round ends"), _endings(game, words))
    if not plays:
        ranked = lines("blocked.rank", "blocked.tie", said=("blocked.among", "blocked.next_worth"))
        yield Section("blocked", _("Who wins a blocked round"), ranked, tuple(_on_ties(game)))
    out = lines("out.winner", said=("out.losers",))
    blocked = lines("blocked.winner", said=("blocked.losers", *_WEIGHTS))
    bonuses = lines(*(BONUS + bonus.name for bonus in game.bonus))
    paid = lines("plays") if plays else (*out, *blocked)
    played = lines(said=("tally.steps",))
    yield Section("pays", _("What it pays"), (*paid, *bonuses, *played), tuple(_on_pay(game)))
    best = () if game.match.ends is Ends.RACE else ("match.best",)
    goal = lines("match.ends", "match.goal", *best, said=("match.reset", "match.eliminate"))
    yield Section("match", _("The match"), goal, tuple(_on_match(game)))


_WEIGHTS = (
    "rounding",
    "weights.tile",
    "weights.blank_end",
    "weights.double",
    "weights.holding_a_double",
    "weights.joker",
)


def _deal(game: Game) -> Iterator[Line]:
    """Say what each number of players is dealt, what is taken out, and what is left over."""
    for number, tiles in game.deal.items():
        box = game.box_for(number)
        left = len(box) - number * tiles
        said = [ngettext("%(num)s tile each", "%(num)s tiles each", tiles)]
        if game.table.entry is not Entry.TOTALS and left:
            # For translators: tiles that are not dealt.
            said.append(ngettext("%(num)s left over", "%(num)s left over", left))
        if box.removed:
            out = join_names([str(tile) for tile in box.removed])
            amount = len(box.removed)
            said.append(ngettext("%(tiles)s taken out", "%(tiles)s taken out", amount, tiles=out))
        yield Line(players(number), ", ".join(said))


def _endings(game: Game, words: Mapping[str, str]) -> tuple[Line, ...]:
    if game.table.entry is Entry.PLAYS:
        last = max(game.plays.marks)
        ends = _("at %(last)s on the table, or when nobody can lay a tile", last=last)
        # For translators: a round ends.
        return (Line(_("It ends"), ends),)
    # For translators: %(then)s is “the round ends” or “the others play on”.
    out = _("somebody plays the last tile: %(then)s", then=words["out.play_on"])
    return (
        Line(_("Going out"), out),
        Line(pgettext("round", "Blocked"), _("nobody can play")),
    )


def _on_lead(game: Game) -> Iterator[str]:
    rules = (game.lead.first, game.lead.next)
    if Leader.HIGHEST_DOUBLE in rules and game.table.boneyard is not Boneyard.NONE:
        yield _("Where nobody holds a double the heaviest tile leads.")
    if game.lead.next in (Leader.WINNER, Leader.WINNERS_SIDE):
        yield _("After a round that nobody won, the lead is as in the first round.")


def _on_ties(game: Game) -> Iterator[str]:
    if game.blocked.tie is Tie.VOID:
        yield _("In a drawn round nobody scores; it stays in the history.")


def _on_pay(game: Game) -> Iterator[str]:
    awards = (game.out.winner, game.blocked.winner)
    if any(min(award.partner, award.own) < 0 for award in awards):
        yield _("An award is never below 0.")


def _on_match(game: Game) -> Iterator[str]:
    if game.match.ends is Ends.RACE:
        yield _("Where two are there at once the higher total wins; on equal totals play goes on.")
    elif not game.match.eliminate:
        yield _("Where the best are equal play goes on.")
