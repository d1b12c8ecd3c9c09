"""Many players: a season, and an evening."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from scorekeeper.figures.results import Sums
from scorekeeper.figures.season import Evening
from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.pages.players.asked import Asked
from scorekeeper.pages.players.key_figures import FigureFact
from scorekeeper.pages.players.match_lines import MatchLine, lines_of_matches
from scorekeeper.pages.shared.paging import ListPart, part_asked_for
from scorekeeper.scorebook.figures.read import evening, season_table
from scorekeeper.scorebook.people.players import Ids, Player, list_players, players_by_id
from scorekeeper.wording.dates import evening_name
from scorekeeper.wording.figures import NOTHING, difference, percent
from scorekeeper.wording.formats import number

MATCHES_A_PAGE = 20


class TableLine(NamedTuple):
    """A player in a table of a season or an evening."""

    place: str
    id: int
    name: str
    matches: str
    won: str
    share: str
    above_luck: str
    rounds_won: str
    longest: str = ""
    rating: str = ""


class EveningPage(NamedTuple):
    """What was played in an evening: who played is on the first page of its matches."""

    day: date
    title: str
    facts: tuple[FigureFact, ...]
    table: tuple[TableLine, ...]
    matches: tuple[MatchLine, ...]
    going_on: tuple[MatchLine, ...]
    part: ListPart[int]


def season_lines(asked: Asked) -> tuple[TableLine, ...]:
    """Show everybody in the order of a season; the hidden are left out."""
    seen = {player.id: player for player in list_players(asked.seen)}
    return tuple(
        _line(
            line.place,
            seen[line.player],
            line.total.sums,
            longest=number(line.total.longest),
            rating=NOTHING if line.rating.shown is None else number(line.rating.shown),
        )
        for line in season_table(asked.frame)
        if line.player in seen
    )


def evening_page(day: date, seen: Ids | None) -> EveningPage:
    """Show what was played in the evening that began on a day: what goes on, then the newest."""
    found, names = evening(day, seen), players_by_id(seen)
    part = part_asked_for((*found.going_on, *reversed(found.matches)), MATCHES_A_PAGE)
    going_on = [each for each in part.rows if each in found.going_on]
    return EveningPage(
        day=day,
        title=evening_name(day),
        facts=tuple(_facts(found)),
        table=tuple(
            _line(each.place, names[each.player], each.sums)
            for each in found.players
            if each.player in names and part.number == 1
        ),
        matches=lines_of_matches(part.rows[len(going_on) :], day_known=True),
        going_on=lines_of_matches(going_on, day_known=True),
        part=part,
    )


def _facts(found: Evening) -> Iterator[FigureFact]:
    sums, people = found.sums, len(found.players)
    matches = len(found.matches) + len(found.going_on)
    if not matches:
        return
    yield FigureFact(number(people), ngettext("player", "players", people))
    yield FigureFact(number(matches), ngettext("match", "matches", matches))
    yield FigureFact(number(sums.rounds), ngettext("round", "rounds", sums.rounds))
    # For translators: below a number: how often another side came ahead in a match.
    changes = ngettext("change of the lead", "changes of the lead", sums.lead_changes)
    yield FigureFact(number(sums.lead_changes), changes)
    # Rounds that were entered from paper one after the other took no time.
    if seconds := round(sums.seconds_a_round or 0):
        yield FigureFact(_duration(seconds), _("a round, on average"))


def _duration(seconds: int) -> str:
    """Write minutes and seconds: 4:05."""
    return f"{seconds // 60}:{seconds % 60:02}"


def _line(
    place: int, player: Player, sums: Sums, *, longest: str = "", rating: str = ""
) -> TableLine:
    return TableLine(
        # Whoever has played no match to its end has no place among those who have.
        place=number(place) if sums.matches else NOTHING,
        id=player.id,
        name=player.name,
        matches=number(sums.matches),
        won=number(sums.won),
        share=percent(sums.share),
        above_luck=difference(sums.above_luck),
        rounds_won=number(sums.rounds_won),
        longest=longest,
        rating=rating,
    )
