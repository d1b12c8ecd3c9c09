"""Enter a round, compare it with one recorded meanwhile by another device, and show its result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from flask import (
    Blueprint,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.access import guard
from scorekeeper.access.devices import device_name, display_name
from scorekeeper.access.guard import needs
from scorekeeper.messages import gettext as _
from scorekeeper.pages.round.draft import preview_answer, resume
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.round.preview import no_preview, open_preview, preview_of, round_preview
from scorekeeper.pages.round.record_page import render
from scorekeeper.pages.shared.change_sentences import entered_round
from scorekeeper.pages.shared.hands import ShownHand, boneyard_of, hands_by_side, hands_of
from scorekeeper.pages.shared.match import narrator_of, score_of
from scorekeeper.pages.shared.panel_texts import sides_at
from scorekeeper.rules.doubts import doubts
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.round_entry import Correction, Event, Round
from scorekeeper.rules.tiles_and_hands import Hand
from scorekeeper.scorebook import drafts, matches
from scorekeeper.scorebook.history import recorded_on
from scorekeeper.scorebook.permissions.rights import Right, Stale
from scorekeeper.scorebook.scored_match import Match
from scorekeeper.web.flask_app import when_unavailable
from scorekeeper.wording.errors_and_doubts import doubt_sentence
from scorekeeper.wording.formats import join_names, signed, translate_name

# Whether the last round on this device was entered by points: the next match starts the same way.
_BY_POINTS = "by_points"

Form = TypeVar("Form", bound=RoundForm)

blueprint = Blueprint("round", __name__, url_prefix="/matches/<int:match_id>")


@blueprint.route("/rounds/new", methods=["GET", "POST"])
@needs(Right.SCORE)
def record(match_id: int) -> ResponseReturnValue:
    """Show the form of the next round, and record it."""
    form = RoundForm(matches.find_match(match_id, guard.version_read()))
    if not form.is_submitted():
        if form.match.standing.over:
            return redirect(url_for("table.winner", match_id=match_id))
        return _open(form)
    return enter(form, _start_over, _record)


@blueprint.post("/rounds/preview")
@when_unavailable(no_preview)
@needs(Right.SCORE)
def preview(match_id: int) -> ResponseReturnValue:
    """Return what the hands entered so far would score, and keep them; nothing is recorded."""
    return preview_answer(RoundForm(matches.find_match(match_id, guard.version_read())))


def enter(
    form: Form,
    start_over: Callable[[Form], ResponseReturnValue],
    save: Callable[[Form, Round], ResponseReturnValue],
) -> ResponseReturnValue:
    """Handle the form of a round: `save` it once nothing is wrong or missing."""
    match request.form.get("action", request.args.get("action")):
        case "afresh":
            form.validate()
            return (render(form), 400) if form.expired else start_over(form)
        case "check":
            return render(form, preview=preview_of(form)), 400 if form.expired else 200
        case str(method) if method in form.methods:
            form.switch_to(method)
            return render(form)
    played = form.played()
    if played is None:
        # If only one hand is empty, the page asks whether that player went out.
        asked = None if form.perhaps_out is None else open_preview(form)._replace(refused=True)
        return render(form, preview=asked), form.refused_status
    return save(form, played)


@blueprint.get("/rounds/<int:number>")
@needs(Right.WATCH)
def result(match_id: int, number: int) -> ResponseReturnValue:
    """Show the score of a round and the reasons; 404 if it is not recorded."""
    match = matches.find_match(match_id)
    if not 1 <= number <= len(match.rounds):
        abort(404)
    scored, before = match.rounds[number - 1], match.before(number)
    narrator = narrator_of(match.at(number))
    doubted = () if match.only_result else doubts(before.setup, scored.played, before.moment)
    return render_template(
        "round/result.html",
        match=match,
        scored=scored,
        narrator=narrator,
        doubts=map(doubt_sentence, doubted),
        sides=sides_at(scored.standing, narrator, match.side_colours),
        by_side=hands_by_side(match, scored),
        boneyard=boneyard_of(scored.played),
        can_score=guard.right() >= Right.SCORE,
    )


def _open(form: RoundForm) -> ResponseReturnValue:
    """Show the form of the next round, with what is in its draft from any device."""
    match = form.match
    draft = drafts.find_draft(match.id, match.next_number)
    form.begin(by_points=_by_points())
    resume(form, drafts.fields_of(draft), request.args.get("entry", ""))
    if "hand" in request.args and form.entry.data == "points":
        # A player's own hand is entered in tiles, whatever others entered.
        form.switch_to(form.methods[0])
    return render(form, draft=draft)


def _by_points() -> bool:
    """Return whether a match starts by points: like the last round on this device, or as set."""
    return bool(session.get(_BY_POINTS, current_app.config["POINTS_FIRST"]))


def _start_over(form: RoundForm) -> ResponseReturnValue:
    # A round that is recorded by now cannot be started over.
    with suppress(Stale):
        drafts.start_over(form.match.id, form.number, device=device_name())
    return redirect(url_for(".record", match_id=form.match.id), 303)


def _record(form: RoundForm, played: Round) -> ResponseReturnValue:
    match_id = form.match.id
    if not form.doubts_seen(played):
        return render(form, preview=round_preview(form, played)), 422
    try:
        match, _number = matches.record_round(
            match_id, int(form.round_no.data), form.submission, played, device_name()
        )
    except (Stale, RuleError):
        # The round is valid, but meanwhile the match went on or ended.
        return _render_conflict(form, played), 409
    if _by_points() is not (form.entry.data == "points"):
        session[_BY_POINTS] = not _by_points()
    page = "table.winner" if match.standing.over else "table.show"
    return redirect(url_for(page, match_id=match_id), 303)


def _render_conflict(form: RoundForm, played: Round) -> str:
    """Show the round that another device recorded beside the one entered here."""
    match = form.match = matches.find_match(form.match.id)
    number, conflict = int(form.round_no.data), None
    if number <= len(match.rounds):
        recorded = match.rounds[number - 1].played
        if _sorted(recorded) == _sorted(played):
            return render_template("round/unchanged.html", match=match, number=number)
        conflict = _compared(match, number, recorded, played)
    form.round_no.data = match.next_number
    return render(form, stale=_stale_sentence(match), conflict=conflict)


def _compared(match: Match, number: int, recorded: Round, yours: Round) -> dict[str, object]:
    """Compare a late entry of a round with the recorded one, for _conflict.html.

    `hands` has each hand as recorded and as entered, and whether they differ; `also` what else was
    entered for each round.
    """
    hands = zip(hands_of(match, number, recorded), hands_of(match, number, yours), strict=False)
    device = recorded_on(match.id, number)
    facts: list[Iterable[str]] = [_facts(match, each) for each in (recorded, yours)]
    if recorded.points or yours.points:
        # Hands cannot be compared with points.
        facts = [(entered_round(each, match.names),) for each in (recorded, yours)]
    return {
        "number": number,
        "device": display_name(device) if device else "",
        "hands": [(theirs, own, _differ(theirs, own)) for theirs, own in hands],
        "also": [*map(", ".join, facts)],
    }


def _stale_sentence(match: Match) -> str:
    """Say that a round was recorded too late, and how the match stands."""
    if match.standing.over:
        return _(
            "This match has already been won, so your round was not recorded."
            " What you entered is kept below."
        )
    return _(
        "The match went on while this page was open, so your round was not recorded. %(happened)s"
        " The score is %(score)s. Record what you entered as round %(number)s?",
        happened=_last_event(match),
        score=score_of(match),
        number=match.next_number,
    )


def _last_event(match: Match) -> str:
    if not match.rounds:
        return _("The last round was undone on another device.")
    last = match.rounds[-1]
    headline = narrator_of(match.at(last.number)).headline(last.score)
    return _("Round %(number)s is recorded: %(headline)s", number=last.number, headline=headline)


def _differ(one: ShownHand, other: ShownHand) -> bool:
    return one.note != other.note or sorted(one.tiles) != sorted(other.tiles)


def _sorted(played: Round) -> Round:
    """Sort a round, so that the order of tapping makes no difference."""
    return replace(
        played,
        hands=tuple(
            Hand(tuple(sorted(hand.tiles))) if isinstance(hand, Hand) else hand
            for hand in played.hands
        ),
        order=(),
        events=tuple(sorted(played.events, key=repr)),
        ends=None if played.ends is None else (min(played.ends), max(played.ends)),
    )


def _facts(match: Match, played: Round) -> Iterator[str]:
    """Say what was entered for a round besides its hands."""
    names = match.names
    if played.opener is not None:
        # For translators: to lead is to play the first tile of a round.
        yield _("%(name)s played first", name=names[played.opener])
    if played.blocker is not None:
        # For translators: to close the line is to play a tile after which nobody can play.
        yield _("%(name)s blocked the round", name=names[played.blocker])
    if played.ends is not None:
        # For translators: the two open ends of the line on the table, as in: ends 3 and 5.
        yield _("ends %(one)s and %(other)s", one=played.ends[0], other=played.ends[1])
    yield from (_claim(event, names) for event in played.events)
    for name, scores in zip(names, played.tally, strict=False):
        if scores:
            # For translators: points made while a round is played, as in: Ana +5 +10 in play.
            made = " ".join(map(signed, scores))
            yield _("%(name)s %(points)s in play", name=name, points=made)
    if played.last_tile_scored is not None:
        # For translators: whether the tile somebody went out with made points in play.
        yield _("last tile scored") if played.last_tile_scored else _("last tile did not score")
    yield from (_correction(match, each) for each in played.corrections)


def _claim(event: Event, names: tuple[str, ...]) -> str:
    if event.seat is None:
        return translate_name(event.name)
    return _("%(bonus)s by %(name)s", bonus=translate_name(event.name), name=names[event.seat])


def _correction(match: Match, correction: Correction) -> str:
    sentence = _(
        "bonus / penalty %(side)s %(points)s %(note)s",
        side=join_names([match.names[seat] for seat in match.setup.sides[correction.side]]),
        points=signed(correction.points),
        note=correction.note,
    )
    return sentence.strip()
