"""Every view of a club night, and who may use it: in a house, with a PIN, on a site of links."""

from itertools import product

import pytest

from tests.support.club_nights import TWELVE, addresses, come, number_of, open_tables, start
from tests.web.visitor import Visitor

# What anybody may look at who has the address of the night.
WATCHED = {
    *("club.show", "club.people", "club.wall", "club.me", "club.of", "club.podium"),
    *("club.match", "club.as_csv", "club.matches_csv", "club.go_on", "club.paper"),
}
# What needs a code that is signed for it.
BY_CODE = {"club.table", "club.official"}
# Of no night: a list, and a new one.
NO_NIGHT = {"club.index", "club.again", "club.season"}
# Everything else is for officials.
DEVICES = ("nobody", "guest", "table", "official", "ended official", "owner", "copied owner")
MAY = {"official", "owner"}


def views(app, night, person):
    """List every view of a night, by its name, its method and its address."""
    key = night.address.rpartition("/")[2]
    asked = {"key": key, "number": 1, "table": 1, "at": 1, "person": person, "token": "x" * 30}
    words = {
        "club.paper": "what",
        "officials.step": "what",
        "officials.person": "what",
        "officials.clocks": "change",
    }
    urls = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if rule.endpoint.split(".")[0] not in ("club", "officials") or rule.endpoint in NO_NIGHT:
            continue
        word = words.get(rule.endpoint)
        choices = rule._converters[word].regex[3:-1].split("|") if word else [""]
        for choice, method in product(choices, {"GET", "POST"} & (rule.methods or set())):
            values = asked | ({word: choice} if word else {})
            given = {name: values[name] for name in rule.arguments}
            yield rule.endpoint, method, urls.build(rule.endpoint, given)


def devices(app, visitor, night):
    """Give each device what it has; whose right has ended had it until new codes were made."""
    found = {name: Visitor(app) for name in DEVICES} | {"owner": visitor}
    found["guest"].start("Ana", "Bea")
    found["copied owner"].client.set_cookie("session", visitor.client.get_cookie("session").value)
    codes = addresses(visitor.open(f"{night.address}/codes"))
    assert found["ended official"].open(codes[-1]).status == 303
    assert found["copied owner"].open(f"{night.address}/codes").status == 200
    visitor.send(visitor.open(f"{night.address}/codes").pressing("Make new codes"))
    new = addresses(visitor.open(f"{night.address}/codes"))
    assert found["official"].open(new[-1]).status == 303
    (code,) = (each for each in new if "/tables/1/" in each)
    assert found["table"].open(code).status == 303
    return found, codes, new


def answer_of(device, method, address, other):
    return (
        device.open(address) if method == "GET" else device.post(address, {"partner": str(other)})
    )


def asks_for_pin(answer):
    return answer.status == 303 and "/pin" in answer.leads_to


@pytest.mark.parametrize("mode", ["house", "PIN", "links"])
def test_every_view_of_a_night_is_for_those_who_may_and_nobody_else(app, visitor, unchanged, mode):
    app.config["ACCESS"] = "links" if mode == "links" else "house"
    night = come(visitor, start(visitor), TWELVE[:8])
    person, other = (
        number_of(visitor.open(f"{night.address}/people"), name) for name in ("Ana", "Bea")
    )
    open_tables(visitor, night)
    found, _old, new = devices(app, visitor, night)
    if mode == "PIN":
        app.config["PIN"] = "1234"
        for name in ("table", "ended official", "copied owner", *MAY):
            device = found[name]
            device.send(device.open("/pin"), {"pin": "1234"})
        # A right without the PIN is none.
        late = found["official without the PIN"] = Visitor(app)
        assert late.open(new[-1]).status == 303
    listed = [*views(app, night, person)]
    assert {endpoint for endpoint, _method, _address in listed} > WATCHED | BY_CODE
    with unchanged():
        for (endpoint, method, address), (name, device) in product(listed, found.items()):
            answer, said = answer_of(device, method, address, other), f"{name}: {method} {address}"
            if endpoint in BY_CODE:
                assert answer.status == 404, said
            elif endpoint in WATCHED:
                assert answer.status in (200, 303), said
                assert not asks_for_pin(answer), said
            elif name in MAY:
                assert answer.status not in (403, 404), said
                assert not asks_for_pin(answer), said
            else:
                assert answer.status == 403 or asks_for_pin(answer), said


@pytest.mark.parametrize("mode", ["house", "PIN", "links"])
def test_codes_are_good_without_a_pin_until_new_ones_are_made(app, visitor, mode):
    app.config["ACCESS"] = "links" if mode == "links" else "house"
    night = come(visitor, start(visitor), TWELVE[:8])
    open_tables(visitor, night)
    found, old, new = devices(app, visitor, night)
    app.config["PIN"] = "1234" if mode == "PIN" else ""
    for name in DEVICES:
        ended = [found[name].open(code).status for code in old if "/tables/" in code]
        ended.append(found[name].open(old[-1]).status)
        assert {*ended} == {404}, name
    # That of a table opens its match; with a PIN that of officials asks for it before they draw.
    guest = Visitor(app)
    (code,) = (each for each in new if "/tables/2/" in each)
    assert guest.follow(guest.open(code)).status == 200
    assert guest.open(new[-1]).status == 303
    draws = guest.post(f"{night.address}/draw", {})
    assert (draws.status == 403) is (mode == "PIN")
