"""The comparison: the same hands scored under every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.messages import ngettext, pgettext
from scorekeeper.pages.guide.compare_form import ComparedHands
from scorekeeper.pages.guide.examples import NAMES
from scorekeeper.pages.shared.tiles import ShownHand, shown_tile
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.games import game_ids, load_game
from scorekeeper.rules.options import Entry
from scorekeeper.rules.reasons import RoundScore, WentOut
from scorekeeper.rules.rounds import Round
from scorekeeper.rules.scoring import score_round
from scorekeeper.wording.errors import error_sentence
from scorekeeper.wording.formats import join_names, one_of, pips, signed
from scorekeeper.wording.rounds import RoundNarrator


class Verdict(NamedTuple):
    """The score of the hands under one game; `points` has a text for each side."""

    game_id: str
    name: str
    wins: str
    points: tuple[str, ...]
    why: tuple[str, ...]


class UnfitGame(NamedTuple):
    """A game that cannot score the hands, and why in a few words."""

    game_id: str
    name: str
    why: str


class Comparison(NamedTuple):
    """The hands and their scores; `highest` is the highest end of their tiles."""

    highest: int
    hands: tuple[ShownHand, ...]
    sides: tuple[str, ...]
    verdicts: tuple[Verdict, ...]
    unfit: tuple[UnfitGame, ...]


def compare_games(compared: ComparedHands) -> Comparison:
    """Score the same hands under every game that can score them."""
    results = [_verdict(game_id, compared) for game_id in game_ids()]
    return Comparison(
        highest=max(tile.high for hand in compared.hands for tile in hand.tiles),
        hands=tuple(_hands(compared)),
        sides=_sides(compared),
        verdicts=tuple(each for each in results if isinstance(each, Verdict)),
        unfit=tuple(each for each in results if isinstance(each, UnfitGame)),
    )


def _verdict(game_id: str, compared: ComparedHands) -> Verdict | UnfitGame:
    game = load_game(game_id)
    name = _(game.name)
    if game.table.entry is not Entry.TILES:
        return UnfitGame(game_id, name, str(_NOT_BY_HANDS[game.table.entry]))
    if len(compared.hands) not in game.deal:
        return UnfitGame(game_id, name, _("for %(numbers)s players", numbers=one_of(game.deal)))
    try:
        setup = compared.setup(game_id)
        score = score_round(setup, Round(compared.hands))
    except RuleError as error:
        return UnfitGame(game_id, name, _why_not(error))
    narrator = RoundNarrator(setup, NAMES[: setup.players])
    return Verdict(
        game_id=game_id,
        name=name,
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


def _sides(compared: ComparedHands) -> tuple[str, ...]:
    names = NAMES[: len(compared.hands)]
    return (" & ".join(names[::2]), " & ".join(names[1::2])) if compared.partners else names


def _hands(compared: ComparedHands) -> Iterator[ShownHand]:
    for seat, hand in enumerate(compared.hands):
        side = seat % 2 if compared.partners else seat
        note = _("went out") if hand.is_empty else pips(hand.pips)
        yield ShownHand(f"c{side + 1}", NAMES[seat], note, tuple(map(shown_tile, hand.tiles)))


def _why_not(error: RuleError) -> str:
    """Say in a few words why a game cannot score the hands."""
    phrase = _REFUSALS.get(error.code)
    return phrase(error) if phrase else error_sentence(error, NAMES)


def _not_in_the_box(error: RuleError) -> str:
    tiles, count = join_names(error.tiles), len(error.tiles)
    return ngettext(
        "%(tiles)s is not in the box", "%(tiles)s are not in the box", count, tiles=tiles
    )


def _too_many(error: RuleError) -> str:
    most = int(str(error.detail["most"]))
    return ngettext("a hand holds %(num)s tile at most", "a hand holds %(num)s tiles at most", most)


_NOT_BY_HANDS = {
    Entry.TOTALS: _l("not played with dominoes: only totals are entered"),
    Entry.PLAYS: _l("the tiles played count, not those left over"),
}

_REFUSALS: dict[Code, Callable[[RuleError], str]] = {
    Code.PARTNERS_NOT_ALLOWED: lambda _e: _("each plays alone"),
    Code.PARTNERS_REQUIRED: lambda _e: _("played by partners"),
    Code.TILE_NOT_IN_SET: _not_in_the_box,
    Code.TOO_MANY_TILES: _too_many,
    Code.SEVERAL_EMPTY_HANDS: lambda _e: _("only one player can go out"),
    Code.OPENER_NEEDED: lambda _e: _("a tie: it depends on who played first"),
    Code.BLOCKER_NEEDED: lambda _e: _("it depends on who closed the line"),
}
