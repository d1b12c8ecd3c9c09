"""Every form saves once what was typed, however often it comes, and whatever was in its way.

Every view of a match says which right it needs; what ends meanwhile gives none any more.
"""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from itsdangerous import TimestampSigner
from sqlalchemy import update

from scorekeeper.access.guard import NEEDED, OPEN
from scorekeeper.pages.shared.fields import EXPIRED
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.permissions.rights import Right
from tests.support.access import joined, links
from tests.support.made_up_language import LANGUAGE, expect_translated, install, wide
from tests.support.no_database import no_database
from tests.support.rows import rows
from tests.web.every_page.every_form import BY_ENDPOINT, EVERY_FORM, OF_NIGHTS
from tests.web.visitor import HEAVY, RECORD, Visitor, seated, sent, tiles

# What the button that is pressed sends: it is no field of the page that comes back.
BUTTONS = ("csrf_token", "action", "what", "sure", "language", "delete")
# Fields that nobody sees.
UNSEEN = ("entry_key", "round_no", "entry", "version")
# Scripts send them, and no page comes back; of several boxes with one name all are shown ticked.
NO_PAGE = ("a draft", "a preview", "a preview that keeps a hand", "a preview of it")
TICKED = "two to be swapped"
# They save nothing that counts once, whatever is in those fields.
WITHOUT_A_KEY = (
    *("rules to open", "rules to play by", "rules to save", "rules to delete"),
    "a round to check",
    "starting afresh",
)
# They are saved on the device itself.
OF_THE_DEVICE = ("the name of a device", "the language", "the PIN")
# Once parted, a player who was joined has a page again.
LEADS_ELSEWHERE = "two players of one"


# Buttons alone, without anything that could be kept: one changes only what the device is shown, the
# others have tests of their own (tests/web/table/test_in_play.py, club/test_ways_to_play.py).
TAPPED = {"links.keep_score", "in_play.change"}
TAPPED |= {"officials.decide", "officials.another", "club.table"}


def test_every_form_is_tried(app):
    posted = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    # What programs send is no form: tests/api. A photo is read, and nothing is written. Files that
    # are restored or imported are tried in tests/web/moving.
    others = ("api.", "photo.", "moving.")
    posted = {endpoint for endpoint in posted if not endpoint.startswith(others)}
    assert posted - TAPPED == {*BY_ENDPOINT}


@pytest.mark.parametrize("name", EVERY_FORM)
def test_a_form_stays_typed_while_it_cannot_be_saved_and_is_saved_once_however_often_it_comes(
    app, visitor, unchanged, monkeypatch, name
):
    app.config["PROPAGATE_EXCEPTIONS"] = False
    address, form = EVERY_FORM[name](visitor)
    # What is answered is read in the made-up language.
    install(monkeypatch)
    visitor.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = LANGUAGE
    bare = {field: value for field, value in form.items() if field != "csrf_token"}
    unreadable = [bare, bare | {"csrf_token": "wrong"}]
    if name not in (*NO_PAGE, *WITHOUT_A_KEY):
        unreadable += [{**form, field: "²"} for field in UNSEEN if field in form]
    with unchanged():
        expired = [visitor.post(address, each) for each in unreadable]
        with no_database(app):
            unsaved = visitor.post(address, form)
    for page in expired:
        assert page.status in (400, 422)
        said = page.answer.get_json() if page.answer.is_json else page.answer.text
        assert wide(str(EXPIRED)) in str(said)
    assert unsaved.status == (303 if name in OF_THE_DEVICE else 503)
    again = form
    if name not in (*NO_PAGE, TICKED):
        # No page shows a PIN.
        hidden = (*BUTTONS, *UNSEEN, "pin")
        typed = {field: value for field, value in bare.items() if field not in hidden}
        for page in expired:
            forms = [dict(sent(each)) for each in page.all("form")]
            again = next(shown for shown in forms if typed.items() <= shown.items()) | bare
        if name not in OF_THE_DEVICE:
            assert (unsaved.target, unsaved.form) == (address, form)
            assert unsaved.answer.headers["Retry-After"] == "5"
    first = visitor.post(address, again)
    assert first.status in (200, 303)
    with unchanged():
        second = visitor.post(address, again)
    assert second.status < 500
    if second.status == 303 and name != LEADS_ELSEWHERE:
        assert second.leads_to == first.leads_to
    # Of what nobody would type, no page shows more than can be seen.
    spoiled = dict.fromkeys(form.keys() - {"csrf_token"}, "\x01\x9f\uffff<b>x")
    answer = visitor.post(address, {**form, **spoiled, "entry_key": "f" * 32})
    assert answer.status < 500
    assert not any(letter in answer.answer.text for letter in ("\x01", "\x9f", "\uffff", "<b>x"))
    expect_translated(*(each for each in (*expired, first, second, answer) if each.all("main")))


def test_a_form_corrected_after_going_back_is_another_one(visitor, new_match, unchanged):
    visitor.send(new_match, seated("Ana", "Bae"))
    table = visitor.follow(visitor.send(new_match, seated("Ana", "Bea")))
    assert table.sides == ["Ana", "Bea"]
    form = visitor.open_round(table)
    visitor.send(form, tiles("", "66"))
    with unchanged():
        late = visitor.send(form, tiles("", "55"))
    assert late.status == 409
    assert tiles("", "55").items() <= late.form.items()
    visitor.send(visitor.open(f"{table.address}/undo"))
    with unchanged():
        assert visitor.send(form, tiles("", "66")).leads_to == table.address
    assert "+10 points" in visitor.result(visitor.send(form, tiles("", "55"))).text


LATE = {
    "a round was recorded": (
        ("", "12"),
        "The match went on while this page was open, so your round was not recorded. "
        "Round 2 is recorded: Ana went out and wins the round. "
        "The score is Ana 15, Bea 0. Record what you entered as round 3?",
    ),
    "a round was undone": (None, "The last round was undone on another device."),
    "the match was won": (
        ("", HEAVY),
        "This match has already been won, so your round was not recorded.",
    ),
}


@pytest.mark.parametrize("meanwhile", LATE)
def test_a_round_that_comes_too_late_is_asked_about(visitor, unchanged, meanwhile):
    hands, sentence = LATE[meanwhile]
    table = visitor.start("Ana", "Bea", goal="50")
    visitor.play(table, "", "66")
    form = visitor.open_round(table)
    if hands:
        visitor.play(table, *hands)
    else:
        visitor.send(visitor.open(f"{table.address}/undo"))
    with unchanged():
        asked = visitor.send(form, tiles("55", "") | RECORD)
    assert asked.status == 409
    # Pressed once more, it is the same round; of a match that is won it is as late as before.
    won = meanwhile == "the match was won"
    answers = [asked, *(visitor.send(asked, RECORD) for _ in range(2))]
    assert [answer.status for answer in answers] == [409, *2 * [409 if won else 303]]
    for answer in answers if won else [asked]:
        assert sentence in answer.texts("div", "stale")[0]
        assert tiles("55", "").items() <= answer.form.items()


def at_once(filled, *forms):
    """Let devices send their forms at the same moment; return the answers in their order."""
    together = Barrier(len(forms))

    def send(device, page):
        together.wait()
        return device.send(page, filled)

    with ThreadPoolExecutor(len(forms)) as pool:
        return list(pool.map(send, *zip(*forms, strict=True)))


def test_what_is_pressed_several_times_at_once_is_saved_once(app, visitor, new_match):
    devices = [visitor, *(visitor.twin() for _ in range(3))]
    answers = at_once(seated("Ana", "Bea"), *((each, new_match) for each in devices[:2]))
    assert {answer.leads_to for answer in answers} == {"/matches/1"}
    assert len(rows(app)["matches"]) == 1
    form = visitor.open("/matches/1/rounds/new")
    answers = at_once(tiles("", "66") | RECORD, *((each, form) for each in devices))
    assert {answer.leads_to for answer in answers} == {"/matches/1"}
    assert len(rows(app)["rounds"]) == 1
    # Forms of two devices are another matter: the second is asked about its round.
    forms = ((each, each.open(form.address)) for each in (visitor, Visitor(app)))
    answers = at_once(tiles("", "55"), *forms)
    assert sorted(answer.status for answer in answers) == [303, 409]


OWNERS = {"links.renew", "history.delete", "bin.restore"}
OPEN_TO_ALL = {
    *("api.openapi", "api.read_about", "health.alive", "health.ready"),
    *("pwa.manifest", "pwa.offline", "pwa.service_worker", "pwa.words"),
    *("device.language", "device.pin", "links.join"),
    # Whoever has the address of a night may watch it; officials have a link of their own.
    *("club.show", "club.people", "club.wall", "club.me", "club.of", "club.codes", "club.table"),
    "club.match",
    *("club.go_on", "club.official", "club.as_csv", "club.matches_csv", "club.podium"),
    *("officials.add_people", "officials.person", "officials.draw", "officials.swap"),
    *("officials.step", "officials.result", "officials.clocks", "officials.decide"),
    *(
        "officials.another",
        "officials.sanction",
        "club.paper",
        "live_club.events",
        "live_club.clock_of",
    ),
}
# They only read: whoever was let in is still shown what there was.
READING = {"a preview", "a preview of it", "a round to check"}
# No right to a match is needed for these, or they are not offered where only links open a match.
NEEDING_NONE = {
    *(name for forms in OF_NIGHTS.values() for name in forms),
    *("a new match", "a finished match"),
    *("rules to open", "rules to play by", "rules to save", "rules to delete"),
    *("the name of a device", "the language", "the PIN", "a player to hide"),
}


def test_every_view_of_a_match_says_which_right_it_needs_and_none_that_writes_only_to_watch(app):
    rules = [rule for rule in app.url_map.iter_rules() if "match_id" in rule.arguments]
    needed = {each.endpoint: getattr(app.view_functions[each.endpoint], NEEDED) for each in rules}
    assert {each for each, right in needed.items() if right is Right.OWN} == OWNERS
    writing = {rule.endpoint for rule in rules if "POST" in (rule.methods or ())}
    assert min(needed[each] for each in writing - TAPPED) is Right.SCORE
    assert {each for each, view in app.view_functions.items() if hasattr(view, OPEN)} == OPEN_TO_ALL


def test_a_view_that_forgot_to_say_is_refused_to_everybody(app, visitor):
    @app.get("/matches/<int:match_id>/secrets")
    def secrets(match_id):
        return f"the secrets of match {match_id}"

    table = visitor.start("Ana", "Bea")
    with pytest.raises(LookupError, match="secrets does not say which right it needs"):
        visitor.open(f"{table.address}/secrets")
    app.config["PROPAGATE_EXCEPTIONS"] = False
    assert visitor.open(f"{table.address}/secrets").status == 500


def end_all_links():
    """Make new links, as another device would, on a connection of its own."""
    raised = {
        name: getattr(models.MatchRow, name) + 1 for name in ("own_generation", "score_generation")
    }
    with db.engine.connect().execution_options(writes=True) as connection:
        connection.execute(update(models.MatchRow).values(raised))
        connection.commit()


@pytest.mark.parametrize("name", [name for name in EVERY_FORM if name not in NEEDING_NONE])
def test_what_is_sent_by_a_right_that_ends_meanwhile_changes_nothing(app, visitor, name):
    app.config["ACCESS"] = "links"
    address, form = EVERY_FORM[name](visitor)
    before = rows(app)
    # The last of these functions: the device was let in already.
    app.before_request_funcs[None].append(end_all_links)
    # Whoever sees no match of a player is not told that there is one.
    refused = 404 if address.startswith("/players/") else 403
    assert visitor.post(address, form).status == (200 if name in READING else refused)
    after = rows(app)
    assert {table for table in before if before[table] != after[table]} == {"matches"}
    assert [row[:6] for row in before["matches"]] == [row[:6] for row in after["matches"]]


def test_a_device_keeps_its_rights_when_the_clock_is_set(app):
    app.config["ACCESS"] = "links"
    real = TimestampSigner.get_timestamp
    for days in (1 / 1440, 1, 400, -1 / 1440, -400):
        ahead = int(timedelta(days=days).total_seconds())
        with pytest.MonkeyPatch.context() as patch:
            # Sessions are signed and read by a clock that is ahead, or behind.
            patch.setattr(TimestampSigner, "get_timestamp", lambda me, more=ahead: real(me) + more)
            visitor = Visitor(app)
            table = visitor.start("Ana", "Bea")
            guest = joined(app, links(visitor, table)["score"])
        for _ in range(2):
            # The second time with whatever the first answer made of the session.
            assert visitor.open(f"{table.address}/links").status == 200
            assert guest.open(f"{table.address}/rounds/new").status == 200
