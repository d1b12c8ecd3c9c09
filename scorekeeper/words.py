"""Sentences for people: why a round went as it did, and what is wrong with an entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorekeeper.rules import Code, Lead, RoundScore, RuleError, Setup, Tile
from scorekeeper.rules.games import Leader, Rank
from scorekeeper.rules.scoring import Awarded, Compared, Drawn, Mark, Reason, Term, WentOut

MINUS = "−"


def listed(names: Sequence[str]) -> str:
    """Join names as people say them.

    >>> listed(["Ana"]), listed(["Ana", "Bea", "Ciro"])
    ('Ana', 'Ana, Bea and Ciro')
    """
    if not names:
        return ""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def counted(number: int, word: str) -> str:
    """Put a number before a word.

    >>> counted(1, "pip"), counted(17, "pip")
    ('1 pip', '17 pips')
    """
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def signed(points: int) -> str:
    """Show points scored: +21, −5, or – for none."""
    if not points:
        return "–"
    return f"+{points}" if points > 0 else f"{MINUS}{-points}"


@dataclass(frozen=True, slots=True)
class Teller:
    """Tell what happens at one table, whose players sit in this order."""

    setup: Setup
    names: tuple[str, ...]

    def side(self, side: int) -> str:
        """Name a side inside a sentence: Ana and Ciro."""
        return listed([self.names[seat] for seat in self.setup.sides[side]])

    def label(self, side: int) -> str:
        """Name a side on a scoreboard: Ana & Ciro."""
        return " & ".join(self.names[seat] for seat in self.setup.sides[side])

    def ending(self, score: RoundScore) -> str:
        """Say in few words how a round ended, for a row of the history."""
        first = score.reasons[0]
        if isinstance(first, WentOut):
            return f"{self.names[first.seat]} went out"
        drawn = "" if score.winning_side is not None else ", drawn"
        return f"Blocked, {_to(score.pips)}{drawn}"

    def headline(self, score: RoundScore) -> str:
        """Say in one breath how a round ended and who won it."""
        first, decisive = score.reasons[0], score.reasons[-2]
        if isinstance(first, WentOut):
            name = self.names[first.seat]
            partners = f": {self._wins(score)}" if self.setup.partners else " and wins the round"
            return f"{name} went out{partners}."
        if isinstance(score.reasons[-1], Drawn):
            return f"Blocked. {_to(score.pips)}: nobody wins, the round is drawn."
        how = ""
        if isinstance(decisive, Compared):
            how = _ON[decisive.key]
        return f"Blocked. {_to(score.pips)}: {self._wins(score)}{how}."

    def reasons(self, score: RoundScore) -> tuple[str, ...]:
        """Say step by step why a round went as it did; one sentence a step."""
        return tuple(self._reason(reason) for reason in score.reasons)

    def lead(self, lead: Lead) -> str:
        """Remind the table who leads the next round."""
        if lead.seat is not None:
            return f"{self.names[lead.seat]} leads."
        if lead.side is not None:
            return f"{self.side(lead.side)} {'lead' if self.setup.partners else 'leads'}."
        if lead.rule is Leader.ALTERNATE and self.setup.players == 2:
            return "Whoever did not lead the last round leads."
        if lead.rule is Leader.HIGHEST_DOUBLE and self.setup.every_tile_dealt:
            highest = self.setup.game.tiles.highest
            return f"{Tile(highest, highest)} leads."
        return _LEADS[lead.rule]

    def deal(self) -> str:
        """Remind the table what to deal."""
        return f"Deal {counted(self.setup.dealt, 'tile')} each."

    def _wins(self, score: RoundScore) -> str:
        winners = [
            self.side(reason.side) for reason in score.reasons if isinstance(reason, Awarded)
        ]
        return f"{listed(winners)} {'win' if self.setup.partners else 'wins'}"

    def _reason(self, reason: Reason) -> str:
        match reason:
            case WentOut(seat):
                return f"{self.names[seat]} played the last tile."
            case Compared():
                return self._compared(reason)
            case Drawn(sides):
                tied = listed([self.side(side) for side in sides])
                return f"Nothing settles the tie of {tied}: nobody scores."
            case Awarded():
                return _arithmetic(reason, self.setup.partners)

    def _compared(self, step: Compared) -> str:
        lightest = [mark for mark in step.marks if mark.side in step.stayed]
        heavier = [mark for mark in step.marks if mark.side not in step.stayed]
        if step.key in (Rank.LIGHTEST_TILE, Rank.NEXT_TILES):
            return _tiles_compared(lightest, heavier)
        if not heavier:
            tied = listed([self.side(mark.side) for mark in lightest])
            return f"{tied} tie with {counted(lightest[0].weights[0], 'pip')} each."
        hold = "holds" if not self.setup.partners else "hold"
        what = "in the lightest hand" if step.key is Rank.SEAT_TOTAL else ""
        said = [
            f"{self.side(mark.side)} {hold} {counted(mark.weights[0], 'pip')} {what}".strip()
            for mark in (*lightest, *heavier)
        ]
        return f"{listed(said)}{': a tie at the lightest' if len(lightest) > 1 else ''}."


def told(error: RuleError, names: Sequence[str] = ()) -> str:
    """Say what is wrong and what to do about it, in one sentence or two."""
    who = [names[seat] for seat in error.seats]
    facts = {
        **error.detail,
        "key": error.key,
        "tiles": listed([str(tile) for tile in error.tiles]),
        "who": listed(who),
        "hands": listed([f"{name}’s hand" for name in who]),
        "hold": "holds" if len(who) == 1 else "hold",
    }
    return _ERRORS[error.code](facts)


def _to(pips: Sequence[int]) -> str:
    return " to ".join(map(str, pips))


def _tiles_compared(lightest: list[Mark], heavier: list[Mark]) -> str:
    def tiles(mark: Mark) -> str:
        if len(mark.tiles) > 1:
            return ", ".join(map(str, mark.tiles))
        return f"{mark.tiles[0]} ({counted(mark.tiles[0].pips, 'pip')})"

    first = listed([tiles(mark) for mark in lightest])
    if not heavier:
        return f"{first} weigh the same."
    verb = "is" if len(lightest) == 1 else "are"
    return f"{first} {verb} lighter than {listed([tiles(mark) for mark in heavier])}."


def _arithmetic(award: Awarded, partners: bool) -> str:
    if [(term.part, term.times) for term in award.terms] == [("opponents", 1)]:
        return (
            f"The opponents hold {counted(award.points, 'pip')}: {counted(award.points, 'point')}."
        )
    if not award.terms:
        return "There is nothing to count: 0 points."
    sums: dict[str, tuple[int, int]] = {}
    for term in award.terms:
        part = _part(term, award, partners)
        times, pips = sums.get(part, (term.times, 0))
        sums[part] = (times, pips + term.pips)
    said = ""
    for part, (times, pips) in sums.items():
        less = times * pips < 0
        sign = f" {MINUS} " if less else " + "
        amount = f"{abs(times)} × {abs(pips)}" if abs(times) != 1 else str(abs(pips))
        said += f"{sign if said or less else ''}{amount}{part}"
    total = sum(term.times * term.pips for term in award.terms)
    equals = f"{MINUS}{-total}, so 0 points" if total < 0 else counted(award.points, "point")
    return f"{said.strip()} = {equals}."


def _part(term: Term, award: Awarded, partners: bool) -> str:
    """Name a term; partner and own count as one where they count alike."""
    if term.part in ("partner", "own") and partners:
        times = [other.times for other in award.terms if other.part in ("partner", "own")]
        if len(times) == 2 and times[0] == times[1]:
            return " (own side)"
    return _PARTS[term.part]


_PARTS = {
    "opponents": " (opponents)",
    "partner": " (partner)",
    "own": " (own hand)",
    "excess": " (more than the own hand)",
    "flat": " (for winning)",
}

_ON = {
    Rank.SIDE_TOTAL: "",
    Rank.SEAT_TOTAL: " on the lightest hand",
    Rank.LIGHTEST_TILE: " on the lightest tile",
    Rank.NEXT_TILES: " on the lightest tiles",
}

_LEADS = {
    Leader.HIGHEST_DOUBLE: "The highest double leads, or the heaviest tile if nobody holds one.",
    Leader.WINNER: "The winner of the last round leads.",
    Leader.WINNERS_SIDE: "The side that won the last round leads.",
    Leader.ALTERNATE: "The lead passes to the left of whoever led the last round.",
    Leader.PASSES_LEFT: "The lead passes to the left of whoever led the last round.",
    Leader.AGREED: "Agree who leads.",
    Leader.HEAVIEST_HAND: "The heaviest hand of the last round leads.",
}


Facts = dict[str, object]


def _choices(values: object) -> str:
    return ", ".join(map(str, values)) if isinstance(values, tuple) else str(values)


def _out_of_range(facts: Facts) -> str:
    if "allowed" in facts:
        return f"{facts['key']} must be one of: {_choices(facts['allowed'])}."
    return f"{facts['key']} must be from {facts['least']} to {facts['most']}."


def _impossible_pips(facts: Facts) -> str:
    if "box" in facts:
        return f"All hands together hold {facts['pips']} pips; the box has only {facts['box']}."
    size = facts["count"]
    tiles = f"at most {facts['most']} tiles" if size is None else counted(int(str(size)), "tile")
    lightest = f", the lightest being {facts['tiles']}" if facts["tiles"] else ""
    return f"{facts['who']} cannot hold {facts['pips']} pips in {tiles}{lightest}: count again."


_ERRORS: dict[Code, Callable[[Facts], str]] = {
    Code.UNKNOWN_GAME: lambda f: (
        f"There is no game “{f['game']}”. The games are: {_choices(f['known'])}."
    ),
    Code.UNREADABLE_GAME: lambda f: f"{f['file']} cannot be read: {f['problem']}.",
    Code.UNKNOWN_KEY: lambda f: (
        f"{f['key']} is not a key of a game. Keys here: {_choices(f['known'])}."
    ),
    Code.MISSING_KEY: lambda f: f"{f['key']} is missing.",
    Code.WRONG_TYPE: lambda f: f"{f['key']} must be {f['expected']}.",
    Code.OUT_OF_RANGE: _out_of_range,
    Code.CONTRADICTION: lambda f: f"{f['key']} contradicts the rest of the rules: {f['why']}.",
    Code.PLAYERS_NOT_ALLOWED: lambda f: (
        f"This game is for {_choices(f['allowed'])} players: change the game or who plays."
    ),
    Code.PARTNERS_NOT_ALLOWED: lambda f: (
        f"With {f['players']} players this game is played each for themselves: untick partners."
    ),
    Code.PARTNERS_REQUIRED: lambda _f: "This game is played by partners: choose partners.",
    Code.SAME_NAME_TWICE: lambda f: f"{f['name']} sits twice: give every player a different name.",
    Code.UNREADABLE_TILE: lambda f: (
        f"“{f['text']}” in {f['hands']} is not a tile: write tiles like 1-2, 24 or 3|5."
    ),
    Code.TILE_NOT_IN_SET: lambda f: (
        f"{f['tiles']} in {f['hands']} is not in the box: ends go from 0 to {f['highest']}."
    ),
    Code.TILE_TWICE: lambda f: f"{f['tiles']} is twice in {f['hands']}: every tile exists once.",
    Code.TILE_IN_TWO_HANDS: lambda f: (
        f"{f['tiles']} is in {f['hands']} at once: every tile exists once, so take it out of one."
    ),
    Code.TOO_MANY_TILES: lambda f: (
        f"{f['who']} {f['hold']} {f['count']} tiles, but {f['most']} were dealt: take some out."
    ),
    Code.SEVERAL_EMPTY_HANDS: lambda f: (
        f"{f['who']} have no tiles, and only one player can go out: enter what the others hold."
    ),
    Code.IMPOSSIBLE_PIPS: _impossible_pips,
    Code.LIGHTEST_TILE_NEEDED: lambda f: f"It is a tie. Enter the lightest tile in {f['hands']}.",
    Code.TILES_NEEDED: lambda f: f"It is a tie. Enter the tiles in {f['hands']}.",
    Code.MISSING_HAND: lambda f: f"Enter what is left in {f['hands']}.",
    Code.WRONG_NUMBER_OF_HANDS: lambda f: f"Enter a hand for each of the {f['expected']} players.",
    Code.UNKNOWN_SEAT: lambda f: f"{f['seat']} does not sit at this table.",
    Code.UNKNOWN_EVENT: lambda f: f"{f['game']} has no “{f['event']}”.",
    Code.MATCH_OVER: lambda _f: "This match has its winner: start a rematch to go on playing.",
}
