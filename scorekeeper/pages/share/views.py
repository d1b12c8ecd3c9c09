"""The links of a match: sharing them, making them anew, joining by one."""

import re
from urllib.parse import urlsplit

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import guard, session
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs, open_to_all
from scorekeeper.access.tokens import grant_of, token_of
from scorekeeper.config import Access
from scorekeeper.pages.share.forms import NewLinkForm
from scorekeeper.pages.share.share_page import share_page
from scorekeeper.scorebook import history, links, matches
from scorekeeper.scorebook.log import NoSuchMatch, Submission
from scorekeeper.scorebook.rights import Right
from scorekeeper.web import network

blueprint = Blueprint("share", __name__)


@blueprint.get("/matches/<int:match_id>/links")
@needs(Right.SCORE)
def show(match_id: int) -> ResponseReturnValue:
    """Show the links of a match."""
    return _render(match_id, NewLinkForm())


@blueprint.post("/matches/<int:match_id>/links/<any(watch, score, own):kind>")
@needs(Right.OWN)
def renew(match_id: int, kind: str) -> ResponseReturnValue:
    """Make a link anew, so that the old one is no longer valid; this device keeps its right."""
    form, right = NewLinkForm(), Right[kind.upper()]
    if not form.validate():
        return _render(match_id, form), 400
    history.renew_link(match_id, right, Submission(form.submission, device_name()))
    _keep_ownership(match_id, right)
    return redirect(url_for(".show", match_id=match_id, _anchor=kind), 303)


@blueprint.get("/join/<token>")
@open_to_all
def join(token: str) -> ResponseReturnValue:
    """Give the device the right of the link, and go to the table; 403 where it is not valid."""
    grant = grant_of(token, str(current_app.secret_key))
    if grant is None or not guard.accept_grant(grant):
        return render_template("share/ended.html"), 403
    return redirect(url_for("table.show", match_id=grant.match_id), 303)


def _keep_ownership(match_id: int, renewed: Right) -> None:
    """Give a device that owns by the old link the new one."""
    link_state, held = links.link_state(match_id), session.grant_for(match_id)
    if renewed is Right.OWN and link_state and held and not link_state.accepts(held):
        session.save_grant(link_state.link(Right.OWN))


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
