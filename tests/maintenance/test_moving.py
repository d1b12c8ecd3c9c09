"""A scorebook that moves to another machine: owners, links, PINs and club nights are as they were.

Whatever happened on the new machine before the backup was restored there.
"""

import pytest

from scorekeeper.maintenance.scheduler import run_jobs
from tests.effort import THOROUGH
from tests.maintenance.scorebook_files import file_of, scorebook_in, succeed
from tests.support import club_nights as club
from tests.support.access import links, owns, renew
from tests.web.visitor import FOUR, HEAVY, Visitor

PIN = "2468"
SETTINGS = {"house": {}, "PIN": {"PIN": PIN}, "links": {"ACCESS": "links"}}


def machine(folder, mode, key=""):
    """Make a scorebook on a machine of its own; without a key it makes one itself."""
    folder.mkdir(exist_ok=True)
    if key:
        (folder / "secret_key").write_text(key)
    return scorebook_in(folder, WTF_CSRF_ENABLED=True, **SETTINGS[mode])


def device(app, before=None):
    """Return a device that is in; one that was at another machine brings its cookies."""
    visitor = Visitor(app)
    for cookie in before.client._cookies.values() if before else ():
        visitor.client.set_cookie(cookie.key, cookie.value)
    page = visitor.open("/pin")
    if app.config["PIN"] and page.status == 200:
        visitor.send(page, {"pin": PIN})
    return visitor


def evening(app):
    """Play two matches, one of them a rematch, and begin a club night; return what is handed on."""
    owner = device(app)
    table = owner.start("Ana", "Bea", goal="50")
    owner.play(table, "", HEAVY)
    rematch = owner.follow(owner.send(owner.open(f"{table.address}/winner")))
    night = club.come(owner, club.start(owner), FOUR)
    club.open_tables(owner, night)
    codes = club.addresses(owner.open(f"{night.address}/codes"))
    given = {match.address: links(owner, match) for match in (table, rematch)}
    return owner, given, night, codes


def other_things(app, owner):
    """Do on the new machine what was done on the old one, and other things, by some devices."""
    host = device(app, owner)
    table = host.start("Eva", "Fil", goal="50")
    host.play(table, "", HEAVY)
    rematch = host.follow(host.send(host.open(f"{table.address}/winner")))
    for kind in ("watch", "score", "own"):
        renew(host, rematch, kind)
    night = club.come(host, club.start(host, name="Saturday"), FOUR)
    club.open_tables(host, night)
    host.send(host.open(f"{night.address}/codes").pressing("Make new codes"))
    run_jobs(app)
    return host, links(host, table)["own"]


@pytest.mark.parametrize("key", ["same", "another"])
@pytest.mark.parametrize("used", ["empty", "used", pytest.param("damaged", marks=THOROUGH)])
@pytest.mark.parametrize("mode", SETTINGS)
def test_owners_links_and_nights_are_as_they_were_on_another_machine(
    tmp_path, copy, mode, used, key
):
    with machine(tmp_path / "old", mode) as old:
        owner, given, night, codes = evening(old)
        succeed(old, "backup", copy)
        kept = (tmp_path / "old/secret_key").read_text()
    with machine(tmp_path / "new", mode, kept if key == "same" else "") as new:
        stranger, of_stranger = device(new, owner), ""
        if used != "empty":
            stranger, of_stranger = other_things(new, owner)
        if used == "damaged":
            file_of(new).write_bytes(b"dear Bea, " * 1000)
        succeed(new, "restore", copy)
        assert (tmp_path / "new/secret_key").read_text() == kept
        # It may have been at the new machine before: then it has a cookie of each key.
        back = stranger if key == "another" else Visitor(new)
        if key == "same":
            back.client.set_cookie("session", owner.client.get_cookie("session").value)
        for address, of_match in given.items():
            assert owns(back, address), address
            assert links(back, back.open(address)) == of_match
            for kind, link in of_match.items():
                guest = Visitor(new)
                assert guest.open(link).leads_to == address
                assert guest.open(address).status == 200
                assert owns(guest, address) == (kind == "own")
        assert back.open(f"{night.address}/codes").status == 200
        assert club.addresses(back.open(f"{night.address}/codes")) == codes
        assert Visitor(new).open(codes[1]).leads_to.startswith("/matches/")
        if of_stranger:
            assert Visitor(new).open(of_stranger).status == 403
        assert succeed(new, "check").startswith("All well: 3 matches, 1 round,")
