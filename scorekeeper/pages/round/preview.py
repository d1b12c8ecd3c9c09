"""What a round would come to, while it is entered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256

from flask_babel import gettext as _

from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.shared.match import narrator_of
from scorekeeper.rules import Ending, Round, RoundScore, Setup, score_round
from scorekeeper.rules.keys import Entry, Layout, Rank
from scorekeeper.rules.ranking import Compared
from scorekeeper.rules.reasons import Hit, Reason, WentOut
from scorekeeper.rules.referee import Doubt, doubts, predicted_ends
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import number, signed


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on the table, in games that count it, and what each seat made of it so far."""

    total: int
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """What the hands entered so far would come to.

    `asks` are the seats whose lightest tile is needed, `questions` the fields that must be
    answered (opener, blocker). `doubts` say what cannot be, and `overruled` names them for the
    form. `ends` are the open ends the line should have; `asks_ends` offers to enter them.
    `follows` says what else a round amended would change.
    """

    say: str
    why: tuple[str, ...] = ()
    fault: bool = False
    asks: tuple[int, ...] = ()
    questions: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    overruled: str = ""
    ends: tuple[int, int] | None = None
    asks_ends: bool = False
    table: Table | None = None
    follows: tuple[str, ...] = ()
    amends: bool = False

    @property
    def record_label(self) -> str:
        """What the button that records says: whoever presses it has seen the doubts."""
        if self.amends:
            return _("Save all the same") if self.doubts else _("Save the change")
        return _("Record all the same") if self.doubts else _("Record round")


def preview(match: Match, played: Round) -> Preview:
    """Say what a round would come to."""
    narrator, setup, moment = narrator_of(match), match.setup, match.standing.moment
    score = score_round(setup, played, moment)
    if setup.game.table.entry is Entry.PLAYS:
        return _counted(match, played, score)
    ends = predicted_ends(setup, replace(played, ends=None), moment)
    told = tuple(step for step in score.reasons if not _in_the_headline(step))
    said = (*narrator.reasons(replace(score, reasons=told)), *_confirmed(played, ends))
    blocked = score.ending is Ending.BLOCKED
    found = doubts(setup, played, moment)
    return Preview(
        say=narrator.headline(score),
        why=said,
        doubts=tuple(map(narrator.doubt, found)),
        overruled=" ".join(map(_mark, found)),
        ends=ends if played.ends is None else None,
        asks_ends=blocked and _sleeping_tiles(setup),
    )


def refused(form: RoundForm) -> Preview:
    """Say what is missing or wrong in a round that cannot be scored yet."""
    first, *others = dict.fromkeys(problem.message for problem in form.problems)
    return Preview(
        say=first, why=tuple(others), fault=True, asks=form.asks, questions=form.questions
    )


def laws_broken(match: Match, played: Round) -> tuple[str, ...]:
    """Name the laws a round breaks, as the form repeats them once they were seen."""
    return tuple(map(_mark, doubts(match.setup, played, match.standing.moment)))


def _mark(doubt: Doubt) -> str:
    # A law broken by other numbers is another doubt, to be seen before it is overruled.
    return f"{doubt.law}:{sha256(repr(doubt).encode()).hexdigest()[:8]}"


def _counted(match: Match, played: Round, score: RoundScore) -> Preview:
    """Say how the table stands after the last tile laid."""
    narrator, total = narrator_of(match), sum(play.tile.pips for play in played.plays)
    said = _("%(total)s on the table.", total=number(total))
    hits = [step for step in score.reasons if isinstance(step, Hit)]
    made = narrator.reasons(replace(score, reasons=tuple(hits)))
    if hits and hits[-1].tile == played.plays[-1].tile:
        said = made[-1]
    if total >= max(match.setup.game.plays.marks):
        said = " ".join((said, _("The round is over.")))
    others = tuple(why for why in narrator.reasons(score) if why not in made)
    return Preview(
        say=said,
        why=(*(why for why in reversed(made) if why not in said), *others),
        table=Table(total, tuple(signed(points) for points in score.points)),
    )


def _in_the_headline(step: Reason) -> bool:
    """Say whether the headline tells a step already: who went out, or the sides’ totals."""
    return isinstance(step, WentOut) or (isinstance(step, Compared) and step.key is Rank.SIDE_TOTAL)


def _confirmed(played: Round, ends: tuple[int, int] | None) -> tuple[str, ...]:
    if played.ends is None or ends is None or sorted(played.ends) != sorted(ends):
        return ()
    return (_("The line ends in %(one)s and %(other)s, as it should.", one=ends[0], other=ends[1]),)


def _sleeping_tiles(setup: Setup) -> bool:
    """Say whether the line has ends that the hands alone do not tell."""
    return setup.game.table.layout is Layout.LINE and not setup.every_tile_dealt
