"""Somebody with a browser: opens pages, fills forms in, presses buttons. Every page is linted."""

from dataclasses import dataclass, replace
from io import BytesIO
from itertools import count
from xml.etree.ElementTree import Element

from itsdangerous import URLSafeTimedSerializer
from werkzeug.test import TestResponse

from scorekeeper.scorebook.matches import find_match
from tests.web.pagelint import faults, parse, text_of

RECORD, CHECK = {"action": "record"}, {"action": "check"}
# The most that seven tiles of the double-six set can weigh: 69 pips.
HEAVY = "66 65 64 63 55 54 44"
# Who plays; ten are as many as can.
FOUR = ("Ana", "Bea", "Ciro", "Dani")
TEN = (*FOUR, "Eva", "Fede", "Gina", "Hugo", "Ines", "Juan")
# What tells one form that is sent from another.
_keys = count(1)


@dataclass(frozen=True, slots=True)
class Page:
    """What came back; `address` is where it was asked for.

    Of several forms the one with the button `pressed` is meant.
    """

    address: str
    answer: TestResponse
    root: Element
    pressed: str = ""

    @property
    def status(self):
        return self.answer.status_code

    @property
    def heading(self):
        return text_of(self.all("h1")[0])

    @property
    def text(self):
        return text_of(self.all("body")[0])

    @property
    def problems(self):
        return self.texts("div", "errors", "li")

    @property
    def links(self):
        """Where each link leads, by its words."""
        return {text_of(link, hidden=False): link.get("href", "") for link in self.all("a")}

    @property
    def form(self):
        """What the page's form would send, the buttons left out; a list where it is sent often."""
        found = dict[str, list[str]]()
        for name, value in sent(self._form):
            found.setdefault(name, []).append(value)
        return {name: each if len(each) > 1 else each[0] for name, each in found.items()}

    @property
    def fields(self):
        kinds = ("input", "select", "textarea")
        return {f.get("name", "") for kind in kinds for f in self._form.iter(kind)}

    @property
    def sides(self):
        return self.texts("div", "side", "h2")

    @property
    def buttons(self):
        return _buttons(self._form)

    @property
    def button(self):
        """What the button that is pressed sends along."""
        found = (each for each in self._form.iter("button") if text_of(each) == self.pressed)
        return {each.get("name", ""): each.get("value", "") for each in found if each.get("name")}

    @property
    def target(self):
        pressed = (each for each in self._form.iter("button") if text_of(each) == self.pressed)
        own = next((each.get("formaction", "") for each in pressed), "")
        return own or self._form.get("action", self.address)

    @property
    def leads_to(self):
        assert self.status == 303, self.problems
        assert self.answer.location is not None
        return self.answer.location

    @property
    def _form(self):
        (form,) = (
            form for form in self.all("form") if not self.pressed or self.pressed in _buttons(form)
        )
        return form

    def pressing(self, button):
        """Mean the form with this button, and press it."""
        return replace(self, pressed=button)

    def all(self, tag, with_class=""):
        found = self.root.iter(tag)
        return [each for each in found if {with_class} - {""} <= {*each.get("class", "").split()}]

    def texts(self, tag, with_class, inner=None):
        """Read the elements of a kind, or those inside them."""
        found = self.all(tag, with_class)
        return [text_of(e) for outer in found for e in (outer.iter(inner) if inner else [outer])]


class Visitor:
    """A device at the table, with its own cookies."""

    def __init__(self, app, languages=""):
        self.app = app
        self.client = app.test_client()
        self.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = languages

    def open(self, address, came_from=""):
        headers = {"Referer": f"http://localhost{came_from}"} if came_from else {}
        return self._read(address, self.client.get(address, headers=headers))

    def send(self, page, filled=None, to=None):
        """Fill in what is on a page's form and send it; a script may send it elsewhere."""
        filled = filled or {}
        unknown = filled.keys() - page.fields - RECORD.keys()
        assert not unknown, f"there is no {unknown} to fill in"
        return self.post(to or page.target, {**page.form, **page.button, **filled})

    def post(self, address, form):
        """Send a form that need not come from a page of ours; a list is a field sent often."""
        return self._read(address, self.client.post(address, data=form))

    def bring(self, page, button, file, name="file"):
        """Choose a file in the form with a button, and send it."""
        form = page.pressing(button)
        sent = {**form.form, "file": (BytesIO(file), name)}
        return self._read(form.target, self.client.post(form.target, data=sent))

    def tap(self, page, button):
        """Press a button of a cached page, which holds no token: the browser says who asks."""
        form = page.pressing(button)
        headers = {"Origin": "http://localhost"}
        answer = self.client.post(form.target, data=form.form, headers=headers)
        return self._read(form.target, answer)

    def follow(self, page):
        return self.open(page.leads_to)

    def result(self, recorded):
        """Go to the page of the round that was just recorded, over the table that comes back."""
        table = self.follow(recorded)
        newest = table.all("ol", "rounds")[0].find(".//a")
        assert newest is not None
        return self.open(newest.get("href", ""))

    def start(self, *names, **chosen):
        """Start a match, of Block if no other game is chosen, and return its table."""
        chosen = {"game": "block", "goal": "usual"} | chosen
        return self.follow(self._save("/matches/new", seated(*names) | chosen))

    def play(self, table, *hands):
        """Record a round by its tiles, whatever others have entered; return the answer."""
        with self.app.app_context():
            match = find_match(int(table.address.rpartition("/")[2]))
        opened = {"round_no": str(match.next_number), "entry": "tiles"}
        return self._save(f"{table.address}/rounds/new", opened | tiles(*hands) | RECORD)

    def open_round(self, table):
        return self.open(f"{table.address}/rounds/new")

    def twin(self):
        """Return the same device once more, to press a button twice at once."""
        twin = Visitor(self.app)
        cookie = self.client.get_cookie("session")
        assert cookie is not None
        twin.client.set_cookie("session", cookie.value)
        return twin

    def _save(self, address, filled):
        """Send a form without opening its page first, which takes longer than all the rest."""
        with self.client.session_transaction(address) as cookie:
            secret = cookie.setdefault("csrf_token", "secret")
        signer = URLSafeTimedSerializer(str(self.app.secret_key), salt="wtf-csrf-token")
        proof = {"csrf_token": signer.dumps(secret), "entry_key": f"{next(_keys):032x}"}
        return self.post(address, {**proof, **filled})

    @staticmethod
    def _read(address, answer):
        fragment = address.partition("?")[0].endswith("/preview")
        fragment = fragment and answer.status_code in (200, 400, 503)
        if answer.mimetype == "text/html" and answer.status_code not in range(300, 400):
            assert faults(answer.text, fragment=fragment) == [], address
        return Page(address, answer, parse(answer.text)[0])


def seated(*names):
    return {f"names-{seat}": name for seat, name in enumerate(names)}


def tiles(*hands):
    """Fill in the tiles left in each hand; "" also ticks that its player went out."""
    typed = {f"hands-{seat}-tiles": hand for seat, hand in enumerate(hands)}
    return typed | {f"hands-{seat}-out": "y" for seat, hand in enumerate(hands) if not hand}


def pips(*hands):
    """Fill in the pips left in each hand; "out" ticks that its player went out."""
    return {
        f"hands-{seat}-out" if hand == "out" else f"hands-{seat}-pips": hand.replace("out", "y")
        for seat, hand in enumerate(hands)
    }


def _buttons(form):
    return [text_of(each) for each in form.iter("button") if each.get("type") != "button"]


def sent(form):
    """Give what a form would send as it is, the buttons left out."""
    for field in form.iter("select"):
        options = list(field.iter("option"))
        chosen = next((each for each in options if "selected" in each.attrib), options[0])
        yield field.get("name", ""), chosen.get("value", "")
    for field in form.iter("textarea"):
        yield field.get("name", ""), "".join(field.itertext()).strip("\n")
    for field in form.iter("input"):
        name, kind = field.get("name"), field.get("type", "text")
        if name and (kind not in ("checkbox", "radio") or "checked" in field.attrib):
            yield name, field.get("value", "on" if kind == "checkbox" else "")
