"""Rendering the page on which a round is entered, the next one or one that is amended."""

from __future__ import annotations

from flask import render_template, url_for

from scorekeeper.messages import gettext as _
from scorekeeper.pages.round.amend_form import AmendForm
from scorekeeper.pages.round.conflict import Conflict
from scorekeeper.pages.round.draft import DraftState, draft_state
from scorekeeper.pages.round.draft_form import number_of
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.round.preview import Preview
from scorekeeper.pages.round.record_page import RecordPage, record_page
from scorekeeper.pages.shared.editing import Editing
from scorekeeper.pages.shared.fields import Problem
from scorekeeper.scorebook import drafts
from scorekeeper.scorebook.projection import Match
from scorekeeper.web.headers import allow_camera


def render(
    match: Match,
    form: RoundForm,
    preview: Preview | None = None,
    refused: bool = False,
    stale: str | None = None,
    conflict: Conflict | None = None,
    draft: drafts.Draft | None = None,
    photo: str = "",
    target: str = "",
    problems: tuple[Problem, ...] = (),
) -> str:
    """Show the form as it is filled in; `photo` says what was read from one.

    `target` is where the form is sent, if not to the address of this page.
    """
    number = number_of(form, match.next_number)
    found = draft or drafts.find_draft(match.id, number)
    return _render(
        record_page(match, form),
        draft_state(match, number, found, sent=draft is None),
        form=form,
        preview=preview,
        refused=refused,
        problems=problems,
        stale=stale,
        conflict=conflict,
        photo=photo,
        target=target,
    )


def render_amended(
    editing: Editing,
    form: AmendForm,
    preview: Preview | None = None,
    refused: bool = False,
    stale: str | None = None,
    draft: drafts.Draft | None = None,
    photo: str = "",
    problems: tuple[Problem, ...] = (),
) -> str:
    """Show the form of a round that is recorded already, as it is filled in."""
    match, number = editing.match, editing.number
    found = draft or drafts.find_draft(match.id, number)
    return _render(
        _amend_page(editing, form),
        draft_state(match, number, found, sent=draft is None, amends=True),
        form=form,
        preview=preview,
        refused=refused,
        problems=problems,
        stale=stale,
        photo=photo,
        # It may have been sent for another round, or with a photo.
        target=url_for("amend.amend", match_id=match.id, number=number),
    )


def _amend_page(editing: Editing, form: AmendForm) -> RecordPage:
    """Return the page on which a round is entered, for one that is recorded."""
    return record_page(editing.before, form)._replace(
        number=editing.number,
        amends=True,
        title=_("Edit round %(number)s", number=editing.number),
        record_label=_("Save changes"),
        goes_through=tuple(editing.sentences()),
        earlier=tuple(editing.earlier),
    )


def _render(
    page: RecordPage,
    draft: DraftState,
    *,
    form: RoundForm,
    preview: Preview | None,
    problems: tuple[Problem, ...],
    **shown: object,
) -> str:
    if page.reads_photos:
        allow_camera()
    return render_template(
        "round/record.html",
        page=page,
        draft=draft,
        form=form,
        preview=preview,
        errors=() if preview else problems or form.problems,
        **shown,
    )
