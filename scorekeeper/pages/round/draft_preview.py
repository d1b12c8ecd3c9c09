"""What the draft of the next round comes to, as players check it around the table."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.pages.round.draft_form import DraftedRound, resume
from scorekeeper.pages.round.preview import Preview, preview_of
from scorekeeper.pages.round.record_page import last_method
from scorekeeper.rules.referee import doubts
from scorekeeper.scorebook.drafts import Draft, Fields
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.doubts import brief_doubt


class DraftPreview(NamedTuple):
    """A draft as a round: what it comes to, and the form with the hidden `fields` that records it.

    `doubts` are those of the `preview` in short.
    """

    preview: Preview
    form: DraftedRound
    fields: tuple[tuple[str, str], ...]
    doubts: tuple[str, ...]

    @property
    def onward(self) -> str:
        """The words of the link to the page of the whole round; "" where nothing is left to do."""
        if self.preview.doubts or self.preview.fault:
            return _("Check the tiles")
        if self.preview.out or not self.preview.opens:
            return ""
        return _("Enter the other hands") if self.form.missing else _("Go on")


def draft_preview(match: Match, draft: Draft, out: int | None = None) -> DraftPreview:
    """Score the draft of the next round; `out` is a seat of which somebody says it went out."""
    parts = {**draft.fields, **_said_out(match, draft, out)}
    form = DraftedRound(match.setup, match.names, match.standing.moment)
    form.switch_to(last_method(match) or form.methods[0])
    resume(form, parts)
    fields = ((name, text) for part in parts.values() for name in part for text in part[name])
    preview, played = preview_of(match, form), form.so_far
    found = doubts(match.setup, played, match.standing.moment) if preview.doubts and played else ()
    return DraftPreview(preview, form, tuple(fields), tuple(map(brief_doubt, found)))


def _said_out(match: Match, draft: Draft, out: int | None) -> dict[str, Fields]:
    if out not in range(match.setup.players):
        return {}
    part = f"hands-{out}"
    return {part: {**draft.fields.get(part, {}), f"{part}-out": ["y"]}}
