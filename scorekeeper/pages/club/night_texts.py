"""What the pages of a club night show: its draw, its tables, its standings, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from scorekeeper.club.draw import How, opponents
from scorekeeper.club.each_alone import table_sizes
from scorekeeper.club.standings import (
    ORDERS,
    By,
    Key,
    Played,
    Row,
    attribute_of,
    why_ahead,
)
from scorekeeper.i18n import once_a_language
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.messages import lazy_pgettext, ngettext, npgettext, pgettext
from scorekeeper.pages.club.table_texts import (
    did_not_come,
    matches_of,
    said_of,
    sanctions_of,
    stage,
)
from scorekeeper.pages.shared.match import house_rules_of
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.rules.game_keys import Ends
from scorekeeper.rules.game_setup import Game
from scorekeeper.scorebook.club.night import ClubNight
from scorekeeper.scorebook.club.night_record import NightChange, NightKind
from scorekeeper.scorebook.club.with_matches import NightWithMatches
from scorekeeper.wording.formats import format_number, join_names, minutes, rounds, signed

# For translators: heads of the columns of the standings of a club night.
KEYS = {
    Key.WINS: lazy_pgettext("column", "Won"),
    Key.EFFECTIVENESS: _l("Effectiveness"),
    Key.POINTS: _l("Points"),
    Key.DIFFERENCE: _l("Difference"),
    Key.HEAD_TO_HEAD: _l("Head to head"),
    Key.ROUNDS_WON: _l("Rounds won"),
}


def lists(seen: NightWithMatches) -> list[tuple[str, Sequence[Row]]]:
    """Return the standings, by group while groups play: the heading, and the rows."""
    drawn = seen.night.record.rounds[-1:]
    groups = [] if seen.is_over or any(each.drawn.bracket for each in drawn) else seen.groups
    heads = [_("Group %(number)s", number=at) for at in range(1, len(groups) + 1)]
    return [*zip(heads or [""], groups or [seen.rows], strict=True)]


def is_to_decide(seen: NightWithMatches) -> bool:
    """Whether a tie matters: at the end of the night, or for who goes on from a group."""
    ends = (seen.groups_end and not seen.unfinished) or seen.is_over
    return ends and bool(seen.level)


def names_of(night: ClubNight, people: Sequence[int]) -> str:
    """Name several people in a sentence."""
    return join_names([night.names[person] for person in people])


def summary(night: ClubNight) -> str:
    """Say in one line what is played: Block, to 100, 30 minutes; round 3 of 5."""
    return " · ".join([*_game(night), played_of(night)])


def planned(night: ClubNight) -> str:
    """Say what is played, and in how many rounds, before the first."""
    rounds_planned = night.settings.rounds
    all_rounds = [npgettext("club night", "%(num)s round", "%(num)s rounds", rounds_planned)]
    parts = [*_game(night), *(all_rounds if rounds_planned else ()), *_house_rules(night.game)]
    return " · ".join(parts)


def played_of(night: ClubNight) -> str:
    """Say which round it is."""
    number_of, planned_rounds = max(len(night.record.rounds), 1), night.settings.rounds
    if night.record.rounds and (bracket := night.record.rounds[-1].drawn.bracket):
        return stage(len(bracket))
    planned_rounds = 0 if night.is_knockout else planned_rounds
    if planned_rounds:
        # For translators: a round of a club night, in which each table plays a match.
        return pgettext(
            "club night",
            "round %(number)s of %(all)s",
            number=number_of,
            all=max(planned_rounds, number_of),
        )
    return pgettext("club night", "round %(number)s", number=number_of)


def _game(night: ClubNight) -> Iterator[str]:
    match = night.game.match
    yield _(night.game.name)
    if _house_rules(night.game):
        yield _("with house rules")
    rounds_of_match = match.ends is Ends.ROUNDS
    yield (
        rounds(match.goal) if rounds_of_match else _("to %(goal)s", goal=format_number(match.goal))
    )
    if night.settings.best_of > 1:
        # For translators: who meets in a club night plays the best of 3 matches, or of 5.
        yield _("best of %(num)s", num=night.settings.best_of)
    if match.minutes:
        yield minutes(match.minutes)
    if night.settings.alone:
        yield _("%(num)s at a table", num=night.settings.alone)
    if night.settings.until:
        # For translators: a club night is played until a time: until 23:00.
        yield _("until %(time)s", time=night.settings.until)


# Every page of a night needs it.
@once_a_language
def _house_rules(game: Game) -> tuple[str, ...]:
    """Say how house rules differ from the game, except the goal and minutes, which stand beside."""
    timed = game.match.minutes
    return house_rules_of(with_house_rules(game, {"match": {"minutes": 0}}) if timed else game)


def last_results(seen: NightWithMatches) -> list[str]:
    """List the last results of tables, the newest last."""
    found = [result for result in seen.results() if result.by in (By.GOAL, By.TIME)]
    return [
        " · ".join(
            f"{seen.night.side_name(side)} {format_number(points)}"
            for side, points in zip(result.sides, result.points, strict=True)
        )
        if len(result.sides) > 2
        else _(
            "%(one)s %(own)s : %(other)s %(two)s",
            one=seen.night.side_name(result.sides[0]),
            own=format_number(result.points[0]),
            other=format_number(result.points[1]),
            two=seen.night.side_name(result.sides[1]),
        )
        for result in found[-2:]
    ]


def columns(seen: NightWithMatches) -> tuple[Key, ...]:
    """Return the columns of the standings, the first key of comparison first."""
    return tuple(key for key in seen.order if key in KEYS and key is not Key.HEAD_TO_HEAD)


def reason(seen: NightWithMatches, rows: Sequence[Row], at: int) -> str:
    """Say why a row is ahead of the next one; "" for the last."""
    row, behind = rows[at], rows[at + 1] if at + 1 < len(rows) else None
    if behind is None or not row.played:
        return ""
    night, key = seen.night, why_ahead(row, behind, seen.order)
    values = {"name": night.side_name(behind.side)}
    if key is None:
        return _("Level with %(name)s.", **values)
    values |= {"own": format_number(row.value(key)), "other": format_number(behind.value(key))}
    lots = {person for person, how in night.record.decided if how == "lot"}
    if key is Key.DECIDED and not lots.isdisjoint(row.side):
        return _("Level with %(name)s, ahead by drawing lots.", **values)
    return _AHEAD[key] % values


_AHEAD = {
    Key.WINS: _l("Ahead of %(name)s on wins: %(own)s to %(other)s."),
    Key.EFFECTIVENESS: _l(
        "Same number of wins as %(name)s, ahead on effectiveness: %(own)s to %(other)s."
    ),
    Key.DIFFERENCE: _l(
        "Same number of wins as %(name)s, ahead on points difference: %(own)s to %(other)s."
    ),
    Key.HEAD_TO_HEAD: _l("Same number of wins as %(name)s, ahead on head to head."),
    Key.ROUNDS_WON: _l("Ahead of %(name)s on rounds won: %(own)s to %(other)s."),
    Key.REACHED: _l("Got further than %(name)s."),
    Key.DECIDED: _l("Level with %(name)s, put ahead by the officials."),
    Key.POINTS: _l("Level with %(name)s except on points: %(own)s to %(other)s."),
}


def story(night: ClubNight, row: Row) -> Iterator[tuple[int, str, int]]:
    """Yield the result of each match: the round, in words, and the points compared after wins."""
    order = ORDERS[night.settings.order]
    key = next(key for key in order if key not in (Key.WINS, Key.HEAD_TO_HEAD))
    for each in row.played:
        yield each.result.round, _told(night, each), int(getattr(each, attribute_of(key)))


def _told(night: ClubNight, played: Played) -> str:
    result = played.result
    if result.by is By.SITTING_OUT:
        return (
            _("Went through without a match") if result.knockout else _("Sat out: counts as a win")
        )
    if result.by is By.SANCTION:
        return _("Sanction: %(reason)s", reason=result.reason)
    sides = [each for at, each in enumerate(result.sides) if at != played.side]
    others = join_names([night.side_name(side) for side in sides])
    if result.by is By.ABSENT:
        if played.won:
            return did_not_come(others, lost=bool(result.reason))
        by_sanction = _("Match lost by a sanction: %(reason)s", reason=result.reason)
        return by_sanction if result.reason else _("Did not come")
    own = result.points[played.side]
    more = [points for at, points in enumerate(result.points) if at != played.side]
    score = {
        "own": format_number(own),
        "other": join_names([*map(format_number, more)]),
        "names": others,
    }
    if played.won:
        return _("Won %(own)s to %(other)s against %(names)s", **score)
    if result.winner is None:
        return _("Drew %(own)s to %(other)s with %(names)s", **score)
    return _("Lost %(own)s to %(other)s against %(names)s", **score)


def missing(seen: NightWithMatches) -> str:
    """Say how many tables are still playing."""
    left = len(seen.unfinished)
    if not left:
        return _("All tables are finished.")
    return ngettext("%(num)s table is still playing.", "%(num)s tables are still playing.", left)


def chips(night: ClubNight) -> list[tuple[int, ...]]:
    """List who is here, pairs together, in the order they came."""
    record = night.record
    pair_of = {person: pair for pair in record.pairs_here for person in pair}
    return [*dict.fromkeys(pair_of.get(person, (person,)) for person in record.here)]


def _first_of_knockout(sides: int) -> int:
    """Return how many tables the first round has, so that a power of two is left after it."""
    return sides - 2 ** ((sides - 1).bit_length() - 1) if sides > 1 else 0


def people_and_tables(night: ClubNight) -> tuple[str, str]:
    """Say how many are here, and who would sit out."""
    here, waiting = len(night.record.here), night.record.alone if night.in_pairs else ()
    able = here - len(waiting)
    sizes = table_sizes(able, night.sizes or (4,))
    tables = len(sizes)
    if night.settings.how is How.WINNER_STAYS and night.settings.tables:
        tables = min(tables, night.settings.tables)
    if night.settings.how is How.KNOCKOUT and night.sizes in ((), (2,)):
        tables = _first_of_knockout(able if night.sizes else able // 2)
    if night.record.drawn:
        tables = len(night.record.drawn.tables)
    head = _(
        "%(people)s, %(tables)s",
        people=ngettext("%(num)s person", "%(num)s people", here),
        tables=ngettext("%(num)s table", "%(num)s tables", tables),
    )
    if waiting:
        names = names_of(night, waiting)
        return head, _("No partner, so not in the draw: %(names)s", names=names)
    if night.is_knockout and night.record.played:
        return head, ""
    if not tables:
        return head, _("A table seats %(num)s", num=min(night.sizes)) if night.sizes else _(
            "A table seats four"
        )
    out = able - sum(sizes[:tables])
    return head, ngettext("%(num)s sits out", "%(num)s sit out", out) if out else _(
        "Nobody sits out"
    )


def again_in(seen: NightWithMatches) -> str:
    """Say who would meet a partner or an opponent again in a draw."""
    night, tables = seen.night, seen.night.record.rounds[-1].drawn.tables
    before = [table for each in night.record.played for table in each.drawn.tables]
    partners = {frozenset(side) for table in before for side in table.sides}
    met = {frozenset(two) for table in before for two in opponents(table)}
    stay = {frozenset(pair) for pair in night.record.pairs}
    alone = {frozenset(side) for side in partners if len(side) == 1}
    again = [
        side
        for table in tables
        for side in table.sides
        if frozenset(side) in partners - stay - alone
    ]
    meeting = {
        person: None
        for table in tables
        for two in opponents(table)
        if frozenset(two) in met
        for person in two
    }
    said = []
    if again:
        names = join_names([night.side_name(side) for side in again])
        said.append(_("Partners again: %(names)s.", names=names))
    if meeting:
        said.append(_("Opponents again: %(names)s.", names=names_of(night, [*meeting])))
    return " ".join(said) or (_("Nobody plays anybody a second time.") if before else "")


def swapped_in(last: NightChange | None) -> list[int]:
    """Return the two who changed places, if that was the last change."""
    if last is None or last.kind is not NightKind.SWAPPED:
        return []
    (key,) = last.after
    old, new = (
        [*chain(*chain(*table[key]["tables"])), *table[key]["sit_out"]]
        for table in (last.before, last.after)
    )
    return [now for was, now in zip(old, new, strict=True) if was != now]


# For translators: what is undone, after "Undo:".
CHANGES = {
    NightKind.CAME: lazy_pgettext("undo", "who came"),
    NightKind.LEFT: lazy_pgettext("undo", "who has left"),
    NightKind.BACK: lazy_pgettext("undo", "who is back"),
    NightKind.PAIRED: lazy_pgettext("undo", "the pair"),
    NightKind.SPLIT: lazy_pgettext("undo", "the split of a pair"),
    NightKind.DRAWN: lazy_pgettext("undo", "the draw"),
    NightKind.SWAPPED: lazy_pgettext("undo", "the swap"),
    NightKind.OPENED: lazy_pgettext("undo", "the opening of the tables"),
    NightKind.RESULT: lazy_pgettext("undo", "the result"),
    NightKind.SANCTIONED: lazy_pgettext("undo", "the sanction"),
    NightKind.CORRECTED: lazy_pgettext("undo", "the name"),
    NightKind.DECIDED: lazy_pgettext("undo", "the decision"),
    NightKind.CLOCKS: lazy_pgettext("undo", "the clocks"),
    NightKind.ENDED: lazy_pgettext("undo", "the end"),
}


def won_by(seen: NightWithMatches) -> str:
    """Say who won the night: all in first place."""
    first = [row.side for row in seen.rows if row.place == 1]
    names = join_names([*map(seen.night.side_name, first)])
    return ngettext("%(names)s wins!", "%(names)s win!", sum(map(len, first)), names=names)


def podium(seen: NightWithMatches) -> list[Row]:
    """Return the first three in the order of a podium, the first in the middle."""
    rows = seen.rows
    return [rows[at] for at in (1, 0, 2) if at < len(rows) and rows[at].played]


def value_of(row: Row, key: Key) -> str:
    """Write the value of a key, with a sign if it can be below 0."""
    value = row.value(key)
    return signed(value) if key in (Key.EFFECTIVENESS, Key.DIFFERENCE) else format_number(value)


def place_of(row: Row) -> str:
    """Write a place, with = if others share it."""
    return f"{format_number(row.place)} =" if row.share else format_number(row.place)


FILTERS = (names_of, said_of, matches_of, sanctions_of)
