"""The answer to a script that asks what a round comes to: the parts of its draft may come along."""

from __future__ import annotations

from flask import jsonify, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.pages.round.draft import draft_json, no_such_round
from scorekeeper.pages.round.draft_form import InvalidPart, sent_parts
from scorekeeper.pages.round.draft_keeping import is_there, keep_parts
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.round.preview import Preview
from scorekeeper.scorebook.projection import Match


def preview_answer(
    match: Match, number: int, form: RoundForm, preview: Preview, *, amends: bool = False
) -> ResponseReturnValue:
    """Return a preview in HTML; in JSON, with the draft, where parts of it are to be kept.

    {"preview": HTML, "draft": as draft_json, or {"error": why the parts are not kept}}
    """
    html = render_template("round/_preview.html", preview=preview)
    if form.expired or "part" not in request.form:
        return html, 400 if form.expired else 200
    return jsonify(preview=html, draft=_kept(match, number, form, amends))


def _kept(match: Match, number: int, form: RoundForm, amends: bool) -> dict[str, object]:
    if not is_there(match, number, amends):
        return {"error": no_such_round(match, number)}
    try:
        parts = sent_parts(form, alone=False)
    except InvalidPart as error:
        return {"error": str(error)}
    match, draft = keep_parts(match.id, number, parts, amends)
    return draft_json(match, number, draft, amends=amends)
