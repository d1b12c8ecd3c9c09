"""Who may do what in a club night, and what is refused."""

from string import ascii_letters

from tests.support.club_nights import (
    OFFICIAL,
    addresses,
    come,
    number_of,
    open_tables,
    press,
    start,
)
from tests.web.visitor import FOUR, Visitor


def test_everybody_watches_and_only_officials_change_anything(app, visitor, night):
    guest = Visitor(app)
    page = guest.open(night.address)
    assert page.status == 200
    assert not page.all("form")
    assert guest.open(f"{night.address}/wall").status == 200
    number = number_of(visitor.open(f"{night.address}/people"), "Ana")
    posts = (
        "draw",
        "swap",
        "open",
        "undo",
        "end",
        "people",
        f"people/{number}/leave",
        "clocks/stop",
        "decide/0",
        "tables/1/another",
    )
    answers = [guest.post(f"{night.address}/{each}", {}) for each in posts]
    assert {answer.status for answer in answers} == {403}
    assert all(OFFICIAL in answer.text for answer in answers)
    assert guest.open(f"{night.address}/codes").status == 403
    for page in ("", "/wall", "/me", "/for/1", "/events", "/clock", "/standings.csv"):
        assert guest.open(f"/club/none{page}").status == 404
    *codes, of_officials = addresses(visitor.open(f"{night.address}/codes"))
    (code,) = (each for each in codes if "/tables/2/" in each)
    # It waits for the match, and is good for its own table, to the last letter.
    assert "the next match opens here by itself" in guest.open(code).text
    last = (f"{code[:-1]}{letter}" for letter in ascii_letters if letter != code[-1])
    for wrong in (*last, code.replace("/tables/2/", "/tables/1/"), f"{code}é", code[:-9]):
        assert guest.open(wrong).status == 404, wrong
    guest.open(of_officials)
    open_tables(guest, night)
    assert guest.open(code).leads_to.startswith("/matches/")


def test_a_night_that_cannot_be_is_refused_and_kept(visitor, unchanged):
    page = visitor.open("/club?new").pressing("Start club night")
    for field, typed, sentence in (
        ("name", "", "Enter a name, such as “Friday”."),
        ("minutes", "4", "Enter 5 to 180 minutes."),
        ("rounds", "0", "Enter 1 to 99 rounds."),
        ("until", "25:00", "Enter a time such as 23:00."),
        ("goal", "0", "Enter a goal from 1 to 10,000."),
        ("season", "10 eight", "Enter numbers with spaces between them, such as 10 8 6 5."),
        ("tables", "x", "Enter a whole number, such as 17."),
    ):
        with unchanged():
            answer = visitor.send(page, {"name": "Friday", field: typed})
        assert (answer.status, answer.problems) == (422, [sentence])
        assert answer.pressing("Start club night").form[field] == typed


def test_people_who_cannot_come_are_refused_and_kept(visitor, unchanged):
    for names, sentence in (
        ("", "Enter at least one name."),
        ("Ana\nANA", "ANA is on the list twice: add a surname or an initial to one."),
        ("x" * 41, "Enter a name of at most 40 characters."),
        (
            "Ana & Bea & Ciro",
            "“Ana & Bea & Ciro” is not a pair: write two names with & between them.",
        ),
    ):
        page = visitor.open(start(visitor).address).pressing("Add them")
        with unchanged():
            answer = visitor.send(page, {"names": names})
        assert (answer.status, answer.problems) == (422, [sentence])
        assert answer.pressing("Add them").form["names"].split() == names.split()


def test_new_codes_end_all_that_was_given_before_also_a_copied_cookie(app, visitor, night):
    copied, official = Visitor(app), Visitor(app)
    copied.client.set_cookie("session", visitor.client.get_cookie("session").value)
    codes = addresses(visitor.open(f"{night.address}/codes"))
    table, of_officials = codes[1], codes[-1]
    official.open(of_officials)
    for device in (copied, official):
        assert device.open(f"{night.address}/codes").status == 200
    page = visitor.open(f"{night.address}/codes").pressing("Make new codes")
    assert [visitor.send(page).status for _again in range(2)] == [303, 303]
    for device in (copied, official):
        assert device.open(f"{night.address}/codes").status == 403
        assert device.post(f"{night.address}/draw", {}).status == 403
    assert Visitor(app).open(table).status == Visitor(app).open(of_officials).status == 404
    new = addresses(visitor.open(f"{night.address}/codes"))
    assert official.open(new[-1]).status == 303
    assert official.open(f"{night.address}/codes").status == 200
    # Nor does a copy of the cookie own what is opened from now on.
    open_tables(visitor, night)
    assert [each.open("/matches/1/delete").status for each in (visitor, copied)] == [200, 403]


def test_on_a_site_of_links_a_tap_on_a_table_opens_it_and_officials_score_there(app, visitor):
    app.config["ACCESS"] = "links"
    night = come(visitor, start(visitor), FOUR)
    open_tables(visitor, night)
    guest, official = Visitor(app), Visitor(app)
    official.open(addresses(visitor.open(f"{night.address}/codes"))[-1])
    for device, scores in ((guest, 403), (official, 200)):
        (table,) = (at for at in device.open(night.address).links.values() if at.endswith("match"))
        assert device.follow(device.open(table)).status == 200
        assert device.open("/matches/1/rounds/new").status == scores


def test_a_code_of_a_table_does_not_bring_back_a_right_that_a_new_link_ended(app, visitor):
    app.config["ACCESS"] = "links"
    night = come(visitor, start(visitor), FOUR)
    open_tables(visitor, night)
    code = addresses(visitor.open(f"{night.address}/codes"))[1]
    device = Visitor(app)
    assert device.follow(device.open(code)).status == 200
    renew = visitor.open("/matches/1/links")
    fields = {each.get("name"): each.get("value", "") for each in renew.all("input")}
    visitor.post("/matches/1/links/score", fields)
    assert device.follow(device.open(code)).status == 403


def test_officials_enter_the_pin_and_whoever_watches_need_not(app, visitor, night):
    app.config["PIN"] = "1234"
    assert visitor.open(night.address).status == 200
    assert "/pin" in visitor.open(f"{night.address}/codes").leads_to
    assert visitor.post(f"{night.address}/draw", {}).status == 403


def test_the_matches_of_a_round_are_counted_like_all_others(app, visitor):
    app.config["RATELIMIT_ENABLED"] = True
    night = come(visitor, start(visitor), [f"P{number}" for number in range(256)])
    press(visitor, night, "Make the draw for round 1")
    assert press(visitor, night, "Open the tables").status == 429
