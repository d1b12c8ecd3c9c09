"""What officials do in a club night: who is here, the draw, tables, results, clocks."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from http import HTTPStatus

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import guard
from scorekeeper.access.attempt_limits import count_new_match
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import open_to_all
from scorekeeper.club.draw import CannotDraw
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.messages import ngettext
from scorekeeper.pages.club.forms import PeopleForm, ResultForm, SanctionForm, VersionForm
from scorekeeper.pages.club.night_page import make_official, only_officials, page_of
from scorekeeper.pages.shared.fields import Problem, refuse
from scorekeeper.scorebook.club import night_log, nights
from scorekeeper.scorebook.club.night import ClubNight
from scorekeeper.scorebook.club.night_log import HasBegun
from scorekeeper.scorebook.club.night_rows import find_night
from scorekeeper.scorebook.club.night_state import night_state
from scorekeeper.scorebook.club.night_tables import Board
from scorekeeper.scorebook.club.nights import HereTwice, StillPlayed
from scorekeeper.scorebook.club.with_matches import night_at, night_with_matches
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.permissions.rights import Right, Stale

blueprint = Blueprint("officials", __name__, url_prefix="/club/<key>")

CHANGED = _l("Somebody else has just changed this club night. Check it, then send again.")
# Makes a change, given the version of the night that the page showed, and what was sent.
Act = Callable[[int, Submission], object]


@blueprint.post("/people")
@open_to_all
def add_people(key: str) -> ResponseReturnValue:
    """Add people."""
    form = PeopleForm()

    def act(version: int, sent: Submission) -> None:
        people = form.people()
        if people is not None:
            nights.add_people(key, version, sent, people)

    return _act(key, form, act, "people")


@blueprint.post("/people/<int:person>/<any(leave, back, split, pair, name):what>")
@open_to_all
def person(key: str, person: int, what: str) -> ResponseReturnValue:
    """Let somebody leave or come back, pair or split them, or correct their name."""
    other, form = request.form.get("partner", person, type=int), PeopleForm()

    def correct(version: int, sent: Submission) -> None:
        if not form.name.data:
            refuse(form.name, _("Enter at least one name."))
            return
        try:
            nights.correct(key, version, sent, person, form.name.data)
        except HereTwice:
            sentence = _(
                "%(name)s is on the list twice: add a surname or an initial to one.",
                name=form.name.data,
            )
            refuse(form.name, sentence)

    if what == "name":
        again = partial(_page, key, "people", form, chosen=person)
        return _act(key, form, correct, "people", again)
    people = (person, other) if what == "pair" else (person,)

    def act(version: int, sent: Submission) -> None:
        nights.act(key, version, sent, what, *people)

    return _act(key, form, act, "people")


@blueprint.post("/draw")
@open_to_all
def draw(key: str) -> ResponseReturnValue:
    """Draw the next round, or draw it again."""
    seed = secrets.randbelow(2**31)
    return _act(key, PeopleForm(), partial(nights.draw_next, key, seed=seed))


@blueprint.post("/swap")
@open_to_all
def swap(key: str) -> ResponseReturnValue:
    """Let two people change places in the draw."""
    one, other = (request.form.get(each, type=int) for each in ("one", "other"))
    form, people = PeopleForm(), find_night(key).names
    if one is None or other is None or one == other or not {one, other} <= {*people}:
        only_officials(find_night(key))
        problem = Problem(None, _("Tap the two players to swap."))
        return _page(key, "", form, problem), HTTPStatus.UNPROCESSABLE_ENTITY
    return _act(key, form, partial(nights.swap, key, one=one, other=other))


@blueprint.post("/<any(open, undo, redo, end, links, bin, restore):what>")
@open_to_all
def step(key: str, what: str) -> ResponseReturnValue:
    """Open the tables; undo, redo; end a night, bin or restore it; renew its codes."""
    actions = {"open": _open, "undo": night_log.undo, "redo": night_log.redo, "links": _renew_links}
    return _act(key, PeopleForm(), partial(actions.get(what, partial(nights.act, what=what)), key))


def _open(key: str, version: int, sent: Submission) -> None:
    """Open a match at each table of the draw; these count like any other match."""
    night = find_night(key)
    drawn = night.record.drawn
    if drawn is not None and night.version == version:
        for _table in drawn.tables:
            count_new_match(knows_device=guard.owns_any())
    nights.open_round(key, version, sent)
    # Once the codes are new, even the device that started the night is an official only by link.
    for each in find_night(key).record.played[-1:]:
        for match_id in each.matches:
            guard.accept_first_link(match_id, Right.OWN)


def _renew_links(key: str, version: int, sent: Submission) -> None:
    """Renew the codes; this device keeps its right."""
    nights.act(key, version, sent, "links")
    night = find_night(key)
    make_official(night, night.generation)


@blueprint.post("/decide/<int:person>")
@open_to_all
def decide(key: str, person: int) -> ResponseReturnValue:
    """Put somebody before all who are level with them; 0 draws lots."""
    seed = secrets.randbelow(2**31)
    return _act(key, PeopleForm(), partial(nights.decide, key, person=person, seed=seed))


@blueprint.post("/tables/<int:number>/another")
@open_to_all
def another(key: str, number: int) -> ResponseReturnValue:
    """Open the next match at a table that plays several."""

    def act(version: int, sent: Submission) -> None:
        count_new_match(knows_device=guard.owns_any())
        nights.open_another(key, version, sent, number)

    return _act(key, PeopleForm(), act)


@blueprint.post("/clocks/<any(pause, go_on, more, stop):change>")
@open_to_all
def clocks(key: str, change: str) -> ResponseReturnValue:
    """Pause or resume the clocks of all tables, add five minutes, or end the matches."""
    return _act(key, PeopleForm(), partial(nights.set_clocks, key, what=change))


@blueprint.route("/rounds/<int:number>/tables/<int:table>", methods=["GET", "POST"])
@open_to_all
def result(key: str, number: int, table: int) -> ResponseReturnValue:
    """Enter the result of a table without its rounds, or who did not come."""
    seen = night_with_matches(key)
    board = seen.board(number, table)
    if board is None:
        return _closed(key)
    form = ResultForm.of(board.names)
    again = partial(_render_form, "result", seen.night, number, board, form, at=table)
    if not form.is_submitted():
        only_officials(seen.night)
        form.version.data = seen.night.version
        for field, points in zip(form.points, board.match(table).points or (), strict=False):
            field.data = points
        return again()

    def act(version: int, sent: Submission) -> None:
        typed = form.typed(seen.night.game)
        if not form.problems and not form.tied:
            if seen.night.settings.best_of > 1:
                count_new_match(knows_device=guard.owns_any())
            nights.enter_result(key, version, sent, number, table, typed)

    return _act(key, form, act, again=again)


@blueprint.route("/rounds/<int:number>/tables/<int:table>/sanction", methods=["GET", "POST"])
@open_to_all
def sanction(key: str, number: int, table: int) -> ResponseReturnValue:
    """Take points off one side of a table, let it lose the match, or undo a sanction.

    Table 0 has those who sit out.
    """
    seen = night_with_matches(key)
    board = seen.board(number, table) if table else seen.out(number)
    if board is None:
        return _closed(key)
    form, back = SanctionForm(board.names), request.form.get("back", type=int)
    again = partial(_render_form, "sanction", seen.night, number, board, form)
    if not form.is_submitted():
        only_officials(seen.night)
        form.version.data = seen.night.version
        return again()

    def act(version: int, sent: Submission) -> None:
        new = form.entered(board.number) if back is None else None
        kept = enumerate(seen.night.record.rounds[number - 1].sanctions)
        left = [each for place, each in kept if place != back]
        if new is not None or back is not None:
            nights.act(key, version, sent, "sanction", number, [*left, *([new] if new else [])])

    return _act(key, form if back is None else VersionForm(), act, again=again)


def _closed(key: str) -> ResponseReturnValue:
    """Tell a device that still shows a closed table; nothing else is at its address."""
    if request.method == "GET":
        abort(404)
    only_officials(find_night(key))
    return _page(key, "", None, Problem(None, str(CHANGED))), HTTPStatus.CONFLICT


def _act(
    key: str,
    form: VersionForm,
    act: Act,
    state: str = "",
    again: Callable[[], str] | None = None,
) -> ResponseReturnValue:
    """Do what a form asks, and show the night; if that fails, say why."""
    only_officials(find_night(key))
    people = form if isinstance(form, PeopleForm) else None
    show_again = again or partial(_page, key, state, people)
    if not form.validate():
        return show_again(), form.refused_status
    problem, status = "", HTTPStatus.CONFLICT
    try:
        act(int(form.version.data), _submission(form))
    except Stale:
        problem = str(CHANGED)
    except HasBegun:
        problem = _("A table has started: the tables stay open.")
    except StillPlayed as error:
        problem = ngettext(
            "Table %(tables)s has no result yet: finish its match, or enter the result.",
            "Tables %(tables)s have no result yet: finish their matches, or enter the results.",
            len(error.tables),
            tables=", ".join(map(str, error.tables)),
        )
    except CannotDraw as error:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        problem = _(
            "At least %(needed)s players must be here before you can make the draw.",
            needed=error.needed,
        )
        if not error.needed:
            problem = _("No match is left to play: the knockout is over.")
    if problem:
        return _page(key, state, people, Problem(None, problem)), status
    if form.problems or getattr(form, "tied", False):
        return show_again(), form.refused_status
    view = "club.people" if state else "club.show"
    return redirect(url_for(view, key=key), 303)


def _submission(form: VersionForm) -> Submission:
    """Return what was sent, and where to: a page has several buttons for one form."""
    sent = sha256(f"{request.path} {form.submission}".encode()).hexdigest()
    return Submission(sent, device_name())


def _page(
    key: str,
    state: str,
    form: PeopleForm | None,
    *problems: Problem,
    chosen: int | None = None,
) -> str:
    seen = night_at(night_state(key))
    return page_of(seen, state, form, problems, chosen, naming=chosen is not None)


def _render_form(
    name: str,
    night: ClubNight,
    number: int,
    board: Board,
    form: ResultForm | SanctionForm,
    at: int = 0,
) -> str:
    return render_template(
        f"club/{name}.html",
        night=night,
        number=number,
        board=board,
        form=form,
        at=at,
        errors=form.problems,
    )
