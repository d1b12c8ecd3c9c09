"""The page on which a round is entered, the next one or one that is edited."""

from __future__ import annotations

import json
from typing import NamedTuple

from flask import render_template, url_for

from scorekeeper import vision
from scorekeeper.access.devices import display_name
from scorekeeper.messages import gettext as _
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.round.preview import Preview
from scorekeeper.pages.shared.dates_and_figures import time_ago
from scorekeeper.pages.shared.hands import spoken_ends
from scorekeeper.rules.game_keys import Entry
from scorekeeper.rules.goal import counts_wins
from scorekeeper.rules.tiles_and_hands import PIPS, TileSet
from scorekeeper.scorebook.drafts import Draft, find_draft, latest_hand, tag_of
from scorekeeper.scorebook.projection import Match
from scorekeeper.web.responses import allow_camera
from scorekeeper.wording.formats import SideNames, join_names
from scorekeeper.wording.rules_in_words import counts_otherwise

# The pad of a larger set is folded: each short row of its triangle goes beside a long one.
LARGEST_TRIANGLE = 6
# Ends of two digits take the hyphen.
LARGEST_DIGIT = 9


def render(
    form: RoundForm,
    *,
    draft: Draft | None = None,
    preview: Preview | None = None,
    target: str = "",
    **values: object,
) -> str:
    """Show the form of a round, the next one or one that is edited, as it is filled in.

    With what else is `values`: whether it is `refused`; what was read from a `photo`, or the
    `problems` with it; why it is `stale`, and its `conflict` with a recorded round. `target` is
    where the form is sent, if not to the address of this page.
    """
    match, editing = form.match, form.editing
    number = editing.number if editing else form.number
    found = find_draft(match.id, number) if draft is None else draft
    if editing:
        # It may have been sent for another round.
        target = url_for("edit_round.edit", match_id=match.id, number=number)
    if reads_photos(match):
        allow_camera()
    highest, put_out = match.setup.game.tiles.highest, match.standing.moment.put_out
    folded, otherwise = highest > LARGEST_TRIANGLE, counts_otherwise(match.setup.game)
    in_play = [seat for seat in range(match.setup.players) if seat not in put_out]
    return render_template(
        "round/record.html",
        match=match,
        form=form,
        editing=editing,
        preview=preview,
        target=target,
        labels=_labels(form, preview),
        how=_how(form, otherwise),
        data=_data(form, found, target, sent=draft is None, stale=bool(values.get("stale")))
        | {"data-late": _late(form, values.get("conflict"))},
        begun=_begun(found, edits=bool(editing)) if draft else "",
        reads_photos=reads_photos(match),
        highest=highest,
        folded=folded,
        rows=pad(match.setup.box, folded),
        ends=spoken_ends(highest),
        otherwise=otherwise,
        players=tuple((str(seat), match.names[seat]) for seat in in_play),
        put_out=put_out,
        side_names=_side_names(match),
        claims=(*form.claims(in_play),),
        claimed=(*(form.events.data or ()),),
        **values,
    )


def _side_names(match: Match) -> dict[str, str]:
    """Return the names of the sides, by what is sent for each."""
    sides = SideNames(match.setup, match.names)
    return {str(side): sides.label(side) for side in range(len(match.setup.sides))}


class Labels(NamedTuple):
    """What the page says of the round, and where it leads back to.

    `begin` is said where nothing is entered yet. The button that sends the form says `send`, and
    sends the `action`; scripts let it say `record` and `check`.
    """

    title: str
    back: str
    back_url: str
    begin: str
    record: str
    check: str
    send: str
    action: str


def _labels(form: RoundForm, preview: Preview | None) -> Labels:
    by_points = form.entry.data == "points"
    check = _("Check the points") if by_points else _("Check tiles")
    record = _("Save changes") if form.editing else _("Record round")
    begin = _("Who went out? What is left in the other hands?")
    if form.entry.data == "plays":
        begin = _("Enter each tile as it is played.")
    elif by_points:
        begin = _how(form, "")
    doubted = preview is not None and bool(preview.doubts)
    return Labels(
        *_title_and_way_back(form),
        begin=begin,
        record=record,
        check=check,
        send=check if doubted else preview.record_label if preview else record,
        action="check" if doubted else "record",
    )


def _title_and_way_back(form: RoundForm) -> tuple[str, str, str]:
    match_id, editing = form.match.id, form.editing
    if not editing:
        title = _("Round %(number)s", number=form.match.next_number)
        return title, _("Table"), url_for("table.show", match_id=match_id)
    title = _("Edit round %(number)s", number=editing.number)
    if editing.earlier:
        back_url = url_for("edit_round.edit", match_id=match_id, number=editing.first)
    else:
        back_url = url_for("round.result", match_id=match_id, number=editing.number)
    return title, _("Back"), back_url


def _how(form: RoundForm, otherwise: str) -> str:
    """Say how hands are entered in this way; `otherwise`, what tiles count but for their pips."""
    match form.entry.data:
        case "plays":
            return _(
                "Type each tile as it is played, such as 66 56 36, and x for a player who passes."
            )
        case "totals":
            joker = form.match.setup.game.weights.joker
            sentences = [_("Enter what is left in each hand: 0 for the player who went out.")]
            sentences += [_("A joker counts %(points)s.", points=joker)] if joker else []
            return " ".join(sentences)
        case "points" if form.match.setup.game.pays_all:
            return _("Enter what each side gets: 0 for nothing.")
        case "points":
            return _("Enter the points of the side that won the round, or tick that nobody did.")
        case "pips" if otherwise:
            return _(
                "Count the points left in each hand, and tick who went out: %(otherwise)s.",
                otherwise=otherwise,
            )
        case "pips":
            return _("Count the pips left in each hand, and tick who went out.")
    if form.match.setup.game.tiles.highest > LARGEST_DIGIT:
        return _(
            "Type the tiles left in each hand as 3-12, with spaces between, and tick who went out."
        )
    return _(
        "Type the tiles left in each hand as 3-5 or 35, with spaces between, and tick who went out."
    )


def _data(
    form: RoundForm, found: Draft, target: str, *, sent: bool, stale: bool
) -> dict[str, object]:
    """Return the attributes by which scripts know the form; one that is None is left out."""
    match, editing = form.match, form.editing
    number = editing.number if editing else form.number
    preview = (
        url_for("edit_round.preview", match_id=match.id, number=number)
        if editing
        else url_for("round.preview", match_id=match.id)
    )
    values = {
        "mode": "type",
        "playing": True,
        "preview": preview,
        "draft": _draft_url(match, number, edits=bool(editing)),
        "tag": tag_of(match, found),
        "latest": latest_hand(found),
        "otherwise": counts_otherwise(match.setup.game),
        "several-out": match.setup.most_out > 1,
        # What every round pays, as in a match of so many wins.
        "flat": counts_wins(match.setup.game) and str(match.setup.game.out.winner.flat),
        "edits": bool(editing),
        "sent": sent,
        "won": match.standing.over and url_for("table.show", match_id=match.id),
    }
    if sent and not stale and not (editing and editing.earlier):
        own = url_for("round.record", match_id=match.id, entry=form.entry.data)
        values["address"] = target or own
    if reads_photos(match):
        weights = _weights(match) if form.entry.data == "pips" else {}
        values |= {
            "photo": url_for("photo.read", match_id=match.id),
            "highest": str(match.setup.game.tiles.highest),
            "weights": weights and json.dumps(weights),
        }
    return {
        f"data-{name}": "" if value is True else value for name, value in values.items() if value
    }


def _late(form: RoundForm, conflict: object) -> str | None:
    """Return where the drafts are that go with this one once it is recorded."""
    editing = form.editing
    if isinstance(conflict, dict):
        return _draft_url(form.match, conflict["number"], edits=False)
    if editing and editing.earlier:
        urls = (_draft_url(form.match, earlier, edits=True) for earlier in editing.earlier)
        return " ".join(urls)
    return None


def _draft_url(match: Match, number: int, *, edits: bool) -> str:
    return url_for("draft.keep", match_id=match.id, number=number, edits=edits)


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


def _begun(draft: Draft, *, edits: bool) -> str:
    """Say how long ago a draft was begun, and on which devices; "" where it is empty."""
    # An edit may have emptied a hand; in a new round a blank part is no beginning.
    parts = [part for part in draft.values() if edits or not part.is_blank]
    if not parts:
        return ""
    long_ago = time_ago(min(part.changed_at for part in parts))
    devices = dict.fromkeys(display_name(part.device) for part in parts if part.device)
    if not devices:
        return _("Started %(ago)s", ago=long_ago)
    return _("Started %(ago)s on %(devices)s", ago=long_ago, devices=join_names([*devices]))
