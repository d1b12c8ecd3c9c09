"""What the pages of a match show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.pages.shared.changes import rounds_name
from scorekeeper.pages.shared.match import (
    narrator_of,
    notice_of,
    reminder,
    sides_of,
    status_of,
    title_of,
)
from scorekeeper.pages.shared.outcome import celebration_of, detail_of, headline_of
from scorekeeper.pages.shared.sides import Side
from scorekeeper.pages.table.live import Live, live_of
from scorekeeper.pages.table.seating import Places, places
from scorekeeper.rules import Game, RuleError, load_game
from scorekeeper.scorebook.projection import Match, ScoredRound
from scorekeeper.scorebook.rights import Right
from scorekeeper.wording.formats import signed
from scorekeeper.wording.rounds import RoundNarrator
from scorekeeper.wording.rules import house_rules_in_words

# The table of a long match is made as quickly as that of a short one.
NEWEST = 12


@dataclass(frozen=True, slots=True)
class Row:
    """A round in the history."""

    number: int
    ending: str
    cells: tuple[str, ...]
    url: str


@dataclass(frozen=True, slots=True)
class Others:
    """A link to the rounds that are not listed, or away from them."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Decision:
    """What the table has to decide: rounds were recorded after the match had its winner."""

    text: str
    play_on_url: str
    end_url: str
    end_label: str


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The table page."""

    title: str
    live: Live
    meta: str
    house_rules: tuple[str, ...]
    notice: str
    size: str
    sides: tuple[Side, ...]
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    others: Others | None
    over: bool
    headline: str
    next_text: str
    next_label: str
    next_url: str | None
    winner_url: str
    undo_url: str | None
    mend_url: str | None
    share_url: str | None
    decide: Decision | None
    places: Places


@dataclass(frozen=True, slots=True)
class Winner:
    """The page of a match that is won."""

    headline: str
    detail: str
    reasons: tuple[str, ...]
    sides: tuple[Side, ...]
    table_url: str
    home_url: str
    undo_url: str | None
    rematch_url: str | None


def scoreboard(match: Match, right: Right, can_undo: bool, *, whole: bool = False) -> Scoreboard:
    """Show a match on its table page, to a device with a right to it; `whole` with all rounds."""
    narrator, sides, scores = narrator_of(match), sides_of(match), right >= Right.SCORE
    return Scoreboard(
        title=title_of(match),
        live=live_of(
            match,
            url_for("stream.events", match_id=match.id, name="rounds" if whole else "table"),
        ),
        meta=status_of(match),
        house_rules=house_rules_of(match),
        notice=notice_of(match.standing),
        size="two" if len(sides) == 2 else "many",
        sides=sides,
        columns=tuple(side.name for side in sides),
        rows=_rows(match, narrator, match.next_number if whole else NEWEST),
        others=_others(match, whole),
        over=match.standing.over,
        headline=headline_of(match) if match.standing.over else "",
        next_text=reminder(match),
        next_label=_("Enter round %(number)s", number=match.next_number),
        next_url=url_for("round.record", match_id=match.id) if scores else None,
        winner_url=url_for("table.winner", match_id=match.id),
        undo_url=url_for("history.undo", match_id=match.id) if can_undo and scores else None,
        mend_url=url_for("history.edit_match", match_id=match.id) if scores else None,
        share_url=url_for("share.show", match_id=match.id) if scores else None,
        decide=decision(match) if scores else None,
        places=places(match, sides, scores=scores),
    )


def winner(match: Match, right: Right) -> Winner:
    """Show who won a match that is over, to a device with a right to it."""
    narrator, last, scores = narrator_of(match), match.rounds[-1], right >= Right.SCORE
    return Winner(
        headline=celebration_of(match),
        detail=detail_of(match),
        reasons=(narrator.headline(last.score), *narrator.reasons(last.score)),
        sides=sides_of(match),
        table_url=url_for("table.show", match_id=match.id),
        home_url=url_for("home.index"),
        undo_url=url_for("history.undo", match_id=match.id) if scores else None,
        rematch_url=url_for("table.rematch", match_id=match.id) if scores else None,
    )


def decision(match: Match) -> Decision | None:
    """Ask whether rounds after the end count; None where there are none."""
    if not match.later:
        return None
    end = len(match.rounds)
    return Decision(
        text=ngettext(
            "%(rounds)s was recorded after that. Do you play on, or was that the end?",
            "%(rounds)s were recorded after that. Do you play on, or was that the end?",
            len(match.later),
            rounds=rounds_name(end + 1, len(match.later)),
        ),
        play_on_url=url_for("history.play_on", match_id=match.id),
        end_url=url_for("history.end", match_id=match.id),
        end_label=_("End with round %(number)s", number=end),
    )


def _rows(match: Match, narrator: RoundNarrator, most: int) -> tuple[Row, ...]:
    """List the newest rounds."""
    later = _later_rows(match)[:most]
    newest = match.rounds[max(0, len(match.rounds) + len(later) - most) :]
    return (*later, *(_row(match, scored, narrator) for scored in reversed(newest)))


def _others(match: Match, whole: bool) -> Others | None:
    """Lead to the rounds that are not listed, and back."""
    played = match.next_number - 1
    if played <= NEWEST:
        return None
    if whole:
        newest = _("The newest rounds only")
        return Others(newest, url_for("table.show", match_id=match.id))
    every = _("All %(number)s rounds", number=played)
    return Others(every, url_for("stream.rounds", match_id=match.id))


def _later_rows(match: Match) -> tuple[Row, ...]:
    """List the rounds after the end: they count for nobody until the table decides."""
    first = len(match.rounds) + 1
    none = ("–",) * len(match.setup.sides)
    numbers = range(first, match.next_number)
    ending = _("Recorded after the end")
    return tuple(Row(number, ending, none, "") for number in reversed(numbers))


def _row(match: Match, scored: ScoredRound, narrator: RoundNarrator) -> Row:
    return Row(
        number=scored.number,
        ending=_ending(scored, narrator),
        cells=tuple(signed(points) for points in scored.score.points),
        url=url_for("round.result", match_id=match.id, number=scored.number),
    )


def house_rules_of(match: Match) -> tuple[str, ...]:
    """Say what this table plays otherwise than the game; its goal is said beside it already."""
    played = match.setup.game
    try:
        game = load_game(played.id)
    except RuleError:
        # Its file is gone; what was frozen into the match is played on.
        return ()
    # Most change nothing else, and to find that in words takes long.
    if _but_goal(game) == _but_goal(played):
        return ()
    return house_rules_in_words(game, played, but="match.goal")


def _but_goal(game: Game) -> Mapping[str, object]:
    ends = {key: value for key, value in game.definition["match"].items() if key != "goal"}
    return {**game.definition, "match": ends}


def _ending(scored: ScoredRound, narrator: RoundNarrator) -> str:
    """Say how a round ended, and what else a row of the history needs."""
    said = narrator.ending(scored.score)
    if scored.standing.reset:
        # For translators: all totals went back to 0, which players call love.
        said = _("%(ending)s, back to love", ending=said)
    if scored.played.corrections:
        said = _("%(ending)s, corrected", ending=said)
    return said
