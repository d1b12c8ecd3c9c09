"""The score of a round while it is entered."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.round.verdict import NewTotal, hands_added, new_totals
from scorekeeper.pages.shared.match import narrator_of
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.options import Ending, Entry, Layout, Rank
from scorekeeper.rules.reasons import Compared, Hit, Reached, Reason, RoundScore, WentOut
from scorekeeper.rules.referee import doubts, predicted_ends
from scorekeeper.rules.rounds import Round
from scorekeeper.rules.scoring import score_round, score_so_far
from scorekeeper.rules.setup import Setup
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import join_names, number, signed


class PlayedTable(NamedTuple):
    """In games that score plays: the pips on the table, and the points of each seat so far.

    `won`: somebody has won the match, so that no more tiles count.
    """

    total: int
    points: tuple[str, ...]
    won: bool


class AskedOut(NamedTuple):
    """The seat whose hand has no tiles, where all else is entered: did it go out?"""

    seat: int
    name: str


class Preview(NamedTuple):
    """What is entered so far comes to: a headline, the totals it makes, and its reasons.

    `opens` where something is still to be entered; `refusals` say what, once it is to be recorded,
    unless `out` asks who went out. A `fault` is impossible whatever follows. `lightest_needed` are
    the seats whose lightest tile is needed, `questions` the fields that must be answered (opener,
    blocker). `doubts` say what cannot have happened, and `overruled` lists their fingerprints for
    the form. `ends` are the open ends the line should have; `asks_ends` offers to enter them.
    `follows` says what else an amended round would change, and `goes_on_to` is the next round that
    no longer fits then.
    """

    headline: str
    totals: tuple[NewTotal, ...] = ()
    reasons: tuple[str, ...] = ()
    opens: bool = False
    refusals: tuple[str, ...] = ()
    out: AskedOut | None = None
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
    goes_on_to: int | None = None

    @property
    def record_label(self) -> str:
        """The label of the button that records."""
        if self.goes_on_to is not None:
            # For translators: a button: first another round has to be looked through, then saved.
            return _("Go on to round %(number)s", number=self.goes_on_to)
        return _("Save changes") if self.amends else _("Record round")

    @property
    def anyway(self) -> str:
        """The label of the button that records in spite of doubts; "" where there are none."""
        if not self.doubts:
            return ""
        if self.goes_on_to is not None:
            return self.record_label
        return _("Save anyway") if self.amends else _("Record anyway")


def preview_of(match: Match, form: RoundForm) -> Preview:
    """Say what the fields of a form come to."""
    played = form.played()
    if played is None:
        return open_preview(match, form)
    return round_preview(match, played, form.score)


def round_preview(match: Match, played: Round, score: RoundScore | None = None) -> Preview:
    """Say what a round that is not recorded scores; `score` it if that was not done already.

    Raise RuleError where it cannot be scored.
    """
    narrator, setup, moment = narrator_of(match), match.setup, match.standing.moment
    score = score or score_round(setup, played, moment)
    found = doubts(setup, played, moment)
    if setup.game.table.entry is Entry.PLAYS:
        return _plays_preview(match, played, score)._replace(
            doubts=tuple(map(narrator.doubt, found)),
            overruled=" ".join(doubt.fingerprint for doubt in found),
        )
    ends = predicted_ends(setup, replace(played, ends=None), moment)
    return Preview(
        headline=narrator.headline(score),
        totals=new_totals(match, played, score),
        reasons=(*_reasons(match, played, score), *_ends_confirmed(played, ends)),
        doubts=tuple(map(narrator.doubt, found)),
        overruled=" ".join(doubt.fingerprint for doubt in found),
        ends=ends if played.ends is None else None,
        asks_ends=score.ending is Ending.BLOCKED and _has_unknown_ends(setup),
    )


def open_preview(match: Match, form: RoundForm) -> Preview:
    """Say what is still to come, or wrong, in a round that cannot be scored."""
    preview = _fault_preview(form) if form.impossible else _preview_so_far(match, form)
    seat = form.perhaps_out
    return preview._replace(
        opens=True,
        refusals=tuple(dict.fromkeys(problem.message for problem in form.problems)),
        out=None if seat is None else AskedOut(seat, match.names[seat]),
        lightest_needed=form.lightest_needed,
        questions=form.questions,
    )


def doubt_fingerprints(match: Match, played: Round) -> tuple[str, ...]:
    """Return the fingerprints of the doubts about a round, which the form sends as `overruled`."""
    found = doubts(match.setup, played, match.standing.moment)
    return tuple(doubt.fingerprint for doubt in found)


def _fault_preview(form: RoundForm) -> Preview:
    first, *others = dict.fromkeys(form.impossible)
    return Preview(first, reasons=tuple(others), fault=True)


def _preview_so_far(match: Match, form: RoundForm) -> Preview:
    still_to_come = _still_to_come(match, form.missing)
    score = _score_so_far(match, form.so_far)
    if form.so_far is None or score is None or not form.missing:
        return _waiting_preview(match, form, still_to_come)
    reasons = _reasons(match, form.so_far, score) if any(score.points) else ()
    return Preview(
        headline=narrator_of(match).headline(score),
        totals=new_totals(match, form.so_far, score, so_far=True),
        reasons=(*reasons, still_to_come),
    )


def _waiting_preview(match: Match, form: RoundForm, still_to_come: str) -> Preview:
    """Say whose hand comes next, or what a tie hangs on."""
    if not form.missing:
        first, *others = dict.fromkeys(problem.message for problem in form.problems)
        return Preview(first, reasons=tuple(others), fault=form.expired)
    if form.perhaps_out is None:
        return Preview(still_to_come)
    name = match.names[form.perhaps_out]
    return Preview(still_to_come, reasons=(_("Or say that %(name)s went out.", name=name),))


def _score_so_far(match: Match, so_far: Round | None) -> RoundScore | None:
    if so_far is None:
        return None
    try:
        return score_so_far(match.setup, so_far, match.standing.moment)
    except RuleError:
        return None


def _still_to_come(match: Match, seats: tuple[int, ...]) -> str:
    return ngettext(
        "%(names)s’s hand is still to come.",
        "The hands of %(names)s are still to come.",
        len(seats),
        names=join_names([match.names[seat] for seat in seats]),
    )


def _reasons(match: Match, played: Round, score: RoundScore) -> tuple[str, ...]:
    """Say what leads to the points, without what the headline says already."""
    narrator = narrator_of(match)
    steps = [step for step in score.reasons if not _is_in_headline(step)]
    said = narrator.headline(score)
    return tuple(
        hands_added(match, played, step) or sentence
        for step, sentence in zip(steps, narrator.sentences(steps), strict=True)
        if sentence != said
    )


def _plays_preview(match: Match, played: Round, score: RoundScore) -> Preview:
    """Say how much is on the table after the last tile laid, and who scored."""
    narrator, total = narrator_of(match), sum(play.tile.pips for play in played.plays)
    next_mark = min((mark for mark in match.setup.game.plays.marks if mark > total), default=None)
    hits = [step for step in score.reasons if isinstance(step, Hit)]
    made = narrator.sentences(hits)
    won = narrator.sentences(step for step in score.reasons if isinstance(step, Reached))
    others = tuple(reason for reason in narrator.reasons(score) if reason not in (*made, *won))
    headline = won[0] if won else _table_sentence(total, next_mark)
    return Preview(
        headline=headline,
        totals=new_totals(match, played, score),
        reasons=(*reversed(made), *others),
        table=PlayedTable(total, tuple(signed(points) for points in score.points), bool(won)),
    )


def _table_sentence(total: int, next_mark: int | None) -> str:
    """Say how much is on the table, and at how much somebody scores next."""
    if next_mark is None:
        return _("%(total)s on the table: the round is over.", total=number(total))
    # For translators: a mark is a total of the table at which somebody scores.
    return _(
        "%(total)s on the table · next mark %(mark)s", total=number(total), mark=number(next_mark)
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
