"""Every message that the bar of the page of a round can show, taken from what the program says."""

import ast
import re
from functools import cache

from flask import render_template

from scorekeeper.i18n import DEFAULT, in_language
from scorekeeper.messages import gettext as _
from scorekeeper.messages import pgettext
from scorekeeper.pages.round.preview import Preview
from scorekeeper.pages.shared.panel_texts import SideChange
from tests.catalogues import ROOT, kept

# Where the sentences come from that are shown of a round, and how the bar shows those of each file.
HEADLINES = (
    "wording/tie_sentences.py",
    "wording/round_sentences.py",
    "pages/round/preview.py",
)
REASONS = ("wording/reason_sentences.py", "pages/shared/editing.py")
DOUBTS = ("wording/errors_and_doubts.py, doubts",)
PROBLEMS = ("wording/errors_and_doubts.py", "pages/round/forms.py", "pages/round/edit_form.py")
SAID = ("hands-pad", "number-pad", "plays-pad", "record", "questions")
# What the scripts say in the place of an answer of the server.
SAID_OF_ROUND = ("preview", "outbox")
# What is filled in: a name as names are, two of them, the longest that there are, and numbers.
PAIR = "Maximiliano & Alessandra"
NAMES = ("name", "names", "owner", "side", "sides", "winners", "device")
NUMBERS = {
    "numbers": "3, 4",
    "tiles": "3-4, 5-6",
    "tile": "3-4",
    "pips": "117 · 121",
    "ends": "3s, 4s",
}
FACT = re.compile(r"%\((\w+)\)s")
# A name in a line of the scripts.
BOLD = '<b class="c1">{}</b>'


@cache
def _said_of_doubts():
    """Return the texts of the doubts, which stand below the errors in their file."""
    source = (ROOT / "scorekeeper/wording/errors_and_doubts.py").read_text("utf-8")
    below = ast.parse(source[source.index("def doubt_sentence") :])
    return {each.value for each in ast.walk(below) if isinstance(each, ast.Constant)}


def _part_of(place, message):
    """Name the file of a message; of the one with errors and doubts also which of them it is."""
    singular = message.id if isinstance(message.id, str) else message.id[0]
    is_doubt = place.endswith("errors_and_doubts.py") and singular in _said_of_doubts()
    return f"{place}, doubts" if is_doubt else place


def messages(language, files, domain="messages"):
    """Yield what some files of the program say in a language, all forms of it."""
    # The English is in every catalogue, and quicker to read there than in the program.
    for message in kept("es" if language == DEFAULT else language, domain):
        places = [_part_of(place, message) for place, _line in message.locations]
        if message.id and any(place.endswith(files) for place in places):
            said = message.id if language == DEFAULT else message.string
            yield from {*((said,) if isinstance(said, str) else said)}


def filled(text, name=PAIR):
    """Fill in facts as long as they usually are."""
    return FACT.sub(lambda fact: name if fact[1] in NAMES else NUMBERS.get(fact[1], "24"), text)


def _scripts(names):
    return tuple(f"static/round/{name}.js" for name in names)


def _preview(headline, **facts):
    return render_template("round/_preview.html", preview=Preview(headline, **facts))


def _shown(language):
    """Yield the kind of each message in a language, with the HTML of the preview, or the line."""
    said = {
        kind: [filled(each) for each in messages(language, files)]
        for kind, files in {"headline": HEADLINES, "reason": REASONS, "doubt": DOUBTS}.items()
    }
    longest = max(said["headline"], key=len)
    totals = (SideChange(1, PAIR, "75", "113", _("wins the match")),)
    for text in said["headline"]:
        yield "statement", _preview(text, totals=totals, reasons=tuple(said["reason"][:2]))
    for text in said["doubt"]:
        yield "question", _preview(longest, doubts=(text,), overruled="x")
    yield "question", _preview(longest, doubts=tuple(said["doubt"][:2]), overruled="x")
    yield "question", _preview(longest, ends=(3, 4), totals=totals)
    for text in messages(language, PROBLEMS):
        found = [filled(text, "Maximiliano")]
        yield "statement", _preview(found[0], fault=True, opens=True)
        yield "statement", _preview(longest, problems=tuple(found), opens=True, refused=True)
    for name in ("Ana", PAIR, 40 * "W"):
        yield "question", _preview(longest, out=0, name=name, opens=True, refused=True)
        counted = f"{name} 0 · Bea 15 · Ciro 36 · Dani 9"
        yield "question", _preview(counted, blank=0, name=name, opens=True)
    for text in messages(language, _scripts(SAID_OF_ROUND), "scripts"):
        said_there = f'<p class="say long">{filled(text)}</p>'
        shown = f'<div id="preview" class="fault"><div class="words">{said_there}</div></div>'
        yield "question", shown
    files = _scripts(SAID)
    for text in messages(language, files, "scripts"):
        for name in ("Maximiliano", 40 * "W"):
            kind = "ask" if text.endswith("?") else "line"
            yield kind, filled(text, BOLD.format(name))


def bar_messages(app, language):
    """Return what the bar can say in a language, and what is written on its buttons."""
    with app.test_request_context(), in_language(language):
        open_round = _preview(_("Who went out? What is left in the other hands?"), opens=True)
        labels = {
            "record": [
                _("Record round"),
                _("Save changes"),
                _("Continue to round %(number)s", number=12),
            ],
            "anyway": [_("Record anyway"), _("Save anyway")],
            "check": _("Check tiles"),
            "move": pgettext("a tile", "Move"),
            "leave": _("No"),
            "stop": _("Stop sending"),
        }
        return {"open": open_round, "labels": labels, "shown": [*_shown(language)]}
