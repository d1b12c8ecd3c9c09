"""The same hands under every game, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from flask import url_for

from scorekeeper.boards.guide.asking import Asked
from scorekeeper.boards.guide.examples import NAMES
from scorekeeper.boards.tiles import ShownHand, shown
from scorekeeper.refusals import told
from scorekeeper.rules import Code, Round, RoundScore, RuleError, game_ids, load_game, score_round
from scorekeeper.rules.keys import Entry
from scorekeeper.rules.reasons import WentOut
from scorekeeper.telling import Teller
from scorekeeper.words import counted, listed, signed


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one game makes of the hands; `points` has an entry a side."""

    name: str
    url: str
    wins: str
    points: tuple[str, ...]
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unfit:
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
    unfit: tuple[Unfit, ...]


def compare(asked: Asked) -> Comparison:
    """Score the same hands under every game that can."""
    results = [_judged(game_id, asked) for game_id in game_ids()]
    return Comparison(
        highest=max(tile.high for hand in asked.hands for tile in hand.tiles),
        hands=tuple(_hands(asked)),
        sides=_sides(asked),
        verdicts=tuple(each for each in results if isinstance(each, Verdict)),
        unfit=tuple(each for each in results if isinstance(each, Unfit)),
    )


def _judged(game_id: str, asked: Asked) -> Verdict | Unfit:
    game, url = load_game(game_id), url_for("guide.game", game_id=game_id)
    if game.table.entry is not Entry.TILES:
        return Unfit(game.name, url, _OTHERWISE[game.table.entry])
    if len(asked.hands) not in game.deal:
        return Unfit(game.name, url, f"for {_any_of(game.deal)} players")
    try:
        setup = asked.setup(game_id)
        score = score_round(setup, Round(asked.hands))
    except RuleError as error:
        return Unfit(game.name, url, _why_not(error))
    teller = Teller(setup, NAMES[: setup.players])
    return Verdict(
        name=game.name,
        url=url,
        wins=_winner(teller, score),
        points=tuple(signed(points) if points else "0" for points in score.points),
        why=teller.reasons(score),
    )


def _winner(teller: Teller, score: RoundScore) -> str:
    if score.winning_side is not None:
        return teller.label(score.winning_side)
    if score.drawn:
        return "drawn"
    out = [NAMES[step.seat] for step in score.reasons if isinstance(step, WentOut)]
    return f"{listed(out)} went out" if out else "everybody adds"


def _sides(asked: Asked) -> tuple[str, ...]:
    names = NAMES[: len(asked.hands)]
    return (" & ".join(names[::2]), " & ".join(names[1::2])) if asked.partners else names


def _hands(asked: Asked) -> Iterator[ShownHand]:
    for seat, hand in enumerate(asked.hands):
        side = seat % 2 if asked.partners else seat
        note = "went out" if hand.is_empty else counted(hand.pips, "pip")
        yield ShownHand(f"c{side + 1}", NAMES[seat], note, tuple(map(shown, hand.tiles)))


def _why_not(error: RuleError) -> str:
    """Say in a few words why a game cannot score the hands."""
    said = _REFUSALS.get(error.code)
    return said(error) if said else told(error, NAMES)


def _any_of(numbers: Iterable[int]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}" if most else last


_OTHERWISE = {
    Entry.TOTALS: "not played with dominoes: only totals are entered",
    Entry.PLAYS: "the tiles laid count, not those left over",
}

_REFUSALS: dict[Code, Callable[[RuleError], str]] = {
    Code.PARTNERS_NOT_ALLOWED: lambda _e: "each plays alone",
    Code.PARTNERS_REQUIRED: lambda _e: "played by partners",
    Code.TILE_NOT_IN_SET: lambda e: f"{listed([str(t) for t in e.tiles])} is not in the box",
    Code.TOO_MANY_TILES: lambda e: f"a hand holds {e.detail['most']} tiles at most",
    Code.SEVERAL_EMPTY_HANDS: lambda _e: "only one player can go out",
    Code.OPENER_NEEDED: lambda _e: "a tie: it depends on who led",
    Code.BLOCKER_NEEDED: lambda _e: "it depends on who closed the line",
}
