"""The draft of a round, part by part, shared by every device at the table: mostly JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from http import HTTPStatus

from flask import Blueprint, jsonify, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from wtforms import Field

from scorekeeper.access import guard
from scorekeeper.access.devices import device_name, display_name
from scorekeeper.access.guard import PinRequired, needs
from scorekeeper.messages import gettext as _
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.round.preview import Preview, check_label, preview_of
from scorekeeper.pages.shared.dates_and_figures import time_ago
from scorekeeper.pages.shared.fields import EXPIRED, NotTaken, TokenForm
from scorekeeper.pages.shared.match import narrator_of
from scorekeeper.rules.doubts import doubts
from scorekeeper.scorebook import drafts, matches, points_in_play
from scorekeeper.scorebook.drafts import Draft, Fields
from scorekeeper.scorebook.history import recorded_on
from scorekeeper.scorebook.permissions.rights import AccessDenied, NoSuchMatch, Right, Stale
from scorekeeper.scorebook.scored_match import Match
from scorekeeper.web.flask_app import when_unavailable
from scorekeeper.wording.errors_and_doubts import brief_doubt

blueprint = Blueprint("draft", __name__, url_prefix="/matches/<int:match_id>/rounds/<int:number>")

# Fields that belong to one submission of the form, not to the round.
_NOT_SAVED = ("csrf_token", "entry_key", "round_no", "entry", "overruled", "was", "earlier")
# Most letters in a value, and most values of a field: more than any game has choices.
LONGEST = 600
MOST_VALUES = 64

Parts = Mapping[str, Fields]


def not_saved() -> ResponseReturnValue:
    """Say that the database is unavailable."""
    sentence = _("Not saved: the scorebook cannot be written.")
    return _refused(sentence, HTTPStatus.SERVICE_UNAVAILABLE)


@blueprint.route("/draft", methods=["GET", "POST"], defaults={"edits": False})
@blueprint.route("/edit/draft", methods=["GET", "POST"], defaults={"edits": True})
@when_unavailable(not_saved)
@needs(Right.SCORE)
def keep(match_id: int, number: int, edits: bool) -> ResponseReturnValue:
    """Save the parts that were sent, if any, and return the draft of every device (_as_json).

    304 if a device only asks, and has it already.
    """
    match = matches.find_match(match_id, guard.version_read())
    if request.method == "POST":
        if not TokenForm().validate():
            raise NotTaken(str(EXPIRED), HTTPStatus.BAD_REQUEST)
        match, draft = _keep(match, number, RoundForm(match), edits)
    else:
        _check(match, number, edits)
        draft = drafts.find_draft(match_id, number)
    answer = jsonify(_as_json(match, number, draft, edits))
    answer.set_etag(drafts.tag_of(match, draft))
    answer.cache_control.no_store = True
    return answer.make_conditional(request)


@blueprint.get("/draft/preview")
@when_unavailable(not_saved)
@needs(Right.SCORE)
def preview(match_id: int, number: int) -> ResponseReturnValue:
    """Return what the draft of the next round would score, with the form to record it, in HTML."""
    match = matches.find_match(match_id, guard.version_read())
    if match.standing.over or number != match.next_number:
        raise _no_such_round(match, number)
    parts = drafts.fields_of(drafts.find_draft(match_id, number))
    # Somebody answered that a seat went out, or has one tile, which is 0-0.
    for field, text in (("out", "y"), ("count", "1")):
        if (seat := request.args.get(field, type=int)) in range(match.setup.players):
            part = f"hands-{seat}"
            parts[part] = {**parts.get(part, {}), f"{part}-{field}": [text]}
    # Nothing is sent, so there is no token.
    form = RoundForm(match, meta={"csrf": False})
    form.begin()
    resume(form, parts)
    shown, played = preview_of(form), form.reading.played
    found = doubts(match.setup, played, match.standing.moment) if shown.doubts and played else ()
    html = render_template(
        "round/_draft_preview.html",
        match=match,
        form=form,
        preview=shown,
        onward=_onward(form, shown),
        doubts=map(brief_doubt, found),
        fields=[(name, text) for part in parts.values() for name in part for text in part[name]],
        token=TokenForm(),
    )
    answer = make_response(html)
    answer.cache_control.no_store = True
    return answer


def _onward(form: RoundForm, shown: Preview) -> str:
    """Say what has to be done first on the page of the round; "" if the draft can go on here."""
    if shown.doubts or shown.fault:
        return check_label(form)
    if not shown.opens or shown.name:
        return ""
    return _("Enter the other hands") if form.missing else _("Continue")


@blueprint.errorhandler(NotTaken)
def not_kept(error: NotTaken) -> ResponseReturnValue:
    """Say why nothing is kept."""
    return _refused(str(error), error.status)


@blueprint.errorhandler(NoSuchMatch)
def no_such_match(_error: NoSuchMatch) -> ResponseReturnValue:
    """Say that there is no such match."""
    return _refused(_("This scorebook has no match with that number."), HTTPStatus.NOT_FOUND)


@blueprint.errorhandler(AccessDenied)
@blueprint.errorhandler(PinRequired)
def not_yours(_error: Exception) -> ResponseReturnValue:
    """Say that this device may not score."""
    sentence = _(
        "This device can no longer keep score of this match: ask the person keeping score "
        "for a new link."
    )
    return _refused(sentence, HTTPStatus.FORBIDDEN)


def preview_answer(form: RoundForm) -> ResponseReturnValue:
    """Return a preview in HTML; or in JSON, with the draft, if parts of it are sent to be kept.

    {"preview": HTML, "draft": as _as_json, or {"error": why the parts are not kept}}
    """
    html = render_template("round/_preview.html", preview=preview_of(form))
    if form.expired or "part" not in request.form:
        return html, 400 if form.expired else 200
    editing, edits = form.editing, form.editing is not None
    match, number = (editing.match, editing.number) if editing else (form.match, form.number)
    try:
        match, draft = _keep(match, number, form, edits, alone=False)
    except NotTaken as error:
        return jsonify(preview=html, draft={"error": str(error)})
    return jsonify(preview=html, draft=_as_json(match, number, draft, edits))


def resume(form: RoundForm, parts: Parts, method: str = "") -> None:
    """Fill in the parts of a draft as if they had been sent, with their method of entry.

    `method` overrides that method.
    """
    saved = {
        name: MultiDict((key, text) for key in part for text in part[key])
        for name, part in parts.items()
    }
    known = _parts_of(form)
    for name in saved.keys() & known.keys():
        for field in known[name]:
            field.process(saved[name])
    form.switch_to(method or (_method_of(form, [*saved]) if saved else ""))
    for name, hand in zip(known, form.hands, strict=False):
        # Pips that were entered win over the sum of the tiles.
        if saved.get(name, {}).get(hand.pips.name):
            hand.pips.process(saved[name])


def _parts_of(form: RoundForm) -> dict[str, tuple[Field, ...]]:
    """Return the fields of each part: each hand, what was made in play, the points, the rest."""
    tally = (
        form[points_in_play.ORDER],
        form[points_in_play.KEYS],
        *(hand.tally for hand in form.hands),
    )
    points = (form.nobody, *(side.points for side in form.sides))
    saved = [field for field in form if field.name not in _NOT_SAVED]
    rest = tuple(field for field in saved if field not in (*tally, *points))
    hands = {
        f"hands-{seat}": tuple(field for field in hand if field is not hand.tally)
        for seat, hand in enumerate(form.hands)
    }
    return {**hands, points_in_play.PART: tally, "points": points, "rest": rest}


def _sent_parts(form: RoundForm, *, alone: bool) -> dict[str, dict[str, list[str]]]:
    """Read the parts that were sent: the values of each field, by part. Raise NotTaken.

    Sent `alone`, no field of another part may come with them.
    """
    known = _parts_of(form)
    named = request.form.getlist("part")
    if not named or not {*named} <= known.keys():
        raise NotTaken(_("A part of this round is one of: %(parts)s.", parts=", ".join(known)))
    names = {field.name for part in named for field in known[part]}
    unknown = request.form.keys() - names - {"csrf_token", "part"}
    if alone and unknown:
        raise NotTaken(_("Only the fields of the named parts can be kept."))
    return {part: dict(_values(known[part])) for part in named}


def _values(fields: tuple[Field, ...]) -> Iterator[tuple[str, list[str]]]:
    for field in fields:
        values = request.form.getlist(field.name)
        if len(values) > MOST_VALUES or any(len(text) > LONGEST for text in values):
            raise NotTaken(_("Enter less: a field holds %(most)s characters.", most=LONGEST))
        if values:
            # PostgreSQL refuses NUL in a text, and nobody types it.
            yield field.name, [text.replace("\x00", "") for text in values]


def _method_of(form: RoundForm, parts: list[str]) -> str:
    """Return the method by which the round is filled in; "" if it is blank.

    If both points and hands are filled in, the last written counts; `parts` are in that order.
    """
    by_points = form.nobody.data or any(side.points.data is not None for side in form.sides)
    hands = any(
        hand.pips.data is not None or hand.tiles.data or hand.out.data for hand in form.hands
    )
    of_hands = [name for name in parts if name == "points" or name.startswith("hands-")]
    if by_points and (not hands or of_hands[-1] == "points"):
        return "points"
    if any(hand.pips.data is not None and not hand.tiles.data for hand in form.hands):
        return "pips" if "pips" in form.methods else form.methods[0]
    return form.methods[0] if any(hand.tiles.data for hand in form.hands) else ""


def _keep(
    match: Match, number: int, form: RoundForm, edits: bool, *, alone: bool = True
) -> tuple[Match, Draft]:
    """Save the parts of a draft that were sent; return the match, and the draft of every device.

    The draft is empty if the round was recorded meanwhile. Raise NotTaken.
    """
    _check(match, number, edits)
    parts = _sent_parts(form, alone=alone)
    try:
        draft = drafts.save(match.id, number, parts, device=device_name(), edits=edits)
    except Stale:
        draft = {}
    return matches.find_match(match.id), draft


def _as_json(match: Match, number: int, draft: Draft, edits: bool) -> dict[str, object]:
    """Return a draft for scripts, the round if it is recorded by now, and whether the match is won.

    {"tag": …, "parts": {name: {"fields", "revision", "device", "ago"}}, "recorded": None or
    {"text", "url", "label"}, "won": None or the address of the page that celebrates it}
    """
    # A device that edits a round of a finished match knows who won.
    won = match.standing.over and not edits
    return {
        "tag": drafts.tag_of(match, draft),
        "parts": {
            name: {
                "fields": part.fields,
                "revision": part.revision,
                "device": display_name(part.device),
                "ago": time_ago(part.changed_at),
            }
            for name, part in draft.items()
        },
        "recorded": None if edits else _recorded_json(match, number),
        "won": url_for("table.show", match_id=match.id) if won else None,
    }


def _recorded_json(match: Match, number: int) -> dict[str, str] | None:
    if number > len(match.rounds):
        return None
    headline = narrator_of(match).headline(match.rounds[number - 1].score)
    said = {"number": number, "headline": headline}
    if device := recorded_on(match.id, number):
        said["device"] = display_name(device)
        text = _("Round %(number)s was recorded on %(device)s: %(headline)s", **said)
    else:
        text = _("Round %(number)s was recorded on another device: %(headline)s", **said)
    return {
        "text": text,
        "url": url_for("round.result", match_id=match.id, number=number),
        "label": _("See round %(number)s", number=number),
    }


def _check(match: Match, number: int, edits: bool) -> None:
    """Check that a round can be entered or edited, or is recorded. Raise NotTaken."""
    if not (drafts.accepts_draft(match, number, edits=edits) or 1 <= number <= len(match.rounds)):
        raise _no_such_round(match, number)


def _no_such_round(match: Match, number: int) -> NotTaken:
    sentence = _(
        "There is no round %(number)s: the next round is round %(next)s.",
        number=number,
        next=match.next_number,
    )
    return NotTaken(sentence, HTTPStatus.NOT_FOUND)


def _refused(sentence: str, status: HTTPStatus) -> ResponseReturnValue:
    return jsonify(error=sentence), status
