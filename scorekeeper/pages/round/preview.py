"""The score of a round while it is entered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256

from flask_babel import gettext as _

from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.shared.match import narrator_of
from scorekeeper.rules import Ending, Round, RoundScore, Setup, score_round
from scorekeeper.rules.options import Entry, Layout, Rank
from scorekeeper.rules.reasons import Compared, Hit, Reason, WentOut
from scorekeeper.rules.referee import Doubt, doubts, predicted_ends
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import number, signed


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """In games that score plays: the pips on the table, and the points of each seat so far."""

    total: int
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """The score of what is entered so far: a headline and its reasons, or a `fault`.

    `lightest_needed` are the seats whose lightest tile is needed, `questions` the fields that must
    be answered (opener, blocker). `doubts` say what cannot have happened, and `overruled` lists
    their fingerprints for the form. `ends` are the open ends the line should have; `asks_ends`
    offers to enter them. `follows` says what else an amended round would change.
    """

    headline: str
    reasons: tuple[str, ...] = ()
    fault: bool = False
    lightest_needed: tuple[int, ...] = ()
    questions: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    overruled: str = ""
    ends: tuple[int, int] | None = None
    asks_ends: bool = False
    table: PlayedTable | None = None
    follows: tuple[str, ...] = ()
    amends: bool = False

    @property
    def record_label(self) -> str:
        """The label of the button that records: it says that there are doubts."""
        if self.amends:
            return _("Save all the same") if self.doubts else _("Save the change")
        return _("Record all the same") if self.doubts else _("Record round")


def round_preview(match: Match, played: Round) -> Preview:
    """Score a round that is not recorded. Raise RuleError where it cannot be scored."""
    narrator, setup, moment = narrator_of(match), match.setup, match.standing.moment
    score = score_round(setup, played, moment)
    if setup.game.table.entry is Entry.PLAYS:
        return _plays_preview(match, played, score)
    ends = predicted_ends(setup, replace(played, ends=None), moment)
    steps = tuple(step for step in score.reasons if not _is_in_headline(step))
    reasons = (*narrator.reasons(replace(score, reasons=steps)), *_ends_confirmed(played, ends))
    blocked = score.ending is Ending.BLOCKED
    found = doubts(setup, played, moment)
    return Preview(
        headline=narrator.headline(score),
        reasons=reasons,
        doubts=tuple(map(narrator.doubt, found)),
        overruled=" ".join(map(_fingerprint, found)),
        ends=ends if played.ends is None else None,
        asks_ends=blocked and _has_unknown_ends(setup),
    )


def faulty_preview(form: RoundForm) -> Preview:
    """Say what is missing or wrong in a round that cannot be scored."""
    first, *others = dict.fromkeys(problem.message for problem in form.problems)
    return Preview(
        first,
        tuple(others),
        fault=True,
        lightest_needed=form.lightest_needed,
        questions=form.questions,
    )


def doubt_fingerprints(match: Match, played: Round) -> tuple[str, ...]:
    """Return the fingerprints of the doubts about a round, which the form sends as `overruled`."""
    return tuple(map(_fingerprint, doubts(match.setup, played, match.standing.moment)))


def _fingerprint(doubt: Doubt) -> str:
    # The same doubt about other tiles or pips has to be shown again before it is overruled.
    return f"{doubt.law}:{sha256(repr(doubt).encode()).hexdigest()[:8]}"


def _plays_preview(match: Match, played: Round, score: RoundScore) -> Preview:
    """Say how much is on the table after the last tile laid, and who scored."""
    narrator, total = narrator_of(match), sum(play.tile.pips for play in played.plays)
    headline = _("%(total)s on the table.", total=number(total))
    hits = [step for step in score.reasons if isinstance(step, Hit)]
    made = narrator.reasons(replace(score, reasons=tuple(hits)))
    if hits and hits[-1].tile == played.plays[-1].tile:
        headline = made[-1]
    if total >= max(match.setup.game.plays.marks):
        headline = " ".join((headline, _("The round is over.")))
    others = tuple(reason for reason in narrator.reasons(score) if reason not in made)
    return Preview(
        headline=headline,
        reasons=(*(reason for reason in reversed(made) if reason not in headline), *others),
        table=PlayedTable(total, tuple(signed(points) for points in score.points)),
    )


def _is_in_headline(step: Reason) -> bool:
    """Whether the headline says a step already: who went out, or the totals of the sides."""
    return isinstance(step, WentOut) or (isinstance(step, Compared) and step.key is Rank.SIDE_TOTAL)


def _ends_confirmed(played: Round, ends: tuple[int, int] | None) -> tuple[str, ...]:
    if played.ends is None or ends is None or sorted(played.ends) != sorted(ends):
        return ()
    return (_("The line ends in %(one)s and %(other)s, as it should.", one=ends[0], other=ends[1]),)


def _has_unknown_ends(setup: Setup) -> bool:
    """Whether the open ends do not follow from the hands: some tiles were not dealt."""
    return setup.game.table.layout is Layout.LINE and not setup.every_tile_dealt
