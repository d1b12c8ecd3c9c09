"""Who sits at a table: somebody takes a place from some round on, leaves, or joins."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import HiddenField, SelectChoice, StringField
from wtforms.validators import Optional

from scorekeeper.access import guard
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.messages import lazy_pgettext
from scorekeeper.pages.history.confirmation_texts import STALE
from scorekeeper.pages.history.forms import ConfirmForm
from scorekeeper.pages.shared.fields import ChoiceField, NumberField, name_field, refuse
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.round_entry import StartScore
from scorekeeper.scorebook import history, matches, taking_places
from scorekeeper.scorebook.changes import Change
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.people.players import recent_players
from scorekeeper.scorebook.permissions.rights import Right, Stale
from scorekeeper.scorebook.scored_match import Match, ReplayError
from scorekeeper.wording.errors_and_doubts import error_sentence

blueprint = Blueprint("people", __name__, url_prefix="/matches/<int:match_id>/people")


class PlacesForm(ConfirmForm):
    """Who comes, where and from which round on; the name is typed, or chosen from those known."""

    seat = HiddenField()
    known = StringField()
    name = name_field(_l("New name"))
    first = NumberField(_l("from round"))
    start = ChoiceField(
        _l("Starts with"),
        choices=[
            SelectChoice(StartScore.ZERO.value, "0"),
            SelectChoice(StartScore.WORST.value, lazy_pgettext("score", "the worst score")),
            SelectChoice(StartScore.MEAN.value, lazy_pgettext("score", "the average score")),
        ],
        default=StartScore.WORST.value,
        validators=[Optional()],
    )

    def change(self, match: Match, what: str) -> Change:
        """Return the change that was asked for. Raise RuleError."""
        seat, name = self.chosen(match), str(self.name.data or self.known.data)
        if what == "leaves" and seat is not None:
            return taking_places.leave(match, seat)
        if seat is None:
            return taking_places.join(match, name, StartScore(self.start.data or StartScore.ZERO))
        return taking_places.take_place(match, seat, name, self.first.data or 0)

    def chosen(self, match: Match) -> int | None:
        """Return the seat that was tapped."""
        seat = str(self.seat.data or "")
        return int(seat) if seat.isdecimal() and int(seat) in range(match.setup.players) else None


@blueprint.route("", methods=["GET", "POST"])
@needs(Right.SCORE)
def show(match_id: int) -> ResponseReturnValue:
    """Show who sits where, and ask who comes to the seat that was tapped; then make the change."""
    match, form = matches.find_match(match_id), PlacesForm()
    if not form.is_submitted():
        form.seat.data = request.args.get("seat")
        form.first.data = match.next_number - match.standing.over
        return _render(match, form)
    what, seat = request.form.get("what", ""), form.chosen(match)
    if seat is None and not taking_places.may_come_and_go(match):
        abort(404)
    # Who takes a place keeps the score of the seat; who joins starts in the next round.
    del form["first" if seat is None else "start"]
    if form.validate() and what != "leaves" and not (form.name.data or form.known.data):
        refuse(form.name, _("Choose who joins, or enter a name."))
    if form.problems:
        return _render(match, form), form.refused_status
    submission = Submission(form.submission, device_name())
    try:
        history.edit_match(
            match_id, int(form.version.data), submission, lambda now: form.change(now, what)
        )
    except RuleError as error:
        refuse(form.first if error.code is Code.NO_SUCH_ROUND else form.name, error_sentence(error))
        return _render(match, form), 422
    except (Stale, ReplayError):
        return _render(matches.find_match(match_id), form, stale=True), 409
    return redirect(url_for("table.show", match_id=match_id), 303)


def _render(match: Match, form: PlacesForm, *, stale: bool = False) -> str:
    form.version.data = match.version
    seat = form.chosen(match)
    # Who had this place before can come back.
    elsewhere = {
        name
        for each in match.record.lineups
        for at, name in enumerate(each.names)
        if at != seat or name == match.names[at]
    }
    if seat in match.standing.away:
        elsewhere.discard(match.names[seat or 0])
    rounds = taking_places.rounds_to_take(match, seat) if seat is not None else []
    known = [each for each in recent_players(guard.visible_matches()) if each.name not in elsewhere]
    return render_template(
        "history/people.html",
        match=match,
        seat=seat,
        rounds=rounds,
        known=known,
        may_go=taking_places.may_come_and_go(match),
        form=form,
        errors=form.problems,
        stale=STALE if stale else None,
    )
