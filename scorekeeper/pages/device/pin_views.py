"""The PIN of the scorebook: every device is asked for it once."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import session
from scorekeeper.access.guard import open_to_all
from scorekeeper.pages.device.forms import PinForm
from scorekeeper.pages.device.local_address import local_address

blueprint = Blueprint("pin", __name__)


@blueprint.route("/pin", methods=["GET", "POST"])
@open_to_all
def ask() -> ResponseReturnValue:
    """Ask for the PIN, then go to the page that was asked for; 422 for a wrong PIN."""
    form = PinForm()
    if session.pin_passed() and not form.is_submitted():
        return redirect(_next(), 303)
    if form.is_submitted():
        if not form.validate():
            return _render(form), 400
        if session.give_pin(form.pin.data):
            return redirect(_next(), 303)
        form.refuse_pin()
    return _render(form), 422 if form.problems else 200


def _next() -> str:
    return local_address(request.args.get("next")) or url_for("home.index")


def _render(form: PinForm) -> str:
    return render_template("device/pin.html", form=form, errors=form.problems)
