"""An evening of many tables, from who is here to the standings; who may do what; refusals."""

import pytest

from tests.web.pagelint import text_of
from tests.web.visitor import TEN, Visitor

TWELVE = [*TEN, "Karla", "Leo"]
OFFICIAL = "Only whoever started the evening, or has its link for officials, can do this."


def start(visitor, **filled):
    page = visitor.open("/club").pressing("Start the evening")
    return _shown(visitor, visitor.send(page, {"name": "Friday"} | filled))


def _shown(visitor, answer):
    return visitor.open(answer.leads_to.partition("#")[0])


def come(visitor, evening, names):
    page = visitor.open(evening.address).pressing("Add these names")
    return _shown(visitor, visitor.send(page, {"names": "\n".join(names)}))


def press(visitor, evening, button):
    """Press a button of the page as it is now."""
    return visitor.send(visitor.open(evening.address).pressing(button))


def open_tables(visitor, evening, number=1):
    assert press(visitor, evening, f"Draw round {number}").status == 303
    assert press(visitor, evening, "Open the tables").status == 303
    return visitor.open(evening.address)


def enter(visitor, evening, number, table, what="played", **points):
    page = visitor.open(f"{evening.address}/rounds/{number}/tables/{table}")
    return visitor.send(page, {"what": what} | points)


def addresses(codes):
    """Read the addresses of a page of codes, without the site: the last is that of officials."""
    found = (each.get("value", "") for each in codes.all("input", "address"))
    return ["/club/" + address.partition("/club/")[2] for address in found]


def row(page, name):
    """Read what the standings say of somebody: place, then what is compared."""
    (found,) = (each for each in page.all("tr") if _name(each) == name)
    return [text_of(cell) for cell in found.iter("td")]


def _name(line):
    """Read whose line it is; what is folded out says why, and is not it."""
    heading = next(line.iter("th"))
    return text_of(next(heading.iter("summary"), heading))


@pytest.fixture
def evening(visitor):
    """Return an evening of twelve whose partners change, before its first round."""
    return come(visitor, start(visitor, rounds="3"), TWELVE)


def test_twelve_play_an_evening_from_names_to_the_first_three(visitor, evening):
    for number in (1, 2, 3):
        page = open_tables(visitor, evening, number)
        assert f"round {number} of 3" in page.text
        assert "3 tables are still played." in page.text
        for table in (1, 2, 3):
            assert enter(visitor, evening, number, table, one="100", other="60").status == 303
    page = visitor.open(evening.address)
    assert "All tables are finished." in page.text
    assert "Draw round 4" not in page.text
    wins = [int(row(page, name)[1]) for name in TWELVE]
    assert sum(wins) == 3 * 3 * 2
    picture = visitor.open(f"{evening.address}/podium.svg")
    first = next(name for name in TWELVE if row(page, name)[0] == "1")
    assert first in picture.answer.text
    sheet = visitor.open(f"{evening.address}/standings.csv").answer.text
    assert sheet.count("\n") == 13
    assert row(visitor.open("/club/season"), first) == ["10"]
    # A player who gets another name has it in the evening.
    player = visitor.open(visitor.open("/players").links["Ana"])
    edit = visitor.open(player.links["Rename, join, hide"]).pressing("Save the name")
    visitor.send(edit, {"name": "Anna"})
    assert row(visitor.open(evening.address), "Anna")


def test_clocks_are_paused_and_go_on_and_matches_are_ended_as_they_stand(visitor):
    evening = start(visitor, minutes="30")
    come(visitor, evening, TWELVE[:4])
    table = visitor.open(open_tables(visitor, evening).links["Open"])
    assert press(visitor, evening, "Pause all clocks").status == 303
    assert visitor.open(evening.address).texts("span", "timer") == ["30:00 · paused"]
    press(visitor, evening, "+5 minutes")
    press(visitor, evening, "Let the clocks go on")
    assert visitor.open(evening.address).texts("span", "timer") == ["35:00"]
    before = visitor.open(f"{evening.address}/at").answer.json
    visitor.play(table, "", "66 65", "12", "55")
    assert visitor.open(f"{evening.address}/at").answer.json != before
    assert press(visitor, evening, "End all matches now").status == 303
    page = visitor.open(evening.address)
    assert "All tables are finished." in page.text
    assert row(page, table.sides[0].split(" & ")[0])[1] == "1"
    # A match that is deleted says what to do, and loses nothing.
    visitor.send(visitor.open(f"{table.address}/delete").pressing("Delete it"))
    page = visitor.open(evening.address)
    assert "The match was deleted: enter a result, or restore it." in page.text
    enter(visitor, evening, 1, 1, one="100", other="0")
    assert "All tables are finished." in visitor.open(evening.address).text


def test_a_slip_of_paper_is_entered_and_taken_back(visitor):
    evening = start(visitor, how="swiss")
    come(visitor, evening, ["Ana & Bea", "Ciro & Dani"])
    open_tables(visitor, evening)
    for result, own, other in (
        ({"one": "100", "other": "60"}, ["1", "40", "100"], ["0", "−40", "60"]),
        ({"one": "60", "other": "80"}, ["0", "−20", "60"], ["1", "20", "80"]),
        ({"what": "1"}, ["1", "50", "50"], ["0", "−100", "0"]),
        ({"what": "nobody"}, ["0", "−100", "0"], ["0", "−100", "0"]),
    ):
        enter(visitor, evening, 1, 1, **result)
        page = visitor.open(evening.address)
        sides = page.texts("p", "side", "span")
        assert [row(page, name)[1:] for name in sides] == [own, other]
        enter(visitor, evening, 1, 1, "rounds")
        assert "1 table is still played." in visitor.open(evening.address).text


def test_a_draw_is_made_again_of_those_who_are_here(visitor, evening):
    press(visitor, evening, "Draw round 1")
    # Two leave, one of them comes back, and one comes late.
    for name in ("Ana", "Bea"):
        page = visitor.open(evening.address).pressing("Add these names")
        visitor.post(f"{evening.address}/people/{TWELVE.index(name)}/leave", page.form)
    come(visitor, evening, ["Mara", "ana"])
    assert press(visitor, evening, "Draw again").status == 303
    page = visitor.open(evening.address)
    assert sorted(page.texts("li", "board", "label")) == sorted({*TWELVE, "Mara"} - {"Bea"})
    assert "Bea has left" in page.text


def test_everybody_watches_and_only_officials_change_anything(app, visitor, evening):
    guest = Visitor(app)
    page = guest.open(evening.address)
    assert page.status == 200
    assert not page.all("form")
    assert guest.open(f"{evening.address}/wall").status == 200
    posts = ("draw", "swap", "open", "people", "people/0/leave", "clocks/stop")
    answers = [guest.post(f"{evening.address}/{each}", {}) for each in posts]
    assert {answer.status for answer in answers} == {403}
    assert all(OFFICIAL in answer.text for answer in answers)
    assert guest.open(f"{evening.address}/codes").status == 403
    for page in ("", "/wall", "/at", "/standings.csv"):
        assert guest.open(f"/club/none{page}").status == 404
    *codes, of_officials = addresses(visitor.open(f"{evening.address}/codes"))
    (code,) = (each for each in codes if "/tables/2/" in each)
    # It waits for the match, and is good for its own table.
    assert "the next match opens here by itself" in guest.open(code).text
    for wrong in (f"{code[:-3]}xyz", code.replace("/tables/2/", "/tables/1/")):
        assert guest.open(wrong).status == 404
    guest.open(of_officials)
    open_tables(guest, evening)
    assert guest.open(code).leads_to.startswith("/matches/")


def test_an_evening_that_cannot_be_is_refused_and_kept(visitor, unchanged):
    page = visitor.open("/club").pressing("Start the evening")
    for field, typed, sentence in (
        ("name", "", "Enter a name, such as “Friday”."),
        ("minutes", "4", "Enter minutes from 5 to 180."),
        ("rounds", "0", "Enter rounds from 1 to 99."),
        ("until", "25:00", "Enter a time such as 23:00."),
        ("goal", "0", "Enter a goal from 1 to 10,000 points."),
        ("season", "10 eight", "Enter numbers with spaces between, such as 10 8 6 5."),
        ("tables", "x", "Enter a whole number, such as 17."),
    ):
        with unchanged():
            answer = visitor.send(page, {"name": "Friday", field: typed})
        assert (answer.status, answer.problems) == (422, [sentence])
        assert answer.pressing("Start the evening").form[field] == typed


def test_people_who_cannot_come_are_refused_and_kept(visitor, unchanged):
    no_pair = "“{}” is no pair: write two names with & between."
    for how, names, sentence in (
        ("changing partners", "", "Enter at least one name."),
        ("changing partners", "Ana\nANA", "ANA is here twice: add a second word."),
        ("changing partners", "x" * 41, "Enter a name of at most 40 letters."),
        *(("swiss", names, no_pair.format(names)) for names in ("Ana", "Ana & Bea & Ciro")),
    ):
        page = visitor.open(start(visitor, how=how).address).pressing("Add these names")
        with unchanged():
            answer = visitor.send(page, {"names": names})
        assert (answer.status, answer.problems) == (422, [sentence])
        assert answer.pressing("Add these names").form["names"].split() == names.split()


def test_a_round_is_not_drawn_too_early_twice_or_for_too_few(visitor, evening):
    def refused(answer, status, sentence):
        assert (answer.status, answer.problems) == (status, [sentence])

    few = come(visitor, start(visitor, name="Few"), TWELVE[:3])
    answer = press(visitor, few, "Draw round 1")
    refused(answer, 422, "At least 4 have to be here to draw a round.")
    # Of two officials who draw at once one is told.
    page = visitor.open(evening.address).pressing("Draw round 1")
    assert visitor.send(page).status == 303
    stale = "Somebody else has changed this evening. Look again, and send it once more."
    refused(visitor.send(page), 409, stale)
    press(visitor, evening, "Open the tables")
    assert "Draw round 2" not in visitor.open(evening.address).text
    enter(visitor, evening, 1, 1, one="100", other="0")
    form = visitor.open(evening.address).pressing("Add these names").form
    answer = visitor.post(f"{evening.address}/draw", form)
    refused(answer, 409, "Tables 2, 3 have no result yet: finish them, or enter them.")
