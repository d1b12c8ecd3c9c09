"""On a site of links strangers are strangers: nobody can ask which names others have there."""

import re
from contextlib import contextmanager
from itertools import count, cycle, product

from scorekeeper.figures import clock
from scorekeeper.figures.clock import evening_of
from scorekeeper.interchange import import_export
from scorekeeper.scorebook.people import seating
from scorekeeper.scorebook.people.players import list_players
from tests.api.program import BASE, BLOCK, Program, new_key
from tests.databases import opened, sqlite_url
from tests.web.players.test_players_page import LIST, player, press
from tests.web.players.test_split import BACK, BUTTON
from tests.web.share.share_links import joined, links, renew
from tests.web.visitor import HEAVY, Visitor

# What others on the site are called, or were until they were joined, split, renamed, forgotten or
# written over, or their match was deleted.
KNOWN = ("Player 1", "Zana", "Yves", "Wim", "Vera B", "Uli", "Tess")
# What the same answer has anew each time: keys of forms, links, times of day.
DRAWN = re.compile(
    r"[0-9a-f]{32}|/join/[\w.-]+|name=\"csrf_token\"[^>]*|\"(own|score|watch)\": ?\"[\w.-]+\""
    r"|\d+:\d\d(:\d\d)?(\.\d+)?|[AP]M\b"
)
# The number of a player, which is drawn.
NUMBER = re.compile(r"\b\d{7,10}\b")


class Asking(Visitor):
    """A device that keeps whatever it is told."""

    def __init__(self, app):
        super().__init__(app)
        self.told: list[object] = []
        # In the order in which they are told.
        self.numbers: dict[str, str] = {}

    def open(self, address, came_from=""):
        return self._keep(super().open(address, came_from))

    def post(self, address, form):
        return self._keep(super().post(address, form))

    def ask_api(self, path):
        """Read by the API."""
        self._keep(self._read(path, self.client.get(BASE + path)))

    def start_by_api(self, *names):
        """Start a match by the API, and return the number of its first player."""
        sent = {**BLOCK, "seats": names}
        headers = {"Idempotency-Key": new_key()}
        answer = self.client.post(f"{BASE}/matches", json=sent, headers=headers)
        self._keep(self._read("/matches", answer))
        return int(answer.get_json()["match"]["players"][0])

    def _keep(self, page):
        said = DRAWN.sub("…", f"{page.address} {page.answer.location} {page.answer.text}")
        self.told.append((page.status, NUMBER.sub(self._numbered, said)))
        return page

    def _numbered(self, found):
        return self.numbers.setdefault(found[0], f"number {len(self.numbers)}")


def won(device, *names):
    """Start a match and let the first win it at once."""
    table = device.start(*names, goal="50")
    device.play(table, "", HEAVY)
    return table


def seat_instead(device, table, name):
    """Give the first seat of a match another name."""
    mend = device.open(f"{table.address}/mend").pressing("Save the names")
    device.send(device.send(mend, {"names-0": name}))


def forget(device, name):
    device.send(device.open(player(device, name).links["Forget the name …"]))


def play_as_others(app, *, known):
    """Do as others whatever can be done with a name: with those of KNOWN, or with other ones."""
    device = Visitor(app)
    zana, yves, wim, vera_b, uli, tess = (name if known else f"Q{name}" for name in KNOWN[1:])
    for names in ((zana, yves), (zana, "Ana"), (wim, zana), ("Vera", zana)):
        won(device, *names)
    table = won(device, "Vera", zana)
    page = device.open(player(device, "Vera").links["Choose the matches …"])
    press(device, page, BUTTON, name=vera_b, ticked=table.address.rpartition("/")[2])
    into = player(device, zana).address.split("/")[2]
    won(device, "Eva", yves)
    press(device, player(device, "Eva"), "Save the name", name="Ada")
    press(device, player(device, wim), "Save the name", name="Willy")
    press(device, player(device, "Ada"), "Join the two", into=into)
    binned = won(device, uli, zana)
    device.send(device.open(f"{binned.address}/delete"))
    # Not as many people on both sites either.
    others = ("Ana", "Bea") if known else ("Ana", "Hal", "Ida")
    seat_instead(device, device.start(tess, *others), "Ulla")
    won(device, "Fay", zana)
    if known:
        forget(device, "Fay")


def look_for(device, name):
    """Look for a name wherever one can."""
    for address in ("/?q={}", "/?player={}", f"{LIST}?q={{}}"):
        device.open(address.format(name))
    device.ask_api(f"/matches?player={name}")


def rename_to(device, name):
    page = player(device, "Ciro")
    for called in (name, "Ciro"):
        page = device.follow(press(device, page, "Save the name", name=called))


def split_off(device, name):
    split = device.open(player(device, "Ciro").links["Choose the matches …"])
    made = device.follow(press(device, split, BUTTON, name=name, ticked=ticked(split)))
    press(device, made, BACK)


def let_sit_down_and_forget(device, name):
    table = won(device, "Dani", "Bea")
    seat_instead(device, table, name)
    device.open(f"{table.address}/winner")
    device.tap(device.open(table.address), "Undo")
    number = device.start_by_api(name.upper(), "Ciro")
    device.open(f"/players/{number}/edit")
    device.ask_api(f"/players/{number}/figures")
    # It is written as it was first.
    forget(device, name)


# Whatever may tell whether others have a name, besides looking for it.
WAYS = (rename_to, split_off, let_sit_down_and_forget)


def look_around(device):
    """Open every page that has names or numbers of players."""
    evening = f"/evenings/{evening_of(clock.now())}"
    for address in ("/", LIST, "/season", evening, "/matches/new", "/bin"):
        device.open(address)
    for table in ("players", "matches", "rounds"):
        device.open(f"/{table}.csv")
    for path in ("/players", "/season", "/matches"):
        device.ask_api(path)
    for number in range(1, 30):
        device.ask_api(f"/players/{number}")


def ticked(page):
    """Return the first match that can be ticked on a page that makes two players of one."""
    boxes = (each for each in page.all("input") if each.get("name") == "ticked")
    return str(next(boxes).get("value"))


def file_with(*names):
    """Return a file with a match of each of some players."""
    matches = [
        {
            "format": 1,
            "key": name.encode().hex(),
            "opened_at": "2026-11-20T12:00:00+00:00",
            "game": "block",
            "house_rules": {},
            "seats": [name, "Ana"],
            "rounds": [],
        }
        for name in names
    ]
    return {"format": 2, "players": [], "matches": matches}


@contextmanager
def site(folder, template):
    """Open a site of links."""
    folder.mkdir()
    with opened(sqlite_url(template, folder), folder) as app:
        app.config.update(ACCESS="links", WTF_CSRF_ENABLED=True)
        yield app


def told_by(folder, template, *, known, thorough):
    """Return all that a stranger is told on a site, and what an import says there."""
    with site(folder, template) as app:
        play_as_others(app, known=known)
        with app.app_context():
            of_others = {str(each.id) for each in list_players()}
        device = Asking(app)
        for _time in range(2):
            won(device, "Ciro", "Ana")
        for name in KNOWN:
            look_for(device, name)
        # Each name in one way, and each way with a name; a thorough run tries all of them.
        each_once = zip(KNOWN, cycle(WAYS), strict=False)
        for name, way in product(KNOWN, WAYS) if thorough else each_once:
            way(device, name)
        with app.app_context():
            imported = import_export.import_matches(file_with(*KNOWN))
        look_around(device)
        assert of_others.isdisjoint(device.numbers)
        return [*device.told, imported]


def test_no_answer_tells_a_stranger_whether_others_have_a_name(
    sqlite_template, tmp_path, monkeypatch, *, thorough
):
    # Whoever is level is listed by their numbers: in the order in which they sat down.
    numbers = count()
    monkeypatch.setattr(seating, "randbelow", lambda _most: next(numbers))
    known, unknown = (
        told_by(tmp_path / str(each), sqlite_template, known=each, thorough=thorough)
        for each in (True, False)
    )
    assert len(known) > 100
    for one, other in zip(known, unknown, strict=True):
        assert one == other


def ana_in(device, table):
    """Return which player Ana is, who has the first seat, as the API tells the device."""
    found = device.client.get(f"{BASE}{table.address}").get_json()["players"]
    return int(found[0])


def test_a_device_with_a_link_for_full_control_plays_for_the_owner(app, visitor, table):
    ana, made = ana_in(visitor, table), links(visitor, table)
    watcher, scorer, phone = (joined(app, made[kind]) for kind in ("watch", "score", "own"))
    assert ana_in(phone, phone.start("Ana", "Ciro")) == ana
    for guest in (watcher, scorer):
        assert ana_in(guest, guest.start("Ana", "Ciro")) != ana
    program = Program(app, made["own"].rpartition("/")[2])
    assert program.start()["match"]["players"][0] == ana
    renew(visitor, table, "own")
    assert ana_in(phone, phone.start("Ana", "Dani")) != ana


def test_a_device_that_started_a_match_keeps_its_own_players(app, visitor, table):
    other = Visitor(app)
    own = ana_in(other, other.start("Ana", "Bea"))
    other.open(links(visitor, table)["own"])
    assert own == ana_in(other, other.start("Ana", "Ciro")) != ana_in(visitor, table)
