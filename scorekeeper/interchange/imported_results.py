"""Matches from other programs and from paper: who played, and the points.

Their files are read into matches; lines that cannot be read are left out, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple, Self

from scorekeeper import clock
from scorekeeper.interchange.match_file import PortableMatch, check_name
from scorekeeper.interchange.named_json import refusal
from scorekeeper.messages import gettext as _
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.game_files import game_ids, load_game, with_box_for, with_house_rules
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.round_entry import Round, points_by_side
from scorekeeper.scorebook.database.letter_case import folded
from scorekeeper.scorebook.finished_match import NoSuchResult, ended, finished
from scorekeeper.scorebook.people.similar_names import clean_name, look
from scorekeeper.scorebook.record import MatchRecord, RecordedRound
from scorekeeper.scorebook.round_json import InvalidJson
from scorekeeper.scorebook.scored_match import ReplayError, score_record
from scorekeeper.wording.errors_and_doubts import error_sentence
from scorekeeper.wording.formats import translate_name

Points = tuple[int | None, ...]
# The game if nobody says which: for two pairs, and for all others.
OF_PAIRS, OF_OTHERS = "partnership", "block"


class Outcome(NamedTuple):
    """A match of such a file: `sides` of one name or two, and `points` by side for each round.

    Where there are no rounds, for the whole match. The `key` is the same each time the file is
    read; `shorter` has the keys of the match with fewer rounds.
    """

    where: str
    key: str
    at: datetime
    sides: tuple[tuple[str, ...], ...]
    points: tuple[Points, ...]
    by_rounds: bool = False
    game: str = ""
    note: str = ""
    shorter: tuple[str, ...] = ()


class LeftOut(NamedTuple):
    """Something left out: where it is in the file, why, and its text."""

    where: str
    why: str
    text: str = ""


class NotRead(Exception):
    """Something is left out; a LeftOut says what and why."""

    def __init__(self, where: str, why: str, text: str = "") -> None:
        super().__init__(f"{where}: {why}")
        self.left_out = LeftOut(where, why, text)


class MatchesInFile(NamedTuple):
    """The matches of a file, read again each time, so that not all need be in memory.

    `heads` gives them without their rounds, which is faster. `table` is what else a Scorekeeper
    file has; it is empty for others.
    """

    each: Callable[[], Iterator[PortableMatch]]
    heads: Callable[[], Iterator[PortableMatch]]
    table: Mapping[str, Any]

    @classmethod
    def of_others(cls, matches: Sequence[PortableMatch]) -> Self:
        return cls(lambda: iter(matches), lambda: iter(matches), {})


@dataclass(slots=True)
class ReadFile:
    """The matches of a file, what was left out, and the choices for reading it differently.

    If it is a Scorekeeper file, its matches are in `ours`. `columns` are those of a table, `looks`
    is what each of its lines seems to be, and `games` are those of BG Stats.
    """

    matches: list[PortableMatch] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    ours: MatchesInFile | None = None
    columns: Sequence[Any] = ()
    games: Sequence[Any] = ()
    looks: str = ""

    def add(self, outcome: Outcome, game: str, goal: int | None) -> None:
        """Add a match; `game` and `goal` are used if it does not say them."""
        try:
            self.matches += _matches(outcome, game, goal)
        except NotRead as error:
            self.left_out.append(error.left_out)


def key_of(*parts: object) -> str:
    """Return a key made from what is known of a match."""
    return sha256(repr(parts).encode()).hexdigest()[:32]


def games_by_name() -> dict[str, str]:
    """Return the ids of all games by their names, folded; also in the language of the page."""
    called = {game_id: load_game(game_id).name for game_id in game_ids()}
    return {
        folded(name): game_id
        for game_id, english in called.items()
        for name in (game_id, english, translate_name(english))
    }


def _matches(outcome: Outcome, game: str, goal: int | None) -> Iterator[PortableMatch]:
    """Yield a match; if rounds follow after the goal was reached, another match for these.

    Raise NotRead.
    """
    setup = _setup(outcome, outcome.game or game, goal)
    names = [""] * setup.players
    for seats, side in zip(setup.sides, outcome.sides, strict=True):
        for seat, name in zip(seats, side, strict=True):
            names[seat] = name
    if outcome.by_rounds and not _is_result(outcome.points, setup):
        yield from _by_rounds(outcome, setup, tuple(names))
        return
    points = [each or 0 for each in outcome.points[0]]
    try:
        record = finished(setup, tuple(names), points, outcome.at, outcome.note)
    except NoSuchResult:
        why = _("In this game no match can end like this.")
        raise NotRead(outcome.where, why, " : ".join(map(str, points))) from None
    yield PortableMatch(outcome.key, outcome.at, record, len(record.entries))


def _is_result(points: Sequence[Points], setup: Setup) -> bool:
    """Return whether one round has more points than the set: then it is the result of a match."""
    most = setup.most_paid
    return len(points) == 1 and most is not None and sum(each or 0 for each in points[0]) > most


def _by_rounds(outcome: Outcome, setup: Setup, names: tuple[str, ...]) -> Iterator[PortableMatch]:
    at, left, key, shorter = outcome.at, outcome.points, outcome.key, outcome.shorter
    while left:
        rounds = (Round(points=points_by_side(each)) for each in left)
        record = MatchRecord(
            setup, names, entries=tuple(RecordedRound(each, at) for each in rounds)
        )
        try:
            counting = len(score_record(record)[1])
        except ReplayError as refused:
            why = _(
                "Round %(number)s: %(why)s",
                number=refused.number,
                why=refusal(refused.fault, names),
            )
            raise NotRead(outcome.where, why) from None
        record = record._replace(entries=record.entries[:counting])
        # A match played today may go on.
        is_today = clock.local(at).date() == clock.today()
        yield PortableMatch(key, at, record if is_today else ended(record), counting, shorter)
        left, key = left[counting:], key_of(key, "next")
        shorter = tuple(key_of(each, "next") for each in shorter)


def _setup(outcome: Outcome, game_id: str, goal: int | None) -> Setup:
    """Set up the game for those who play. Raise NotRead."""
    names = [name for side in outcome.sides for name in side]
    pairs = len(names) == 4 and len(outcome.sides) == 2
    try:
        for name in names:
            check_name(name)
            if [*map(look, names)].count(look(name)) > 1:
                raise RuleError(Code.SAME_NAME_TWICE, name=name)
        game = with_box_for(load_game(game_id or (OF_PAIRS if pairs else OF_OTHERS)), len(names))
        if goal:
            game = with_house_rules(game, {"match": {"goal": goal}})
        setup = Setup.of(game, len(names), pairs if len(names) == 4 else None)
        if [*map(len, setup.sides)] != [*map(len, outcome.sides)]:
            why = _("All sides have one player each, or two sides two each.")
            raise NotRead(outcome.where, why, ", ".join(names))
    except InvalidJson:
        raise NotRead(
            outcome.where, _("A name has 1 to 40 characters."), ", ".join(names)
        ) from None
    except RuleError as error:
        raise NotRead(outcome.where, error_sentence(error), ", ".join(names)) from None
    return setup


def cleaned(names: Sequence[str]) -> tuple[str, ...]:
    """Return names without invisible letters."""
    return tuple(name for each in names if (name := clean_name(each)))
