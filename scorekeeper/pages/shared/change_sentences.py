"""Changes of a match in words: the name of each, what it does, and its consequences."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.messages import ngettext, pgettext
from scorekeeper.pages.shared.dates_and_figures import day_name
from scorekeeper.pages.shared.match import narrator_of, ranked_totals
from scorekeeper.rules.round_entry import Round
from scorekeeper.rules.tiles_and_hands import AnyHand, NotEntered, PipsHand
from scorekeeper.scorebook.changes import Change, ChangeKind
from scorekeeper.scorebook.record import Lineups, lineup_in, lineups_from
from scorekeeper.scorebook.round_json import round_to_json
from scorekeeper.scorebook.scored_match import Match, ReplayError
from scorekeeper.scorebook.timer import Timer
from scorekeeper.wording.errors_and_doubts import error_sentence
from scorekeeper.wording.formats import format_number, join_names, join_parts, minutes, rounds


def change_name(change: Change) -> str:
    """Return a short name, as after “undo”: round 5, the removal of round 3."""
    if change.kind is ChangeKind.TIMER and ((change.after or {})["timer"] or {}).get("stopped"):
        # For translators: of a match that its players ended; as in: Undo the early end.
        return _("the early end")
    if change.kind is not ChangeKind.ROUNDS:
        return str(_NAMES[change.kind])
    first, was, now = _rounds(change)
    count = max(len(was), len(now))
    facts = {"first": first, "last": first + count - 1}
    if not was and count == 1:
        return pgettext("inside a sentence", "round %(number)s", number=first)
    if not was:
        return pgettext("inside a sentence", "rounds %(first)s to %(last)s", **facts)
    # For translators: as in: Undo the removal of round 5.
    if not now:
        return ngettext(
            "the removal of round %(first)s",
            "the removal of rounds %(first)s to %(last)s",
            count,
            **facts,
        )
    return ngettext(
        "the change to round %(first)s",
        "the change to rounds %(first)s to %(last)s",
        count,
        **facts,
    )


def rounds_name(first: int, count: int) -> str:
    """Name consecutive rounds in a headline: Round 5, Rounds 5 to 7."""
    if count == 1:
        return _("Round %(number)s", number=first)
    return _("Rounds %(first)s to %(last)s", first=first, last=first + count - 1)


def rounds_that(first: int, count: int) -> str:
    """Name consecutive rounds inside a sentence, with an article in some languages."""
    if count == 1:
        return pgettext("start of a sentence", "Round %(number)s", number=first)
    last = first + count - 1
    return pgettext("start of a sentence", "Rounds %(first)s to %(last)s", first=first, last=last)


def change_sentence(change: Change, names: tuple[str, ...]) -> str:
    """Say what a change does; `names` are the players in order of play, before it."""
    before, after = change.before or {}, change.after or {}
    match change.kind:
        case ChangeKind.ROUNDS:
            return _rounds_sentence(change, names)
        case ChangeKind.NAMES:
            pairs = zip(before["names"], after["names"], strict=True)
            renamings = [
                _("%(name)s is now “%(now)s”", name=was, now=now)
                for was, now in pairs
                if was != now
            ]
            return f"{join_names(renamings)}."
        case ChangeKind.PEOPLE:
            return " ".join(_people_sentences(lineups_from(before), lineups_from(after)))
        case ChangeKind.SEATS:
            swapped = join_names([names[seat] for seat in after["swap"]])
            return _("%(names)s swap seats.", names=swapped)
        case ChangeKind.GOAL:
            goals = {"now": format_number(after["goal"]), "was": format_number(before["goal"])}
            return _("The goal is now %(now)s (it was %(was)s).", **goals)
        case ChangeKind.LOST:
            none = pgettext("tiles that are lost", "none")
            now, was = (join_names(each["lost"]) or none for each in (after, before))
            return _("Lost tiles: %(now)s (it was %(was)s).", now=now, was=was)
        case ChangeKind.PLAY_ON:
            played = rounds(after["play_on_to"])
            return _("The match continues after %(rounds)s.", rounds=played)
        case ChangeKind.TIMER:
            return _timer_sentence(
                Timer.from_json(before["timer"]), Timer.from_json(after["timer"])
            )
        case ChangeKind.DAY:
            days = ([each.get("opened_at"), *each["moments"]][-1] for each in (after, before))
            now, was = map(day_name, map(datetime.fromisoformat, days))
            return _("Played on another day: %(now)s (it was %(was)s).", now=now, was=was)
        case ChangeKind.OPENED if after.get("rounds"):
            return _("The match was entered after it had ended.")
        case ChangeKind.LINK:
            return str(_LINKS[after["link"]])
    return str(_SENTENCES[change.kind])


def people_told(match: Match) -> str:
    """Say who took a place, joined or left in a match, in the order it happened."""
    pairs = pairwise(match.record.lineups)
    return " ".join(each for was, now in pairs for each in _people_sentences((was,), (now,)))


def _people_sentences(before: Lineups, after: Lineups) -> Iterator[str]:
    """Say who takes a place, joins or leaves, from which round on."""
    told = set[int]()
    for now in after:
        was = lineup_in(before, now.first)
        for seat, name in enumerate(now.names):
            here = seat not in now.away
            if seat in told or (here and was.has(seat, name)) or (not here and not was.has(seat)):
                continue
            told.add(seat)
            facts = {"name": name, "number": now.first}
            if seat >= len(was.names) or (here and was.names[seat] == name):
                yield _("%(name)s joins from round %(number)s on.", **facts)
            elif here:
                other = was.names[seat]
                yield _(
                    "%(name)s plays for %(other)s from round %(number)s on.", **facts, other=other
                )
            else:
                yield _("%(name)s leaves before round %(number)s.", **facts)


def _timer_sentence(was: Timer | None, now: Timer | None) -> str:
    """Say what was done to the clock of a match."""
    if now is None or (now.stopped and now.paused):
        return _("The match was ended.") if now else _("The clock was removed.")
    if was is not None and was.paused != now.paused:
        left = minutes(-(-(now.left or was.left) // 60))
        if now.paused:
            return _("The clock was paused with %(left)s left.", left=left)
        return _("The clock was resumed with %(left)s left.", left=left)
    return _("%(number)s minutes were added to the clock.", number=now.more_minutes)


def entered_round(played: Round, names: tuple[str, ...]) -> str:
    """Return what was entered for a round: Ana went out, Bea 5-5 3-4, opener noted."""
    if played.plays:
        return " ".join(str(play.tile) for play in played.plays)
    hands = zip(names, played.hands, strict=False)
    entered = [f"{name} {hand_in_words(hand)}" for name, hand in hands]
    # With two sides, every other seat is on the same side.
    sides = (" & ".join(names[side :: len(played.points)]) for side in played.named_points)
    points = map(format_number, played.named_points.values())
    entered += [f"{side} {paid}" for side, paid in zip(sides, points, strict=True)]
    if played.points and not entered:
        entered.append(_("Nobody won the round"))
    others = [key for key in round_to_json(played) if key not in ("hands", "points")]
    return ", ".join([*entered, *(str(_ALSO_ENTERED[key]) for key in others)])


def hand_in_words(hand: AnyHand) -> str:
    """Write what was left in a hand: its tiles or its pips, or that its player went out."""
    if hand.is_empty:
        return _("went out")
    if isinstance(hand, NotEntered):
        return "?"
    if isinstance(hand, PipsHand):
        return str(hand.pips)
    return " ".join(map(str, hand.tiles))


def _rounds(change: Change) -> tuple[int, tuple[Round, ...], tuple[Round, ...]]:
    before, after = change.before or {}, change.after or {}
    was, now = (tuple(entry.played for entry in table["rounds"]) for table in (before, after))
    return before["number"], was, now


def _rounds_sentence(change: Change, names: tuple[str, ...]) -> str:
    first, was, now = _rounds(change)
    which = rounds_name(first, max(len(was), len(now)))
    before = join_parts(entered_round(played, names) for played in was)
    after = join_parts(entered_round(played, names) for played in now)
    if was and now:
        return _("%(rounds)s: %(now)s (it was %(before)s).", rounds=which, now=after, before=before)
    if now:
        return _("%(rounds)s: %(now)s.", rounds=which, now=after)
    return _("%(rounds)s removed: %(before)s.", rounds=which, before=before)


_NAMES = {
    # For translators: this and the next are undone or redone, as in: Undo the renaming.
    ChangeKind.OPENED: _l("the start"),
    ChangeKind.IMPORTED: _l("the import"),
    ChangeKind.NAMES: _l("the new names"),
    ChangeKind.PEOPLE: _l("the change of players"),
    ChangeKind.SEATS: _l("the seat swap"),
    ChangeKind.GOAL: _l("the new goal"),
    ChangeKind.LOST: _l("the lost tiles"),
    ChangeKind.PLAY_ON: _l("continuing the match"),
    ChangeKind.TIMER: _l("the change to the clock"),
    ChangeKind.DAY: _l("the other day"),
    ChangeKind.LINK: _l("the new link"),
    ChangeKind.BINNED: _l("the deletion"),
    ChangeKind.RESTORED: _l("the restore"),
    ChangeKind.PLAYER: _l("the renaming"),
}

_SENTENCES = {
    ChangeKind.OPENED: _l("The match was started."),
    ChangeKind.IMPORTED: _l("The match was imported from a file."),
    ChangeKind.BINNED: _l("The match was moved to the bin."),
    ChangeKind.RESTORED: _l("The match was restored."),
    ChangeKind.PLAYER: _l("A player was renamed in all matches."),
}

_LINKS = {
    "watch": _l("A new link to watch was made; the old one no longer works."),
    "score": _l("A new link to enter scores was made; the old one no longer works."),
    "own": _l("A new link for full control was made; the old one no longer works."),
}

_ALSO_ENTERED = {
    # For translators: this and the next are kept of a round beside its hands: who led it.
    "opener": _l("who played first noted"),
    "blocker": _l("who blocked noted"),
    "ends": _l("ends noted"),
    "events": _l("bonuses noted"),
    "tally": _l("points in play noted"),
    # For translators: in which order the points in play were made.
    "order": _l("order noted"),
    # For translators: whether the last tile made points in play.
    "last_tile_scored": _l("last tile noted"),
    # For translators: the tiles that nobody held.
    "boneyard": _l("boneyard noted"),
    "plays": _l("tiles played noted"),
    "corrections": _l("bonus or penalty noted"),
}


def replay_error_sentence(error: ReplayError, names: tuple[str, ...]) -> str:
    """Say why a change cannot be made: a later round would no longer be valid."""
    return _(
        "Round %(number)s would no longer be possible: %(why)s Edit or remove that round first.",
        number=error.number,
        why=error_sentence(error.fault, names),
    )


def later_rounds(match: Match) -> str:
    """Name the rounds recorded after the end of a match: Round 5, Rounds 5 to 7."""
    return rounds_that(len(match.rounds) + 1, len(match.later))


def consequences(before: Match, after: Match) -> Iterator[str]:
    """Say in sentences what else a change does: to the end of the match, later rounds, the lead."""
    ended, ends = _end(before), _end(after)
    if ended and not ends:
        still = _("Round %(number)s would no longer end the match.", number=ended[0])
        if before.standing.ended_early:
            still = _("The match would continue.")
        yield f"{still} {lead_of(after)}"
    elif ends and ends != ended:
        yield _new_end(after, *ends)
    elif after.standing.leaders != before.standing.leaders:
        yield lead_of(after)
    if after.later and len(after.later) != len(before.later):
        yield ngettext(
            "%(rounds)s was recorded after that: you will be asked whether to keep playing.",
            "%(rounds)s were recorded after that: you will be asked whether to keep playing.",
            len(after.later),
            rounds=later_rounds(after),
        )
    if rescored := _rescored(before, after):
        yield ngettext(
            "Round %(numbers)s would score differently.",
            "Rounds %(numbers)s would score differently.",
            len(rescored),
            numbers=join_names(rescored),
        )


def _end(match: Match) -> tuple[int, int] | None:
    """Return the number of the round that ended a match, and the winning or drawn side."""
    return (len(match.rounds), match.standing.leaders[0]) if match.standing.over else None


def _new_end(match: Match, number: int, winner: int) -> str:
    narrator, early = narrator_of(match), match.standing.ended_early
    facts = {"number": number, "names": narrator.label(winner), "score": ranked_totals(match)}
    if match.standing.drawn:
        if early:
            return _("It would be a draw, %(score)s.", **facts)
        return _("Round %(number)s would end the match: a draw, %(score)s.", **facts)
    if early:
        return ngettext(
            "%(names)s would win %(score)s.",
            "%(names)s would win %(score)s.",
            narrator.people(winner),
            **facts,
        )
    return ngettext(
        "Round %(number)s would end the match: %(names)s would win %(score)s.",
        "Round %(number)s would end the match: %(names)s would win %(score)s.",
        narrator.people(winner),
        **facts,
    )


def lead_of(match: Match) -> str:
    """Say who is ahead, and by how much."""
    narrator, leaders = narrator_of(match), match.standing.leaders
    if len(leaders) > 1:
        names = join_names([narrator.label(side) for side in leaders])
        # For translators: have the same points, as in: Ana and Bea are level 48 to 48.
        return _("%(names)s are level %(score)s.", names=names, score=ranked_totals(match))
    # For translators: to lead is to have the best total, as in: Ana leads 48 to 20.
    return ngettext(
        "%(names)s is ahead %(score)s.",
        "%(names)s are ahead %(score)s.",
        narrator.people(leaders[0]),
        names=narrator.label(leaders[0]),
        score=ranked_totals(match),
    )


def _rescored(before: Match, after: Match) -> list[str]:
    """List the numbers of unchanged rounds that score differently."""
    pairs = zip(before.rounds, after.rounds, strict=False)
    return [
        str(now.number)
        for was, now in pairs
        if was.played == now.played and was.score.points != now.score.points
    ]
