"""The links of a match: sharing them, making new ones, joining by one.

Without a server, one link contains the match itself, and hands it over.
"""

from hashlib import sha256

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.access import devices, guard
from scorekeeper.access.devices import device_name, grant_of, token_of
from scorekeeper.access.guard import needs, open_to_all
from scorekeeper.config import Access
from scorekeeper.interchange import import_export, match_file
from scorekeeper.pages.shared.fields import EntryForm
from scorekeeper.scorebook import history, matches
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.permissions import rights
from scorekeeper.scorebook.permissions.rights import NoSuchMatch, Right
from scorekeeper.web.hosts import base_url, sent_by_own_page
from scorekeeper.web.qr_codes import LARGEST_CODE

blueprint = Blueprint("links", __name__)


class NewLinkForm(EntryForm):
    """Make a new link: each kind has its own button, which sends the form to its own address."""

    @property
    def submission(self) -> str:
        """Return a hash of what was sent, and to which address."""
        return sha256(f"{request.path} {super().submission}".encode()).hexdigest()


@blueprint.after_request
def keep_nowhere(response: Response) -> Response:
    """Keep links out of the cache of a device that may lose its right."""
    response.cache_control.no_store = True
    return response


def _submission(form: NewLinkForm) -> Submission:
    return Submission(form.submission, device_name())


def _was_sent_before(match_id: int) -> bool:
    """Return whether this very form made a link: sent twice, it has ended its own right."""
    form = NewLinkForm()
    return bool(form.validate()) and history.was_sent(match_id, _submission(form))


@blueprint.get("/matches/<int:match_id>/links")
@needs(Right.SCORE)
def show(match_id: int) -> ResponseReturnValue:
    """Show the links of a match."""
    if current_app.config["IN_BROWSER"]:
        return _hand_over(match_id)
    return _render(match_id, NewLinkForm())


@blueprint.post("/matches/<int:match_id>/links/<any(watch, score, own):kind>")
@needs(Right.OWN, unless=_was_sent_before)
def renew(match_id: int, kind: str) -> ResponseReturnValue:
    """Make a new link, so that the old one is no longer valid; this device keeps its right."""
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
    """Give the device the right of the link, and go to the table; 403 if it is not valid."""
    grant = grant_of(token, str(current_app.secret_key))
    if grant is None or not guard.accept_grant(grant):
        return render_template("links/ended.html"), 403
    return redirect(url_for("table.show", match_id=grant.match_id), 303)


@blueprint.post("/matches/<int:match_id>/keep-score")
@needs(Right.WATCH)
def keep_score(match_id: int) -> ResponseReturnValue:
    """Let this device score a match that it only watched, if the house allows it."""
    # The table that is watched is cached for many devices and has no token.
    if not sent_by_own_page():
        abort(400)
    guard.keep_score(match_id)
    return redirect(url_for("table.show", match_id=match_id), 303)


def _keep_ownership(match_id: int, generation: int) -> None:
    """Give this device the right of the new link for full control.

    Its id is not enough: whoever has a copy of its cookie knows the id too.
    """
    link_state = rights.link_state(match_id)
    if link_state:
        guard.accept_grant(link_state.link(Right.OWN)._replace(generation=generation))


def _hand_over(match_id: int) -> str:
    """Show the link that contains the match: browsers do not send the part after # to a server."""
    held = match_file.packed(import_export.export_match(match_id).content)
    address = f"{url_for('home.index', _external=True)}#match={held}"
    return render_template(
        "links/hand_over.html",
        match=matches.find_match(match_id),
        address=address,
        fits=len(address) <= LARGEST_CODE,
    )


def _render(match_id: int, form: NewLinkForm) -> str:
    """Show the links a device may share: all if it owns the match, otherwise the one to watch."""
    match, link_state = matches.find_match(match_id), rights.link_state(match_id)
    if link_state is None:
        raise NoSuchMatch(match_id)
    owned, secret = guard.right() is Right.OWN, str(current_app.secret_key)
    addresses = {
        right.word: base_url() + url_for(".join", token=token_of(link_state.link(right), secret))
        for right in (Right if owned else (Right.WATCH,))
    }
    return render_template(
        "links/links.html",
        match=match,
        owned=owned,
        addresses=addresses,
        closed=current_app.config["ACCESS"] == Access.LINKS,
        pin=devices.pin_required(),
        form=form,
        errors=form.problems,
    )
