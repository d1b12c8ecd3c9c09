"""Back up, restore and import in the pages, like the commands, for those who may.

An uploaded file is stored, and shown with what it would add and remove; nothing is written
before somebody confirms that. In a house everybody with access may do so. A site of links has
the matches of many: there a device exports only its own matches, and may import others.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from io import BytesIO
from pathlib import Path

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from flask import session as cookie
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import FileStorage

from scorekeeper import clock
from scorekeeper.access import devices, guard
from scorekeeper.access.attempt_limits import count_new_match
from scorekeeper.access.guard import PinRequired
from scorekeeper.interchange import import_export, import_reader, match_file
from scorekeeper.interchange.import_reader import CannotImport
from scorekeeper.interchange.match_file import PortableMatch
from scorekeeper.interchange.written_tables import MEANINGS, ON_EACH_LINE
from scorekeeper.maintenance import backup, comparison, files, temporary_files
from scorekeeper.maintenance.scorebook_file import NEWER, OLDER, FileRefused, scorebook_file
from scorekeeper.messages import gettext as _
from scorekeeper.pages.moving import backup_files, downloads
from scorekeeper.pages.shared.fields import EntryForm, Problem, TokenForm
from scorekeeper.pages.shared.list_pages import attached
from scorekeeper.rules.game_files import game_ids, load_game
from scorekeeper.scorebook import match_bin
from scorekeeper.scorebook.changes import ChangeKind
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.scored_match import score_record
from scorekeeper.web.request_limits import LONGEST_FIELD, RETRY_SECONDS, takes_file
from scorekeeper.wording.formats import (
    SideNames,
    format_number,
    join_names,
    matches,
    translate_name,
)

blueprint = Blueprint("moving", __name__, url_prefix="/moving")

# Bytes. On a site of links anybody may import matches: as many as one plays in a year.
MOST_OF_STRANGERS = 4 * 2**20
# How the page may ask to read a file.
_ASKED = re.compile(r"(?:column|game)-[0-9]{1,9}|game|goal|each")
# How many of the backups on this machine are listed.
MOST_COPIES = 12


class OnlyAtHome(Exception):
    """With links, the scorebook has the matches of many, and nobody may copy it whole."""


@blueprint.errorhandler(OnlyAtHome)
def only_at_home(_error: OnlyAtHome) -> ResponseReturnValue:
    """Say who may back up and restore a site of links: 403."""
    text = _(
        "This site has the matches of many people. The person who runs it backs it up and "
        "restores it. You can download your own matches."
    )
    return _error_page(_("Not on this site"), text), HTTPStatus.FORBIDDEN


@blueprint.errorhandler(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
def too_large(_error: Exception) -> ResponseReturnValue:
    """Answer that a file, or a pasted table, is too large: 413."""
    text = _(
        "The person who runs the scorebook can restore it with the command “scorekeeper restore”."
    )
    if request.endpoint == "moving.send_matches":
        text = _(
            "A file of matches has at most %(most)s MB, and a pasted table %(pasted)s MB. Divide "
            "it, and import one part after the other.",
            most=_most() >> 20,
            pasted=LONGEST_FIELD >> 20,
        )
    return _error_page(_("This file is too large"), text), HTTPStatus.REQUEST_ENTITY_TOO_LARGE


@blueprint.errorhandler(HTTPStatus.SERVICE_UNAVAILABLE)
def too_many_at_once(_error: Exception) -> ResponseReturnValue:
    """Answer that others are uploading files just now: 503."""
    text = _("Other files are being sent just now. Try again in a moment.")
    page = _error_page(_("Please wait a moment"), text)
    return page, HTTPStatus.SERVICE_UNAVAILABLE, {"Retry-After": str(RETRY_SECONDS)}


def whoever_is_in() -> None:
    """Raise PinRequired if the PIN was not entered."""
    if not devices.pin_passed():
        raise PinRequired


def whoever_is_at_home() -> None:
    """Raise PinRequired, or OnlyAtHome on a site of links."""
    if not guard.in_house():
        raise OnlyAtHome
    whoever_is_in()


@blueprint.get("")
def index() -> str:
    """Show the page to back up, restore and import."""
    return _render()


@blueprint.get("/backup")
def back_up() -> ResponseReturnValue:
    """Send a backup of the whole scorebook."""
    whoever_is_at_home()
    name = f"scorekeeper-{clock.today():%Y-%m-%d}.db"
    try:
        return downloads.sent(name, "application/vnd.sqlite3", backup.back_up)
    except FileRefused:
        problem = _("The scorebook was not copied: “scorekeeper check” says what is wrong with it.")
        return _render(Problem(None, problem)), HTTPStatus.SERVICE_UNAVAILABLE


@blueprint.get("/matches.json")
def take_matches() -> ResponseReturnValue:
    """Send a file of all matches; on a site of links, of those that the device owns."""
    among = None if guard.in_house() else guard.owned_matches()
    damaged: list[str] = []

    def write(target: Path) -> None:
        files.write_file(target, import_export.export_all(damaged, among, devices.device()))

    answer = downloads.sent(f"matches-{clock.today():%Y-%m-%d}.json", "application/json", write)
    if not damaged:
        return answer
    problem = _(
        "%(number)s cannot be read, and would be missing from the file. “scorekeeper check” "
        "says why.",
        number=matches(len(damaged)),
    )
    return _render(Problem(None, problem)), HTTPStatus.SERVICE_UNAVAILABLE


@blueprint.get("/bg-stats.json")
def take_to_bg_stats() -> ResponseReturnValue:
    """Send all finished matches in the format of BG Stats; on a site of links the device's own."""
    whoever_is_in()
    damaged: list[str] = []
    among = None if guard.in_house() else guard.owned_matches()
    content = import_export.export_bg_stats(damaged, among)
    return attached(content, f"BGStatsExport-{clock.today():%Y-%m-%d}.json", "application/json")


@blueprint.post("/restore")
@takes_file(whoever_is_at_home)
def send_backup() -> ResponseReturnValue:
    """Store an uploaded backup, and show it."""
    return _keep("moving.restore", "backup")


@blueprint.post("/import")
@takes_file(whoever_is_in)
def send_matches() -> ResponseReturnValue:
    """Store an uploaded file of matches, and show it."""
    return _keep("moving.import_", "matches")


@blueprint.get("/handed-over")
def take_over() -> ResponseReturnValue:
    """Store the match that a link contains, and show it like a file: used without a server."""
    if not current_app.config["IN_BROWSER"]:
        abort(HTTPStatus.NOT_FOUND)
    try:
        content = match_file.unpacked(request.args.get("match", ""))
    except ValueError:
        return _refused("matches", _("Part of this link is missing. Scan the code again."))
    return redirect(url_for(".import_", name=temporary_files.keep(BytesIO(content))), 303)


@blueprint.route("/restore/<name>", methods=["GET", "POST"])
def restore(name: str) -> ResponseReturnValue:
    """Show what is in a backup and what restoring it would remove; restore it."""
    whoever_is_at_home()
    return _looked_at("backup", backup_files.file_called(name), _would_go, _restored)


@blueprint.route("/import/<name>", methods=["GET", "POST"])
def import_(name: str) -> ResponseReturnValue:
    """Show what importing a file would add; import it."""
    return _looked_at("matches", temporary_files.find(name), _would_come, _imported)


def _looked_at(
    field: str,
    file: Path | None,
    shown: Callable[[Path], dict[str, object]],
    carry_out: Callable[[Path, str], str],
) -> ResponseReturnValue:
    """Show what is in a stored file; carry it out once somebody has confirmed that.

    Return the address of the page with the outcome: the same form sent again leads there too.
    """
    form = EntryForm()
    if form.is_submitted() and (address := temporary_files.outcome_of(form.submission)):
        return redirect(address, 303)
    if file is None:
        return _gone()
    try:
        if form.validate_on_submit():
            address = carry_out(file, form.submission)
            temporary_files.keep_outcome(form.submission, address)
            return redirect(address, 303)
        found = shown(file)
    # A file with any content may turn out not to be one of these.
    except (FileRefused, CannotImport, ValueError, RecursionError) as error:
        return _refused(field, _why(error))
    page = render_template(
        f"moving/{field}.html", form=form, errors=form.problems, name=file.name, **found
    )
    return page, form.refused_status if form.is_submitted() else HTTPStatus.OK


@blueprint.post("/imported/<key>")
def move_import(key: str) -> ResponseReturnValue:
    """Move the matches of an import to the bin, or restore them; only those the device owns."""
    whoever_is_in()
    form = EntryForm()
    if not form.validate():
        return _render(*form.problems), form.refused_status
    kind = ChangeKind.RESTORED if "restore" in request.form else ChangeKind.BINNED
    submission = Submission(form.submission, devices.device_name())
    match_bin.move_import(key, submission, guard.owned_matches(), kind)
    return redirect(url_for(".index", came_by=key), 303)


@blueprint.get("/import/<name>/progress")
def progress(name: str) -> Response:
    """Return how many matches of a file are imported so far: {"done": number}."""
    whoever_is_in()
    answer = jsonify(done=temporary_files.progress_of(name))
    answer.cache_control.no_store = True
    return answer


def _asked() -> dict[str, str]:
    """Return how the page asks to read a file."""
    asked = request.args.items()
    return {key: value for key, value in asked if _ASKED.fullmatch(key)}


def _keep(endpoint: str, field: str) -> ResponseReturnValue:
    """Store the file, or the table, that was sent, and redirect to the page that shows it."""
    form, sent = TokenForm(), request.files.get("file")
    if not form.validate():
        return _render(*form.problems), form.refused_status
    if table := request.form.get("table", "").strip():
        sent = FileStorage(BytesIO(table.encode()), filename="table")
    if sent is None or not sent.filename:
        return _refused(field, _("Choose a file first."))
    if field == "matches":
        if sent.stream.seek(0, 2) > _most():
            why = _("A file of matches has at most %(most)s MB.", most=_most() >> 20)
            return _render(Problem(field, why)), HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        sent.stream.seek(0)
        if not guard.in_house():
            count_new_match(knows_device=guard.owns_any())
    return redirect(url_for(endpoint, name=temporary_files.keep(sent.stream)), 303)


def _most() -> int:
    """Return how many bytes a file of matches has at most."""
    return import_export.MAX_FILE_SIZE if guard.in_house() else MOST_OF_STRANGERS


def _would_go(file: Path) -> dict[str, object]:
    return {"found": comparison.compare(file)}


def _restored(file: Path, _submission: str) -> str:
    restored = backup.restore(file)
    # Signed with the restored key, so that this device stays who it was and keeps its PIN.
    cookie.modified = True
    if devices.pin_required():
        devices.enter_pin(current_app.config["PIN"])
    key = "other" if restored.key_kept else None
    return url_for(".index", restored=restored.matches, key=key)


def _would_come(file: Path) -> dict[str, object]:
    asked = _asked()
    with file.open("rb") as opened:
        read = import_reader.read_any(opened, asked)
        found = import_export.preview_import(read, devices.own_device())
    return {
        "found": found,
        "read": read,
        "asked": asked,
        "games": sorted((translate_name(load_game(each).name), each) for each in game_ids()),
        "meanings": MEANINGS,
        "on_each_line": ON_EACH_LINE,
        "lines": [*map(_line, found.first)],
    }


def _imported(file: Path, submission: str) -> str:
    def tell(number: int) -> None:
        temporary_files.write_progress(file.name, number)

    with file.open("rb") as opened:
        read = import_reader.read_any(opened, _asked())
        imported = import_export.import_read(read, devices.own_device(), tell, submission)
    if imported.only:
        return url_for("table.show", match_id=imported.only)
    return url_for(
        ".index",
        imported=imported.new,
        known=imported.known,
        longer=len(imported.longer) or None,
        came_by=submission,
    )


def _refused(field: str, why: str) -> ResponseReturnValue:
    return _render(Problem(field, why)), HTTPStatus.UNPROCESSABLE_ENTITY


def _gone() -> ResponseReturnValue:
    """Answer that an uploaded file is no longer stored: 404."""
    text = _("A file is kept here for a day. Send it again.")
    return _error_page(_("This file is not here any more"), text), HTTPStatus.NOT_FOUND


def _why(error: Exception) -> str:
    """Say why a file cannot be restored or imported, without its path on this machine."""
    if isinstance(error, CannotImport):
        return str(error)
    if not isinstance(error, FileRefused):
        return _("This is not a file of matches, or part of it is missing.")
    if NEWER in str(error):
        return _("This file was made by a newer Scorekeeper: update this one first.")
    if OLDER in str(error):
        return _("This file was made before the first release, and cannot be restored.")
    if "cannot be written" in str(error):
        return _("The scorebook cannot be written just now. Try again in a moment.")
    return _("This file is damaged, or is not a backup of Scorekeeper.")


def _line(match: PortableMatch) -> tuple[str, str, object]:
    """Return who plays a match of a file, the score, and when it began."""
    setup, names = match.record.setup, SideNames(match.record.setup, match.record.names)
    score = " : ".join(map(format_number, score_record(match.record)[0].totals))
    who = join_names([names.label(side) for side in range(len(setup.sides))])
    return who, score, match.opened_at


def _error_page(title: str, text: str) -> str:
    return render_template("errors/error.html", title=title, text=text, asks_pin=False)


def _render(*problems: Problem) -> str:
    at_home, key = guard.in_house(), request.args.get("came_by", "")
    try:
        scorebook_file()
        is_file = True
    except FileRefused:
        is_file = False
    return render_template(
        "moving/moving.html",
        at_home=at_home,
        is_file=is_file,
        owns=at_home or guard.owns_any(),
        copies=[*backup_files.kept().values()][:MOST_COPIES] if at_home else [],
        errors=problems,
        form=EntryForm(),
        restored=request.args.get("restored", type=int),
        other_key="key" in request.args,
        imported=request.args.get("imported", type=int),
        known=request.args.get("known", 0, type=int),
        longer=request.args.get("longer", 0, type=int),
        import_key=key,
        came=match_bin.imported_by(key, guard.owned_matches()) if key else match_bin.ImportedIds(),
    )
