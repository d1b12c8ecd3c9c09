"""The page that enters a round: the next one, or a recorded one that is edited."""

from __future__ import annotations

import json
from typing import Any

from flask import render_template, url_for

from scorekeeper import vision
from scorekeeper.access.devices import display_name
from scorekeeper.messages import gettext as _
from scorekeeper.messages import pgettext
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.round.hand_cards import hands_on_page, how_to_enter
from scorekeeper.pages.round.preview import Preview, check_label
from scorekeeper.pages.shared.dates_and_figures import time_ago
from scorekeeper.pages.shared.fields import Problem
from scorekeeper.rules.game_keys import Entry, Layout
from scorekeeper.rules.goal import counts_wins
from scorekeeper.rules.tiles_and_hands import PIPS
from scorekeeper.scorebook.drafts import Draft, find_draft, latest_hand, tag_of
from scorekeeper.scorebook.scored_match import Match
from scorekeeper.web.responses import allow_camera
from scorekeeper.wording.formats import SideNames, join_names
from scorekeeper.wording.rules_in_words import counts_otherwise


def render(
    form: RoundForm,
    *,
    draft: Draft | None = None,
    preview: Preview | None = None,
    target: str = "",
    stale: str = "",
    conflict: dict[str, Any] | None = None,
    photo: str = "",
    problems: tuple[Problem, ...] = (),
) -> str:
    """Show the form of a round, the next one or one that is edited, as filled in.

    With why it is `stale`, and its `conflict` with a recorded round; with what was read from a
    `photo`, or the `problems` with it. `target` is where the form is sent, if not to the address
    of this page.
    """
    match, editing = form.match, form.editing
    number = editing.number if editing else form.number
    found = find_draft(match.id, number) if draft is None else draft
    if editing:
        # The form may have been sent for another round.
        target = url_for("edit_round.edit", match_id=match.id, number=number)
    photos, hands = reads_photos(match), hands_on_page(form)
    if photos:
        allow_camera()
    notices = {
        "through": " ".join(editing.sentences()) if editing and editing.earlier else "",
        "photo": photo,
        "begun": _begun(found, edits=bool(editing)) if draft else "",
    }
    return render_template(
        "round/record.html",
        match=match,
        form=form,
        **_title_and_way_back(form),
        **_ways(form),
        preview=preview,
        target=target,
        data=_data(form, found, target, sent=draft is None, stale=bool(stale))
        | {"data-late": _late(form, conflict)},
        stale=stale,
        conflict=conflict,
        problems=() if preview else problems or form.problems,
        notices={kind: sentence for kind, sentence in notices.items() if sentence},
        reads_photos=photos,
        draws_tiles=conflict or photos or hands["by_tiles"],
        **hands,
        **_what_else_counts(form),
        bar=_bar(form, preview, target),
    )


def _title_and_way_back(form: RoundForm) -> dict[str, str]:
    match_id, editing, back = form.match.id, form.editing, _("Back")
    if not editing:
        title, back = _("Round %(number)s", number=form.match.next_number), _("Table")
        back_url = url_for("table.show", match_id=match_id)
    else:
        title = _("Edit round %(number)s", number=editing.number)
        endpoint = "edit_round.edit" if editing.earlier else "round.result"
        back_url = url_for(endpoint, match_id=match_id, number=editing.first)
    return {"title": title, "back": back, "back_url": back_url}


def _ways(form: RoundForm) -> dict[str, object]:
    """Return the `ways` to enter the round, by name, and those that are `tapped` in the header."""
    totals = "totals" in form.methods
    otherwise = totals or counts_otherwise(form.match.setup.game)
    count = _("Count points") if otherwise else _("Count pips")
    names = {
        "tiles": _("Enter tiles"),
        "plays": _("Enter tiles"),
        "pips": count,
        "totals": count,
        # For translators: a button: a way to enter a round: only who won it and how many points.
        "points": pgettext("a way to enter", "Points"),
    }
    # For translators: a button, to type the tiles instead of tapping them.
    typed = _("Type them in")
    tapped = {"tap": count} if totals else {"tap": _("Tiles"), "type": typed}
    tapped |= {way: names[way] for way in form.methods if way in ("pips", "points")}
    return {
        "ways": {way: names[way] for way in form.methods},
        # With one method there is nothing to choose.
        "tapped": {} if form.methods == ("totals",) else tapped,
    }


def _what_else_counts(form: RoundForm) -> dict[str, Any]:
    """Return what the page asks about a round besides the hands."""
    match, points, asked = form.match, form.correction_points, [*form.questions]
    put_out, sides = match.standing.moment.put_out, SideNames(match.setup, match.names)
    in_play = [seat for seat in range(match.setup.players) if seat not in put_out]
    players = [(str(seat), match.names[seat]) for seat in in_play]
    last, claims = form.last_tile_scored, [*form.claims(in_play)]
    questions = (
        # For translators: to lead is to play the first tile of a round.
        (form.opener, _("Who played first?"), players),
        # For translators: to close the line is to play a tile after which nobody can play.
        (form.blocker, _("Who blocked the round?"), players),
        # For translators: whether the tile somebody went out with also made points in play.
        (last, _("Did the last tile score in play?"), last.choices),
    )
    if form.entry.data == "plays":
        asked.append("opener")
    return {
        "players": players,
        "questions": [
            (field, *said, field.name in asked or field.data is not None or bool(field.errors))
            for field, *said in questions
        ],
        "asks_ends": form.entry.data == "tiles" and match.setup.game.table.layout is Layout.LINE,
        "claims_of_winner": [each[0] for _name, each in claims if len(each) == 1],
        "claims_of_players": [(name, each) for name, each in claims if len(each) > 1],
        "claimed": form.events.data or (),
        "sides": [(str(side), sides.label(side)) for side in range(len(match.setup.sides))],
        "corrects": form.correction_side.errors or points.errors or points.data is not None,
    }


def _bar(form: RoundForm, preview: Preview | None, target: str) -> dict[str, object]:
    """Return what the bar says while nothing is entered, and what its buttons say and send."""
    match form.entry.data:
        case "plays":
            begin = _("Enter each tile as it is played.")
        case "points":
            begin = how_to_enter(form)
        case _:
            begin = _("Who went out? What is left in the other hands?")
    check, record = check_label(form), _("Save changes") if form.editing else _("Record round")
    doubted = preview is not None and bool(preview.doubts)
    own = url_for("round.record", match_id=form.match.id)
    return {
        "begin": begin,
        "check_url": f"{target or own}?action=check",
        "send": check if doubted else preview.record_label if preview else record,
        "action": "check" if doubted else "record",
        "record": record,
        "check": check,
    }


def _data(
    form: RoundForm, found: Draft, target: str, *, sent: bool, stale: bool
) -> dict[str, object]:
    """Return the data attributes of the form for scripts, without those that are None."""
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
        # The same points for every round, as in a match that counts wins.
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


def _late(form: RoundForm, conflict: dict[str, Any] | None) -> str | None:
    """Return the address of the drafts to discard with this one when it is recorded."""
    editing = form.editing
    if conflict:
        return _draft_url(form.match, conflict["number"], edits=False)
    if editing and editing.earlier:
        urls = (_draft_url(form.match, earlier, edits=True) for earlier in editing.earlier)
        return " ".join(urls)
    return None


def _draft_url(match: Match, number: int, *, edits: bool) -> str:
    return url_for("draft.keep", match_id=match.id, number=number, edits=edits)


def reads_photos(match: Match) -> bool:
    """Return whether a photo of a hand can be read: only of tiles, none with too many pips."""
    table = match.setup.game.table
    few = match.setup.game.tiles.highest <= vision.HIGHEST_END
    return table.entry is Entry.TILES and few and vision.is_there()


def _weights(match: Match) -> dict[str, object]:
    """Return what each tile counts, unless its pips, and the factor of a hand with a double."""
    weights = match.setup.game.weights
    if weights is PIPS:
        return {}
    tiles = {str(tile): weights.of_tile(tile) for tile in match.setup.box}
    return {"tiles": tiles, "holding_a_double": weights.holding_a_double}


def _begun(draft: Draft, *, edits: bool) -> str:
    """Say how long ago a draft was begun, and on which devices; "" if it is empty."""
    # An edit may have emptied a hand; in a new round a blank part is not a draft.
    parts = [part for part in draft.values() if edits or not part.is_blank]
    if not parts:
        return ""
    long_ago = time_ago(min(part.changed_at for part in parts))
    devices = dict.fromkeys(display_name(part.device) for part in parts if part.device)
    if not devices:
        return _("Started %(ago)s", ago=long_ago)
    return _("Started %(ago)s on %(devices)s", ago=long_ago, devices=join_names([*devices]))
