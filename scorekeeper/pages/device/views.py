"""The settings of a device: its name, its language, and the PIN of the house."""

from datetime import timedelta

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import attempt_limits, devices
from scorekeeper.access.devices import pin_passed
from scorekeeper.access.guard import open_to_all
from scorekeeper.i18n import COOKIE
from scorekeeper.pages.device.forms import DeviceForm, LanguageForm, PinForm
from scorekeeper.pages.shared.fields import TokenForm
from scorekeeper.web.hosts import local_address, split_address

blueprint = Blueprint("device", __name__)

MAX_AGE = timedelta(days=365)


@blueprint.route("/device", methods=["GET", "POST"])
def settings() -> ResponseReturnValue:
    """Show the settings of the device, and save its name."""
    form = DeviceForm()
    if not form.validate_on_submit():
        if not form.is_submitted():
            form.name.data = session.get("device", "")
        guessed = devices.display_name(devices.guess_name(request.user_agent.string))
        return _render("device/settings.html", form, guessed=guessed)
    devices.name_device(form.name.data)
    return redirect(url_for("home.index"), 303)


@blueprint.route("/language", methods=["GET", "POST"])
@open_to_all
def language() -> ResponseReturnValue:
    """Choose a language, and return to the page where it was chosen."""
    form = LanguageForm()
    if not form.validate_on_submit():
        if not form.is_submitted():
            form.back.data = _back()
        return _render("device/language.html", form)
    answer = redirect(form.back.data, 303)
    answer.set_cookie(
        COOKIE,
        form.language.data,
        max_age=MAX_AGE,
        path=f"{request.script_root}/",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return answer


@blueprint.route("/pin", methods=["GET", "POST"])
@open_to_all
def pin() -> ResponseReturnValue:
    """Ask for the PIN, which each device enters once, then go on to the page in `next`."""
    form = PinForm()
    if pin_passed():
        return redirect(_next(), 303)
    if form.validate_on_submit():
        if attempt_limits.enter_pin(form.pin.data):
            return redirect(_next(), 303)
        form.refuse_pin()
    return _render("device/pin.html", form)


def _render(template: str, form: TokenForm, **values: str) -> ResponseReturnValue:
    page = render_template(template, form=form, errors=form.problems, **values)
    return page, form.refused_status if form.is_submitted() else 200


def _back() -> str:
    """Return the page of this site on which the language was chosen."""
    came_from = split_address(request.referrer or "")
    other = came_from.path != request.script_root + request.path
    here = came_from.netloc == request.host and other
    return came_from._replace(scheme="", netloc="").geturl() if here else url_for("home.index")


def _next() -> str:
    return local_address(request.args.get("next"), url_for("home.index"))
