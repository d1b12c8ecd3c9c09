"""Finding matches by player and by game, by the address alone; starting the last one again."""

from urllib.parse import urlencode

from tests.web.home.finished import finish, listed
from tests.web.new_match.house_rules_form import started
from tests.web.share.share_links import joined, links
from tests.web.visitor import HEAVY, Visitor, seated

ALL, NOBODY = {"Ágnes", "Bea", "Dani"}, set[str]()
SEARCHED: tuple[tuple[dict[str, str], set[str]], ...] = (
    ({"q": "ana"}, {"Ágnes", "Bea"}),
    ({"q": "agnes"}, {"Ágnes"}),
    ({"q": "ÁGNES"}, {"Ágnes"}),
    ({"q": "an"}, ALL),
    ({"q": "draw"}, {"Bea"}),
    ({"q": "ana block"}, {"Ágnes"}),
    *(({"q": text}, NOBODY) for text in ("ana  ciro", "nobody", "%", "_", "a" * 5000)),
    *(({"q": text}, ALL) for text in ("", "\u0301", "\x00")),
    ({"player": "Ana"}, {"Ágnes", "Bea"}),
    ({"player": "An"}, NOBODY),
    ({"game": "draw"}, {"Bea"}),
    ({"game": "chess"}, ALL),
    ({"player": "Ana", "game": "block", "q": "ag"}, {"Ágnes"}),
)
AGAIN = "Same as last time"


def search(visitor, **asked):
    """Search; return the page, and who won the matches that were found."""
    page = visitor.open(f"/?{urlencode(asked)}")
    return page, {won.split(" ")[0] for won in page.texts("span", "won")}


def test_every_word_is_looked_for_in_names_and_games_and_what_is_found_is_counted(visitor):
    finish(visitor, "Ana", "Ágnes")
    finish(visitor, "Ana", "Bea", game="draw")
    finish(visitor, "Ciro", "Dani")
    for asked, winners in SEARCHED:
        page, found = search(visitor, **asked)
        assert found == winners, asked
        assert page.texts("h2", "") == [f"Finished {len(winners)}"]
        months = page.texts("section", "month", "h3")
        counted = [month.split(" · ")[1].split()[0] for month in months]
        assert counted == ([str(len(winners))] if winners else [])
    # What may be chosen was played; what was asked for is still there, and can be dropped.
    options = [each.get("value") for each in visitor.open("/").all("option")]
    assert options == ["", "Ágnes", "Ana", "Bea", "Ciro", "Dani", "", "block", "draw"]
    page, _ = search(visitor, q="Ana", player="Zoe", game="draw")
    assert page.form | {"before": ""} == {"q": "Ana", "player": "Zoe", "game": "draw", "before": ""}
    assert "No finished match found." in page.text
    assert len(listed(visitor.open(page.links["All matches"]))) == 3


def test_open_matches_are_found_too_and_a_renamed_player_by_the_new_name(visitor):
    table, _ = visitor.start("Ana", "Bea"), visitor.start("Ciro", "Dani")
    assert len(listed(search(visitor, state="open", q="ana")[0])) == 1
    rename = visitor.open(f"{table.address}/mend").pressing("Save the names")
    visitor.send(visitor.send(rename, {"names-1": "Éva"}))
    found = [len(listed(search(visitor, state="open", q=name)[0])) for name in ("eva", "bea")]
    assert found == [1, 0]


def test_a_search_tells_nothing_of_the_matches_of_others(app, visitor):
    app.config["ACCESS"] = "links"
    finish(visitor, "Zoe", "Yann", game="draw")
    guest = Visitor(app)
    finish(guest, "Ana", "Bea")
    for address in ("/", "/?q=zoe", "/?player=Ana", "/?game=draw", "/?state=open", "/?before=1-1"):
        page = guest.open(address)
        assert "Zoe" not in page.text.replace("zoe", ""), address
        assert "Yann" not in page.text, address
    assert search(guest, q="zoe")[1] == search(guest, game="draw")[1] == NOBODY
    assert "Finished 1" in guest.open("/").text
    assert "Finished 0" in guest.open("/?q=yann").text
    shared = joined(app, links(visitor, visitor.open("/matches/1"))["watch"])
    assert search(shared, q="zoe")[1] == {"Yann"}


def again(visitor):
    """Tap the button on the home page, and return the new table."""
    return visitor.follow(visitor.send(visitor.open("/").pressing(AGAIN)))


def test_the_last_match_starts_again_with_one_tap_as_it_was(visitor):
    filled = seated("Ana", "Bea", "Ciro", "Dani") | {"partners": "y", "goal": "150"}
    first = started(visitor, filled, blocked_rank="drawn")
    assert "first to 150 · with house rules" in visitor.open("/").text
    second = again(visitor)
    assert second.address != first.address
    assert (second.heading, second.sides) == ("Block, partners", ["Ana & Ciro", "Bea & Dani"])
    assert "first to 150" in second.text
    for page in (second, visitor.open(f"{second.address}/rounds")):
        assert "House rules: tie: drawn" in page.text


def test_the_lead_passes_on_as_in_a_rematch(visitor):
    finish(visitor, "Ana", "Bea")
    winner = visitor.open("/matches/1/winner")
    rematch = visitor.follow(visitor.send(winner.pressing("Rematch")))
    leads = [each for each in rematch.text.split(". ") if "starts" in each]
    visitor.send(visitor.open(f"{rematch.address}/delete"))
    for _ in range(2):
        assert [each for each in again(visitor).text.split(". ") if "starts" in each] == leads != []


def test_it_is_the_match_played_last_and_none_that_was_deleted(visitor):
    first, second = visitor.start("Ana", "Bea"), visitor.start("Ciro", "Dani")
    visitor.play(first, "", "66")
    assert again(visitor).sides == ["Ana", "Bea"]
    for table in ("/matches/3", first.address):
        visitor.send(visitor.open(f"{table}/delete"))
    assert again(visitor).sides == second.sides
    for table in ("/matches/4", second.address):
        visitor.send(visitor.open(f"{table}/delete"))
    home = visitor.open("/")
    assert AGAIN not in home.text
    assert home.texts("h2", "") == ["Nothing played yet"]
    assert home.links["Start the first match"] == "/matches/new"
    assert not home.all("form")


def test_a_device_without_a_session_is_asked_first_as_reading_sets_no_cookie(app, visitor):
    visitor.start("Ana", "Bea")
    guest = Visitor(app)
    asked = guest.open(guest.open("/").links[AGAIN])
    assert asked.heading == AGAIN
    assert "Block · first to 100 Ana, Bea" in asked.text
    assert guest.follow(guest.send(asked)).sides == ["Ana", "Bea"]
    assert AGAIN not in guest.open("/").links


def test_whoever_may_score_starts_it_again_and_owns_that_and_who_watches_is_not_offered_it(
    app, visitor
):
    app.config["ACCESS"] = "links"
    table = visitor.start("Ana", "Bea", goal="50")
    shared, form = links(visitor, table), visitor.open("/").pressing(AGAIN)
    watcher, scorer = (joined(app, shared[kind]) for kind in ("watch", "score"))
    home = watcher.open("/")
    assert home.links["Watch"] == table.address
    assert AGAIN not in home.text
    for device in (watcher, Visitor(app)):
        assert device.post(form.target, form.form).status == 403
    visitor.play(table, "", HEAVY)
    new = again(scorer)
    assert scorer.open(f"{new.address}/delete").status == 200
    assert visitor.open(new.address).status == 403
