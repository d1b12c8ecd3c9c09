"""Two players: how they did against each other, and as partners."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.figures.counted import Figure
from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.pages.players.asked import Asked
from scorekeeper.pages.players.key_figures import FigureFact
from scorekeeper.pages.players.kind_lines import KindLine, kind_lines
from scorekeeper.pages.players.leads import Leads, Met, lead_of_pair, lead_of_rivals
from scorekeeper.pages.players.match_lines import MOST_RECENT, MatchLine, lines_of, lines_of_matches
from scorekeeper.pages.shared.charts import Split, split
from scorekeeper.pages.shared.in_a_row import LEAST, AheadInARow
from scorekeeper.scorebook.figures.read import PairFigures, Rivals, pair_figures, rivals
from scorekeeper.scorebook.people.players import Player
from scorekeeper.wording.figures import average, difference, in_a_row_text, kind_name, percent
from scorekeeper.wording.formats import number


class AheadLine(NamedTuple):
    """A kind of matches: how often each of two finished ahead, and neither."""

    code: str
    name: str
    first: str
    second: str
    level: str
    bar: Split | None


class AgainstPage(NamedTuple):
    """Two players against each other."""

    one: Player
    two: Player
    facts: tuple[FigureFact, ...]
    row: AheadInARow | None
    kinds: tuple[AheadLine, ...]
    level: bool
    recent: tuple[MatchLine, ...]
    older: str


class PairPage(NamedTuple):
    """Two players as partners."""

    one: Player
    two: Player
    facts: tuple[FigureFact, ...]
    kinds: tuple[KindLine, ...]
    recent: tuple[MatchLine, ...]
    older: str


def against_page(one: Player, two: Player, asked: Asked) -> AgainstPage:
    """Show how two players did against each other."""
    figures, lead = rivals(one.id, two.id, asked.frame), lead_of_rivals(asked, one.id, two.id)
    recent = [each.match_id for each in figures.newest[:MOST_RECENT]]
    return AgainstPage(
        one=one,
        two=two,
        facts=tuple(_met(one, two, figures, lead)),
        row=_row(one, two, figures, asked),
        kinds=tuple(_kinds(figures)),
        level=bool(figures.ahead.level),
        recent=lines_of_matches(recent),
        older=lead.to_older(recent, figures.ahead.met),
    )


def pair_page(one: Player, two: Player, asked: Asked) -> PairPage:
    """Show what two players came to as partners."""
    figures = pair_figures(one.id, two.id, asked.frame, MOST_RECENT)
    lead, played = lead_of_pair(asked, one.id, two.id), figures.total.sums.matches
    return PairPage(
        one=one,
        two=two,
        facts=tuple(_together(figures, lead)) if played else (),
        kinds=kind_lines(figures.kinds, lead),
        recent=lines_of(figures.newest),
        older=lead.to_older([each.match_id for each in figures.newest], played),
    )


def _met(one: Player, two: Player, figures: Rivals, lead: Leads) -> Iterator[FigureFact]:
    ahead = figures.ahead
    if not ahead.met:
        return
    yield FigureFact(number(ahead.met), ngettext("match", "matches", ahead.met), lead.to())
    for player, count, figure in ((one, ahead.first, Met.ONE), (two, ahead.second, Met.OTHER)):
        # For translators: below a number of matches: in so many of them Ana finished ahead.
        words = _("%(name)s ahead", name=player.name)
        yield FigureFact(number(count), words, lead.to(figure))
    if ahead.level:
        # For translators: below a number of matches in which neither finished ahead.
        words = _("level", count=ahead.level)
        yield FigureFact(number(ahead.level), words, lead.to(Met.LEVEL))


def _row(one: Player, two: Player, figures: Rivals, asked: Asked) -> AheadInARow | None:
    first, second = figures.in_a_row
    ahead, other, count = (one, two, first) if first else (two, one, second)
    if count < LEAST:
        return None
    url = lead_of_rivals(asked, ahead.id, other.id).to(Met.ROW)
    return AheadInARow(in_a_row_text(ahead.name, other.name, count), url)


def _kinds(figures: Rivals) -> Iterator[AheadLine]:
    for kind, ahead in figures.kinds:
        yield AheadLine(
            code=kind.code,
            name=kind_name(kind),
            first=number(ahead.first),
            second=number(ahead.second),
            level=number(ahead.level),
            bar=split(ahead.first, ahead.second),
        )


def _together(figures: PairFigures, lead: Leads) -> Iterator[FigureFact]:
    sums, every = figures.total.sums, lead.to()
    yield FigureFact(number(sums.matches), ngettext("match", "matches", sums.matches), every)
    won = _("won, %(percent)s", percent=percent(sums.share))
    yield FigureFact(number(sums.won), won, lead.to(Figure.WON))
    yield FigureFact(difference(sums.above_luck), _("more than luck alone would win"), every)
    won = _("rounds won of %(number)s", number=number(sums.rounds))
    yield FigureFact(number(sums.rounds_won), won, every)
    if len(figures.kinds) == 1:
        made = figures.kinds[0][1].sums.made_a_round
        yield FigureFact(average(made), _("points a round"), every)
    else:
        run = number(figures.total.longest)
        yield FigureFact(run, _("longest run of wins"), lead.to(Figure.RUN))
