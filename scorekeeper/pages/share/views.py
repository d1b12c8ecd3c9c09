"""The links of a match: sharing them, making them anew, joining by one."""

import re
from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import guard, session
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs, open_to_all
from scorekeeper.access.tokens import grant_of, token_of
from scorekeeper.config import Access
from scorekeeper.pages.share.forms import NewLinkForm
from scorekeeper.pages.share.share_page import share_page
from scorekeeper.scorebook import history, matches
from scorekeeper.scorebook.locking import NoSuchMatch
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.permissions import links
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.web import network

blueprint = Blueprint("share", __name__)


@blueprint.after_request
def keep_nowhere(response: Response) -> Response:
    """Leave no link on the disk of a device that may lose its right."""
    response.cache_control.no_store = True
    return response


def _submission(form: NewLinkForm) -> Submission:
    return Submission(form.submission, device_name())


def _was_sent_before(match_id: int) -> bool:
    """Say whether this very form made a link: pressed twice, it finds its own right ended."""
    form = NewLinkForm()
    return bool(form.validate()) and history.was_sent(match_id, _submission(form))


@blueprint.get("/matches/<int:match_id>/links")
@needs(Right.SCORE)
def show(match_id: int) -> ResponseReturnValue:
    """Show the links of a match."""
    return _render(match_id, NewLinkForm())


@blueprint.post("/matches/<int:match_id>/links/<any(watch, score, own):kind>")
@needs(Right.OWN, unless=_was_sent_before)
def renew(match_id: int, kind: str) -> ResponseReturnValue:
    """Make a link anew, so that the old one is no longer valid; this device keeps its right."""
    form, right = NewLinkForm(), Right[kind.upper()]
    if not form.validate():
        return _render(match_id, form), 400
    generation = history.renew_link(match_id, right, _submission(form))
    if right is Right.OWN:
        _keep_ownership(match_id, generation)
    return redirect(url_for(".show", match_id=match_id, _anchor=kind), 303)


@blueprint.get("/join/<token>")
@open_to_all
def join(token: str) -> ResponseReturnValue:
    """Give the device the right of the link, and go to the table; 403 where it is not valid."""
    grant = grant_of(token, str(current_app.secret_key))
    if grant is None or not guard.accept_grant(grant):
        return render_template("share/ended.html"), 403
    return redirect(url_for("table.show", match_id=grant.match_id), 303)


def _keep_ownership(match_id: int, generation: int) -> None:
    """Give this device what a new link for full control gives.

    It cannot do so by its id, which whoever has a copy of its cookie knows too.
    """
    link_state = links.link_state(match_id)
    if link_state:
        guard.accept_grant(link_state.link(Right.OWN)._replace(generation=generation))


def _render(match_id: int, form: NewLinkForm) -> str:
    match, link_state = matches.find_match(match_id), links.link_state(match_id)
    if link_state is None:
        raise NoSuchMatch(match_id)

    def address_of(right: Right) -> str:
        token = token_of(link_state.link(right), str(current_app.secret_key))
        return _base_url() + url_for(".join", token=token)

    page = share_page(
        match,
        guard.right(),
        address_of,
        closed=current_app.config["ACCESS"] == Access.LINKS,
        pin=session.pin_required(),
    )
    return render_template("share/share.html", page=page, form=form, errors=form.problems)


def _base_url() -> str:
    """Return where the site is; on the device that serves it, by its address in the network."""
    here = request.host_url.rstrip("/")
    if urlsplit(here).hostname in ("127.0.0.1", "localhost"):
        address = network.network_address()
        return re.sub("127.0.0.1|localhost", address, here) if address else here
    return here
