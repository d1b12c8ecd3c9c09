"""The settings of a device: its name."""

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import devices
from scorekeeper.pages.device.forms import DeviceForm

blueprint = Blueprint("device", __name__)


@blueprint.route("/device", methods=["GET", "POST"])
def settings() -> ResponseReturnValue:
    """Show the settings of the device, and save its name."""
    form = DeviceForm()
    if not form.is_submitted():
        form.name.data = session.get("device", "")
        return _render(form)
    if not form.validate():
        return _render(form), form.refused_status
    devices.name_device(form.name.data)
    return redirect(url_for("home.index"), 303)


def _render(form: DeviceForm) -> str:
    guessed = devices.display_name(devices.guess_name(request.user_agent.string))
    return render_template("device/settings.html", form=form, guessed=guessed, errors=form.problems)
