"""The error pages: each says what to do next.

What could not be saved is shown as entered, to be sent again.
"""

import re
from collections.abc import Mapping

from flask import Flask, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_limiter import RateLimitExceeded
from werkzeug.exceptions import HTTPException

from scorekeeper.access.attempt_limits import TooMany
from scorekeeper.access.guard import PinRequired, denied_sentence, may_keep_score
from scorekeeper.messages import LazyString
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.scorebook.database.sqlite_file import DamagedMatch, is_damage
from scorekeeper.scorebook.people.similar_names import printable, printable_lines
from scorekeeper.scorebook.permissions.rights import AccessDenied, NoSuchMatch
from scorekeeper.web.flask_app import response_when_unavailable
from scorekeeper.web.hosts import UnknownHost
from scorekeeper.wording.formats import minutes


def init_app(app: Flask) -> None:
    """Give `app` its error pages."""
    app.register_error_handler(NoSuchMatch, no_such_match)
    app.register_error_handler(RateLimitExceeded, rate_limited)
    app.register_error_handler(TooMany, too_many)
    app.register_error_handler(PinRequired, pin_required)
    app.register_error_handler(AccessDenied, access_denied)
    app.register_error_handler(UnknownHost, unknown_host)
    app.register_error_handler(DamagedMatch, unavailable)


def no_such_match(_error: NoSuchMatch) -> tuple[str, int]:
    """Answer that there is no such match: 404."""
    return _render(404, _("Match not found"), _("This scorebook has no match with that number."))


def http_error(error: HTTPException) -> tuple[str, int, dict[str, str]]:
    """Say what went wrong by its HTTP status: no such page, too much sent …"""
    code = error.code or 500
    title, text = _BY_STATUS.get(code, _ANY_STATUS)
    headers = dict(error.get_headers())
    del headers["Content-Type"]
    return *_render(code, str(title), str(text)), headers


def access_denied(error: AccessDenied) -> tuple[str, int]:
    """Say what the device may not do, and who can allow it: 403."""
    watches = may_keep_score(error)
    title = _("You are watching") if watches else _("You cannot open this match")
    return _render(403, title, denied_sentence(error), watches=watches)


def pin_required(_error: PinRequired) -> ResponseReturnValue:
    """Redirect to the page of the PIN; 403 for a form that was sent without it."""
    if request.method in ("GET", "HEAD"):
        here = request.full_path if request.query_string else request.path
        return redirect(url_for("device.pin", next=request.script_root + here), 303)
    return _render(
        403,
        _("Enter the PIN first"),
        _(
            "Nothing was saved: enter the PIN on this device first. Then go back to the page you"
            " were on and send it again."
        ),
        asks_pin=True,
    )


def unknown_host(_error: UnknownHost) -> tuple[str, int]:
    """Say that the site does not answer to this name: 400."""
    return _render(
        400,
        _("Wrong address"),
        _(
            "This scorebook does not know the name in your address bar. The person who runs "
            "it can add the name to SCOREKEEPER_HOSTS; the address in numbers always works."
        ),
    )


def rate_limited(_error: RateLimitExceeded) -> ResponseReturnValue:
    """Answer that too much is sent, and how long to wait: 429 with Retry-After."""
    return _render_wait(_("Too many requests at once."), g.wait_seconds)


def too_many(error: TooMany) -> ResponseReturnValue:
    """Answer what there was too much of, and how long to wait: 429 with Retry-After."""
    return _render_wait(error.sentence, error.seconds)


def unavailable(error: Exception) -> ResponseReturnValue:
    """Say that the database cannot be read or written, with the form to send again: 503.

    Nothing is saved in part, and thanks to its entry key a form sent again is saved only once.
    """
    response = response_when_unavailable()
    if response is not None:
        return response
    lists = request.form.lists() if request.method == "POST" else ()
    sent = [(printable(name), printable_lines(text)) for name, texts in lists for text in texts]
    page = render_template(
        "errors/unsaved.html",
        address=request.script_root + request.full_path.rstrip("?"),
        resend=request.method == "POST",
        sent=sent,
        entered=[(_label(name), text) for name, text in sent if text.strip() and _label(name)],
        damaged=is_damage(error),
    )
    return page, 503, {"Retry-After": "5"}


def perhaps_damaged(error: Exception) -> ResponseReturnValue:
    """Answer a damaged database like `unavailable`; raise any other error, which is a bug."""
    if not is_damage(error):
        raise error
    return unavailable(error)


def _render_wait(reason: str, seconds: int) -> ResponseReturnValue:
    """Say how long to wait, and that nothing is lost."""
    wait = _(
        "Wait %(minutes)s, then go back: what you entered is still there. Send it again.",
        minutes=minutes(-(-seconds // 60)),
    )
    page = _render(429, _("Please wait a moment"), f"{reason} {wait}")
    return *page, {"Retry-After": str(seconds)}


def _render(status: int, title: str, text: str, **values: object) -> tuple[str, int]:
    return render_template("errors/error.html", title=title, text=text, **values), status


def _label(name: str) -> str:
    """Return the label of a field: "Hand 1, tiles" for hands-0-tiles; empty for a hidden one."""
    if name in _HIDDEN:
        return ""
    indexed = re.fullmatch(r"(\w+)-(\d+)(?:-(\w+))?", name)
    if indexed is None:
        return str(_FIELDS.get(name) or name.replace("_", " ").capitalize())
    number = int(indexed[2]) + 1
    label = _NAME if indexed[1] == "names" else _HANDS.get(indexed[3])
    return str(label) % {"number": number} if label else name


_BY_STATUS = {
    404: (_l("Page not found"), _l("There is nothing at this address.")),
    405: (
        _l("That does not work here"),
        _l("This page cannot be opened this way. Start again from your matches."),
    ),
    413: (
        _l("Too much at once"),
        _l("That is too much for one round. Enter less."),
    ),
    500: (
        _l("Something went wrong"),
        _l("The fault is in the program, and nothing was recorded. Go back and try again."),
    ),
}
_ANY_STATUS = _l("That did not work"), _l("Go back and try again.")

# Fields of house rules are named by their keys, which are not translated.
_FIELDS: Mapping[str, LazyString] = {
    "name": _l("Name"),
    "partners": _l("Partners"),
    "game": _l("Game"),
    "goal": _l("Goal"),
    "other_goal": _l("Other goal"),
    "rules_of": _l("Rules of"),
    "agreed_rules": _l("House rules"),
    "save_as": _l("Save as"),
    # For translators: whoever played the first tile of a round.
    "opener": _l("Played first"),
    # For translators: whoever played the tile after which nobody could play.
    "blocker": _l("Blocked the round"),
    "last_tile_scored": _l("Last tile scored"),
    # For translators: the numbers at the two open ends of the line.
    "ends": _l("Ends"),
    # For translators: the tiles that nobody held.
    "boneyard": _l("Boneyard"),
    # For translators: bonuses, as capicúa.
    "events": _l("Bonuses"),
    # For translators: tiles in the order they were played.
    "plays": _l("Tiles played"),
    "correction_side": _l("Bonus / penalty, for whom"),
    "correction_points": _l("Bonus / penalty, points"),
    "correction_note": _l("Bonus / penalty, what for"),
    "one": _l("This player"),
    "other": _l("swaps seats with"),
    "pin": _l("PIN"),
}
_HANDS: Mapping[str, LazyString] = {
    "tiles": _l("Hand %(number)s, tiles"),
    "pips": _l("Hand %(number)s, pips"),
    # For translators: how many tiles are in it.
    "count": _l("Hand %(number)s, number of tiles"),
    # For translators: the tile in it with the fewest pips.
    "lightest": _l("Hand %(number)s, lightest"),
    # For translators: whoever had it played the last tile.
    "out": _l("Hand %(number)s, went out"),
    # For translators: points made while the round was played.
    "tally": _l("Hand %(number)s, points in play"),
}
_NAME = _l("Name %(number)s")
_HIDDEN = {
    "csrf_token",
    "entry_key",
    "action",
    "round_no",
    "entry",
    "order",
    "overruled",
    "version",
    "photo_seat",
}
