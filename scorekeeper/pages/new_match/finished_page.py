"""The page on which a finished match is entered by its result."""

from __future__ import annotations

from datetime import date
from http import HTTPStatus
from typing import NamedTuple

from flask import redirect, render_template, request, url_for
from wtforms import StringField
from wtforms.validators import Length

from scorekeeper import clock
from scorekeeper.access import devices, guard
from scorekeeper.access.attempt_limits import count_new_match
from scorekeeper.access.devices import device_name
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.new_match.forms import NewMatchForm
from scorekeeper.pages.new_match.views import Page, blueprint, new_match_form, render_new
from scorekeeper.pages.shared.fields import DayField, EntryForm, SeatFields, SumField, refuse
from scorekeeper.rules.game_setup import Setup
from scorekeeper.scorebook import finished_match, matches
from scorekeeper.scorebook.database.column_limits import LARGEST_NUMBER, LONGEST_NOTE, MOST_SEATS
from scorekeeper.scorebook.match_lists import last_played
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.people.players import named_alike
from scorekeeper.scorebook.people.similar_names import clean_name
from scorekeeper.scorebook.record import MatchRecord
from scorekeeper.wording.formats import SideNames, format_number

# The fields of this page; the others that are sent say who played what.
_OWN = ("csrf_token", "entry_key", "action", "played_on", "note")
_TOO_LONG = _l("A note has at most %(most)s characters.", most=LONGEST_NOTE)


class WhoPlayed(NamedTuple):
    """Who played what, and the fields that say so."""

    setup: Setup
    names: tuple[str, ...]
    sent: tuple[tuple[str, str], ...]
    day: date | None = None

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides by their names."""
        names = SideNames(self.setup, self.names)
        return tuple(map(names.label, range(len(self.setup.sides))))


class FinalScoreForm(EntryForm):
    """The score of each side, the day, and a note."""

    points = SeatFields(SumField(), min_entries=MOST_SEATS)
    played_on = DayField(_l("Day"))
    note = StringField(
        _l("A note"),
        filters=[clean_name],
        validators=[Length(max=LONGEST_NOTE, message=_TOO_LONG)],
        render_kw={"maxlength": LONGEST_NOTE},
    )

    def __init__(self, played: WhoPlayed) -> None:
        super().__init__()
        self._played = played
        del self.points.entries[len(played.sides) :]
        for field, name in zip(self.points, played.sides, strict=True):
            field.label.text = name
        if "played_on" not in request.form:
            self.played_on.data = played.day or clock.today()

    def record(self) -> MatchRecord | None:
        """Return the match; None if `problems` say what is wrong."""
        self.validate()
        for field in self.points:
            if not field.errors and (field.data is None or abs(field.data) > LARGEST_NUMBER):
                name, most = field.label.text, format_number(LARGEST_NUMBER)
                refuse(
                    field, _("Enter the score of %(name)s, up to %(most)s.", name=name, most=most)
                )
        if self.problems:
            return None
        points = [field.data for field in self.points]
        at = finished_match.moment_of(self.played_on.data or clock.today())
        setup, names, *_sent = self._played
        try:
            return finished_match.finished(setup, names, points, at, self.note.data)
        except finished_match.NoSuchResult:
            refuse(self.points[0], _("In this game no match can end like this."))
            return None


@blueprint.route("/finished", methods=["GET", "POST"])
def finished() -> Page:
    """Ask for the result of a match, at first of those who played last; save it."""
    who = new_match_form()
    played = _as_last_time() or _chosen(who)
    if played is None:
        return render_new(who), who.refused_status if who.is_submitted() else HTTPStatus.OK
    form, asked = FinalScoreForm(played), request.form.get("action") == "score"
    record = form.record() if form.is_submitted() and not asked else None
    if record is None:
        status = form.refused_status if form.problems else HTTPStatus.OK
        page = "new_match/finished.html"
        return render_template(page, played=played, form=form, errors=form.problems), status
    count_new_match(knows_device=guard.owns_any())
    owner, submission = devices.own_device(), Submission(form.submission, device_name())
    at = record.entries[0].recorded_at
    match_id = matches.open_record(record, submission, owner, guard.plays_for(owner), at)
    return redirect(url_for("table.show", match_id=match_id), 303)


def _as_last_time() -> WhoPlayed | None:
    """Return who played what in the last match, or in the one that was shown."""
    seen, like = guard.visible_matches(), request.form.get("like", type=int)
    if like is not None and (seen is None or like in seen):
        match = matches.find_match(like)
    elif request.form or "who" in request.args or not (last := last_played(seen)):
        return None
    else:
        match = last.match
    return WhoPlayed(match.setup, match.names, (("like", str(match.id)),))


def _chosen(who: NewMatchForm) -> WhoPlayed | None:
    """Return who played what as entered; None if nothing was entered, or it is not valid."""
    if not who.is_submitted():
        return None
    if request.form.get("action") != "score":
        # That the page had expired is said beside the score.
        who.entry_key.validators = ()
        if "csrf_token" in who:
            del who.csrf_token
    setup = who.setup()
    if setup is None:
        return None
    sent = [
        (name, value)
        for name, value in request.form.items(multi=True)
        if name not in _OWN and not name.startswith("points-")
    ]
    players_of = guard.plays_for(devices.own_device())
    names = named_alike(who.players, guard.visible_matches(), players_of)
    return WhoPlayed(setup, names, tuple(sent), who.day.data)
