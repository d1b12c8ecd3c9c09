"""The PIN of the house: asked once a device."""

import re

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import session
from scorekeeper.access.guard import open_to_all
from scorekeeper.pages.device.forms import PinForm

blueprint = Blueprint("pin", __name__)

# A browser takes a backslash for a slash and leaves out blanks: either could lead to another site.
LOCAL = re.compile(r"/(?!/)[^\\\s\x00-\x20]*")


@blueprint.route("/pin", methods=["GET", "POST"])
@open_to_all
def ask() -> str | Response | tuple[str, int]:
    """Ask for the PIN, then go to where the device was going."""
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
    wanted = request.args.get("next", "")
    return wanted if LOCAL.fullmatch(wanted) else url_for("home.index")


def _render(form: PinForm) -> str:
    return render_template("device/pin.html", form=form, errors=form.problems)
