"""The same hands under every game, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext, pgettext

from scorekeeper.pages.guide.compare_form import Asked
from scorekeeper.pages.guide.examples import NAMES
from scorekeeper.pages.shared.tiles import ShownHand, shown_tile
from scorekeeper.rules import Code, Round, RoundScore, RuleError, game_ids, load_game, score_round
from scorekeeper.rules.keys import Entry
from scorekeeper.rules.reasons import WentOut
from scorekeeper.wording.errors import error_sentence
from scorekeeper.wording.formats import join_names, pips, signed
from scorekeeper.wording.rounds import RoundNarrator


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one game makes of the hands; `points` has an entry a side."""

    name: str
    url: str
    wins: str
    points: tuple[str, ...]
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReplayError:
    """A game that cannot score the hands, and why in a few words."""

    name: str
    url: str
    why: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """The hands, and what the games make of them; `highest` is the highest end among them."""

    highest: int
    hands: tuple[ShownHand, ...]
    sides: tuple[str, ...]
    verdicts: tuple[Verdict, ...]
    unfit: tuple[ReplayError, ...]


def compare(asked: Asked) -> Comparison:
    """Score the same hands under every game that can."""
    results = [_judged(game_id, asked) for game_id in game_ids()]
    return Comparison(
        highest=max(tile.high for hand in asked.hands for tile in hand.tiles),
        hands=tuple(_hands(asked)),
        sides=_sides(asked),
        verdicts=tuple(each for each in results if isinstance(each, Verdict)),
        unfit=tuple(each for each in results if isinstance(each, ReplayError)),
    )


def _judged(game_id: str, asked: Asked) -> Verdict | ReplayError:
    game, url = load_game(game_id), url_for("guide.game", game_id=game_id)
    name = _(game.name)
    if game.table.entry is not Entry.TILES:
        return ReplayError(name, url, str(_OTHERWISE[game.table.entry]))
    if len(asked.hands) not in game.deal:
        return ReplayError(name, url, _("for %(numbers)s players", numbers=_any_of(game.deal)))
    try:
        setup = asked.setup(game_id)
        score = score_round(setup, Round(asked.hands))
    except RuleError as error:
        return ReplayError(name, url, _why_not(error))
    narrator = RoundNarrator(setup, NAMES[: setup.players])
    return Verdict(
        name=name,
        url=url,
        wins=_winner(narrator, score),
        points=tuple(signed(points) if points else "0" for points in score.points),
        why=narrator.reasons(score),
    )


def _winner(narrator: RoundNarrator, score: RoundScore) -> str:
    if score.winning_side is not None:
        return narrator.label(score.winning_side)
    if score.drawn:
        # For translators: who wins the round: nobody, it is drawn.
        return pgettext("round", "drawn")
    out = [NAMES[step.seat] for step in score.reasons if isinstance(step, WentOut)]
    if out:
        return ngettext("%(names)s went out", "%(names)s went out", len(out), names=join_names(out))
    # For translators: who wins the round: nobody, everybody adds what is left in the hand.
    return _("everybody adds")


def _sides(asked: Asked) -> tuple[str, ...]:
    names = NAMES[: len(asked.hands)]
    return (" & ".join(names[::2]), " & ".join(names[1::2])) if asked.partners else names


def _hands(asked: Asked) -> Iterator[ShownHand]:
    for seat, hand in enumerate(asked.hands):
        side = seat % 2 if asked.partners else seat
        note = _("went out") if hand.is_empty else pips(hand.pips)
        yield ShownHand(f"c{side + 1}", NAMES[seat], note, tuple(map(shown_tile, hand.tiles)))


def _why_not(error: RuleError) -> str:
    """Say in a few words why a game cannot score the hands."""
    said = _REFUSALS.get(error.code)
    return said(error) if said else error_sentence(error, NAMES)


def _any_of(numbers: Iterable[int]) -> str:
    *most, last = map(str, numbers)
    if not most:
        return last
    # For translators: numbers of players: 2, 3 or 4.
    return _("%(numbers)s or %(last)s", numbers=", ".join(most), last=last)


def _not_in_the_box(error: RuleError) -> str:
    tiles = join_names([str(tile) for tile in error.tiles])
    amount = len(error.tiles)
    return ngettext(
        "%(tiles)s is not in the box", "%(tiles)s are not in the box", amount, tiles=tiles
    )


def _too_many(error: RuleError) -> str:
    most = int(str(error.detail["most"]))
    return ngettext("a hand holds %(num)s tile at most", "a hand holds %(num)s tiles at most", most)


_OTHERWISE = {
    Entry.TOTALS: _l("not played with dominoes: only totals are entered"),
    Entry.PLAYS: _l("the tiles laid count, not those left over"),
}

_REFUSALS: dict[Code, Callable[[RuleError], str]] = {
    Code.PARTNERS_NOT_ALLOWED: lambda _e: _("each plays alone"),
    Code.PARTNERS_REQUIRED: lambda _e: _("played by partners"),
    Code.TILE_NOT_IN_SET: _not_in_the_box,
    Code.TOO_MANY_TILES: _too_many,
    Code.SEVERAL_EMPTY_HANDS: lambda _e: _("only one player can go out"),
    Code.OPENER_NEEDED: lambda _e: _("a tie: it depends on who led"),
    Code.BLOCKER_NEEDED: lambda _e: _("it depends on who closed the line"),
}
