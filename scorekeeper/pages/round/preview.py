"""What an entered round scores, why, and the totals it would make."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from flask import render_template
from flask.typing import ResponseReturnValue

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.shared.match import narrator_of, total_changes
from scorekeeper.pages.shared.panel_texts import SideChange
from scorekeeper.rules.doubts import doubts, predicted_ends
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game_keys import Layout, Rank
from scorekeeper.rules.reasons import (
    Awarded,
    Compared,
    Given,
    Hit,
    Reached,
    Reason,
    RoundScore,
    WentOut,
)
from scorekeeper.rules.round_entry import Round, missing_seats
from scorekeeper.rules.scoring import score_round, score_so_far
from scorekeeper.rules.standing_and_lead import Standing
from scorekeeper.rules.tiles_and_hands import Ending
from scorekeeper.scorebook.scored_match import Match
from scorekeeper.wording.errors_and_doubts import doubt_sentence
from scorekeeper.wording.formats import format_number, join_names, points, signed

# How many letters of a headline fit into the bar of the smallest phone.
_SHOWN = 90


class Preview(NamedTuple):
    """The outcome of what is entered so far: a headline, the new totals, and the reasons.

    `opens` if something is still to be entered: `questions` (fields), the lightest tile of some
    seats, whether the seat `out` went out, or the seat `blank` did or holds 0-0, by its `name`.
    `problems` are all that is wrong, shown once it is `refused`; a `fault` is impossible whatever
    follows, and `checks` if the points show it. `doubts` say what cannot have happened, and
    `overruled` lists their fingerprints for the form. `ends` are the open ends the line should
    have; `asks_ends` offers to enter them. Of plays there are the pips `on_table`, the points of
    each seat so far, and whether somebody has `won` the match, so that no more tiles count.
    `follows` says what else an edited round would change, and `goes_on_to` is the next round that
    no longer fits then.
    """

    headline: str
    totals: tuple[SideChange, ...] = ()
    reasons: tuple[str, ...] = ()
    opens: bool = False
    questions: tuple[str, ...] = ()
    lightest: tuple[int, ...] = ()
    out: int | None = None
    blank: int | None = None
    name: str = ""
    problems: tuple[str, ...] = ()
    refused: bool = False
    fault: bool = False
    checks: bool = False
    doubts: tuple[str, ...] = ()
    overruled: str = ""
    ends: tuple[int, int] | None = None
    asks_ends: bool = False
    on_table: int | None = None
    points: tuple[str, ...] = ()
    won: bool = False
    follows: tuple[str, ...] = ()
    edits: bool = False
    goes_on_to: int | None = None

    @property
    def has_more(self) -> bool:
        """Whether there is more to say than fits into the bar."""
        if self.doubts:
            return len(self.doubts) > 1
        others = self.reasons or self.follows or len(self.totals) > 1
        return bool(others) or len(self.headline) > _SHOWN

    @property
    def record_label(self) -> str:
        """The label of the button that records."""
        if self.goes_on_to is not None:
            # For translators: a button: first another round has to be looked through, then saved.
            return _("Continue to round %(number)s", number=self.goes_on_to)
        return _("Save changes") if self.edits else _("Record round")

    @property
    def anyway(self) -> str:
        """The label of the button that records in spite of doubts; "" without doubts."""
        if not self.doubts:
            return ""
        if self.goes_on_to is not None:
            return self.record_label
        return _("Save anyway") if self.edits else _("Record anyway")


def preview_of(form: RoundForm) -> Preview:
    """Return the preview of a form."""
    played = form.played()
    return open_preview(form) if played is None else round_preview(form, played)


def round_preview(form: RoundForm, played: Round) -> Preview:
    """Return what an entered round scores, and if it is edited, what else that changes.

    Raise RuleError if it cannot be scored.
    """
    match, setup, moment = form.match, form.match.setup, form.match.standing.moment
    score = form.reading.score or score_round(setup, played, moment)
    found, by_plays = doubts(setup, played, moment), bool(played.plays)
    preview = (_plays_preview if by_plays else _hands_preview)(match, played, score)
    preview = preview._replace(headline=_added_up(form) or preview.headline)
    if found:
        # With doubts, nothing else is said.
        said = tuple(map(doubt_sentence, found))
        overruled = " ".join(doubt.fingerprint for doubt in found)
        preview = preview._replace(doubts=said, overruled=overruled, reasons=(), ends=None)
    else:
        preview = preview._replace(totals=_new_totals(match, played, score))
    return _edited(preview, *form.what_follows(played)) if form.editing else preview


def _added_up(form: RoundForm) -> str:
    """Write a sum that was typed for a side, if it is the only one: 10 + 15 + 2 = 27."""
    if form.entry.data != "points":
        return ""
    typed = ((side.points, side.points.raw_data or ("",)) for side in form.sides)
    sums = [(field.data or 0, text[0]) for field, text in typed if "+" in text[0].strip("+ ")]
    if len(sums) != 1:
        return ""
    parts = (part.strip() for part in sums[0][1].split("+"))
    return f"{' + '.join(parts)} = {format_number(sums[0][0])}"


def open_preview(form: RoundForm) -> Preview:
    """Return what is missing, or wrong, in a round that cannot be scored."""
    impossible, out, blank = form.impossible, form.perhaps_out, form.out_or_blank
    problems = tuple(dict.fromkeys(problem.message for problem in form.problems))
    if blank is not None and not impossible:
        preview = Preview(_counted(form))
    elif found := impossible or (() if form.missing else problems):
        first, *others = dict.fromkeys(found)
        preview = Preview(first, reasons=tuple(others), fault=form.expired or bool(impossible))
    else:
        preview = _preview_so_far(form)
    asked = blank if out is None else out
    return (_edited(preview) if form.editing else preview)._replace(
        opens=True,
        questions=form.questions,
        lightest=form.lightest_needed,
        out=out,
        blank=blank,
        name="" if asked is None else form.match.names[asked],
        problems=problems,
        checks=preview.fault and form.entry.data == "points",
    )


def check_label(form: RoundForm) -> str:
    """Return the label of the button that leads to what is doubtful, or wrong."""
    return _("Check the points") if form.entry.data == "points" else _("Check tiles")


def no_preview() -> ResponseReturnValue:
    """Return a message, instead of the preview, that the database is unavailable."""
    sentence = _("The score cannot be shown just now: what you entered is kept on this page.")
    return render_template("round/_preview.html", preview=Preview(sentence, fault=True)), 503


def _edited(
    preview: Preview, follows: tuple[str, ...] = (), goes_on_to: int | None = None
) -> Preview:
    """Preview an edited round, with what else it changes.

    The totals after that round are not those of the match now: these are in `follows`.
    """
    reasons = preview.reasons if goes_on_to is None else ()
    return preview._replace(
        totals=(), reasons=reasons, follows=follows, goes_on_to=goes_on_to, edits=True
    )


def _counted(form: RoundForm) -> str:
    """Write what was counted: Ana 0 · Bea 15."""
    counts = zip(form.match.names, (hand.pips.data for hand in form.hands), strict=True)
    return " · ".join(f"{name} {format_number(pips)}" for name, pips in counts if pips is not None)


def _preview_so_far(form: RoundForm) -> Preview:
    """Return the score of the hands entered so far, or whose hand comes next."""
    match, so_far, score = form.match, form.reading.played, None
    still_to_come = _still_to_come(match, form.missing)
    if so_far:
        with suppress(RuleError):
            score = score_so_far(match.setup, so_far, match.standing.moment)
    if so_far and score:
        reasons = _reasons(match, so_far, score) if any(score.points) else ()
        return Preview(
            headline=narrator_of(match).headline(score),
            totals=_new_totals(match, so_far, score, so_far=True),
            reasons=(*reasons, still_to_come),
        )
    if form.perhaps_out is None:
        return Preview(still_to_come)
    # It may decide a tie.
    name = match.names[form.perhaps_out]
    return Preview(still_to_come, reasons=(_("Or say that %(name)s went out.", name=name),))


def _still_to_come(match: Match, seats: tuple[int, ...]) -> str:
    return ngettext(
        "%(names)s’s hand is not entered yet.",
        "The hands of %(names)s are not entered yet.",
        len(seats),
        names=join_names([match.names[seat] for seat in seats]),
    )


def _reasons(match: Match, played: Round, score: RoundScore) -> tuple[str, ...]:
    """Give the reasons for the points, without what the headline says already."""
    narrator = narrator_of(match)
    steps = [step for step in score.reasons if not _is_in_headline(step)]
    said = narrator.headline(score)
    return tuple(
        _hands_added(match, played, step) or sentence
        for step, sentence in zip(steps, narrator.sentences(steps), strict=True)
        if sentence != said
    )


def _hands_preview(match: Match, played: Round, score: RoundScore) -> Preview:
    setup = match.setup
    ends = predicted_ends(setup, replace(played, ends=None), match.standing.moment)
    # The open ends do not follow from the hands if some tiles were not dealt.
    unknown = setup.game.table.layout is Layout.LINE and not setup.every_tile_dealt
    reasons = _reasons(match, played, score)
    if ends and played.ends and sorted(ends) == sorted(played.ends):
        named = {"one": ends[0], "other": ends[1]}
        reasons += (_("The line ends in %(one)s and %(other)s, as it should.", **named),)
    return Preview(
        headline=narrator_of(match).headline(score),
        reasons=reasons,
        ends=ends if played.ends is None else None,
        asks_ends=score.ending is Ending.BLOCKED and unknown,
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
        reasons=(*reversed(made), *others),
        on_table=total,
        points=tuple(map(signed, score.points)),
        won=bool(won),
    )


def _table_sentence(total: int, next_mark: int | None) -> str:
    """Say how much is on the table, and at how much somebody scores next."""
    if next_mark is None:
        return _("%(total)s on the table: the round is over.", total=format_number(total))
    # For translators: a mark is a total of the table at which somebody scores.
    return _(
        "%(total)s on the table · next scoring total %(mark)s",
        total=format_number(total),
        mark=format_number(next_mark),
    )


def _is_in_headline(step: Reason) -> bool:
    """Whether the headline says it: who went out, the totals of the sides, or points as entered."""
    if isinstance(step, Given):
        return step.worth == 1
    return isinstance(step, WentOut) or (isinstance(step, Compared) and step.key is Rank.SIDE_TOTAL)


def _new_totals(
    match: Match, played: Round, score: RoundScore, *, so_far: bool = False
) -> tuple[SideChange, ...]:
    """Return the totals that a round changes, the winner's first; `so_far` while hands are missing.

    () if the match is won already.
    """
    standing = match.standing
    if standing.over:
        return ()
    after = standing.after(played, score, time_over=match.record.time_over)
    winners = (score.winning_side, after.winner)
    changes = sorted(
        enumerate(total_changes(match, standing, after)),
        key=lambda change: change[0] not in winners,
    )
    found = (
        change._replace(note=_note(match, after, side, so_far=so_far)) for side, change in changes
    )
    return tuple(total for total in found if total.note or total.before != total.after)


def _hands_added(match: Match, played: Round, reason: Reason) -> str:
    """Write what the opponents hold as a sum with their names: Bea 16 + Ciro 14 = 30 points.

    "" if that is not the score, or is a single hand.
    """
    setup = match.setup
    # Only if the award is exactly what the opponents hold.
    if not isinstance(reason, Awarded) or not reason.adds_opponents_only:
        return ""
    if reason.points != reason.terms[0].pips:
        return ""
    others = [
        seat
        for seat, hand in enumerate(played.hands)
        if setup.side_of(seat) != reason.side and not hand.is_empty
    ]
    missing = missing_seats(played, match.standing.moment)
    known = [
        f"{match.names[seat]} {format_number(setup.game.weights.of_hand(played.hands[seat]))}"
        for seat in others
        if seat not in missing
    ]
    if len(others) < 2 or not known:
        return ""
    if len(known) == 1:
        return known[0]
    total = format_number(reason.points) if missing else points(reason.points)
    return f"{' + '.join(known)} = {total}"


def _note(match: Match, after: Standing, side: int, *, so_far: bool) -> str:
    """Say what the new total means for a side, if the match ends for it."""
    people = narrator_of(match).people(side)
    if so_far:
        # For translators: the total would win the match, and more hands are still to come.
        return _("winning so far") if after.winner == side else ""
    if after.winner == side:
        # For translators: after a name and a total: Ana 75 → 113, wins the match.
        return ngettext("wins the match", "win the match", people)
    if side in after.losers:
        return ngettext("loses the match", "lose the match", people)
    if side in after.put_out and side not in match.standing.put_out:
        return _("out of the match")
    return ""
