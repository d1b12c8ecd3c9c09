"""Changes of a match in words: what was done to it, by whom, when."""

from __future__ import annotations

from scorekeeper.records import record_of
from scorekeeper.rules import Hand, PipsHand, Round
from scorekeeper.sheets import Change, Kind, entries_from
from scorekeeper.words import counted, listed


def named(change: Change) -> str:
    """Name a change in few words, as in: undo round 5, undo the removal of round 3."""
    if change.kind is not Kind.ROUNDS:
        return _NAMES[change.kind]
    number, was, now = _rounds(change)
    which = rounds_named(number, max(len(was), len(now)))
    if not was:
        return which
    return f"the removal of {which}" if not now else f"the change of {which}"


def rounds_named(first: int, count: int) -> str:
    """Name some rounds in a row: round 5, rounds 5 to 7."""
    return f"round {first}" if count == 1 else f"rounds {first} to {first + count - 1}"


def told(change: Change, names: tuple[str, ...]) -> str:
    """Say what a change does, to players of these names."""
    before, after = change.before or {}, change.after or {}
    match change.kind:
        case Kind.ROUNDS:
            return _told_of_rounds(change, names)
        case Kind.NAMES:
            pairs = zip(before["names"], after["names"], strict=True)
            called = [f"{was} is called “{now}”" for was, now in pairs if was != now]
            return f"{listed(called)}."
        case Kind.SEATS:
            return f"{listed([names[seat] for seat in after['swap']])} change places."
        case Kind.GOAL:
            return f"The goal is {after['goal']} instead of {before['goal']}."
        case Kind.PLAY_ON:
            return f"The match goes on after {counted(after['play_on_to'], 'round')}."
        case Kind.LINK:
            return f"The link to {after['link']} was made anew; the old one leads nowhere."
    return _TOLD[change.kind]


def entered(played: Round, names: tuple[str, ...]) -> str:
    """Say what was entered for a round: Ana –, Bea 5-5 3-4."""
    if played.plays:
        return " ".join(str(play.tile) for play in played.plays)
    hands = zip(names, played.hands, strict=False)
    said = [f"{name} {_held(hand)}" for name, hand in hands]
    beside = [key for key in record_of(played) if key != "hands"]
    return ", ".join([*said, *(f"{key} noted" for key in beside)])


def _held(hand: Hand | PipsHand) -> str:
    if hand.is_empty:
        return "–"
    if isinstance(hand, PipsHand):
        return str(hand.pips)
    return " ".join(map(str, hand.tiles))


def _rounds(change: Change) -> tuple[int, tuple[Round, ...], tuple[Round, ...]]:
    before, after = change.before or {}, change.after or {}
    was, now = entries_from(before["rounds"]), entries_from(after["rounds"])
    return (
        before["number"],
        tuple(entry.played for entry in was),
        tuple(entry.played for entry in now),
    )


def _told_of_rounds(change: Change, names: tuple[str, ...]) -> str:
    number, was, now = _rounds(change)
    which = rounds_named(number, max(len(was), len(now))).capitalize()
    if was and now:
        return f"{which}: {entered(now[0], names)}; before that {entered(was[0], names)}."
    if now:
        return f"{which}: {'; '.join(entered(played, names) for played in now)}."
    gone = "; ".join(entered(played, names) for played in was)
    return f"{which} taken out: {gone}."


_NAMES = {
    Kind.OPENED: "the start",
    Kind.IMPORTED: "the import",
    Kind.NAMES: "the renaming",
    Kind.SEATS: "the change of places",
    Kind.GOAL: "the new goal",
    Kind.PLAY_ON: "playing on",
    Kind.LINK: "the new link",
    Kind.BINNED: "the deleting",
    Kind.RESTORED: "taking it out of the bin",
}

_TOLD = {
    Kind.OPENED: "The match was started.",
    Kind.IMPORTED: "The match was imported from a file.",
    Kind.BINNED: "The match was put into the bin.",
    Kind.RESTORED: "The match was taken out of the bin.",
}
