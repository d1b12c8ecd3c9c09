"""The page on which a round is entered, the next one or one that is amended."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import vision
from scorekeeper.access.devices import display_name
from scorekeeper.messages import gettext as _
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.round.preview import open_preview, preview_of
from scorekeeper.pages.shared.hands import spoken_ends
from scorekeeper.rules.game_keys import Entry
from scorekeeper.rules.round_entry import Round
from scorekeeper.rules.tiles import TileSet
from scorekeeper.rules.weights_and_rounding import PIPS
from scorekeeper.scorebook.drafts import Draft, find_draft, latest_hand, tag_of
from scorekeeper.scorebook.projection import Match
from scorekeeper.web.headers import allow_camera
from scorekeeper.wording.formats import join_names, time_ago
from scorekeeper.wording.rules_in_words import counts_otherwise

# The pad of a larger set is folded: each short row of its triangle goes beside a long one.
LARGEST_TRIANGLE = 6


Form = TypeVar("Form", bound=RoundForm)


def enter(
    form: Form,
    start_over: Callable[[Form], ResponseReturnValue],
    save: Callable[[Form, Round], ResponseReturnValue],
) -> ResponseReturnValue:
    """Answer what is done with the form of a round: `save` it once nothing is wrong or missing."""
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
        # Where only one hand is empty, the page asks whether that player went out.
        asked = None if form.perhaps_out is None else open_preview(form)
        return render(form, preview=asked, refused=True), form.refused_status
    return save(form, played)


def render(
    form: RoundForm,
    *,
    draft: Draft | None = None,
    preview: tuple[object, ...] | None = None,
    target: str = "",
    **shown: object,
) -> str:
    """Show the form of a round, the next one or one that is edited, as it is filled in.

    With what else is `shown`: whether it is `refused`; what was read from a `photo`, or the
    `problems` with it; why it is `stale`, and its `conflict` with a recorded round. `target` is
    where the form is sent, if not to the address of this page.
    """
    match, editing, entry = form.match, form.editing, form.entry.data
    number = editing.number if editing else form.number
    found = find_draft(match.id, number) if draft is None else draft
    if editing:
        # It may have been sent for another round.
        target = url_for("amend.amend", match_id=match.id, number=number)
    if reads_photos(match):
        allow_camera()
    highest, put_out = match.setup.game.tiles.highest, match.standing.moment.put_out
    folded = highest > LARGEST_TRIANGLE
    in_play = [seat for seat in range(match.setup.players) if seat not in put_out]
    return render_template(
        "round/record.html",
        match=match,
        form=form,
        editing=editing,
        preview=preview,
        target=target,
        draft_number=number,
        tag=tag_of(match, found),
        latest=latest_hand(found),
        sent=draft is None,
        begun=_begun(found, amends=bool(editing)) if draft else "",
        reads_photos=reads_photos(match),
        highest=highest,
        folded=folded,
        rows=pad(match.setup.box, folded),
        ends=spoken_ends(highest),
        weights=_weights(match) if entry == "pips" else {},
        otherwise=counts_otherwise(match.setup.game),
        players=tuple((str(seat), match.names[seat]) for seat in in_play),
        put_out=put_out,
        claims=(*form.claims(in_play),),
        claimed=(*(form.events.data or ()),),
        **shown,
    )


def reads_photos(match: Match) -> bool:
    """Say whether a photo of a hand can be read here: by tiles, none with too many pips."""
    table = match.setup.game.table
    few = match.setup.game.tiles.highest <= vision.HIGHEST_END
    return table.entry is Entry.TILES and few and vision.is_there()


def pad(box: TileSet, folded: bool) -> tuple[tuple[str, ...], ...]:
    """Arrange a box in rows of one higher end, each with its double first: 6-6 5-6 … 0-6, 5-5 4-5 …

    Folded, each short row comes after the long one beside which it fits.
    """
    highs = list(range(box.highest, -1, -1))
    if folded:
        short = range(box.highest)
        pairs = zip(highs[1:], short, strict=True)
        # Past the middle the same pairs come again, reversed: dict.fromkeys drops them.
        highs = [box.highest, *dict.fromkeys(high for pair in pairs for high in pair)]
    return tuple(tuple(str(tile) for tile in box if tile.high == high) for high in highs)


def _weights(match: Match) -> dict[str, object]:
    """Say what tiles count that do not count their pips, and a hand with a double how often."""
    weights = match.setup.game.weights
    if weights is PIPS:
        return {}
    tiles = {str(tile): weights.of_tile(tile) for tile in match.setup.box}
    return {"tiles": tiles, "holding_a_double": weights.holding_a_double}


def _begun(draft: Draft, *, amends: bool) -> str:
    """Say how long ago a draft was begun, and on which devices; "" where it is empty."""
    # An amendment may have emptied a hand; in a new round a blank part is no beginning.
    parts = [part for part in draft.values() if amends or not part.is_blank]
    if not parts:
        return ""
    long_ago = time_ago(min(part.changed_at for part in parts))
    devices = dict.fromkeys(display_name(part.device) for part in parts if part.device)
    if not devices:
        return _("Begun %(ago)s", ago=long_ago)
    return _("Begun %(ago)s on %(devices)s", ago=long_ago, devices=join_names([*devices]))
