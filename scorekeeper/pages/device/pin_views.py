"""The PIN of the house, which each device enters once."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import limits, session
from scorekeeper.access.guard import open_to_all
from scorekeeper.pages.device.forms import PinForm
from scorekeeper.web.redirects import local_address

blueprint = Blueprint("pin", __name__)


@blueprint.route("/pin", methods=["GET", "POST"])
@open_to_all
def ask() -> ResponseReturnValue:
    """Ask for the PIN, then go on to the page that was asked for (`next`)."""
    form = PinForm()
    if session.pin_passed():
        return redirect(_next(), 303)
    if form.is_submitted():
        if not form.validate():
            return _render(form), 400
        if limits.enter_pin(form.pin.data):
            return redirect(_next(), 303)
        form.refuse_pin()
    return _render(form), 422 if form.problems else 200


def _next() -> str:
    return local_address(request.args.get("next"), url_for("home.index"))


def _render(form: PinForm) -> str:
    return render_template("device/pin.html", form=form, errors=form.problems)
