"""What the draft of the next round comes to, as players check it around the table."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.pages.round.draft_form import DraftedRound, resume
from scorekeeper.pages.round.preview import Preview, preview_of
from scorekeeper.pages.round.record_page import last_method
from scorekeeper.scorebook.drafts import Draft, Fields
from scorekeeper.scorebook.projection import Match


class DraftPreview(NamedTuple):
    """A draft as a round: what it comes to, and the form with the hidden `fields` that records it.

    `can_record` is false where something is missing or doubted, as the `preview` says.
    """

    preview: Preview
    form: DraftedRound
    fields: tuple[tuple[str, str], ...]

    @property
    def can_record(self) -> bool:
        return not self.preview.opens and not self.preview.doubts


def draft_preview(match: Match, draft: Draft, out: int | None = None) -> DraftPreview:
    """Score the draft of the next round; `out` is a seat of which somebody says it went out."""
    parts = {**draft.fields, **_said_out(match, draft, out)}
    form = DraftedRound(match.setup, match.names, match.standing.moment)
    form.switch_to(last_method(match) or form.methods[0])
    resume(form, parts)
    fields = ((name, text) for part in parts.values() for name in part for text in part[name])
    return DraftPreview(preview_of(match, form), form, tuple(fields))


def _said_out(match: Match, draft: Draft, out: int | None) -> dict[str, Fields]:
    if out not in range(match.setup.players):
        return {}
    part = f"hands-{out}"
    return {part: {**draft.fields.get(part, {}), f"{part}-out": ["y"]}}
