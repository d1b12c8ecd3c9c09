"""The page of a player: figures, and what each was counted from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from scorekeeper.figures.counted import Figure
from scorekeeper.figures.meetings import HeadToHead, rival_of
from scorekeeper.figures.rating import LEAST_MATCHES, MIDDLE, Rated, Rating
from scorekeeper.figures.results import Sums
from scorekeeper.figures.season import Partner, best_partner
from scorekeeper.figures.totals import ALL_KINDS, Totals
from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext, pgettext
from scorekeeper.pages.players.asked import Asked
from scorekeeper.pages.players.key_figures import FigureFact
from scorekeeper.pages.players.kind_lines import KindLine, kind_lines
from scorekeeper.pages.players.leads import Leads, lead_of
from scorekeeper.pages.players.match_lines import MOST_RECENT, MatchLine, lines_of
from scorekeeper.pages.shared.charts import Curve, Split, bars, curve, split
from scorekeeper.scorebook.figures.frame import Frame
from scorekeeper.scorebook.figures.read import PlayerFigures, figures_of, player_figures
from scorekeeper.scorebook.people.players import Player, players_by_id
from scorekeeper.wording.dates import day_name, month_name, short_month
from scorekeeper.wording.figures import NOTHING, average, percent, place_of, since
from scorekeeper.wording.formats import number, points

# More people are shown where all are asked for.
MOST_MET, MOST_PARTNERS = 10, 5
Other = TypeVar("Other", HeadToHead, Partner)


@dataclass(frozen=True, slots=True)
class WayLine:
    """How rounds were won: a count with its bar, and its part of all."""

    name: str
    url: str
    count: str
    bar: int
    share: str


class OtherLine(NamedTuple):
    """Another player: two numbers with a bar between them, and a word about them."""

    id: int
    name: str
    first: str
    second: str
    bar: Split | None
    tag: str


class RatingCurve(NamedTuple):
    """A curve of ratings, the words that say the same, and its numbers."""

    drawing: Curve
    words: str
    rows: tuple[tuple[str, str], ...]


class PersonPage(NamedTuple):
    """All that the page of a player shows; there is nothing but `player` before the first match."""

    player: Player
    meta: str
    facts: tuple[FigureFact, ...]
    more: tuple[FigureFact, ...]
    kinds: tuple[KindLine, ...]
    curve: RatingCurve | None
    not_rated: str
    ways: tuple[WayLine, ...]
    rounds_won: str
    met: tuple[OtherLine, ...]
    partners: tuple[OtherLine, ...]
    recent: tuple[MatchLine, ...]
    older: str
    more_people: bool


def person_page(player: Player, asked: Asked, *, everybody: bool) -> PersonPage:
    """Show the figures of a player; of the people met and of partners the most frequent."""
    figures = player_figures(player.id, asked.frame, MOST_RECENT)
    names = players_by_id(asked.seen)
    lead, sums = lead_of(asked, player.id), figures.total.sums
    comparable = _comparable(figures, asked)
    met = [each for each in figures.met if each.other in names]
    partners = [each for each in figures.partners if each.other in names]
    rival, best = rival_of(figures.met), best_partner(figures.partners)
    shown_met = met if everybody else _frequent(met, MOST_MET, rival)
    shown_partners = partners if everybody else _frequent(partners, MOST_PARTNERS, best)
    return PersonPage(
        player=player,
        meta=_meta(figures.total),
        facts=tuple(_facts(figures, comparable, lead)) if sums.matches else (),
        more=tuple(_more(figures.total, comparable, lead)) if sums.matches else (),
        kinds=kind_lines(figures.kinds, lead),
        curve=_curve(figures.curve),
        not_rated=_not_rated(figures.rating),
        ways=_ways(sums, lead),
        rounds_won=number(sums.rounds_won),
        met=tuple(_met_line(each, names[each.other], rival) for each in shown_met),
        partners=tuple(_partner_line(each, names[each.other], best) for each in shown_partners),
        recent=lines_of(figures.newest),
        older=lead.to_older([each.match_id for each in figures.newest], sums.matches),
        more_people=len(met) > len(shown_met) or len(partners) > len(shown_partners),
    )


def _frequent(others: Sequence[Other], most: int, named: int | None) -> list[Other]:
    """Choose the first of them, and whoever is named the best partner or the rival."""
    return [each for at, each in enumerate(others) if at < most or each.other == named]


def _comparable(figures: PlayerFigures, asked: Asked) -> tuple[str, Totals] | None:
    """Return the total whose points compare, with the code of its kind: that of one kind alone."""
    if asked.kind != ALL_KINDS:
        return asked.kind, figures.total
    if len(figures.kinds) != 1:
        return None
    ((kind, total),) = figures.kinds
    return kind.code, total


def _meta(total: Totals) -> str:
    if not total.first_at or not total.last_at:
        return ""
    last = _("last played %(day)s", day=day_name(total.last_at))
    return f"{since(total.first_at)} · {last}"


def _facts(
    figures: PlayerFigures, comparable: tuple[str, Totals] | None, lead: Leads
) -> Iterator[FigureFact]:
    sums = figures.total.sums
    every = lead.to()
    yield FigureFact(number(sums.matches), ngettext("match", "matches", sums.matches), every)
    # For translators: below a number of matches.
    won = _("won, %(percent)s", percent=percent(sums.share))
    yield FigureFact(number(sums.won), won, lead.to(Figure.WON))
    if comparable:
        _code, total = comparable
        yield FigureFact(average(total.sums.made_a_round), _("points a round"), every)
    else:
        # For translators: below a number: the most matches won one after the other.
        run = _("longest run of wins")
        yield FigureFact(number(figures.total.longest), run, lead.to(Figure.RUN))
    won = _("rounds won of %(number)s", number=number(sums.rounds))
    yield FigureFact(number(sums.rounds_won), won, every)
    yield _rating(figures.rating, lead)


def _rating(rating: Rating, lead: Leads) -> FigureFact:
    if rating.shown is None:
        words = _("rating, from %(number)s matches on", number=LEAST_MATCHES)
        return FigureFact(NOTHING, words, lead.to_all())
    everybody = figures_of(Frame(seen=lead.asked.seen)).ratings()
    shown = [value for each in everybody.values() if (value := each.shown) is not None]
    place = 1 + sum(each > rating.shown for each in shown)
    words = _("rating, %(place)s", place=place_of(place, len(shown)))
    return FigureFact(number(rating.shown), words, lead.to_all())


def _more(
    all_kinds: Totals, comparable: tuple[str, Totals] | None, lead: Leads
) -> Iterator[FigureFact]:
    """Yield what is known besides: points and pips are of one kind of matches."""
    every, sums = lead.to(), all_kinds.sums
    if comparable:
        code, total = comparable
        given, pips = average(total.sums.given_a_round), average(total.sums.pips_a_hand)
        yield FigureFact(given, _("points given away a round"), every)
        biggest = lead.to(Figure.BIGGEST, kind=code)
        yield FigureFact(points(total.sums.biggest), _("in the biggest round"), biggest)
        run = lead.to(Figure.RUN)
        yield FigureFact(number(all_kinds.longest), _("longest run of wins"), run)
        if total.sums.hands:
            yield FigureFact(pips, _("pips left in hand, on average"), every)
    if sums.seen:
        caught = _(
            "times caught with the double six, %(percent)s", percent=percent(sums.caught_share)
        )
        yield FigureFact(number(sums.caught), caught, lead.to(Figure.CAUGHT))
    if sums.drawn:
        drawn = ngettext("round drawn", "rounds drawn", sums.drawn)
        yield FigureFact(number(sums.drawn), drawn, lead.to(Figure.DRAWN))


def _curve(rated: Sequence[Rated]) -> RatingCurve | None:
    """Draw the ratings that may be shown."""
    known = [(each.ended_at, each.rating.shown) for each in rated]
    shown = [(moment, value) for moment, value in known if value is not None]
    if len(shown) < 2:
        return None
    values, texts = [value for _m, value in shown], [number(value) for _m, value in shown]
    months = [short_month(moment) for moment, _value in shown]
    words = _(
        "Rating from %(first)s in %(month)s to %(last)s now",
        first=texts[0],
        month=month_name(shown[0][0]),
        last=texts[-1],
    )
    days = [day_name(moment) for moment, _value in shown]
    drawing = curve(values, texts, months, (MIDDLE, number(MIDDLE)))
    return RatingCurve(drawing, words, tuple(zip(days, texts, strict=True)))


def _not_rated(rating: Rating) -> str:
    left = LEAST_MATCHES - rating.matches
    if left <= 0:
        return ""
    return ngettext("Shown after %(num)s more match.", "Shown after %(num)s more matches.", left)


def _ways(sums: Sums, lead: Leads) -> tuple[WayLine, ...]:
    ways = {
        Figure.OUT: (_("going out"), sums.out),
        Figure.BLOCK: (pgettext("a round won by a", "block"), sums.block),
        Figure.TILE: (_("lightest tile"), sums.tile),
    }
    if not sums.rounds_won:
        return ()
    lengths = bars([count for _name, count in ways.values()])
    return tuple(
        WayLine(name, lead.to(figure), number(count), length, percent(count / sums.rounds_won))
        for (figure, (name, count)), length in zip(ways.items(), lengths, strict=True)
    )


def _met_line(met: HeadToHead, other: Player, rival: int | None) -> OtherLine:
    return OtherLine(
        id=other.id,
        name=other.name,
        first=number(met.ahead.first),
        second=number(met.ahead.second),
        bar=split(met.ahead.first, met.ahead.second),
        # For translators: a word beside the name of whoever wins against somebody.
        tag=_("rival") if other.id == rival else "",
    )


def _partner_line(partner: Partner, other: Player, best: int | None) -> OtherLine:
    sums = partner.sums
    return OtherLine(
        id=other.id,
        name=other.name,
        first=_("%(won)s of %(all)s", won=number(sums.won), all=number(sums.matches)),
        second=percent(sums.share),
        bar=split(sums.won, sums.matches - sums.won),
        # For translators: a word beside the name of somebody's best partner.
        tag=pgettext("partner", "best") if other.id == best else "",
    )
