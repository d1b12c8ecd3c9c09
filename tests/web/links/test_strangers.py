"""Where matches are seen by links alone: nobody learns of a match, or of a name, without one."""

import re
from itertools import count, cycle, product

import pytest

from scorekeeper import clock
from scorekeeper.clock import evening_of
from scorekeeper.scorebook.people import seating
from scorekeeper.scorebook.people.players import list_players
from scorekeeper.scorebook.permissions.rights import Right
from tests.api.program import BASE, BLOCK, Program, new_key
from tests.databases import opened, sqlite_url
from tests.support import house_rules
from tests.support.access import joined, links, links_of_others, renew
from tests.support.played_matches import undecided, won_by
from tests.support.players_pages import BACK, LIST, SPLIT, player, press
from tests.web.visitor import HEAVY, Visitor, tiles


def nobody(app):
    return Visitor(app)


def owner_of_another(app):
    device = Visitor(app)
    device.start("Eva", "Fede")
    return device


def watcher_of_another(app):
    owner = Visitor(app)
    return joined(app, links(owner, owner.start("Eva", "Fede"))["watch"])


@pytest.mark.parametrize("pin", ["", "2468"])
@pytest.mark.parametrize("stranger", [nobody, owner_of_another, watcher_of_another])
def test_strangers_see_no_match_and_cannot_tell_which_there_are(
    app, visitor, table, unchanged, stranger, pin
):
    form, device = visitor.open_round(table), stranger(app)
    app.config.update(PIN=pin, ACCESS="house" if pin else "links")
    refused = 303 if pin else 403
    addresses = "", "/rounds/1", "/winner", "/rounds/new", "/undo", "/edit", "/links", "/delete"
    for address in addresses:
        there, not_there = (device.open(f"/matches/{number}{address}") for number in (1, 99))
        assert there.status == not_there.status == refused
        assert there.text.replace("matches/1", "matches/99") == not_there.text
    with unchanged():
        assert device.send(form, tiles("", "66")).status == 403
        for what in ("restore", "links/score"):
            there, not_there = (device.post(f"/matches/{number}/{what}", {}) for number in (1, 99))
            assert there.status == not_there.status == 403


def test_who_has_no_link_is_asked_for_one_on_the_home_page(app, table):
    assert table.status == 200
    assert "Do you have a link to a match?" in Visitor(app).open("/").text


def test_whoever_opens_the_rematch_owns_it_and_who_comes_late_scores(app, visitor):
    table = visitor.start("Ana", "Bea", goal="50")
    visitor.play(table, "", HEAVY)
    first, second = (joined(app, links(visitor, table)["score"]) for _ in range(2))
    pages = [scorer.open(f"{table.address}/winner") for scorer in (first, second)]
    rematch = first.follow(first.send(pages[0]))
    assert second.send(pages[1]).leads_to == rematch.address
    assert len(links(first, rematch)) == 3
    assert second.play(rematch, "", "66").status == 303
    assert second.open(f"{rematch.address}/delete").status == 403


def test_the_house_rules_of_others_are_neither_offered_saved_nor_deleted(app, visitor, unchanged):
    app.config["ACCESS"] = "house"
    form = house_rules.opened(visitor)
    visitor.send(form, house_rules.rules(match_goal="77") | {"save_as": "Ours"} | house_rules.SAVE)
    assert "Ours" in visitor.open("/matches/new").text
    app.config["ACCESS"] = "links"
    form = house_rules.opened(visitor)
    assert "Ours" not in form.text
    assert "Save these rules" not in form.buttons
    listed = visitor.open("/matches/rules")
    assert "Ours" not in listed.text
    token = {name: form.form[name] for name in ("csrf_token", "entry_key")}
    with unchanged():
        assert visitor.post("/matches/new", {**form.form, "action": "save"}).status == 403
        assert visitor.post("/matches/rules", {**token, "delete": "1"}).status == 403
    assert visitor.open("/matches/rules/1/file").status == 404


def test_the_bin_shows_what_this_device_owns(app, visitor, table):
    watcher = joined(app, links(visitor, table)["watch"])
    visitor.send(visitor.open(f"{table.address}/delete"))
    assert "Bin" in visitor.open("/").links
    assert visitor.open("/bin").texts("button", "btn") == ["Restore"]
    for other in (Visitor(app), watcher):
        assert "Bin" not in other.open("/").links
        assert "The bin is empty." in other.open("/bin").text
    assert watcher.open(table.address).status == 404
    assert watcher.post("/matches/1/restore", {}).status == 403


def test_a_watcher_is_offered_nothing_on_any_page(app, visitor, table):
    won = visitor.start("Ana", "Bea", goal="50")
    for played in (won, table):
        visitor.play(played, "", HEAVY)
    (undecided_table, *_) = undecided(visitor)
    for each in (won, undecided_table, table):
        guest = joined(app, links(visitor, each)["watch"])
        for address in ("", "/rounds/1", *(["/winner"] if each is won else [])):
            page = guest.open(each.address + address)
            assert not page.all("form")
            for link in page.links.values():
                assert guest.open(link).status != 403, link
    # Nor does the turned table ask for what is entered.
    (mode,) = guest.open(table.address).all("section", "table-mode")
    assert "data-draft" not in mode.attrib


def test_a_device_remembers_a_hundred_links(app, visitor, table):
    client = app.test_client()
    for kind in ("watch", "score"):
        client.get(links(visitor, table)[kind])
    opened = links_of_others(app, 100, Right.WATCH)
    for link in opened.values():
        client.get(link)
    cookie = client.get_cookie("session")
    assert cookie is not None
    # Browsers drop a larger cookie.
    assert len(cookie.value) < 4000
    asked = {each: client.get(f"/matches/{each}/entered").status_code for each in (1, *opened)}
    # Of those that only watch the oldest is dropped, not the one that scores.
    assert asked == {**dict.fromkeys((1, *opened), 200), min(opened): 403}


def test_the_links_of_others_push_out_no_match_of_ones_own(app, visitor, table):
    for link in links_of_others(app, 101, Right.OWN).values():
        visitor.client.get(link)
    assert visitor.open(f"{table.address}/delete").status == 200


# What others on the site are called, or were until they were joined, split, renamed, forgotten or
# written over, or their match was deleted.
KNOWN = ("Player 1", "Zana", "Yves", "Wim", "Vera B", "Uli", "Tess")
# What the same answer has anew each time: keys of forms, links, times of day.
DRAWN = re.compile(
    r"(?:%22)?[0-9a-f]{32}|/join/[\w.-]+|name=\"csrf_token\"[^>]*"
    r"|\"(own|score|watch)\": ?\"[\w.-]+\""
    r"|\d+:\d\d(:\d\d)?(\.\d+)?|[AP]M\b"
)
# The number of a player, which is drawn.
NUMBER = re.compile(r"\b\d{7,10}\b")


def seat_instead(device, table, name):
    edit = device.open(f"{table.address}/edit").pressing("Save names")
    device.send(device.send(edit, {"names-0": name}))


def split_off(device, name, of="Ciro"):
    """Make two players of one, by the last of the matches; return the page of the second."""
    page = device.open(player(device, of).links["Choose matches…"])
    boxes = (each for each in page.all("input") if each.get("name") == "ticked")
    ticked = str(next(boxes).get("value"))
    return device.follow(press(device, page, SPLIT[1], name=name, ticked=ticked))


def forget(device, name):
    device.send(device.open(player(device, name).links["Forget name…"]))


def play_as_others(app, *, known):
    """Do as others whatever can be done with a name: with those of KNOWN, or with other ones."""
    device = Visitor(app)
    zana, yves, wim, vera_b, uli, tess = (name if known else f"Q{name}" for name in KNOWN[1:])
    for names in ((zana, yves), (zana, "Ana"), (wim, zana), ("Vera", zana), ("Vera", zana)):
        won_by(device, *names)
    split_off(device, vera_b, of="Vera")
    into = player(device, zana).address.split("/")[2]
    won_by(device, "Eva", yves)
    press(device, player(device, "Eva"), "Save name", name="Ada")
    press(device, player(device, wim), "Save name", name="Willy")
    press(device, player(device, "Ada"), "Merge the two", into=into)
    binned = won_by(device, uli, zana)
    device.send(device.open(f"{binned.address}/delete"))
    # Not as many people on both sites either.
    others = ("Ana", "Bea") if known else ("Ana", "Hal", "Ida")
    seat_instead(device, device.start(tess, *others), "Ulla")
    won_by(device, "Fay", zana)
    if known:
        forget(device, "Fay")


def rename_to(device, name):
    for called, now in (("Ciro", name), (name, "Ciro")):
        press(device, player(device, called), "Save name", name=now)


def split_and_join(device, name):
    press(device, split_off(device, name), BACK)


def let_sit_down_and_forget(device, name):
    table = won_by(device, "Dani", "Bea")
    seat_instead(device, table, name)
    device.open(f"{table.address}/winner")
    device.tap(device.open(table.address), "Undo")
    sent, key = BLOCK | {"seats": [name.upper(), "Ciro"]}, {"Idempotency-Key": new_key()}
    started = device.client.post(f"{BASE}/matches", json=sent, headers=key).get_json()
    number = started["match"]["players"][0]
    for page in (f"/players/{number}/edit", f"{BASE}/players/{number}/figures"):
        device.client.get(page)
    # It is written as it was first.
    forget(device, name)


# Whatever may tell whether others have a name, besides looking for it.
WAYS = (rename_to, split_and_join, let_sit_down_and_forget)
# Where a name is looked for, and every page that has names or numbers of players.
SEARCHES = ("/?q={}", "/?player={}", f"{LIST}?q={{}}", f"{BASE}/matches?player={{}}")
PAGES = (
    *("/", LIST, "/season", "/matches/new", "/bin", "/players.csv", "/matches.csv", "/rounds.csv"),
    *(f"{BASE}/{path}" for path in ("players", "season", "matches")),
    *(f"{BASE}/players/{number}" for number in range(1, 30)),
)


def told_by(folder, template, *, known, thorough):
    folder.mkdir()
    told, numbers = list[tuple[int, str]](), dict[str, str]()

    def numbered(found):
        # In the order in which they are told.
        return numbers.setdefault(found[0], f"number {len(numbers)}")

    def keep(answer):
        answer.direct_passthrough = False
        said = DRAWN.sub("…", f"{answer.location} {answer.get_data(as_text=True)}")
        told.append((answer.status_code, NUMBER.sub(numbered, said)))
        return answer

    with opened(sqlite_url(template, folder), folder) as app:
        app.config.update(ACCESS="links", WTF_CSRF_ENABLED=True)
        play_as_others(app, known=known)
        with app.app_context():
            of_others = {str(each.id) for each in list_players()}
        device = Visitor(app)
        # From now on all that is answered is kept.
        app.after_request_funcs.setdefault(None, []).insert(0, keep)
        for _time in range(2):
            won_by(device, "Ciro", "Ana")
        for address, name in product(SEARCHES, KNOWN):
            device.client.get(address.format(name))
        # Each name in one way, and each way with a name; a thorough run tries all of them.
        each_once = zip(KNOWN, cycle(WAYS), strict=False)
        for name, way in product(KNOWN, WAYS) if thorough else each_once:
            way(device, name)
        for address in (*PAGES, f"/evenings/{evening_of(clock.now())}"):
            device.client.get(address)
        assert of_others.isdisjoint(numbers)
        return told


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


def test_a_device_with_a_link_for_full_control_plays_for_the_owner(app, visitor, table):
    def ana_in(device, table):
        found = device.client.get(f"{BASE}{table.address}").get_json()["players"]
        return int(found[0])

    ana, made = ana_in(visitor, table), links(visitor, table)
    for kind, link in made.items():
        guest = joined(app, link)
        assert (ana_in(guest, guest.start("Ana", "Ciro")) == ana) is (kind == "own")
    program = Program(app, made["own"].rpartition("/")[2])
    assert program.start()["match"]["players"][0] == ana
    renew(visitor, table, "own")
    assert ana_in(guest, guest.start("Ana", "Dani")) != ana
