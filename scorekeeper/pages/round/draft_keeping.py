"""Keeping the parts of a draft that a device sends, alone or along with a preview."""

from __future__ import annotations

from collections.abc import Mapping

from flask import jsonify, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.access.devices import device_name
from scorekeeper.pages.round.draft import draft_json, no_such_round
from scorekeeper.pages.round.draft_form import InvalidPart, sent_parts
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.round.preview import Preview
from scorekeeper.scorebook import drafts, matches
from scorekeeper.scorebook.locking import Stale
from scorekeeper.scorebook.projection import Match


def keep_parts(
    match_id: int, number: int, parts: Mapping[str, drafts.Fields], amends: bool
) -> tuple[Match, drafts.Draft]:
    """Save parts of a draft; return the match as it is then, and the draft of every device.

    The draft is empty where the round was recorded meanwhile.
    """
    try:
        draft = drafts.save(match_id, number, parts, device=device_name(), amends=amends)
    except Stale:
        draft = drafts.Draft()
    return matches.find_match(match_id), draft


def is_there(match: Match, number: int, amends: bool) -> bool:
    """Whether a round can be entered or amended, or is recorded."""
    return drafts.accepts_draft(match, number, amends=amends) or 1 <= number <= len(match.rounds)


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
