"""Rendering the page on which the next round is entered."""

from __future__ import annotations

from flask import render_template

from scorekeeper.pages.round.conflict import Conflict
from scorekeeper.pages.round.draft import draft_state
from scorekeeper.pages.round.draft_form import number_of
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.round.preview import Preview
from scorekeeper.pages.round.record_page import record_page
from scorekeeper.pages.shared.fields import Problem
from scorekeeper.scorebook import drafts
from scorekeeper.scorebook.projection import Match


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
    return render_template(
        "round/record.html",
        page=record_page(match, form),
        form=form,
        preview=preview,
        refused=refused,
        errors=() if preview else problems or form.problems,
        stale=stale,
        conflict=conflict,
        draft=draft_state(match, number, found, sent=draft is None),
        photo=photo,
        target=target,
    )
